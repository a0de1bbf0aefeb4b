"""The HTTP server under the MCP app: it explains why it rejects a host, and it can stop while streams are open."""

import asyncio
import json
import logging
import os
import socket
from collections.abc import Mapping
from multiprocessing import parent_process
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rpg_lite.server import connection_limits
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.listening_sockets import BACKLOG, bind_sockets
from rpg_lite.server.settings import Limits

MISDIRECTED: Final = 421
PATIENCE_S: Final = 2
"""Seconds for which a stopping server waits for running calls; a call takes milliseconds."""
_ONE_OF_ALL: Final[Mapping[str, str]] = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""For each wildcard address, an address that reaches this machine."""
_log = logging.getLogger("rpg_lite")


class Explained:
    """Wrap the guard: a client whose host is rejected learns how to allow that host."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = False

        async def send_explained(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] == MISDIRECTED:
                refused = True
                await _refusal(scope)(scope, receive, send)
            elif not refused:
                await send(message)

        await self._app(scope, receive, send_explained)


def _refusal(scope: Scope) -> PlainTextResponse:
    host = Headers(scope=scope).get("host", "")
    name = host.rpartition(":")[0] or host
    return PlainTextResponse(
        f"rpg-lite does not know the host {host[:80]!r}. If it is a name of this server, start with --allow-host {name[:80] or 'NAME'}.\n",
        MISDIRECTED,
    )


class Server(uvicorn.Server):
    """A server that closes the streams of listeners before it stops, because uvicorn would wait for open streams.

    A signal to stop is not passed on, because running calls have to finish, and the command sets the exit code.
    """

    def __init__(self, config: uvicorn.Config, router: CampaignRouter, ready: bool = False) -> None:
        super().__init__(config)
        self._router, self._ready = router, ready
        self._following: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._following = asyncio.create_task(self._router.follow())
        port = self.servers[0].sockets[0].getsockname()[1] if self.started and self.servers else self.config.port
        _log.info("%s", _where(self.config, self._router, port))
        if self._ready and self.started:
            print(json.dumps({"ready": f"http://{_host(self.config.host)}:{port}"}), flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._following:
            self._following.cancel()
        self._router.close()
        for listening in self.servers:
            listening.close()
        await asyncio.sleep(0)  # a connection that is already accepted joins the others now: uvicorn would wait for one that joins later
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Return whether to stop; a worker also stops when its parent process is gone."""
        ended = await super().on_tick(counter)
        parent = parent_process()
        return ended or (parent is not None and not parent.is_alive())

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit  # a second signal stops the server at once
        self.should_exit = True


def server(app: Any, router: CampaignRouter, limits: Limits, host: str, port: int, ready: bool = False) -> Server:
    """Make the server. `ready`: print the address as JSON, in one line on standard output, as soon as the server listens."""
    config = uvicorn.Config(
        Explained(app),
        host=host,
        port=port,
        http=connection_limits.protocol(limits),
        ws="none",
        lifespan="on",
        backlog=BACKLOG,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=PATIENCE_S,
    )
    return Server(config, router, ready)


def _host(host: str) -> str:
    one = _ONE_OF_ALL.get(host, host)
    return f"[{one}]" if ":" in one else one


def _where(config: uvicorn.Config, router: CampaignRouter, port: int) -> str:
    """Return the first line that a server prints, which shows people that it has started."""
    host = _host(config.host)
    also = " and every other address of this machine" if config.host in _ONE_OF_ALL else ""
    return (
        f'serving the campaign "{router.game.campaign.name}" in {router.game.store.url} at http://{host}:{port}{also}: '
        f"clients at /mcp, a page at /, health at /health. Process {os.getpid()}; Ctrl-C stops it."
    )


def serve(server: Server, sockets: list[socket.socket] | None = None) -> None:
    """Serve until stopped. Raises Stop if the port is in use."""
    server.run(sockets or bind_sockets(server.config.host, server.config.port))
