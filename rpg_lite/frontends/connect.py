"""How a chat program is told to start this server: what to paste, and where."""

import json
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

Client = Literal["claude-desktop", "claude-code", "cursor", "vscode"]
CLIENTS: Final[tuple[Client, ...]] = get_args(Client)
NAME: Final = "rpg-lite"


@dataclass(frozen=True, slots=True)
class Recipe:
    """`paste` is what to paste, `where` the place for it, each as whole lines."""

    title: str
    paste: str
    where: str


def program() -> list[str]:
    """This program by its absolute path, because a chat program starts it from anywhere and with a path of its own."""
    beside = Path(sys.executable).with_name("rpg-lite.exe" if sys.platform == "win32" else "rpg-lite")
    return [str(beside.absolute())] if beside.exists() else [str(Path(sys.executable).absolute()), "-m", "rpg_lite"]


def every(*options: str) -> list[Recipe]:
    return [recipe(client, *options) for client in CLIENTS]


def recipe(client: Client, *options: str) -> Recipe:
    """What to paste for one client; `options` follow `serve`."""
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
            return Recipe("Claude Code", _shell(["claude", "mcp", "add", "--scope", "user", NAME, "--", *command]), where)
        case "cursor":
            where = "~/.cursor/mcp.json for every project, or .cursor/mcp.json in one; add the entry to its mcpServers."
            return Recipe("Cursor", _json({"mcpServers": {NAME: started}}), where)
        case "vscode":
            where = '.vscode/mcp.json in a folder, or "MCP: Open User Configuration" in the command palette; add the entry to its servers.'
            return Recipe("VS Code", _json({"servers": {NAME: {"type": "stdio", **started}}}), where)


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _shell(command: list[str]) -> str:
    return subprocess.list2cmdline(command) if sys.platform == "win32" else shlex.join(command)


def all_of_them(*options: str) -> str:
    """Every recipe under its title."""
    return "\n\n".join(f"{r.title}\n{'─' * len(r.title)}\n{r.where}\n\n{r.paste}" for r in every(*options))
