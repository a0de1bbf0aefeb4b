"""Who writes next. The threads of this process come in the order in which they asked, other programs by SQLite's lock."""

from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection

from rpg_lite.store import faults

if TYPE_CHECKING:
    from rpg_lite.store.engine import Database

PATIENCE_S: Final = 30
_GIVES_WAY_MS: Final = 250


class Turns:
    """One at a time, and who came first is first: of Python's locks and SQLAlchemy's pools, who gives one back is the likeliest to get it."""

    def __init__(self) -> None:
        self._lock, self.taken = Lock(), False
        self._waiting: deque[Lock] = deque()

    def enter(self, patience_s: float = PATIENCE_S) -> bool:
        """False when the turn did not come in time."""
        with self._lock:
            if not self.taken:
                self.taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        try:
            came = turn.acquire(timeout=patience_s)
        except BaseException:  # Ctrl-C while it waited
            if not self._withdrawn(turn):
                self.leave()
            raise
        return came or not self._withdrawn(turn)

    def leave(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self.taken = False

    def _withdrawn(self, turn: Lock) -> bool:
        """False when the turn came at the last moment."""
        with self._lock:
            if waits := turn in self._waiting:
                self._waiting.remove(turn)
            return waits


@contextmanager
def in_turn(database: "Database", patience_s: float = PATIENCE_S) -> Iterator[Connection]:
    """The writer when it is this thread's turn. PostgreSQL has turns of its own, each campaign's by its row."""
    turns = database.turns
    if turns is None:
        with database.writer.connect() as connection:
            yield connection
        return
    if not turns.enter(patience_s):
        raise faults.fault("database_locked", database.url)
    try:
        with database.writer.connect() as connection:
            yield connection
    finally:
        turns.leave()


def giving_way(database: "Database") -> AbstractContextManager[Connection]:
    """The same for what nobody waits for: the lock of another program is waited for only a moment, because those who come next wait too."""
    return _hasty(database, PATIENCE_S, _GIVES_WAY_MS)


def passing(database: "Database") -> AbstractContextManager[Connection]:
    """The same for who waits for nobody at all."""
    return _hasty(database, 0, 0)


@contextmanager
def _hasty(database: "Database", patience_s: float, most_ms: int) -> Iterator[Connection]:
    with in_turn(database, patience_s) as connection:
        if connection.dialect.name != "sqlite":
            yield connection
            return
        raw: Any = connection.connection.driver_connection
        was = raw.execute("PRAGMA busy_timeout").fetchone()[0]
        raw.execute(f"PRAGMA busy_timeout={min(was, most_ms)}")
        try:
            yield connection
        finally:
            if not connection.invalidated:  # Ctrl-C in the middle of a statement has closed it
                raw.execute(f"PRAGMA busy_timeout={was}")
