"""The HTTP server under the MCP app: it says why it turns a host away, and ends although somebody listens."""

import socket
from typing import Any, Final

import uvicorn
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rpg_lite.frontends.listening import Listening

MISDIRECTED: Final = 421
PATIENCE_S: Final = 2
"""How long a server that is told to end waits for calls; one takes milliseconds."""


class Explained:
    """Around the guard: who is turned away for the host that it named is told how that host is let in."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = False

        async def explained(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] == MISDIRECTED:
                refused = True
                await _refusal(scope)(scope, receive, send)
            elif not refused:
                await send(message)

        await self._app(scope, receive, explained)


def _refusal(scope: Scope) -> PlainTextResponse:
    host = Headers(scope=scope).get("host", "")
    name = host.rpartition(":")[0] or host
    return PlainTextResponse(
        f"rpg-lite does not know the host {host[:80]!r}. If it is a name of this server, start with --allow-host {name[:80] or 'NAME'}.\n",
        MISDIRECTED,
    )


class Server(uvicorn.Server):
    """Uvicorn, which waits for open streams before it ends: those of listeners are closed first."""

    def __init__(self, app: Any, listening: Listening, host: str, port: int) -> None:
        super().__init__(
            uvicorn.Config(app, host=host, port=port, log_level="warning", lifespan="on", timeout_graceful_shutdown=PATIENCE_S)
        )
        self._listening = listening

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._listening.close()
        await super().shutdown(sockets)


def serve(app: Any, listening: Listening, host: str, port: int) -> None:
    """Until it is stopped. A port that is taken ends it at once; uvicorn has said so."""
    server = Server(app, listening, host, port)
    try:
        server.run()
    except KeyboardInterrupt:
        return
    if not server.started:
        raise SystemExit(1)
