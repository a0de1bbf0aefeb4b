"""The commands that show and check the settings."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rpg_lite.cli.options import AsJson, ConfigFile
from rpg_lite.cli.subcommand_group import group
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, Stop, print_json, tell

if TYPE_CHECKING:
    from rpg_lite.server.settings import Settings


def show(*, config: ConfigFile = None, as_json: AsJson = False) -> int:
    """Show every setting and its source: a file, the environment or the defaults.

    Example:  rpg-lite config show
    """
    from rpg_lite.server.settings_loading import load_settings

    lines = [_in_use(*line) for line in load_settings(config).lines()]
    if as_json:
        print_json({key: {"value": value, "from": source} for key, value, source in lines})
    else:
        wide = max(len(key) for key, _, _ in lines)
        for key, value, source in lines:
            tell(f"{key:<{wide}}  {_show_value(value)}  ({source})")
    return DONE


def check(*, config: ConfigFile = None) -> int:
    """Check the settings: list every fault with its place, its key and the expected value.

    Example:  rpg-lite config check --config rpg-lite.toml
    """
    from rpg_lite.server.settings_loading import load_settings

    settings = load_settings(config).settings.for_service()
    if missing := list(_missing(settings)):
        raise Stop(MISUSED, "\n".join(missing))
    tell("The settings are valid.")
    return DONE


def _missing(settings: "Settings") -> Iterator[str]:
    """Yield the places on this machine that the settings name but that do not exist; a missing database file is created later."""
    database = campaign_from_options.absolute(settings.db) if settings.db else None
    if isinstance(database, Path) and not database.parent.is_dir():
        yield f"db: the folder {database.parent} is missing: make it, or name another file."
    elif isinstance(database, Path) and database.is_dir():
        yield f"db: {database} is a folder: name a file in it."
    elif isinstance(database, str) and not database.startswith(("sqlite", "postgresql", ":memory:")):
        yield f"db: {database.partition('://')[0]} is not supported: use a path, sqlite:/// or postgresql+psycopg://."
    yield from (
        f"items: {place} is missing: name item files, or folders that contain them." for place in settings.items if not place.exists()
    )
    if settings.lore and not settings.lore.is_dir():
        yield f"lore: {settings.lore} is missing: name the folder that holds RULES.md, rules/ and skills/."


def _in_use(key: str, value: object, source: str) -> tuple[str, object, str]:
    """Return the database as it is opened: an absolute path, or the one in the data folder when none is named."""
    if key != "db":
        return key, value, source
    from rpg_lite.server.settings_loading import hide_secrets

    return key, hide_secrets(key, str(campaign_from_options.where(value if isinstance(value, str) else None))), source


def _show_value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return "-" if value in (None, {}) else str(value)


GROUP: Final = group("config", show=show, check=check)
