"""Open PostgreSQL: set up the pool, the limit of the wait for a lock, and the check of idle connections."""

import logging
from contextlib import closing
from math import inf
from time import monotonic
from typing import Any, Final

from pydantic_core import from_json
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine.url import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from rpg_lite.install_hint import how_to_add
from rpg_lite.store.database import POOL_SECONDS, Database, as_json
from rpg_lite.store.loop_database import LoopDatabase
from rpg_lite.store.store_faults import StoreFault

_POOL_SIZE: Final = 15
_RESTED_S: Final = 0.5


def on_server(url: URL, named: str, busy_ms: int) -> Database:
    """Open the database; `create_engine` imports psycopg. The rev allows one writer at a time for each campaign, so the pool may be large.
    The last returned connection is used first: its statements are prepared, and it needs no check.
    """
    spoken = url.set(drivername="postgresql+psycopg")
    logging.getLogger("psycopg").addHandler(logging.NullHandler())  # rpg-lite itself reports an interruption once
    options = {"pool_timeout": POOL_SECONDS, "json_serializer": as_json, "json_deserializer": from_json}
    try:
        writer = create_engine(spoken, pool_size=_POOL_SIZE, max_overflow=0, pool_use_lifo=True, **options)
    except ModuleNotFoundError as error:
        raise StoreFault("database_unreachable", f"{named} needs a driver: {how_to_add('postgres')}") from error

    def set_up(engine: Engine) -> None:
        _patient_for(engine, busy_ms)
        _asked_after_a_rest(engine)

    set_up(writer)
    reader = writer.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Database(named, writer, reader, loop=LoopDatabase.of(spoken, options, set_up))


def _patient_for(engine: Engine, busy_ms: int) -> None:
    """Limit the wait for a lock: PostgreSQL waits forever unless the server or the URL sets a limit."""

    def make(raw: Any, record: ConnectionPoolEntry) -> None:
        with closing(raw.cursor()) as cursor:
            cursor.execute(f"SELECT set_config('lock_timeout', '{busy_ms}', false) WHERE current_setting('lock_timeout') = '0'")
        raw.commit()

    event.listen(engine, "connect", make)


def _asked_after_a_rest(engine: Engine) -> None:
    """Check an idle connection before use. A connection that breaks later fails in its first statement, and the work runs again."""

    def rests(raw: Any, record: ConnectionPoolEntry) -> None:
        record.info["rests since"] = monotonic()

    def goes_out(raw: Any, record: ConnectionPoolEntry, _: object) -> None:
        if monotonic() - record.info.get("rests since", inf) < _RESTED_S:
            return
        try:
            engine.dialect.do_ping(raw)
        except raw.OperationalError as error:
            raise DisconnectionError from error

    event.listen(engine, "checkin", rests)
    event.listen(engine, "checkout", goes_out)
