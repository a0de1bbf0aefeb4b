"""What one client may ask: so many requests a second, bodies of a size and depth that can be read, and not too slowly.

Whoever goes beyond is told in one sentence, as JSON-RPC where it speaks that: clients show that one to the model.
"""

import asyncio
import time
from collections import OrderedDict
from itertools import accumulate
from math import ceil
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_CLIENTS: Final = 10_000
"""Buckets kept; the one that was quiet longest goes, and would be full again."""
REFUSED: Final = -32000
READ_AWAY: Final = 8
"""So many times the size that is allowed is read and thrown away, so that the client gets to the answer."""
_BRACKETS: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_MCP: Final = "/mcp"


class Rates:
    """A bucket of requests for each client: `burst` at once, `rate` a second on the whole."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_for(self, client: str, now: float) -> float:
        """Takes one request out of the client's bucket; seconds until there is one, 0 when there was."""
        left, seen = self._buckets.pop(client, (float(self._burst), now))
        left = min(float(self._burst), left + (now - seen) * self._rate)
        waits = 0.0 if left >= 1 else (1 - left) / self._rate
        self._buckets[client] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return waits


class Paced:
    """Inside of the authentication: it counts for the subject of the token, else for the address."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self._app, self._rates = app, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (waits := self._rates.wait_for(client_of(scope), time.monotonic())):
            seconds = ceil(waits)
            said = f"Too many requests from you at once: wait {seconds} {'second' if seconds == 1 else 'seconds'}. Nothing was changed."
            await refusal(scope, 429, said, {"retry-after": str(seconds)})(scope, receive, send)
            return
        await self._app(scope, receive, send)


def client_of(scope: Scope) -> str:
    """Who asks: the subject of its token, else the address that it has."""
    token = getattr(scope.get("user"), "access_token", None)
    if token is not None:
        return f"subject {token.claims.get('sub') or token.client_id}"
    client = HTTPConnection(scope).client
    return client.host if client else "unknown"


class Bounded:
    """Around everything: the body is read here, whole and within bounds, before anybody parses it."""

    def __init__(self, app: ASGIApp, body_bytes: int, depth: int, seconds: float) -> None:
        self._app, self._most, self._depth, self._seconds = app, body_bytes, depth, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._seconds):
                body = await self._read(receive)
        except TimeoutError:
            await self._refuse(
                scope, receive, send, 408, f"The request did not come whole within {self._seconds:g} seconds. Nothing was changed."
            )
            return
        if body is None:
            return
        if len(body) > self._most:
            said = f"The request is larger than the {self._most} bytes that this server reads: send it in parts. Nothing was changed."
            await self._refuse(scope, receive, send, 413, said)
        elif depth_of(body) > self._depth:
            said = f"The JSON of the request is nested deeper than the {self._depth} levels that this server reads. Nothing was changed."
            await self._refuse(scope, receive, send, 400, said)
        else:
            await self._app(scope, _again(body, receive), send)

    async def _read(self, receive: Receive) -> bytes | None:
        """The body, or the beginning of one that is too large; None when the client has gone."""
        body, length, more = bytearray(), 0, True
        while more and length <= READ_AWAY * self._most:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            chunk, more = message.get("body", b""), message.get("more_body", False)
            length += len(chunk)
            if len(body) <= self._most:
                body += chunk
        return bytes(body)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, said: str) -> None:
        await refusal(scope, status, said, {"connection": "close"})(scope, receive, send)


def depth_of(body: bytes) -> int:
    """How deep the JSON of this body is nested, without parsing it. Of what is no JSON, any number.

    >>> depth_of(b'{"a": [1, {"b": "[[[[\\\\"[["}]}'), depth_of(b"[" * 1000), depth_of(b"")
    (3, 1000, 0)
    """
    unquoted = _without_texts(body).translate(_BRACKETS, _NO_BRACKETS)
    return max(accumulate(map(ord("\\").__sub__, unquoted)), default=0)


def _without_texts(body: bytes) -> bytes:
    """Every second part between quotes is text; a quote behind a backslash is none."""
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    return b"".join(plain.split(b'"')[::2])


def _again(body: bytes, receive: Receive) -> Receive:
    """The body once more for the app, then whatever else comes."""
    given = False

    async def received() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return received


def refusal(scope: Scope, status: int, said: str, headers: dict[str, str]) -> Response:
    """In the form of JSON-RPC where that is spoken; without an id, because nobody has looked for one."""
    if scope["path"] != _MCP:
        return PlainTextResponse(f"{said}\n", status, headers)
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": REFUSED, "message": said}}
    return JSONResponse(error, status, headers)
