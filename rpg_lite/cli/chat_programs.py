"""Chat programs: the form in which each records a server that it starts or reaches, the file for it, and the link that adds it."""

import base64
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args
from urllib.parse import quote, urlsplit

from rpg_lite.terminal.command_io import shell_line, toml_string

Client = Literal["claude-desktop", "claude-code", "cursor", "gemini-cli", "goose", "vscode", "codex", "zed", "lm-studio", "windsurf"]
CLIENTS: Final[tuple[Client, ...]] = get_args(Client)
NAME: Final = "rpg-lite"


@dataclass(frozen=True, slots=True)
class Started:
    """A server that the chat program starts."""

    command: str
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Served:
    """A server that is already running, at a URL; the token identifies the person for whom the client speaks."""

    url: str
    token: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


Way = Started | Served
"""The two ways to a server."""


@dataclass(frozen=True, slots=True)
class ChatProgram:
    """One chat program. `where`: the place of its settings, as whole lines for people. `file`: the settings that `connect --write` changes,
    under the key `key`.
    """

    title: str
    where: str
    paste: Callable[[Way], str]
    key: str = "mcpServers"
    entry: Callable[[Way], dict[str, Any]] | None = None
    file: Callable[[], Path] | None = None
    link: Callable[[Way], str] | None = None


def _entry(
    url_key: str = "url", started: Mapping[str, str] | None = None, served: Mapping[str, str] | None = None
) -> Callable[[Way], dict[str, Any]]:
    """Write one entry in a list of servers: most programs differ only in the key of the URL and in a word or two."""

    def entry(way: Way) -> dict[str, Any]:
        if isinstance(way, Started):
            return {**(started or {}), "command": way.command, "args": list(way.args)}
        return {**(served or {}), url_key: way.url, **({"headers": way.headers} if way.headers else {})}

    return entry


def _entry_of_claude_desktop(way: Way) -> dict[str, Any]:
    """Return the entry for Claude Desktop, which can only start servers, so a small npm program connects it to a URL.

    The header is in the environment, because arguments with spaces break on Windows.
    """
    if isinstance(way, Started):
        return _entry()(way)
    args = ["-y", "mcp-remote", way.url]
    args += ["--allow-http"] if urlsplit(way.url).scheme == "http" else []
    if not way.token:
        return {"command": "npx", "args": args}
    return {
        "command": "npx",
        "args": [*args, "--header", "Authorization:${RPG_LITE_BEARER}"],
        "env": {"RPG_LITE_BEARER": f"Bearer {way.token}"},
    }


def _json(key: str, entry: Callable[[Way], dict[str, Any]]) -> Callable[[Way], str]:
    return lambda way: json.dumps({key: {NAME: entry(way)}}, indent=2, ensure_ascii=False)


def words_of_claude_code(way: Way, deed: Literal["add", "get", "remove"] = "add") -> list[str]:
    """Return the command that adds the server to Claude Code, or shows or removes the one of this name."""
    if deed != "add":
        return ["claude", "mcp", deed, *(["--scope", "user"] if deed == "remove" else []), NAME]
    if isinstance(way, Started):
        return ["claude", "mcp", "add", "--scope", "user", NAME, "--", way.command, *way.args]
    header = [part for key, value in way.headers.items() for part in ("--header", f"{key}: {value}")]
    return ["claude", "mcp", "add", "--scope", "user", "--transport", "http", NAME, way.url, *header]


def _toml_of_codex(way: Way) -> str:
    """Return a TOML table; strings and lists are written as in JSON."""
    lines = [f"[mcp_servers.{NAME}]"]
    if isinstance(way, Started):
        lines += [f"command = {toml_string(way.command)}", f"args = [{', '.join(map(toml_string, way.args))}]"]
    else:
        lines += [f"url = {toml_string(way.url)}"]
        lines += (
            [f"http_headers = {{ {', '.join(f'{toml_string(k)} = {toml_string(v)}' for k, v in way.headers.items())} }}"]
            if way.headers
            else []
        )
    return "\n".join(lines)


def _link_with_config(start: str) -> Callable[[Way], str]:
    """Return a link that carries the entry as base64: Cursor's and LM Studio's."""

    def link(way: Way) -> str:
        config = json.dumps(_entry()(way), separators=(",", ":")).encode()
        return f"{start}?name={NAME}&config={quote(base64.b64encode(config).decode(), safe='')}"

    return link


def _link_of_vscode(way: Way) -> str:
    return f"vscode:mcp/install?{quote(json.dumps({'name': NAME, **_VSCODE(way)}, separators=(',', ':')), safe='')}"


def _link_of_goose(way: Way) -> str:
    if isinstance(way, Started):
        from fastmcp.cli.install.goose import generate_goose_deeplink

        return generate_goose_deeplink(NAME, way.command, list(way.args), description="A rules server for tabletop games")
    headers = "".join(f"&header={quote(f'{key}={value}', safe='')}" for key, value in way.headers.items())
    return f"goose://extension?type=streamable_http&url={quote(way.url, safe='')}&id={NAME}&name={NAME}{headers}"


def _of_this_system(*names: str) -> Path:
    """The file in the folder where programs of this system keep the settings of their users."""
    home = Path.home()
    match sys.platform:
        case "win32":
            folder = home / "AppData" / "Roaming"
        case "darwin":
            folder = home / "Library" / "Application Support"
        case _:
            folder = home / ".config"
    return folder.joinpath(*names)


_PLAIN: Final = _entry()
_VSCODE: Final = _entry(started={"type": "stdio"}, served={"type": "http"})
_GEMINI: Final = _entry("httpUrl")
_WINDSURF: Final = _entry("serverUrl")
PROGRAMS: Final[Mapping[Client, ChatProgram]] = {
    "claude-desktop": ChatProgram(
        "Claude Desktop",
        "Settings > Developer > Edit Config opens claude_desktop_config.json; add the entry to its mcpServers, then restart Claude.\n"
        "  macOS    ~/Library/Application Support/Claude/claude_desktop_config.json\n"
        "  Windows  %APPDATA%\\Claude\\claude_desktop_config.json\n"
        "  Linux    ~/.config/Claude/claude_desktop_config.json",
        _json("mcpServers", _entry_of_claude_desktop),
        entry=_entry_of_claude_desktop,
        file=lambda: _of_this_system("Claude", "claude_desktop_config.json"),
    ),
    "claude-code": ChatProgram(
        "Claude Code",
        "Run it in a terminal: Claude Code then knows the server in every folder. Leave out --scope user for this folder only.",
        lambda way: shell_line(words_of_claude_code(way)),
    ),
    "cursor": ChatProgram(
        "Cursor",
        "~/.cursor/mcp.json for every project, or .cursor/mcp.json in one; add the entry to its mcpServers.",
        _json("mcpServers", _PLAIN),
        entry=_PLAIN,
        file=lambda: Path.home() / ".cursor" / "mcp.json",
        link=_link_with_config("cursor://anysphere.cursor-deeplink/mcp/install"),
    ),
    "gemini-cli": ChatProgram(
        "Gemini CLI",
        "~/.gemini/settings.json for every folder, or .gemini/settings.json in one; add the entry to its mcpServers.",
        _json("mcpServers", _GEMINI),
        entry=_GEMINI,
        file=lambda: Path.home() / ".gemini" / "settings.json",
    ),
    "goose": ChatProgram("Goose", "Open the link: Goose asks whether it may add the extension.", _link_of_goose),
    "vscode": ChatProgram(
        "VS Code",
        '.vscode/mcp.json in a folder, or "MCP: Open User Configuration" in the command palette; add the entry to its servers.',
        _json("servers", _VSCODE),
        key="servers",
        entry=_VSCODE,
        file=lambda: _of_this_system("Code", "User", "mcp.json"),
        link=_link_of_vscode,
    ),
    "codex": ChatProgram("Codex", "~/.codex/config.toml; add the table at its end.", _toml_of_codex),
    "zed": ChatProgram(
        "Zed",
        '"zed: open settings file" in the command palette; add the entry to its context_servers.',
        _json("context_servers", _PLAIN),
    ),
    "lm-studio": ChatProgram(
        "LM Studio",
        "Program > Install > Edit mcp.json (~/.lmstudio/mcp.json); add the entry to its mcpServers.",
        _json("mcpServers", _PLAIN),
        entry=_PLAIN,
        file=lambda: Path.home() / ".lmstudio" / "mcp.json",
        link=_link_with_config("lmstudio://add_mcp"),
    ),
    "windsurf": ChatProgram(
        "Windsurf",
        "~/.codeium/windsurf/mcp_config.json; add the entry to its mcpServers.",
        _json("mcpServers", _WINDSURF),
        entry=_WINDSURF,
        file=lambda: Path.home() / ".codeium" / "windsurf" / "mcp_config.json",
    ),
}
WRITTEN: Final[tuple[Client, ...]] = ("claude-code", *(client for client in CLIENTS if PROGRAMS[client].file))
"""The programs for which `connect --write` does the work."""
