"""Measure how long a commit takes on this disk, to decide whether everybody can wait for a commit. Apart because it measures the disk and
knows no tables.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, perf_counter
from typing import Final

QUICK_S: Final = 0.005
LOOKS_S: Final = 1.0
_WEIGHT: Final = 1 / 8
_COUNTS_S: Final = 4 * QUICK_S
"""The maximum seconds that a single commit counts; a slower commit counts as this long."""


class CommitLatency:
    """The usual duration of the commits for which everybody waited. A single slow commit has little effect, however slow it is."""

    def __init__(self) -> None:
        self._usual_s = 0.0
        self._looks_at = 0.0

    def is_quick(self) -> bool:
        """Whether commits are quick; even on a slow disk, allow one commit a second after the previous one, to see whether the disk is
        still slow.
        """
        return self._usual_s <= QUICK_S or monotonic() >= self._looks_at

    @contextmanager
    def of_one(self) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        finally:
            self._usual_s += (min(perf_counter() - began, _COUNTS_S) - self._usual_s) * _WEIGHT
            self._looks_at = monotonic() + LOOKS_S
