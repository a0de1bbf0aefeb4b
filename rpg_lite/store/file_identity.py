"""Check that the open files still have their names: anything written to a file without a name is lost when the process ends."""

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Engine, event

from rpg_lite.store import transaction_hooks
from rpg_lite.store.store_faults import fault

if TYPE_CHECKING:
    from rpg_lite.store.database import Database

Identity = tuple[int, int]
BESIDE: Final = ("-wal", "-shm")
"""The write-ahead log and its shared index. Both files exist as long as any process has the database open."""


class Watch:
    """A watch over the file. A file that was moved or deleted stays open without its name, as do the log and its index. A process that
    opens the name again starts new files, and neither process sees the writes of the other.

    The connections stay open meanwhile. So no other file gets the same inode, and a file that is put back is recognized.
    """

    def __init__(self, file: Path, named: str, guard: Callable[[], Any]) -> None:
        """`guard`: opens a read-only connection."""
        self._file, self._named, self._guard = str(file), named, guard
        self._beside = [(suffix, f"{file}{suffix}") for suffix in BESIDE]
        self._known = _identity(self._file)
        self._logs: dict[str, Identity] = {}
        self._has_log = False
        self._lock, self._counting, self._open = Lock(), Lock(), 0

    def over(self, reader: Engine, writer: Engine, *, has_log: bool) -> None:
        for engine in {reader, writer}:
            transaction_hooks.after_begin(engine, lambda raw: self.still_there())
            transaction_hooks.before_commit(engine, lambda raw: self.still_there())
            event.listen(engine, "connect", lambda raw, record: self._counts(1))
            event.listen(engine, "close", lambda raw, record: self._counts(-1))
        if has_log and writer is not reader:
            transaction_hooks.after_begin(writer, lambda raw: self._note_log())

    def _counts(self, more: int) -> None:
        """Accept a new log: SQLite removes the log with the last connection, and the next connection begins another."""
        with self._counting:
            if self._open == 0:
                self._logs, self._has_log = {}, False
            self._open += more

    def still_there(self) -> None:
        """Raise StoreFault if a file has been replaced."""
        if self._known is None or _identity(self._file) != self._known:
            raise fault("database_replaced", self._named)
        if self._logs and self._odd():
            raise fault("log_replaced", self._named)

    def _note_log(self) -> None:
        """Note the log and its index. The write lock is held, so both exist unless there is no log at all."""
        if len(self._logs) == len(self._beside):
            return
        found = {suffix: identity for suffix, path in self._beside if (identity := _identity(path))}
        if self._has_log and len(found) < len(self._beside):
            raise fault("log_replaced", self._named)
        self._logs, self._has_log = found, bool(found)

    def _odd(self) -> list[Identity | None]:
        """The current identity of the log and the index, for each that has changed; None for a missing file."""
        return [found for suffix, path in self._beside if (found := _identity(path)) != self._logs.get(suffix)]

    def open_anew(self, database: "Database") -> bool:
        """Close all connections once nobody reads or writes, so that new connections open the current files. Return False if there is
        nothing to do, or if it cannot be done yet.

        If nobody else has started a new log, the old log is first written into the database. Otherwise the old log must not be written. The
        last connection to close is read-only, because then SQLite does not write the log either.
        """
        with self._lock:
            odd = self._odd() if self._logs else []
            if not odd or any(engine.pool.checkedout() for engine in (database.reader, database.writer)):  # type: ignore[attr-defined]  # QueuePool counts
                return False
            guard = self._guard() if any(odd) else None
            if guard is None:
                with closing(database.writer.raw_connection()) as raw:
                    raw.driver_connection.execute("PRAGMA wal_checkpoint(FULL)")  # type: ignore[union-attr]  # it is open
            else:
                guard.execute("SELECT count(*) FROM sqlite_master").fetchone()
            for engine in (database.reader, database.writer):
                engine.dispose()
            if database.glance:
                database.glance.rest()
            if guard is not None:
                guard.close()
            self._logs = {}
            return True


def _identity(file: str) -> Identity | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino
