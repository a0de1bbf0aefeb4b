"""The calls of one client that are at work at once: a few, while its others wait, so that the calls of everybody else come in between."""

from asyncio import Semaphore
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class CallsAtWork:
    """A turn for each client: `most` of its calls are at work, and the next begins when one of them ends. A client without calls takes no
    memory.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._turns: dict[str, tuple[Semaphore, int]] = {}

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """Wait for the client's turn, and keep it while the call is at work."""
        turn, calls = self._turns.get(client) or (Semaphore(self._most), 0)
        self._turns[client] = turn, calls + 1
        try:
            async with turn:
                yield
        finally:
            turn, calls = self._turns.pop(client)
            if calls > 1:
                self._turns[client] = turn, calls - 1
