"""The text to paste into a chat program's settings so that the program starts this server, and where to paste it."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args

from cyclopts import Parameter

from rpg_lite.cli.options import CampaignName, ConfigFile, Db, Items, Lore, Rules, Tools
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, Stop, path, say, shell_line, tell
from rpg_lite.vocabulary import Ruleset

if TYPE_CHECKING:
    from rpg_lite.server.settings import Settings
    from rpg_lite.server.settings_loading import Loaded

Client = Literal["claude-desktop", "claude-code", "cursor", "vscode"]
CLIENTS: Final[tuple[Client, ...]] = get_args(Client)
ChatProgram = Annotated[Client | None, Parameter(help="Your chat program; by default, all four.")]
NAME: Final = "rpg-lite"


def connect(
    client: ChatProgram = None, /, *, db: Db = None, campaign: CampaignName = None, ruleset: Rules = None, items: Items = (),
    lore: Lore = None, config: ConfigFile = None, tools: Tools = None,
) -> int:  # fmt: skip
    """Show the text to paste into your chat program, and write nothing.

    The server starts with the options that you give here, and creates the campaign if it does not exist.

    Example:  rpg-lite connect claude-desktop --campaign Saltmarsh --items my_items/
    """
    from rpg_lite.server.settings_loading import load_settings

    flags: dict[str, Any] = {"db": db, "campaign": campaign, "items": items, "lore": lore, "listing": {"tools": tools} if tools else None}
    chosen = options(load_settings(config, **flags), ruleset)
    if client is None:
        tell(all_of_them(*chosen))
    else:
        made = recipe(client, *chosen)
        tell(made.paste)
        say(f"\nWhere it goes: {made.where}")
    return DONE


@dataclass(frozen=True, slots=True)
class Recipe:
    """`paste`: the text to paste; `where`: where to paste it. Both are whole lines."""

    title: str
    paste: str
    where: str


def program() -> list[str]:
    """The absolute path of this program, because a chat program starts it from any folder and with its own search path."""
    beside = Path(sys.executable).with_name("rpg-lite.exe" if sys.platform == "win32" else "rpg-lite")
    return [str(beside.absolute())] if beside.exists() else [str(Path(sys.executable).absolute()), "-m", "rpg_lite"]


def options(chosen: "Loaded", ruleset: Ruleset | None) -> list[str]:
    """The options with which `serve` starts from any folder: absolute paths, and a named campaign that is created if it does not exist.

    A chat program knows neither this folder nor this environment, so the options name the settings file and repeat the settings of the
    environment. Raises Stop if the server could not start with them.
    """
    settings, said = chosen.settings, []
    database = [str(campaign_from_options.absolute(settings.db))] if settings.db else []
    for flag, key, values in (
        ("--db", "db", database),
        ("--campaign", "campaign", [settings.campaign] if settings.campaign else []),
        ("--items", "items", [str(path(str(p)).absolute()) for p in settings.items]),
        ("--lore", "lore", [str(path(str(settings.lore)).absolute())] if settings.lore else []),
        ("--tools", "listing.tools", [settings.listing.tools] if "tools" in settings.listing.model_fields_set else []),
    ):
        if not chosen.is_of_file(key):
            said += [part for value in values for part in (flag, value)]
    _require_a_start(settings, ruleset)
    return [
        *(["--config", str(chosen.file)] if chosen.file else []),
        *said,
        *(["--new"] if settings.campaign else []),
        *(["--ruleset", ruleset] if ruleset else []),
        *(["--stdio"] if settings.http else []),
    ]


def _require_a_start(settings: "Settings", ruleset: Ruleset | None) -> None:
    """Check that the item files and the folder of pages exist, and that an existing database has the requested campaign."""
    if missing := [str(p) for p in settings.items if not path(str(p)).exists()]:
        raise Stop(
            MISUSED,
            f"--items: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing: name item files, or folders that contain them.",
        )
    if settings.lore and not path(str(settings.lore)).is_dir():
        raise Stop(MISUSED, f"--lore: {settings.lore} is missing: name the folder of the table's own pages.")
    campaign_from_options.require_playable(settings.db, settings.campaign, ruleset)


def every(*options: str) -> list[Recipe]:
    return [recipe(client, *options) for client in CLIENTS]


def recipe(client: Client, *options: str) -> Recipe:
    """Write the text to paste for one client; `options` follow `serve`."""
    command = [*program(), "serve", *options]
    started = {"command": command[0], "args": command[1:]}
    match client:
        case "claude-desktop":
            where = (
                "Settings > Developer > Edit Config opens claude_desktop_config.json; add the entry to its mcpServers, then restart Claude.\n"
                "  macOS    ~/Library/Application Support/Claude/claude_desktop_config.json\n"
                "  Windows  %APPDATA%\\Claude\\claude_desktop_config.json\n"
                "  Linux    ~/.config/Claude/claude_desktop_config.json"
            )
            return Recipe("Claude Desktop", _json({"mcpServers": {NAME: started}}), where)
        case "claude-code":
            where = "Run it in a terminal: Claude Code then knows the server in every folder. Leave out --scope user for this folder alone."
            return Recipe("Claude Code", shell_line(["claude", "mcp", "add", "--scope", "user", NAME, "--", *command]), where)
        case "cursor":
            where = "~/.cursor/mcp.json for every project, or .cursor/mcp.json in one; add the entry to its mcpServers."
            return Recipe("Cursor", _json({"mcpServers": {NAME: started}}), where)
        case "vscode":
            where = '.vscode/mcp.json in a folder, or "MCP: Open User Configuration" in the command palette; add the entry to its servers.'
            return Recipe("VS Code", _json({"servers": {NAME: {"type": "stdio", **started}}}), where)


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def all_of_them(*options: str) -> str:
    """Every recipe under its title."""
    return "\n\n".join(f"{r.title}\n{'─' * len(r.title)}\n{r.where}\n\n{r.paste}" for r in every(*options))
