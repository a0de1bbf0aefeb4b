"""Tell clients that listen (`subscriptions/listen`) when a watched resource may have changed. Streams and resources per client are limited."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from anyio import to_thread
from fastmcp.resources.template import match_uri_template
from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ServerEvent
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ResourceUpdated, ToolsListChanged
from mcp.types import INVALID_PARAMS, SubscriptionsListenRequestParams, SubscriptionsListenResult

from rpg_lite.store.store_faults import StoreFault

METHOD: Final = "subscriptions/listen"
LOOKS_S: Final = 0.5
"""Seconds between two checks of the rev while somebody listens, to notice writes by other processes."""
TELLS_S: Final = 0.2
"""The minimum number of seconds between two messages to listeners; one message covers all writes in between."""
MOST_WATCHED: Final = 200
"""The maximum number of resources that one client may watch on all its streams."""
LONGEST_URI: Final = 2_000
TEMPLATES: Final = "items://templates"
SCHEMA: Final = "items://schema"
KIND: Final = "rpg://schema/{kind}"
ITEM: Final = "item://{name}"
CHARACTER: Final = "character://{id}"
INVENTORY: Final = "rpg://inventory/{who}"
CONTEXT: Final = "rpg://context"
LORE: Final = "lore://{path*}"
SCENE: Final = "room://{scene}"
FORMS: Final = (CONTEXT, TEMPLATES, SCHEMA, KIND, ITEM, CHARACTER, INVENTORY, SCENE)
_TOO_MANY: Final = -32000
_WATCHES: ContextVar[tuple[str, ...]] = ContextVar("rpg_lite_watches", default=())
_Listener = Callable[[ServerEvent], None]


class Streams:
    """Counts of open streams and watched resources for each client of a server."""

    def __init__(self, most_of_one: int, most_of_all: int) -> None:
        self._most_of_one, self._most_of_all = most_of_one, most_of_all
        self._open: Counter[str] = Counter()
        self._watched: Counter[str] = Counter()

    @contextmanager
    def one_more(self, client: str, uris: Sequence[str]) -> Iterator[None]:
        """Count one more stream as long as it is open. Raises MCPError if that would exceed a limit."""
        if self._open[client] >= self._most_of_one:
            raise MCPError(_TOO_MANY, f"You have {self._open[client]} streams open, the maximum for one client: close one first.")
        if self._open.total() >= self._most_of_all:
            raise MCPError(_TOO_MANY, "All streams of this server are in use: ask again later, or read the resource instead.")
        if self._watched[client] + len(uris) > MOST_WATCHED:
            raise MCPError(_TOO_MANY, f"One client may watch at most {MOST_WATCHED} resources on all its streams together: watch fewer.")
        self._open[client] += 1
        self._watched[client] += len(uris)
        try:
            yield
        finally:
            self._open[client] -= 1
            self._watched[client] -= len(uris)
            if not self._open[client]:
                del self._open[client], self._watched[client]


class _Bus(InMemorySubscriptionBus):
    """An event bus that knows which resources each stream watches."""

    def __init__(self) -> None:
        super().__init__()
        self.watching: dict[_Listener, tuple[str, ...]] = {}

    def subscribe(self, listener: _Listener) -> Callable[[], None]:
        leave = super().subscribe(listener)
        self.watching[listener] = _WATCHES.get()

        def unsubscribe() -> None:
            self.watching.pop(listener, None)
            leave()

        return unsubscribe


class Listening(ListenHandler):
    """The streams of one campaign. A new rev is reported for every watched resource: reading them all costs less than finding the changed
    ones. Writes do not wait for the streams, which get their messages one after the other, between calls.

    Lists of prompts and resources never change while a server runs, and the list of tools changes only if scenes determine it, so no stream
    confirms other messages about lists.
    """

    def __init__(self, rev: int, streams: Streams) -> None:
        self._bus_of_all = _Bus()
        super().__init__(self._bus_of_all)
        self._rev, self._streams_of_all = rev, streams
        self._due: dict[_Listener, None] = {}
        self._next: asyncio.Handle | None = None
        self._began = 0.0
        self._bells: set[asyncio.Event] = set()
        self.is_closed = False

    async def listens(
        self, ctx: ServerRequestContext[Any, Any], params: SubscriptionsListenRequestParams, client: str, tools_change: bool = False
    ) -> SubscriptionsListenResult:
        """Serve one stream of this client until it closes. Raises MCPError."""
        uris = check_uris(params.notifications.resource_subscriptions or ())
        with self._streams_of_all.one_more(client, uris):
            _WATCHES.set(uris)
            return await self(ctx, _without_lists(params, tools_change))

    @contextmanager
    def one_more(self, client: str) -> Iterator[None]:
        """Open one more stream of the page. Raises MCPError."""
        with self._streams_of_all.one_more(client, ()):
            yield

    @contextmanager
    def bell(self) -> Iterator[asyncio.Event]:
        """A bell that rings when there is a new rev, and when the server stops."""
        rung = asyncio.Event()
        self._bells.add(rung)
        try:
            yield rung
        finally:
            self._bells.discard(rung)

    def close(self) -> None:
        """End all streams."""
        self.is_closed = True
        self._ring()
        super().close()

    def _ring(self) -> None:
        for bell in self._bells:
            bell.set()

    def note_rev(self, rev: int) -> None:
        """Note that an answer showed this rev; another program may have written it."""
        if rev <= self._rev:
            return
        self._rev = rev
        self._ring()
        self._due.update(dict.fromkeys(self._bus_of_all.watching))
        if self._due and self._next is None:
            loop = asyncio.get_running_loop()
            self._next = loop.call_at(max(loop.time(), self._began + TELLS_S), self._begin)

    def note_tools(self) -> None:
        """Tell the streams that listen for it that the list of tools has changed."""
        for listener in tuple(self._bus_of_all.watching):
            listener(ToolsListChanged())

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return bool(self._bus_of_all.watching or self._bells)

    @property
    def rev(self) -> int:
        """The last rev that was noted."""
        return self._rev

    async def look(self, rev: Callable[[], int]) -> None:
        """Look for writes by other processes; do not query the database while nobody listens."""
        if not self.is_heard:
            return
        try:
            found = await to_thread.run_sync(rev)
        except StoreFault:
            return  # calls and /health report the fault
        self.note_rev(found)

    def _begin(self) -> None:
        self._began = asyncio.get_running_loop().time()
        self._tell()

    def _tell(self) -> None:
        """Report to the next stream; the stream after it gets its report in the next round of the event loop."""
        listener = next(iter(self._due), None)
        self._next = None
        if listener is None:
            return
        del self._due[listener]
        for uri in self._bus_of_all.watching.get(listener, ()):
            listener(ResourceUpdated(uri))
        if self._due:
            self._next = asyncio.get_running_loop().call_soon(self._tell)


def _without_lists(params: SubscriptionsListenRequestParams, tools_change: bool) -> SubscriptionsListenRequestParams:
    """Return the request without the messages that never come; the SDK would confirm them."""
    never = ("prompts_list_changed", "resources_list_changed", *(() if tools_change else ("tools_list_changed",)))
    wanted = params.notifications.model_copy(update=dict.fromkeys(never))
    return params.model_copy(update={"notifications": wanted})


def check_uris(uris: Sequence[str]) -> tuple[str, ...]:
    """Return each URI once. Raises MCPError for a URI that names no resource to watch; the table's own pages cannot be watched, because
    they change without a call.
    """
    if len(uris) > MOST_WATCHED:
        raise MCPError(INVALID_PARAMS, f"One client may watch at most {MOST_WATCHED} resources, not {len(uris)}.")
    for uri in uris:
        if len(uri) > LONGEST_URI or not any(match_uri_template(uri, form) is not None for form in FORMS):
            forms = ", ".join(FORMS)
            raise MCPError(INVALID_PARAMS, f"{uri[:80]!r} is not a resource to watch; those are {forms}, of at most 2,000 characters.")
    return tuple(dict.fromkeys(uris))
