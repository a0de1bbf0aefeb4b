"""Waiting for what has no event of its own. A test that passes never waits as long as the limit, on whatever machine."""

import asyncio
import subprocess
import time
from collections.abc import Callable
from typing import Any, Final

PATIENCE_S: Final = 60
"""The seconds that only a broken program needs."""
_LOOKS_AGAIN_S: Final = 0.01


def patience() -> Callable[[], bool]:
    """Tells whether the limit is over, counted from now."""
    ends = time.monotonic() + PATIENCE_S
    return lambda: time.monotonic() > ends


def until(
    holds: Callable[[], object], told: Callable[[], object] = lambda: "it never came", process: "subprocess.Popen[Any] | None" = None
) -> None:
    """Wait until this holds, or fail with what is told. `process`: one whose end is also the end of the hope."""
    is_over = patience()
    while not holds():
        assert process is None or process.poll() is None, f"the process has ended with {process.poll()}"
        assert not is_over(), told()
        time.sleep(_LOOKS_AGAIN_S)


async def until_seen(holds: Callable[[], object]) -> None:
    """The same, while the loop goes on."""
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(_LOOKS_AGAIN_S)
