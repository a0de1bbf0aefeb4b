"""Limit the connections of the HTTP server: each connection has a deadline, each address has a share, and the connection that has been
silent longest is closed to make room.

A connection counts against the share of its address until it shows a valid token, and while a request on it is incomplete. On a server
without tokens, a complete request is enough.
"""

import asyncio
import socket
from collections.abc import Iterable, Set
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from starlette.types import Scope
from uvicorn.protocols.http.flow_control import CLOSE_HEADER
from uvicorn.protocols.http.h11_impl import H11Protocol

from rpg_lite.server.settings import Limits

FULL: Final = b"rpg-lite: all connections of this server are in use. Try again later.\n"
KEPT_PART: Final = 5
"""One in this many connections is reserved for known clients."""
_KEY: Final = "rpg_lite.connection"
_NETWORK_BITS: Final = 64
"""The network part of an IPv6 address: a household has all the addresses of one network."""


@dataclass
class Places:
    """The connections of one server. `waiting`: counted connections that wait for their client; `idle`: connections of known clients
    without a request. Both are in the order in which the connections fell silent."""

    limits: Limits
    counted: dict[str, dict["Connection", None]] = field(default_factory=dict)
    waiting: dict["Connection", None] = field(default_factory=dict)
    idle: dict["Connection", None] = field(default_factory=dict)

    @property
    def most_counted(self) -> int:
        return self.limits.connections - self.limits.connections // KEPT_PART

    def admit(self, connection: "Connection", open_ones: Set[Any]) -> bool:
        """Free a place for a new connection if necessary; return whether there is one."""
        ours = self.counted.get(connection.share, {})
        if len(ours) >= self.limits.per_address and not self._free(c for c in ours if c in self.waiting):
            return False
        if sum(map(len, self.counted.values())) >= self.most_counted and not self._free(self.waiting):
            return False
        return len(open_ones) <= self.limits.connections or self._free(self.waiting) or self._free(self.idle)

    def put(self, connection: "Connection", counts: bool, waits: bool) -> None:
        """File a connection under its new state; a connection that is already in the list keeps its place there."""
        ours = self.counted.setdefault(connection.share, {})
        if counts:
            ours[connection] = None
        else:
            ours.pop(connection, None)
        if not ours:
            del self.counted[connection.share]
        for among, is_there in ((self.waiting, waits and counts), (self.idle, waits and not counts)):
            if is_there:
                among.setdefault(connection)
            else:
                among.pop(connection, None)

    @staticmethod
    def _free(order: Iterable["Connection"]) -> bool:
        longest = next(iter(order), None)
        if longest is not None:
            longest.let_go()
        return longest is not None


class Connection(H11Protocol):
    """A connection with `idle_seconds` to begin a request and `request_seconds` to finish its head. Receiving single bytes extends neither.

    uvicorn itself waits forever for a first request, and for the rest of a request.
    """

    places: Places
    share: str
    is_known = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        self.share = share_of(self.client[0] if self.client else "unknown")
        self._patience: asyncio.TimerHandle | None = None
        self._has_begun = self._is_stuck = False
        _send_at_once(transport)
        if self.places.admit(self, self.connections):
            self._wait()
        else:
            self._turn_away()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not (self._has_begun or self._is_answering):
            self._has_begun = True
            self._wait()
        super().data_received(data)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._has_begun = True
            self.cycle.scope[_KEY] = self  # type: ignore[typeddict-unknown-key]  # a key of ours
        if self._is_answering:
            self._settle()

    def on_response_complete(self) -> None:
        self._has_begun = self.cycle.more_body
        if not self.transport.is_closing():
            self._wait()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Treat a client that does not read its answer as silent."""
        self.flow.pause_writing()
        self._is_stuck = True
        self._wait()

    def resume_writing(self) -> None:
        self.flow.resume_writing()
        self._is_stuck = False
        self._settle()

    def shows(self, is_known: bool) -> None:
        """Note whether the latest request shows that the client is known."""
        self.is_known = is_known
        self._settle()

    def let_go(self) -> None:
        self._leave()
        self.connections.discard(self)  # at once, because the next connection counts them
        self.transport.abort()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def _is_whole(self) -> bool:
        return self._is_answering and not self.cycle.more_body

    def _settle(self) -> None:
        """Move the connection to the right list: while an answer is under way, only the body of the request may still be missing."""
        if self.transport.is_closing():
            return
        if self._is_answering and not self._is_stuck:
            self._stop_waiting()  # the body has a deadline of its own, which ends in 408
        unfinished = self._has_begun and not self._is_whole
        self.places.put(self, not self.is_known or unfinished, not self._is_whole or self._is_stuck)

    def _turn_away(self) -> None:
        self._leave()
        self.connections.discard(self)
        head = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\n%s: %s\r\ncontent-length: %d\r\n\r\n"
        self.transport.write(head % (*CLOSE_HEADER, len(FULL)) + FULL)
        self.transport.close()

    def _wait(self) -> None:
        """Restart the deadline, and move the connection to the end of its list."""
        self._leave()
        limits = self.places.limits
        seconds = limits.request_seconds if self._has_begun and not self._is_stuck else limits.idle_seconds
        self._patience = self.loop.call_later(seconds, self.let_go)
        self.places.put(self, not self.is_known or self._has_begun, True)

    def _leave(self) -> None:
        self._stop_waiting()
        self.places.put(self, False, False)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def protocol(limits: Limits) -> type[Any]:
    """Make the protocol class of one server, with its own count of connections."""
    return type("CountedConnection", (Connection,), {"places": Places(limits)})


def is_known(scope: Scope, known: bool) -> None:
    """Tell the connection of this request whether its client is known. The connections of other servers do not have this record."""
    connection = scope.get(_KEY)
    if isinstance(connection, Connection):
        connection.shows(known)


def share_of(host: str) -> str:
    """Return the key of the share that counts a connection from this address.

    >>> share_of("192.0.2.7"), share_of("2001:db8:0:1:aa::7"), share_of("::ffff:192.0.2.7"), share_of("unknown")
    ('192.0.2.7', '2001:db8:0:1::', '192.0.2.7', 'unknown')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> _NETWORK_BITS << _NETWORK_BITS))


def _send_at_once(transport: asyncio.Transport) -> None:
    """Send small writes at once: the head and the body of an answer are two writes, and the second would wait 40 ms for the client. asyncio
    sets this option only on sockets that name TCP as their protocol, which sockets that are bound in advance do not do.
    """
    taken = transport.get_extra_info("socket")
    if taken is not None and taken.family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError):  # the client has already disconnected
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
