"""How long the disk takes for a commit: whether everybody may wait while one is made."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, perf_counter
from typing import Final

QUICK_S: Final = 0.005
LOOKS_S: Final = 1.0
_WEIGHT: Final = 1 / 8


class Pace:
    """The usual length of the last commits. A single slow one, as when the write-ahead log is put into the file, says nothing."""

    def __init__(self) -> None:
        self._usual_s = 0.0
        self._looks_at = 0.0

    def is_quick(self) -> bool:
        """Where it is slow, once a second all the same, to see whether it still is."""
        if self._usual_s <= QUICK_S:
            return True
        now = monotonic()
        if now < self._looks_at:
            return False
        self._looks_at = now + LOOKS_S
        return True

    @contextmanager
    def of_one(self) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        finally:
            self._usual_s += (perf_counter() - began - self._usual_s) * _WEIGHT
