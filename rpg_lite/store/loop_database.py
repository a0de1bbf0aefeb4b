"""PostgreSQL on an event loop: the same transactions as on threads, but the loop goes on during each round trip, and the rev of a campaign
is read without a thread. This needs greenlet and a loop that can watch sockets; without them, threads do the work.
"""

import asyncio
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final, TypeVar
from weakref import WeakSet

from sqlalchemy import Connection, Select, event
from sqlalchemy.engine.url import URL
from sqlalchemy.exc import DBAPIError

from rpg_lite.store.driver_query import for_driver
from rpg_lite.store.store_faults import may_pass

T = TypeVar("T")

_CONNECTIONS: Final = 5
"""Connections for writing; each campaign uses one at a time."""


class LoopDatabase:
    """The connections of the event loop that uses the database first; on other loops, threads do the work. `set_up`: prepares each engine."""

    def __init__(self, url: URL, options: dict[str, Any], set_up: Callable[[Any], None]) -> None:
        self._url, self._options, self._set_up = url, options, set_up
        self._loop: asyncio.AbstractEventLoop | None = None
        self._engine: Any = None
        self._open: WeakSet[Any] = WeakSet()
        self._revs: _RevReader | None = None

    @classmethod
    def of(cls, url: URL, options: dict[str, Any], set_up: Callable[[Any], None]) -> "LoopDatabase | None":
        return cls(url, options, set_up) if find_spec("greenlet") else None

    async def run(self, work: Callable[[Connection], T]) -> T | None:
        """The result of `work`, which commits by itself; None if a thread has to do it or to try it again."""
        if not self._is_ours():
            return None
        try:
            async with self._engine.connect() as connection:
                done: T = await connection.run_sync(work)
                return done
        except (DBAPIError, OSError) as error:
            if may_pass(error) or isinstance(error, OSError):
                return None
            raise

    async def first_value(self, statement: Select[Any], **values: Any) -> Any:
        """The first value that the statement finds; None if there is none, or if a thread has to look. Callers who ask for the same value
        while a query is running share the next query.
        """
        if not self._is_ours() or self._revs is None:
            return None
        return await self._revs.read(statement, values)

    def close(self) -> None:
        for raw in (*self._open, self._revs and self._revs.raw):
            if raw is not None:
                raw.pgconn.finish()  # without the loop, which may have ended

    def _is_ours(self) -> bool:
        loop = asyncio.get_running_loop()
        if self._loop is None or self._loop.is_closed():
            self._loop = loop
            self._begin()
        return self._loop is loop and self._engine is not None

    def _begin(self) -> None:
        """Make the engine of this loop; connections are opened on first use."""
        from sqlalchemy.ext.asyncio import create_async_engine  # imported here: it loads asyncio's half of SQLAlchemy

        self._engine = create_async_engine(self._url, pool_size=_CONNECTIONS, max_overflow=0, pool_use_lifo=True, **self._options)
        self._set_up(self._engine.sync_engine)
        event.listen(self._engine.sync_engine, "connect", lambda raw, record: self._open.add(raw.driver_connection))
        self._revs = _RevReader(self._engine)


class _RevReader:
    """One connection that reads single values. Each query answers everybody who asked before it began."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self.raw: Any = None
        self._connecting = asyncio.Lock()
        self._next: dict[tuple[Any, ...], asyncio.Task[Any]] = {}

    async def read(self, statement: Select[Any], values: dict[str, Any]) -> Any:
        key = (statement, *values.items())
        if (query := self._next.get(key)) is None:
            query = self._next[key] = asyncio.get_running_loop().create_task(self._query(key, statement, values))
        return await asyncio.shield(query)

    async def _query(self, key: tuple[Any, ...], statement: Select[Any], values: dict[str, Any]) -> Any:
        async with self._connecting:  # one query at a time; callers who come now still share this one
            del self._next[key]
            try:
                self.raw = self.raw or await self._connect()
                sql, _ = for_driver(self._engine.sync_engine, statement)
                row = await (await self.raw.execute(sql, values, prepare=True)).fetchone()
            except Exception as error:
                if not self._is_lost(error):
                    raise
                self.raw = None
                return None
        return row[0] if row else None

    async def _connect(self) -> Any:
        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        return await self._engine.dialect.dbapi.psycopg.AsyncConnection.connect(*arguments, **options, autocommit=True)

    def _is_lost(self, error: Exception) -> bool:
        psycopg = self._engine.dialect.dbapi.psycopg
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError | OSError)
