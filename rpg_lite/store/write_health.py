"""Know whether writes work: from the last write and, after a failure, from a trial write that changes nothing."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rpg_lite.store.database_address import file_of
from rpg_lite.store.store_faults import StoreFault

TELLING: Final = frozenset(
    {"disk_full", "disk_failed", "database_read_only", "database_damaged", "database_replaced", "database_unreachable"}
)
"""Faults that the next write would also meet."""
TRIES_AFTER_S: Final = 1.0
ROOM: Final = 2**20
"""The free bytes that a full disk must have before a write is tried again, because a trial write is smaller than a real one."""


class LastWrite:
    """The health of one store, as this process knows it. `url`: its database; `tries`: a trial write, which changes nothing and may raise
    StoreFault.
    """

    def __init__(self, url: str, tries: Callable[[], None]) -> None:
        self._url, self._tries = url, tries
        self._fault: StoreFault | None = None
        self._tried = 0.0

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Remember a fault that the next write would also meet."""
        try:
            yield
        except StoreFault as fault:
            if fault.code in TELLING:
                self._fault = fault
            raise

    def note_success(self) -> None:
        self._fault = None

    def fault(self) -> StoreFault | None:
        """The fault that makes writes fail, as far as it is known; None if the next write may work."""
        if self._fault is None or monotonic() - self._tried < TRIES_AFTER_S:
            return self._fault
        self._tried = monotonic()
        if self._has_room():
            try:
                self._tries()
            except StoreFault:
                return self._fault
            self.note_success()
        return self._fault

    def _has_room(self) -> bool:
        file = file_of(self._url)
        if file is None or self._fault is None or not self._fault.code.startswith("disk_"):
            return True
        try:
            return shutil.disk_usage(file.parent).free >= ROOM
        except OSError:
            return False
