"""Run the MCP server until it is stopped: on standard input and output, or over HTTP."""

import asyncio
import gc
import socket
from typing import TYPE_CHECKING, Final

from rpg_lite.game import Game
from rpg_lite.server import call_log_lines, stdio, traces
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.limits import Rates
from rpg_lite.server.mcp import http_app, server
from rpg_lite.server.settings import Settings

if TYPE_CHECKING:
    from rpg_lite.server.invitations import Newcomers

COLLECTS_AT: Final = 5_000


def serve(
    game: Game, settings: Settings, sockets: list[socket.socket] | None = None, ready: bool = False, newcomers: "Newcomers | None" = None
) -> None:
    """Serve over HTTP if an address is given; otherwise serve the game master on this machine on standard input and output."""
    call_log_lines.set_up(settings.log)
    traces.set_up()
    if settings.http:
        serve_http(game, settings, sockets, ready, newcomers)
    else:
        serve_stdio(game, settings)


def serve_stdio(game: Game, settings: Settings) -> None:
    """Serve one client on standard input and output until it closes them."""
    mcp = server(game, listing=settings.listing)
    _freeze()
    asyncio.run(stdio.serve(mcp))


def serve_http(
    game: Game, settings: Settings, sockets: list[socket.socket] | None = None, ready: bool = False, newcomers: "Newcomers | None" = None
) -> None:
    """Serve any number of clients at http://host:port/mcp until it is stopped; `sockets`: sockets that the parent process has bound;
    `newcomers`: those who get an invitation when they join.
    """
    from rpg_lite.server import http_server  # imported here, because stdio servers start without uvicorn

    host, port = settings.address or ("127.0.0.1", 0)
    limits = settings.limits
    router = CampaignRouter(game, settings.auth, limits, newcomers)
    rates = Rates(settings.rate, limits.burst) if settings.rate else None
    app = http_app(game, host, settings.allow_hosts, router, rates, limits, settings.public_url, settings.listing)
    _freeze()
    http_server.serve(http_server.server(app, router, limits, host, port, ready), sockets)


def _freeze() -> None:
    """Keep the garbage collector from scanning the objects that exist now, because they stay (p99 with eight clients falls from 55 ms to 8
    ms).

    Also run the collector less often: a call leaves sixty objects in cycles, so by default it would run at every eighth call and take 4 %
    of the time.
    """
    gc.freeze()
    gc.set_threshold(COLLECTS_AT, *gc.get_threshold()[1:])
    gc.enable()
