"""Tell chat programs about this server: show the text and the place to paste it, or write the entry into their settings."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlsplit

from cyclopts import Parameter

from rpg_lite.cli import chat_programs, client_config_file
from rpg_lite.cli.chat_programs import CLIENTS, NAME, PROGRAMS, WRITTEN, Client, Served, Started, Way
from rpg_lite.cli.options import CampaignName, ConfigFile, Db, Items, Lore, Rules, Tools
from rpg_lite.install_hint import of_uvx
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, STDIN, Stop, path, read, say, tell
from rpg_lite.vocabulary import Ruleset

if TYPE_CHECKING:
    from rpg_lite.server.settings import Settings
    from rpg_lite.server.settings_loading import Loaded

Program = Annotated[Client | None, Parameter(help="Your chat program; by default, all of them.")]
Write = Annotated[bool, Parameter(negative="", help=f"Write it into the settings of {', '.join(WRITTEN[:-1])} or {WRITTEN[-1]}.")]
Http = Annotated[str | None, Parameter(help="The address of a server that is already running, such as http://192.168.1.7:8000/mcp.")]
Token = Annotated[str | None, Parameter(help="The token for that server; - reads it from standard input.")]
EXISTS: Final = "already exists"
"""The words of Claude Code about an entry of the same name."""
IN_A_CACHE: Final = (
    "Note: uvx keeps this program in its cache, and the entry stops working when the cache is cleared; pipx install . in the clone gives it a "
    "place of its own."
)
MEANWHILE: Final = "Say to it: Begin a campaign with me."


def connect(
    client: Program = None, /, *, write: Write = False, http: Http = None, token: Token = None, db: Db = None,
    campaign: CampaignName = None, ruleset: Rules = None, items: Items = (), lore: Lore = None, config: ConfigFile = None, tools: Tools = None,
) -> int:  # fmt: skip
    """Show what to paste into your chat program; --write puts it into the program's settings.

    The server starts with the options that you give here, and creates the campaign if it does not exist. With --http, the chat program
    reaches a server that is already running.

    Example:  rpg-lite connect claude-desktop --campaign Saltmarsh --items my_items/ --write
    """
    flags: dict[str, Any] = {"db": db, "campaign": campaign, "items": items, "lore": lore, "listing": {"tools": tools} if tools else None}
    if http:
        _refuse_options_of_servers(flags, ruleset, config)
        way: Way = _served(http, token)
    elif token:
        raise Stop(MISUSED, "--token is for a server that is already running: give its address with --http too.")
    else:
        way = _started(config, flags, ruleset)
    if of_uvx() and isinstance(way, Started) and Path(way.command).parent == _beside().parent:
        say(IN_A_CACHE)
    if write:
        return _write(client, way)
    if client is None:
        tell(all_of_them(way))
        return DONE
    tell(PROGRAMS[client].paste(way))
    say(f"\nWhere it goes: {PROGRAMS[client].where}")
    if link := PROGRAMS[client].link:
        say(f"Or open this link: {link(way)}")
    return DONE


def _started(config: Path | None, flags: dict[str, Any], ruleset: Ruleset | None) -> Started:
    """Return the server that the chat program starts, with these options."""
    from rpg_lite.server.settings_loading import load_settings

    command = [*program(), "serve", *options(load_settings(config, **flags), ruleset)]
    return Started(command[0], tuple(command[1:]))


def _refuse_options_of_servers(flags: dict[str, Any], ruleset: Ruleset | None, config: Path | None) -> None:
    """Refuse options that a server reads only when it starts."""
    given = [name for name, value in {**flags, "ruleset": ruleset, "config": config}.items() if value]
    if given:
        named = ", ".join(f"--{'tools' if name == 'listing' else name}" for name in given)
        raise Stop(MISUSED, f"{named}: a server that is already running has its own options. Leave out {named}, or --http.")


def _served(http: str, token: str | None) -> Served:
    """Return the server at this address. Raises Stop if the address or the token is invalid."""
    parts = urlsplit(http)
    if parts.scheme not in {"http", "https"} or not parts.hostname or any(c.isspace() for c in http):
        raise Stop(
            MISUSED, f"--http {http} is not an address: an address begins with http:// or https://, such as http://192.168.1.7:8000/mcp."
        )
    url = http if parts.path.strip("/") else f"{parts.scheme}://{parts.netloc}/mcp"
    if token == STDIN:
        token = read(STDIN).strip()
    if token is not None and not (token and token.isascii() and token.isprintable() and " " not in token):
        raise Stop(MISUSED, "--token takes the one word that rpg-lite token new showed.")
    if token and parts.scheme == "http" and parts.hostname not in {"127.0.0.1", "localhost", "::1"}:
        say("Note: the token travels unencrypted over http.")
    return Served(url, token)


def _write(client: Client | None, way: Way) -> int:
    """Add the server to the chat program, and report the change and the way to undo it."""
    if client is None:
        raise Stop(MISUSED, f"--write needs one chat program: {', '.join(WRITTEN)}.")
    if client not in WRITTEN:
        raise Stop(MISUSED, f"--write works for {', '.join(WRITTEN)}. rpg-lite connect {client} shows what to paste.")
    if client == "claude-code":
        return _add_to_claude_code(way)
    chosen = PROGRAMS[client]
    assert chosen.file and chosen.entry
    file, instead = chosen.file(), f"rpg-lite connect {client} shows what to paste."
    if not file.parent.is_dir():
        raise Stop(
            REFUSED, f"{chosen.title} keeps its servers in {file}, and that folder is missing: start {chosen.title} once. Or: {instead}"
        )
    existed = file.exists()
    try:
        backup = client_config_file.write(file, chosen.key, NAME, chosen.entry(way))
    except client_config_file.Unfit as error:
        raise Stop(REFUSED, f"{file} was not changed: {error}. {instead}") from error
    except OSError as error:
        raise Stop(REFUSED, f"{file} was not changed: {(error.strerror or 'it cannot be written').lower()}. {instead}") from error
    if existed and backup is None:
        say(f"{file} already has this entry; nothing was changed.")
    else:
        say(f"{file} has the entry {NAME}" + (f"; {backup.name} beside it is a copy of the old file." if backup else "."))
    say(f"Restart {chosen.title}. {MEANWHILE}")
    return DONE


def _add_to_claude_code(way: Way) -> int:
    """Let Claude Code's own command add the server, because its settings contain much more than servers."""
    from fastmcp.cli.install.claude_code import find_claude_command

    words = chat_programs.words_of_claude_code(way)
    if not (found := find_claude_command()):
        raise Stop(
            REFUSED, "The command claude was not found: install Claude Code. Or: rpg-lite connect claude-code shows the line to run."
        )
    done = _run([found, *words[1:]])
    if done.returncode and EXISTS in _said(done):
        old = _run([found, *chat_programs.words_of_claude_code(way, "get")[1:]])
        removed = _run([found, *chat_programs.words_of_claude_code(way, "remove")[1:]])
        done = _run([found, *words[1:]]) if removed.returncode == 0 else removed
        if old.returncode == 0:
            say(f"The entry that was there before:\n{old.stdout.strip()}")
    if done.returncode:
        raise Stop(
            REFUSED,
            f"Claude Code did not add it: {_said(done) or f'exit code {done.returncode}'}. To replace an old entry: claude mcp remove {NAME}",
        )
    say(f"{done.stdout.strip() or 'Claude Code has the server.'}\nRestart claude. {MEANWHILE}")
    return DONE


def _run(words: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def _said(done: "subprocess.CompletedProcess[str]") -> str:
    return (done.stderr or done.stdout).strip()


def program() -> list[str]:
    """Return the absolute path of this program, because a chat program starts it from any folder and with its own search path; for uvx, which
    keeps programs in a cache, its command and the folder of the clone.
    """
    if (source := of_uvx()) and (uvx := shutil.which("uvx")):
        return [uvx, "--from", source, "rpg-lite"]
    beside = _beside()
    return [str(beside)] if beside.exists() else [str(Path(sys.executable).absolute()), "-m", "rpg_lite"]


def _beside() -> Path:
    """The program in the folder of this Python."""
    return Path(sys.executable).with_name("rpg-lite.exe" if sys.platform == "win32" else "rpg-lite").absolute()


def options(chosen: "Loaded", ruleset: Ruleset | None) -> list[str]:
    """Return options that let `serve` start from any folder: absolute paths, and a named campaign that is created if it does not exist.

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


def all_of_them(way: Way) -> str:
    """Return every recipe under its title."""
    chosen = [PROGRAMS[client] for client in CLIENTS]
    return "\n\n".join(f"{p.title}\n{'─' * len(p.title)}\n{p.where}\n\n{p.paste(way)}" for p in chosen)
