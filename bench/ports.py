"""Find a free port for a server. This has its own file because the tests use it, too."""

import socket


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
