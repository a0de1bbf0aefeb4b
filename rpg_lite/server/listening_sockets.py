"""Bind the sockets of a server before it serves, because a failure can then be reported in one sentence."""

import errno
import socket
import sys
from collections.abc import Iterable, Mapping
from typing import Any, Final

from rpg_lite.terminal.command_io import REFUSED, Stop

BACKLOG: Final = 128
"""The number of connections that the system queues: fewer than a process may usually open, which lets the server free places in time."""
_WAY_ON: Final[Mapping[int, str]] = {
    errno.EADDRINUSE: "stop the program that listens there, perhaps another rpg-lite, or choose another port with --http",
    errno.EACCES: "ports below 1024 belong to the system; choose another one with --http",
    errno.EADDRNOTAVAIL: "choose an address of this machine with --http, such as 127.0.0.1, or 0.0.0.0 for all of them",
}
_ABSENT: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def bind_sockets(host: str, port: int) -> list[socket.socket]:
    """Bind one socket for each address of the host on this machine, all at one port, also if the system chooses it (0). Raises Stop."""
    taken: list[socket.socket] = []
    absent: OSError | None = None
    try:
        for family, (name, asked, *rest) in _addresses(host, port):
            chosen = asked or (taken[0].getsockname()[1] if taken else 0)
            try:
                taken.append(socket.create_server((name, chosen, *rest), family=family, backlog=BACKLOG))
            except OSError as error:
                if error.errno not in _ABSENT:
                    raise
                absent = error  # localhost also means ::1, even on a machine without IPv6
        if absent and not taken:
            raise absent
    except OSError as error:
        for other in taken:
            other.close()
        why = (error.strerror or "unknown").partition(" (while")[0].lower()
        way_on = _WAY_ON.get(error.errno or 0, _WAY_ON[errno.EADDRNOTAVAIL])
        raise Stop(REFUSED, f"cannot listen on {host}:{port}: {why}; {way_on}.") from error
    return taken


def _addresses(host: str, port: int) -> Iterable[tuple[socket.AddressFamily, Any]]:
    """Return each address once, because a hosts file may list an address twice."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return dict.fromkeys((family, address) for family, _, _, _, address in found)


def dealt(host: str, port: int, workers: int) -> list[list[socket.socket]]:
    """Bind sockets for each worker: Linux spreads connections over sockets of one port; elsewhere all workers share one set, and the first
    worker to wake takes all connections.
    """
    alone = bind_sockets(host, port)  # sockets that share a port would not notice that the port is taken
    if sys.platform != "linux":
        return [alone] * workers
    addresses = [(each.getsockname(), each.family) for each in alone]
    for each in alone:
        each.close()
    return [[socket.create_server(a, family=f, backlog=BACKLOG, reuse_port=True) for a, f in addresses] for _ in range(workers)]
