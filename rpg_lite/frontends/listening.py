"""Whoever listens (`subscriptions/listen`) is told that the characters it watches may have changed."""

from collections.abc import Callable
from typing import Any, Final

from anyio import to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.subscriptions import ResourceUpdated
from mcp.types import SubscriptionsListenRequestParams, SubscriptionsListenResult

from rpg_lite.store.faults import StoreFault

METHOD: Final = "subscriptions/listen"
LOOKS_S: Final = 0.5
"""How often somebody who listens has the rev looked at, for what other processes write."""


class Listening(ListenHandler):
    """One stream for each listener. A new rev wakes every watched resource: asking again costs less than finding out whom it touched.

    Lists of tools and resources never change while a server runs, so nothing is ever said of them.
    """

    def __init__(self, rev: int) -> None:
        self._bus_of_all = InMemorySubscriptionBus()
        super().__init__(self._bus_of_all)
        self._rev = rev
        self._watched: list[tuple[str, ...]] = []

    async def __call__(self, ctx: ServerRequestContext[Any, Any], params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        uris = tuple(params.notifications.resource_subscriptions or ())
        self._watched.append(uris)
        try:
            return await super().__call__(ctx, params)
        finally:
            self._watched.remove(uris)

    async def heard(self, rev: int) -> None:
        """An answer showed this rev; of another program's writes too."""
        if rev <= self._rev:
            return
        self._rev = rev
        for uri in dict.fromkeys(uri for uris in self._watched for uri in uris):
            await self._bus_of_all.publish(ResourceUpdated(uri))

    async def look(self, rev: Callable[[], int]) -> None:
        """For what other processes wrote; while nobody listens, nothing is asked."""
        if not self._watched:
            return
        try:
            found = await to_thread.run_sync(rev)
        except StoreFault:
            return  # calls and /health tell it
        await self.heard(found)
