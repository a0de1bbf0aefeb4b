"""The command line's look at the settings."""

from rpg_lite.frontends import cli
from rpg_lite.frontends.config import loaded
from rpg_lite.frontends.console import DONE, print_json, tell


def show(*, config: cli.ConfigFile = None, as_json: cli.AsJson = False) -> int:
    """Show every setting and where it comes from; secrets as ***.

    Example:  rpg-lite config show
    """
    lines = list(loaded(config).lines())
    if as_json:
        print_json({key: {"value": value, "from": source} for key, value, source in lines})
    else:
        wide = max(len(key) for key, _, _ in lines)
        for key, value, source in lines:
            tell(f"{key:<{wide}}  {_shown(value)}  ({source})")
    return DONE


def check(*, config: cli.ConfigFile = None) -> int:
    """Check the settings; every fault with its place, its key and what is meant. Exit code 2 when there is one.

    Example:  rpg-lite config check --config rpg-lite.toml
    """
    loaded(config).settings.for_service()
    tell("The settings are sound.")
    return DONE


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return "-" if value in (None, {}) else str(value)
