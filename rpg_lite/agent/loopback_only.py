"""Servers for programs on this machine only."""

from collections.abc import Collection
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from rpg_lite.server.local_addresses import is_this_machine
from rpg_lite.server.settings import host_and_port

HOST: Final = "127.0.0.1"
_POLICY_VIOLATION: Final = 1008
"""The code with which a WebSocket is closed (RFC 6455)."""


class OnlyHere:
    """Let in requests to these paths by programs on this machine. Refuse a page of another site in a browser, which names itself as the
    origin or calls this machine by another name.
    """

    def __init__(self, app: ASGIApp, paths: Collection[str]) -> None:
        self._app, self._paths = app, paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or (scope["path"] in self._paths and is_local(Headers(scope=scope))):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        else:
            there = " and ".join(self._paths)
            await PlainTextResponse(f"Here is {there}, for programs on this machine.\n", 403)(scope, receive, send)


def is_local(headers: Headers) -> bool:
    """Return whether a request names this machine as its host, and does not come from a page.

    >>> is_local(Headers({"host": "127.0.0.1:4001"})), is_local(Headers({"host": "evil.example:4001"}))
    (True, False)
    """
    name = headers.get("host", "")
    try:
        host, _ = host_and_port(name if name.rpartition(":")[2].isdecimal() else f"{name}:80")
    except ValueError:
        return False
    return is_this_machine(host) and "origin" not in headers
