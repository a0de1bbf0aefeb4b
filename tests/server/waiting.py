"""Waiting for other processes."""

import subprocess
import time
from collections.abc import Callable

PATIENCE_S = 60
"""The limit of every wait; only a broken program reaches it."""
LOOKS_S = 0.05


def until(holds: Callable[[], object], process: "subprocess.Popen[bytes] | None" = None) -> None:
    """Looks again and again, for what no event tells. `process`: whose end is the end of the hope."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert process is None or process.poll() is None, f"the process has ended with {process.poll()}"
        assert time.monotonic() < deadline, f"not within {PATIENCE_S} s"
        time.sleep(LOOKS_S)
