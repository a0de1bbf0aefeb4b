"""Find a port for a server. This has its own file because the tests use it, too."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_port() -> Iterator[int]:
    """Yield a port that the system gives to nobody else while the block lasts. Servers can listen on it, one after the other, because like
    them the socket that keeps it allows others beside it, and does not listen.
    """
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        port = int(kept.getsockname()[1])
        if sys.platform != "linux":  # elsewhere a server needs the address for itself
            kept.close()
        yield port
