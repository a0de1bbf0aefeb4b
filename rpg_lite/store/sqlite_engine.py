"""Open SQLite in a file or in memory: pragmas, journal, checks of the file."""

import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from pydantic_core import from_json
from sqlalchemy import Engine, QueuePool, create_engine

from rpg_lite.store import sqlite_dialect, transaction_hooks
from rpg_lite.store.database import POOL_SECONDS, Database, as_json
from rpg_lite.store.driver_query import Glance
from rpg_lite.store.file_identity import Watch
from rpg_lite.store.sqlite_driver_selection import driver, old_sqlite_warning
from rpg_lite.store.store_faults import StoreFault, fault, has_waited
from rpg_lite.store.write_queue import WriteQueue

CHECKED_AT_START: Final = 64 * 2**20
"""Size in bytes up to which a file is checked: `quick_check` reads every page, which would be slow for a larger file, and reading
finds damage anyway.
"""
_SMALLEST: Final = 100
"""The bytes of a database header. SQLite treats a file of one byte as an empty database."""
_JOURNAL: Final = "PRAGMA journal_mode="


def in_memory(named: str) -> Database:
    """Open a database in memory, with one connection for everybody, because the connection is the database."""
    connect = _connector(":memory:", 0, "PRAGMA foreign_keys=ON")
    both = _sqlite_engine(connect, begin="BEGIN", size=1)
    return Database(named, both, both, turns=WriteQueue())


def in_file(file: Path, named: str, *, read_only: bool, busy_ms: int) -> Database:
    refuse_unfit(file, read_only)
    if not read_only:
        make_file(file)
    _, is_safe = driver()
    journal = "WAL" if is_safe else "TRUNCATE"
    address = f"{file.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
    reads = _connector(address, busy_ms, "PRAGMA query_only=ON")
    writes = _connector(address, busy_ms, f"{_JOURNAL}{journal}", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON")
    reader = _sqlite_engine(reads, begin="BEGIN", size=8)
    writer = reader if read_only else _sqlite_engine(writes, begin="BEGIN IMMEDIATE", size=1)
    watch = Watch(file, named, _connector(f"{file.absolute().as_uri()}?mode=ro", busy_ms))
    watch.over(reader, writer, has_log=is_safe)
    if file.stat().st_size < CHECKED_AT_START:
        _check(reader, named)
    glance = Glance(_connector(address, 0, "PRAGMA query_only=ON"), driver()[0].Error) if is_safe else None
    return Database(
        named, writer, reader, () if is_safe else (old_sqlite_warning(),), glance, watch.still_there, WriteQueue(), watch.open_anew
    )


def refuse_unfit(file: Path, read_only: bool) -> None:
    """Distinguish the faults for which SQLite only says "unable to open database file", and refuse a file that it would overwrite.

    Do not open the file, because closing it would drop the locks that this process holds on it.
    """
    try:
        found = file.stat() if file.exists() else None
    except OSError as error:  # the name is too long
        raise fault("database_unreachable", str(file)) from error
    if not file.parent.is_dir():
        raise StoreFault("folder_missing", f"The folder {file.parent} is missing: make it, or name another file with --db.")
    if found is None:
        if read_only:
            raise StoreFault("database_missing", f"{file} is missing: open it for writing once, or name another with --db.")
    elif stat.S_ISDIR(found.st_mode):
        raise StoreFault("not_a_database", f"{file} is a folder: name a file in it with --db.")
    elif not stat.S_ISREG(found.st_mode):
        raise StoreFault("not_a_database", f"{file} is a device or a pipe: name a file with --db.")
    elif 0 < found.st_size < _SMALLEST:
        raise fault("not_a_database", str(file))


def make_file(file: Path) -> None:
    """Create the file here and only once, because a later connection must not create a new file after somebody has removed this one."""
    try:
        if not file.exists():
            file.touch()
    except (OSError, ValueError) as error:  # ValueError: the name has a null character
        raise fault("database_unreachable", str(file)) from error


def _connector(address: str, busy_ms: int, *pragmas: str) -> Callable[[], Any]:
    dbapi, _ = driver()

    def connect() -> Any:
        connection = dbapi.connect(address, timeout=busy_ms / 1000, isolation_level=None, check_same_thread=False, uri=True)
        try:
            for pragma in pragmas:
                _set(connection, pragma)
        except dbapi.Error:
            connection.close()
            raise
        return connection

    return connect


def _set(connection: Any, pragma: str) -> None:
    """Set a pragma, but keep a write-ahead log that another process uses: all users of a file share one journal mode."""
    try:
        connection.execute(pragma)
    except connection.OperationalError as error:
        if not (pragma == f"{_JOURNAL}TRUNCATE" and has_waited(error)):
            raise


def settle(database: Database) -> None:
    """Close the readers that opened the file before the writer set its journal mode. Such a reader would not keep the write-ahead log in
    place while the writer reconnects. An old SQLite can remove the log of a newer one only while no reader has the file open.
    """
    if database.glance or database.warnings:
        database.reader.dispose()
    if database.warnings:
        with closing(database.writer.raw_connection()):
            pass


def _sqlite_engine(connect: Callable[[], Any], *, begin: str, size: int) -> Engine:
    """Make an engine that begins each transaction itself, before the first change, because the driver is in manual mode."""
    engine = create_engine(
        sqlite_dialect.URL,
        module=driver()[0],
        creator=connect,
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0 if size == 1 else 4 * size,
        pool_timeout=POOL_SECONDS,
        json_serializer=as_json,
        json_deserializer=from_json,
        execution_options={"compiled_cache": sqlite_dialect.COMPILED},
    )
    transaction_hooks.after_begin(engine, lambda raw: raw.driver_connection.execute(begin))
    return engine


def _check(engine: Engine, named: str) -> None:
    """Check the file through the reader: a writer would set the journal mode, and the file may belong to another program."""
    with closing(engine.raw_connection()) as raw:
        found = raw.driver_connection.execute("PRAGMA quick_check(1)").fetchone()  # type: ignore[union-attr]  # it is open
    if found[0] != "ok":
        raise fault("database_damaged", named)
