"""rpg-lite serve: the MCP server, on standard input and output or over HTTP."""

import gc
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

from cyclopts import Parameter

from rpg_lite.cli.options import CampaignName, ConfigFile, Db, Items, Lore, New, Rules, Tools
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, Stop, say, warn

if TYPE_CHECKING:
    from rpg_lite.game import Game
    from rpg_lite.server.invitations import Newcomers
    from rpg_lite.server.settings import Settings

Http = Annotated[str | None, Parameter(help="HOST:PORT for streamable HTTP at /mcp (a page at /, health at /health) instead of stdio.")]
Hosts = Annotated[tuple[str, ...], Parameter(name="--allow-host", help="With --http: one more host name to accept, or *.example.org.")]
Workers = Annotated[int | None, Parameter(help="With --http and PostgreSQL: the number of processes; by default, one.")]
LogFormat = Annotated[Literal["text", "json"] | None, Parameter(help="The format of the line that each call writes to standard error.")]
Stdio = Annotated[bool, Parameter(help="Serve on stdio even if the settings name an address.")]
AuthFile = Annotated[Path | None, Parameter(name="--auth", help="With --http: a TOML file of the tokens to accept, with the role of each.")]
Anybody = Annotated[bool, Parameter(name="--open", help="With --http on a network: accept everybody without tokens, as game masters.")]
Invite = Annotated[
    bool,
    Parameter(
        negative="", help="With --http, at a terminal: show an address and a QR code of the page for each hero, until the server stops."
    ),
]
Ready = Annotated[
    bool,
    Parameter(
        negative="",
        help='With --http: print {"ready": ADDRESS} on standard output as soon as the server listens; port 0 takes any free port.',
    ),
]
WAITING: Final = (
    "rpg-lite: waiting for a chat program on standard input; `rpg-lite connect` shows how to set one up. --http 127.0.0.1:8000 "
    "serves over HTTP; rpg-lite play needs no chat program. Ctrl-D ends it."
)


def serve(
    *, http: Http = None, allow_host: Hosts = (), workers: Workers = None, log_format: LogFormat = None, db: Db = None,
    campaign: CampaignName = None, new: New = False, ruleset: Rules = None, items: Items = (), lore: Lore = None, config: ConfigFile = None, stdio: Stdio = False,
    auth: AuthFile = None, anybody: Anybody = False, tools: Tools = None, invite: Invite = False, ready: Ready = False,
) -> int:  # fmt: skip
    """Run the MCP server, on stdio unless --http is given.

    Example:  rpg-lite serve --http 127.0.0.1:8000 --db party.db
    """
    gc.disable()  # imported objects stay; `serving` freezes them and turns the collector on again
    os.environ.setdefault(
        "PY_KEY_VALUE_DISABLE_BEARTYPE", "true"
    )  # a store of FastMCP that we never use checks its types as it is imported
    from rpg_lite.server.settings_loading import load_settings

    flags = {"http": http, "allow_hosts": allow_host, "workers": workers, "db": db, "campaign": campaign, "items": items, "lore": lore}
    sections = {"log": {"format": log_format} if log_format else None, "listing": {"tools": tools} if tools else None}
    settings = load_settings(config, auth, **flags, open=anybody or None, **sections).settings
    settings = settings.on_stdio() if stdio else settings
    settings = _for_invitations(settings) if invite else settings.for_service()
    if ready and (not settings.http or settings.workers > 1):
        raise Stop(MISUSED, "--ready needs --http and one process.")
    with campaign_from_options.open_game(None, None, new=new, ruleset=ruleset, settings=settings) as game:
        warn(game.store.warnings)
        newcomers = None
        if invite:
            settings, newcomers = _invite(game, settings)
        if settings.workers == 1:
            from rpg_lite.server import serving

            if not settings.http and sys.stdin.isatty():
                say(WAITING)
            serving.serve(game, settings, ready=ready, newcomers=newcomers)
            return DONE
    from rpg_lite.server.workers import serve_in_workers

    return serve_in_workers(settings)


def _for_invitations(settings: "Settings") -> "Settings":
    """Check that invitations are possible. Raises Stop."""
    if settings.http is None:
        raise Stop(MISUSED, "--invite needs --http: a page for phones needs an address, such as --http 0.0.0.0:8000.")
    if settings.open:
        raise Stop(MISUSED, "--invite makes tokens, and --open lets in everybody without one: choose one of them.")
    if not sys.stdout.isatty():
        raise Stop(MISUSED, "--invite shows tokens, so it needs a terminal; rpg-lite token new makes tokens for a file.")
    return settings


def _invite(game: "Game", settings: "Settings") -> "tuple[Settings, Newcomers]":
    """Show the invitations; return the settings that admit them, and those who join later."""
    from rpg_lite.server import invitations

    invited = invitations.invitations(game, settings)
    found = invitations.admitting(settings, invited).for_service()
    print(*invitations.lines(invited, invitations.page_address(settings)), sep="\n", flush=True)
    if settings.workers == 1:
        print("A hero who joins later gets an invitation here; nobody needs a new one.", flush=True)
    return found, invitations.Newcomers(game, settings, invited, partial(print, flush=True))
