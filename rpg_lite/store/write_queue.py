"""The queue of writers. The threads of this process write in the order in which they asked; SQLite's lock keeps out other programs."""

from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection

from rpg_lite.store import store_faults

if TYPE_CHECKING:
    from rpg_lite.store.database import Database

PATIENCE_S: Final = 30
_GIVES_WAY_MS: Final = 250


class WriterBusy(Exception):
    """A thread of this process is writing."""


class WriteQueue:
    """One turn at a time, first come, first served: Python's locks and SQLAlchemy's pools favour the thread that has just released
    something.
    """

    def __init__(self) -> None:
        self._lock, self._taken = Lock(), False
        self._waiting: deque[Lock] = deque()

    def enter(self, patience_s: float = PATIENCE_S) -> bool:
        """Wait for a turn; return False if it did not come in time."""
        with self._lock:
            if not self._taken:
                self._taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        try:
            came = turn.acquire(timeout=patience_s)
        except BaseException:  # such as Ctrl-C during the wait
            if not self._withdrawn(turn):
                self.leave()
            raise
        return came or not self._withdrawn(turn)

    def leave(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def _withdrawn(self, turn: Lock) -> bool:
        """Leave the queue; return False if the turn has come in the meantime."""
        with self._lock:
            if waits := turn in self._waiting:
                self._waiting.remove(turn)
            return waits


@contextmanager
def in_turn(database: "Database") -> Iterator[Connection]:
    """Hand out the writer when it is this thread's turn. On PostgreSQL, the row of each campaign orders the writers."""
    turns = database.turns
    if turns is None:
        with database.writer.connect() as connection:
            yield connection
        return
    if not turns.enter():
        raise store_faults.fault("database_locked", database.url)
    try:
        with database.writer.connect() as connection:
            yield connection
    finally:
        turns.leave()


def giving_way(database: "Database") -> AbstractContextManager[Connection]:
    """Hand out the writer for work that nobody waits for; wait only a moment for another program's lock, because the whole queue waits
    meanwhile.
    """
    return _meanwhile(in_turn(database), busy_timeout=_GIVES_WAY_MS)


@contextmanager
def passing(database: "Database") -> Iterator[Connection]:
    """Hand out the writer without waiting, while everyone else waits; leave the checkpoint of the write-ahead log to later writers. Raises
    WriterBusy.
    """
    turns = database.turns
    if turns is None or not turns.enter(0):
        raise WriterBusy
    try:
        with database.writer.connect() as writer, _meanwhile(nullcontext(writer), busy_timeout=0, wal_autocheckpoint=0) as connection:
            yield connection
    finally:
        turns.leave()


@contextmanager
def _meanwhile(had: AbstractContextManager[Connection], **at_most: int) -> Iterator[Connection]:
    """Lower SQLite pragmas of the connection for a while."""
    with had as connection:
        if connection.dialect.name != "sqlite":
            yield connection
            return
        raw: Any = connection.connection.driver_connection
        before = {pragma: raw.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in at_most}
        try:
            for pragma, value in at_most.items():
                raw.execute(f"PRAGMA {pragma}={min(before[pragma], value)}")
            yield connection
        finally:
            if not connection.invalidated:  # Ctrl-C in the middle of a statement may have closed it
                for pragma, value in before.items():
                    raw.execute(f"PRAGMA {pragma}={value}")
