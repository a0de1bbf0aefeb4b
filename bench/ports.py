"""Where a server may listen. Alone in its file: the tests find their ports by it too."""

import socket


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
