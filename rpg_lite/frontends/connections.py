"""Connections of the HTTP server: whoever says nothing for too long is let go, and makes room when there is none."""

import asyncio
import socket
from contextlib import suppress
from typing import Any, Final

from uvicorn.protocols.http.flow_control import CLOSE_HEADER
from uvicorn.protocols.http.h11_impl import H11Protocol

FULL: Final = b"rpg-lite: as many connections as this server takes are in use. Try again later.\n"


class Waiting:
    """The connections on which no request runs, the one that has waited longest first."""

    def __init__(self, idle_seconds: float, most: int) -> None:
        self.idle_seconds: Final = idle_seconds
        self.most: Final = most
        self._in_order: dict[Connection, None] = {}

    def begins(self, connection: "Connection") -> None:
        self.ends(connection)
        self._in_order[connection] = None

    def ends(self, connection: "Connection") -> None:
        self._in_order.pop(connection, None)

    def one_goes(self) -> bool:
        """The one that has waited longest is closed; whether there was one."""
        longest = next(iter(self._in_order), None)
        if longest is None:
            return False
        longest.let_go()
        return True


class Connection(H11Protocol):
    """From its opening, and from each answer on, it has `idle_seconds` for the head of a request. Single bytes do not prolong them.

    uvicorn itself waits for ever for a first request, and for one that has begun.
    """

    waiting: Waiting

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._patience: asyncio.TimerHandle | None = None
        _send_at_once(transport)
        if len(self.connections) > self.waiting.most and not self.waiting.one_goes():
            self._turn_away()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        if not self.transport.is_closing():
            self._wait()
        super().on_response_complete()

    def let_go(self) -> None:
        self._stop_waiting()
        self.connections.discard(self)  # now, not when the loop comes round to it: the next one counts them
        self.transport.abort()

    def _turn_away(self) -> None:
        self.connections.discard(self)
        head = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\n%s: %s\r\ncontent-length: %d\r\n\r\n"
        self.transport.write(head % (*CLOSE_HEADER, len(FULL)) + FULL)
        self.transport.close()

    def _wait(self) -> None:
        self._stop_waiting()
        self.waiting.begins(self)
        self._patience = self.loop.call_later(self.waiting.idle_seconds, self.let_go)

    def _stop_waiting(self) -> None:
        self.waiting.ends(self)
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def protocol(idle_seconds: float, most: int) -> type[Any]:
    """The protocol of one server, with its own count."""
    return type("CountedConnection", (Connection,), {"waiting": Waiting(idle_seconds, most)})


def _send_at_once(transport: asyncio.Transport) -> None:
    """Head and body of an answer are two writes: the second would wait for the client's leave, 40 ms. asyncio forbids that only
    of sockets that say in their own words that they are TCP's, which those that were bound beforehand do not."""
    taken = transport.get_extra_info("socket")
    if taken is not None and taken.family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError):  # who has gone already needs no haste
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
