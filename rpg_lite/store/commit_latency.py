"""The time that the disk takes for a commit, which decides whether everybody can wait for one."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, perf_counter
from typing import Final

QUICK_S: Final = 0.005
LOOKS_S: Final = 1.0
_WEIGHT: Final = 1 / 8
_COUNTS_S: Final = 4 * QUICK_S
"""The longest time that a single commit can count as."""


class CommitLatency:
    """The usual length of the commits for which everybody waited. A single slow commit does not count, however slow it is."""

    def __init__(self) -> None:
        self._usual_s = 0.0
        self._looks_at = 0.0

    def is_quick(self) -> bool:
        """Allow a commit a second after the last one although the disk is slow, to see whether it still is."""
        return self._usual_s <= QUICK_S or monotonic() >= self._looks_at

    @contextmanager
    def of_one(self) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        finally:
            self._usual_s += (min(perf_counter() - began, _COUNTS_S) - self._usual_s) * _WEIGHT
            self._looks_at = monotonic() + LOOKS_S
