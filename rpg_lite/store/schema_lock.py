"""The transactions that may change the tables, and those that keep the tables unchanged. Apart because the lock is taken by every
transaction, migrations or not.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, Engine, text

_MIGRATION_LOCK: Final = 7_252_017


@contextmanager
def schema_change(engine: Engine) -> Iterator[Connection]:
    """The only transaction that may change tables: other writers finish before it begins, and see the new schema afterwards. On SQLite it
    suspends foreign keys, because a rebuild drops the old table and would delete the rows that refer to it; the keys are checked before the
    commit.
    """
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection, _keys_asleep(connection), connection.begin():
            yield connection
            _check_keys(connection)
        return
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
        if connection.execute(text("SELECT to_regclass('campaign')")).scalar() is not None:
            connection.execute(text("LOCK TABLE campaign IN SHARE ROW EXCLUSIVE MODE"))
        yield connection


def hold_schema(connection: Connection) -> None:
    """Keep the schema the same until the transaction ends; wait if it is being changed. A transaction that first updates `campaign` does
    not need this; on SQLite no transaction needs it, since only one transaction writes.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(text("LOCK TABLE campaign IN ROW EXCLUSIVE MODE"))


@contextmanager
def _keys_asleep(connection: Connection) -> Iterator[None]:
    """Switch foreign keys off for a while, directly through the driver, because the pragma has no effect inside a transaction."""
    raw: Any = connection.connection.driver_connection
    raw.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        if not connection.invalidated:  # Ctrl-C in the middle of a statement may have closed it
            raw.execute("PRAGMA foreign_keys=ON")


def _check_keys(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise RuntimeError(f"the migration breaks a foreign key of {broken[0]}")
