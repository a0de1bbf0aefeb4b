"""The turns of the single writer: waiting for one, giving way to others, and passing while nobody writes."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final

from sqlalchemy import Connection

from rpg_lite.store import store_faults
from rpg_lite.store.database import Database

_GIVES_WAY_MS: Final = 250


class WriterBusy(Exception):
    """A thread of this process is writing."""


@contextmanager
def in_turn(database: Database) -> Iterator[Connection]:
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


def giving_way(database: Database) -> AbstractContextManager[Connection]:
    """Hand out the writer for work that nobody waits for; wait only a moment for another program's lock, because the whole queue waits
    meanwhile.
    """
    return _meanwhile(in_turn(database), busy_timeout=_GIVES_WAY_MS)


@contextmanager
def passing(database: Database) -> Iterator[Connection]:
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
