"""The stream of the page as server-sent events: the state at once, and after each change the parts that differ.

Readers who see the same share a channel, which reads each state once for all of them. A stream ends after some minutes, and the page opens
another one; in this way it notices an expired token or a restarted server. Proxies may end a stream earlier.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from typing import Any, Final

from anyio import to_thread
from mcp.shared.exceptions import MCPError
from sse_starlette import ServerSentEvent
from starlette.responses import Response, StreamingResponse

from rpg_lite.server.subscriptions import Listening
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.views.page.changes import changes

TELLS_S: Final = 0.25
"""The minimum number of seconds between two states on one channel; one state covers all changes in between."""
TOLD_AT_ONCE: Final = 20
"""The number of streams that get a state before calls are answered again."""
PINGS_S: Final = 15
"""Seconds between two comments on a silent stream, which show proxies and the page that it is alive."""
PING: Final = b": ping\r\n\r\n"
LASTS_S: Final = 600


def packed(data: Mapping[str, Any]) -> str:
    """The data as JSON without the spaces that nobody reads: many pages get them with each change."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class PageState:
    """A state for all its readers. What is sent of it is written once, when the first of them needs it."""

    def __init__(self, rev: int, tag: str, parts: Mapping[str, Any], old: Callable[[], Mapping[str, Any]] = dict) -> None:
        """`parts`: the state as data; `old`: the parts of earlier releases, which only the whole state has."""
        self.rev, self.tag, self._parts, self._old = rev, tag, parts, old
        self._later: dict[str, bytes] = {}

    @cached_property
    def text(self) -> str:
        """The whole state as JSON. It is written in a thread; the parts of earlier releases take longer than the others."""
        return packed({**self._parts, **self._old()})

    @cached_property
    def event(self) -> bytes:
        """The whole state as a server-sent event."""
        return ServerSentEvent(self.text, event="state").encode()

    def since(self, before: "PageState") -> bytes:
        """The event for a reader who has this earlier state: what has changed."""
        if before.tag not in self._later:
            told = changes(before._parts, self._parts)
            self._later[before.tag] = ServerSentEvent(packed(told), event="change").encode()
        return self._later[before.tag]


Read = Callable[[], Awaitable[PageState]]
"""A function that reads the current state."""


class Channel:
    """The streams of readers who see the same. While one of them is open, a task reads each new state and hands it out, to a few streams at a
    time. A reader who is slow gets the newest state as soon as it has taken the one before.
    """

    def __init__(self, read: Read, listening: Listening) -> None:
        self.read: Final = read
        self.listening: Final = listening
        self._latest: PageState | None = None
        self._readers = 0
        self._task: asyncio.Task[None] | None = None
        self._waiting: dict[asyncio.Future[PageState | None], None] = {}

    @contextmanager
    def open(self) -> Iterator[None]:
        """Count one more reader as long as it listens."""
        self._readers += 1
        if self._task is None:
            self._task = asyncio.create_task(self._tell())
        try:
            yield
        finally:
            self._readers -= 1
            if not self._readers:
                self._task.cancel()
                self._task = None

    async def after(self, shown: PageState) -> PageState | None:
        """The state after the one that is shown; None after some silence, and when the server stops. Raises what reading it raised."""
        if self.listening.is_closed:
            return None
        if self._latest is not None and self._latest.rev >= shown.rev and self._latest.tag != shown.tag:
            return self._latest
        loop = asyncio.get_running_loop()
        told: asyncio.Future[PageState | None] = loop.create_future()
        self._waiting[told] = None
        silence = loop.call_later(PINGS_S, _tell, told, None)
        try:
            return await told
        finally:
            silence.cancel()
            self._waiting.pop(told, None)

    async def _tell(self) -> None:
        with self.listening.bell() as rung:
            while True:
                await rung.wait()
                rung.clear()
                await self._hand_out()
                await asyncio.sleep(TELLS_S)

    async def _hand_out(self) -> None:
        state: PageState | Exception | None = None
        if not self.listening.is_closed:
            try:
                state = await self.read()
            except Exception as fault:  # each stream ends with it; the channel goes on for those who come back
                state = fault
            else:
                self._latest = state
        waiting = iter([*self._waiting])
        while portion := [*islice(waiting, TOLD_AT_ONCE)]:
            for told in portion:
                _tell(told, state)
            await asyncio.sleep(0)


def _tell(told: "asyncio.Future[PageState | None]", state: PageState | Exception | None) -> None:
    if told.done():
        return
    if isinstance(state, Exception):
        told.set_exception(state)
    else:
        told.set_result(state)


async def states(channel: Channel, client: str) -> AsyncGenerator[bytes, None]:
    """Yield the state, and what changes whenever its tag is new, until the server stops or the stream has lasted long enough. A client with too many
    streams, and a reader of a database that fails, get the event `trouble` with the reason.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + LASTS_S
    try:
        with channel.listening.one_more(client), channel.open():
            shown = await channel.read()
            yield await to_thread.run_sync(lambda: shown.event)
            while loop.time() < end and not channel.listening.is_closed:
                state = await channel.after(shown)
                if state is None:
                    yield PING
                elif state.tag != shown.tag:
                    yield state.since(shown)
                    shown = state
    except (MCPError, StoreFault) as why:
        yield ServerSentEvent(str(why), event="trouble").encode()


def stream(channel: Channel, client: str, headers: Mapping[str, str]) -> Response:
    """Answer with the stream of this client."""
    more = {"cache-control": "no-store", "connection": "keep-alive", "x-accel-buffering": "no"}
    return StreamingResponse(states(channel, client), headers={**headers, **more}, media_type="text/event-stream")
