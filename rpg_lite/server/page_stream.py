"""The stream of the page as server-sent events: the state at once, and after each change the parts that differ.

A stream ends after some minutes, and the page opens another one; in this way it notices an expired token or a restarted server. Proxies may
end a stream earlier.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from mcp.shared.exceptions import MCPError
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from rpg_lite.server.subscriptions import Listening
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.views.page.changes import changes

TELLS_S: Final = 0.3
"""The minimum number of seconds between two states on one stream; one state covers all changes in between."""
PINGS_S: Final = 15
"""Seconds between two comments on a silent stream, which show proxies and the page that it is alive."""
LASTS_S: Final = 600


@dataclass(frozen=True, slots=True)
class PageState:
    """A state for all its readers, which is made once, however many they are. `event`: the JSON as a server-sent event; `parts`: the same as
    data; `later`: the events that lead to it from earlier states, by their tags.
    """

    rev: int
    tag: str
    json: bytes
    event: bytes
    parts: Mapping[str, Any]
    later: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def of(cls, rev: int, tag: str, shown: Mapping[str, Any]) -> "PageState":
        text = json.dumps(shown, ensure_ascii=False)
        return cls(rev, tag, text.encode(), ServerSentEvent(text, event="state").encode(), shown)

    def since(self, before: "PageState | None") -> bytes:
        """The event for a reader who has this earlier state: what has changed, or the whole state for a reader who has none."""
        if before is None:
            return self.event
        if before.tag not in self.later:
            told = changes(before.parts, self.parts)
            self.later[before.tag] = ServerSentEvent(json.dumps(told, ensure_ascii=False), event="change").encode()
        return self.later[before.tag]


Read = Callable[[], Awaitable[PageState]]
"""A function that reads the current state."""


async def states(read: Read, listening: Listening, client: str) -> AsyncIterator[bytes]:
    """Yield the state, and what changes whenever its tag is new, until the server stops or the stream has lasted long enough. A client with too many
    streams, and a reader of a database that fails, get the event `trouble` with the reason.
    """
    try:
        with listening.one_more(client) as rung:
            before: PageState | None = None
            async for state in _new_states(read, listening, rung):
                yield state.since(before)
                before = state
    except (MCPError, StoreFault) as why:
        yield ServerSentEvent(str(why), event="trouble").encode()


async def _new_states(read: Read, listening: Listening, rung: asyncio.Event) -> AsyncIterator[PageState]:
    shown, end = "", asyncio.get_running_loop().time() + LASTS_S
    while (left := end - asyncio.get_running_loop().time()) > 0 and not listening.is_closed:
        rung.clear()
        if (state := await read()).tag != shown:
            shown = state.tag
            yield state
            await asyncio.sleep(TELLS_S)
        with suppress(TimeoutError):
            await asyncio.wait_for(rung.wait(), left)


def stream(read: Read, listening: Listening, client: str, headers: Mapping[str, str]) -> Response:
    """Answer with the stream of this client."""
    return EventSourceResponse(states(read, listening, client), headers={**headers, "x-accel-buffering": "no"}, ping=PINGS_S)
