"""Limits for one client: requests per second, size and depth of a body, and time to send it.

A client that exceeds a limit gets one sentence, as JSON-RPC on the MCP path, because clients show such an error to the model.
"""

import asyncio
import re
import time
from collections import OrderedDict
from itertools import accumulate
from math import ceil, inf
from typing import Final

from fastmcp.server.dependencies import get_http_request
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rpg_lite.server import connection_limits
from rpg_lite.server.settings import Limits

MOST_CLIENTS: Final = 10_000
"""The maximum number of buckets; the bucket unused for longest is dropped first, because it would be full again."""
REFUSED: Final = -32000
READ_AWAY: Final = 8
"""Bodies up to this many times the limit are read and discarded, because the client reads the answer only after it has sent the body."""
_BRACKETS: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_WORTH_PEELING: Final = 0.8
"""Remove innermost pairs of brackets as long as each pass leaves at most this fraction; after that, few runs of brackets are left."""
_MCP: Final = "/mcp"
_CLOSES: Final = {"connection": "close"}


class Rates:
    """A bucket of requests for each client: `burst` at once, `rate` per second on average."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_for(self, client: str, now: float, takes: int = 1) -> float:
        """Take requests from the client's bucket; return the seconds to wait: 0 if there are enough, inf if there will never be enough."""
        left, seen = self._buckets.pop(client, (float(self._burst), now))
        left = min(float(self._burst), left + (now - seen) * self._rate)
        waits = 0.0 if left >= takes else (takes - left) / self._rate
        self._buckets[client] = (left if waits else left - takes, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return waits if takes <= self._burst else inf


class RateLimited:
    """Count the requests of each client after authentication: by the subject of its token, or else by its address."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self._app, self._rates = app, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (waits := self._rates.wait_for(client_of(scope), time.monotonic())):
            seconds = ceil(waits)
            said = f"Too many requests at once from you: wait {seconds} {'second' if seconds == 1 else 'seconds'}. Nothing was changed."
            await refusal(scope, 429, said, {"retry-after": str(seconds)})(scope, receive, send)
            return
        await self._app(scope, receive, send)


def client_of(scope: Scope) -> str:
    """Return the caller's key: the subject of its token, or else its address."""
    token = getattr(scope.get("user"), "access_token", None)
    if token is not None:
        return f"subject {token.claims.get('sub') or token.client_id}"
    client = HTTPConnection(scope).client
    return client.host if client else "unknown"


def client_now() -> str:
    """Return the caller of the current request."""
    try:
        return client_of(get_http_request().scope)
    except RuntimeError:
        return "stdio"


class Bounded:
    """After authentication, read the whole body within limits, before anything parses it. Discard the body of a client that is about
    to be rejected."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        lets_in = is_let_in(scope)
        connection_limits.is_known(scope, lets_in)
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._limits.request_seconds):
                body = await self._read(receive)
        except TimeoutError:
            said = f"The whole request did not arrive within {self._limits.request_seconds:g} seconds. Nothing was changed."
            await refusal(scope, 408, said, _CLOSES)(scope, receive, send)
            return
        if body is None:
            return
        fault = self._fault(body) if lets_in else None
        if fault:
            await refusal(scope, *fault, _CLOSES)(scope, receive, send)
        else:
            await self._app(scope, _again(body if lets_in else b"", receive), send)

    def _fault(self, body: bytes) -> tuple[int, str] | None:
        """Return the status and the sentence for a body that exceeds a limit; None for any other body."""
        most, depth = self._limits.body_bytes, self._limits.depth
        if len(body) > most:
            return 413, f"The request is larger than the {most} bytes that this server accepts: send it in parts. Nothing was changed."
        if not is_utf8(body):
            return 400, "The request is not text in UTF-8: send JSON in UTF-8. Nothing was changed."
        if is_deeper(body, depth):
            return 400, f"The JSON of the request is nested deeper than the {depth} levels that this server accepts. Nothing was changed."
        return None

    async def _read(self, receive: Receive) -> bytes | None:
        """Read the body, or only the beginning if it is too large; None if the client has disconnected."""
        body, length, more, most = bytearray(), 0, True, self._limits.body_bytes
        while more and length <= READ_AWAY * most:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            chunk, more = message.get("body", b""), message.get("more_body", False)
            length += len(chunk)
            if len(body) <= most:
                body += chunk
        return bytes(body)


def is_let_in(scope: Scope) -> bool:
    """Return whether the caller showed a valid token, or the server requires none."""
    return "user" not in scope or isinstance(scope["user"], AuthenticatedUser)


def is_utf8(body: bytes) -> bool:
    """Return whether the body is UTF-8. JSON in UTF-16 and UTF-32 has a NUL byte in every bracket, and JSON in UTF-8 has no NUL byte.

    >>> is_utf8("é".encode()), is_utf8("[]".encode("utf-16")), is_utf8("[]".encode("utf-16-le")), is_utf8(b"\\xff")
    (True, False, False, False)
    """
    if b"\0" in body:
        return False
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_deeper(body: bytes, most: int) -> bool:
    """Return whether the JSON of this body is nested deeper than `most` levels, without parsing it. This also works for broken JSON.

    >>> is_deeper(b'{"a": [1, {"b": "[[[[\\\\"[["}]}', 3), is_deeper(b'{"a": [1, {}]}', 2), is_deeper(b"[" * 1000, 999)
    (False, True, True)
    """
    if body.count(b"[") + body.count(b"{") <= most:
        return False
    unquoted = _without_texts(body).translate(_BRACKETS, _NO_BRACKETS)
    peeled = 0
    while len(closed := unquoted.replace(b"[]", b"")) < len(unquoted) * _WORTH_PEELING:
        unquoted, peeled = closed, peeled + 1
    closing = re.findall(rb"\]+", unquoted)
    before = closing if unquoted.startswith(b"]") else [b"", *closing]
    opening = re.findall(rb"\[+", unquoted)
    levels = accumulate(len(opened) - len(shut) for opened, shut in zip(opening, before, strict=False))
    return max(levels, default=0) + peeled > most


def _without_texts(body: bytes) -> bytes:
    """Drop the quoted texts, which are every second part when the text is split at quotes; quotes after a backslash do not count."""
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    return b"".join(plain.split(b'"')[::2])


def _again(body: bytes, receive: Receive) -> Receive:
    """Replay the body for the app, then pass on everything after it."""
    given = False

    async def received() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return received


def refusal(scope: Scope, status: int, said: str, headers: dict[str, str]) -> Response:
    """Refuse the request: in JSON-RPC on the MCP path, without an id, because the body is not parsed yet."""
    if scope["path"] != _MCP:
        return PlainTextResponse(f"{said}\n", status, headers)
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": REFUSED, "message": said}}
    return JSONResponse(error, status, headers)
