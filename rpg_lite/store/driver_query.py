"""Read one value directly through the driver, for the queries that every call makes."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any

from sqlalchemy import Engine, Select

from rpg_lite.store.store_faults import has_waited


def first_value(engine: Engine, statement: Select[Any], **values: Any) -> Any:
    """The first value that the statement finds, read directly through the driver, because this is six times as fast.

    After an error, run the query again through SQLAlchemy to raise the ordinary error, unless the query has already waited in vain.
    """
    try:
        with closing(engine.raw_connection()) as raw, _alone(engine, raw), closing(raw.cursor()) as cursor:
            sql, names = for_driver(engine, statement)
            cursor.execute(sql, [values[name] for name in names] if names is not None else values)
            row = cursor.fetchone()
    except Exception as error:
        if has_waited(error):
            raise
        with engine.connect() as connection:
            return connection.execute(statement, values).scalar()
    return row[0] if row else None


class Glance:
    """Read from a file with a write-ahead log, in which writers do not block readers: a read takes microseconds or fails. Only one thread
    reads at a time.
    """

    def __init__(self, connect: Callable[[], Any], errors: type[Exception]) -> None:
        """`errors`: the exceptions of the driver."""
        self._connect, self._errors, self._lock = connect, errors, Lock()
        self._raw: Any = None
        self._closed = False

    def __call__(self, engine: Engine, statement: Select[Any], **values: Any) -> Any:
        """The first value that the statement finds; None if there is none, if the query would have to wait, or if it fails."""
        if self._closed or not self._lock.acquire(blocking=False):
            return None
        try:
            self._raw = self._raw or self._connect()
            sql, names = for_driver(engine, statement)
            row = self._raw.execute(sql, [values[name] for name in names or ()]).fetchone()
        except self._errors:
            return None
        finally:
            self._lock.release()
        return row[0] if row else None

    def rest(self) -> None:
        """Close the connection; the next query opens another."""
        with self._lock:
            if self._raw is not None:
                self._raw.close()
            self._raw = None

    def close(self) -> None:
        self._closed = True
        self.rest()


@contextmanager
def _alone(engine: Engine, raw: Any) -> Iterator[None]:
    """Switch autocommit on: otherwise PostgreSQL's driver puts a transaction around the one statement, which costs two more round trips."""
    if engine.dialect.name == "sqlite":
        yield
        return
    raw.driver_connection.autocommit = True
    try:
        yield
    finally:
        raw.driver_connection.autocommit = False


@lru_cache(maxsize=8)
def for_driver(engine: Engine, statement: Select[Any]) -> tuple[str, tuple[str, ...] | None]:
    """The SQL text, and the names of its values in order if the driver takes them by position."""
    compiled = statement.compile(dialect=engine.dialect)
    return str(compiled), tuple(compiled.positiontup) if compiled.positiontup is not None else None
