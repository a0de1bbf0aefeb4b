"""How to speak to each kind of database. Everything that only SQLite needs is here: driver, pragmas, locks, checks, copies."""

import logging
import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Final

from pydantic_core import from_json, to_json
from sqlalchemy import Connection, Engine, NullPool, QueuePool, Table, bindparam, create_engine, event, func, insert, make_url, select, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.url import URL
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.util import LRUCache

from rpg_lite.store import sqlite_dialect, transaction_hooks
from rpg_lite.store.file_watch import Watch
from rpg_lite.store.raw_query import Glance
from rpg_lite.store.redaction import without_secrets
from rpg_lite.store.store_faults import StoreFault, fault, has_waited
from rpg_lite.store.write_queue import WriteQueue

SAFE_WAL: Final = (3, 51, 3)
"""Before this SQLite, two processes that reset one write-ahead log at the same moment may corrupt the file."""
CHECKED_AT_START: Final = 64 * 2**20
"""Bytes. quick_check reads every page: a larger file would make the start slow, and reading tells of damage anyway."""
_SMALLEST: Final = 100
"""Bytes of the header of a database. SQLite takes a file of one byte for an empty one."""
_MIGRATION_LOCK: Final = 7_252_017
_POOL_SECONDS: Final = 30
_POOL_SIZE: Final = 15
_RESTED_S: Final = 0.5
_JOURNAL: Final = "PRAGMA journal_mode="
_COMPILED: Final = LRUCache[Any, Any](1000)
"""Statements as every SQLite engine of this process compiles them; safe to share between threads."""


@dataclass(frozen=True, slots=True)
class Database:
    """`writer` takes the write lock when a transaction begins, and `in_turn` hands it out; `reader` sees one moment and cannot write."""

    url: str
    writer: Engine
    reader: Engine
    warnings: tuple[str, ...] = ()
    glance: Glance | None = None
    """How to read one value without waiting, where that can be."""
    still_there: Callable[[], None] = lambda: None
    """Raises StoreFault when the file of this name is another by now. Every transaction calls it; `first_value` does not."""
    turns: WriteQueue | None = None
    """The queue in which the threads of this process share the one writer."""
    open_anew: Callable[["Database"], bool] = lambda database: False
    """Closes all connections if the files beside the database are others by now; False if they are not, or if it cannot be done yet."""

    @property
    def is_in_memory(self) -> bool:
        return self.url == ":memory:" and self.writer.dialect.name == "sqlite"


def open_database(where: str | Path, *, read_only: bool = False, busy_ms: int = 5000) -> Database:
    """Engines for a path, ":memory:" or an SQLAlchemy URL. `migrate` looks after the schema."""
    url = url_of(where)
    named = shown(where)
    match url.get_backend_name():
        case "sqlite" if file := file_of(where):
            return _in_file(file, named, read_only=read_only, busy_ms=busy_ms)
        case "sqlite":
            return in_memory(named)
        case "postgresql":
            return _postgresql(url, named, busy_ms)
        case other:
            raise StoreFault("database_unsupported", f"{other} is not supported: use a path, sqlite:/// or postgresql+psycopg://.")


def shown(where: str | Path) -> str:
    """How messages name the database: the path, or the URL without its secrets."""
    return str(where) if isinstance(where, Path) or "://" not in where else without_secrets(where)


def url_of(where: str | Path) -> URL:
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite", database=str(where))
    try:
        return make_url(where)
    except ArgumentError as error:
        raise StoreFault("database_unsupported", "This is neither a path nor a database URL: use a path, or scheme://….") from error


def file_of(where: str | Path) -> Path | None:
    """None for a database in memory or on a server."""
    url = url_of(where)
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if is_file else None


def upsert(connection: Connection, table: Table, kept: frozenset[str]) -> Any:
    """INSERT that turns into an UPDATE of all columns but the key and `kept` where the key is taken."""
    return _upsert(connection.dialect.name, table, kept)


@cache
def _upsert(dialect: str, table: Table, kept: frozenset[str]) -> Any:
    """Cached, because making this statement takes longer than running it."""
    new = _insert(dialect, table)
    keys = [column.name for column in table.primary_key]
    changed = {c.name: new.excluded[c.name] for c in table.columns if c.name not in keys and c.name not in kept}
    return new.on_conflict_do_update(index_elements=keys, set_=changed)


def insert_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert new rows of plain values in the same columns, at least one. On SQLite use one statement: its driver gives up the interpreter at every
    row, and beside a busy event loop has it back five milliseconds later."""
    if connection.dialect.name != "sqlite":
        connection.execute(insert(table), rows)
        return
    columns = tuple(rows[0])
    connection.execute(_from_json(table, columns), {"rows": _as_json([[row[column] for column in columns] for row in rows])})


@cache
def _from_json(table: Table, columns: tuple[str, ...]) -> Any:
    each = func.json_each(bindparam("rows")).table_valued("value")
    return insert(table).from_select(columns, select(*(func.json_extract(each.c.value, f"$[{n}]") for n in range(len(columns)))))


def insert_unless_there(connection: Connection, table: Table, column: str) -> Any:
    """INSERT that does nothing where a row has the same value in that column; it returns the column when it inserts."""
    return _insert(connection.dialect.name, table).on_conflict_do_nothing(index_elements=[column]).returning(table.c[column])


def _insert(dialect: str, table: Table) -> Any:
    """INSERT … ON CONFLICT is the same in both, but SQLAlchemy keeps it in the dialect; PostgreSQL's is imported on first use."""
    module: Any = sqlite if dialect == "sqlite" else import_module("sqlalchemy.dialects.postgresql")
    return module.insert(table)


@contextmanager
def schema_change(engine: Engine) -> Iterator[Connection]:
    """A transaction that alone may change tables: other writers end before it begins, and find another schema afterwards. On SQLite
    foreign keys sleep, because a rebuild drops the old table and would take the children with it; they are checked before the commit."""
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
    """Keep the schema as it is until the transaction ends; wait for a change of it. A transaction that updates `campaign` first needs no
    more; on SQLite nobody does, since only one transaction writes."""
    if connection.dialect.name != "sqlite":
        connection.execute(text("LOCK TABLE campaign IN ROW EXCLUSIVE MODE"))


def copy(database: Database, file: Path) -> None:
    """Copy the last committed state without stopping writers."""
    if database.reader.dialect.name != "sqlite":
        raise StoreFault("backup_unsupported", f"{database.url} is a PostgreSQL database: run pg_dump, its own tool, to copy it.")
    claim(file)
    try:
        with closing(database.reader.raw_connection()) as raw:
            _vacuum_into(raw.driver_connection, file)
        with open(file, "rb") as written:
            os.fsync(written.fileno())
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _vacuum_into(raw: Any, file: Path) -> None:
    """Lift query_only, which forbids the copy although it writes only into the new file."""
    was = raw.execute("PRAGMA query_only").fetchone()[0]
    raw.execute("PRAGMA query_only=OFF")
    try:
        raw.execute("VACUUM INTO ?", (str(file),))
    finally:
        raw.execute(f"PRAGMA query_only={was}")


def copy_into(empty: Database, full: Database) -> None:
    """Copy one whole database in memory into another."""
    with closing(full.writer.raw_connection()) as source, closing(empty.writer.raw_connection()) as target:
        source.driver_connection.backup(target.driver_connection)  # type: ignore[union-attr]


def claim(file: Path) -> None:
    """Make the empty file to fill, so that no file is ever overwritten."""
    if not file.parent.is_dir():
        raise StoreFault("folder_missing", f"The folder {file.parent} is missing: make it, or name another file.")
    try:
        file.touch(exist_ok=False)
    except FileExistsError as error:
        raise StoreFault("file_exists", f"{file} exists already and is not overwritten: name a new file.") from error
    except OSError as error:
        raise fault("database_unreachable", str(file)) from error


def driver() -> tuple[Any, bool]:
    """The SQLite to use, and whether several processes can safely share its write-ahead log."""
    for name in ("sqlite3", "pysqlite3"):
        found = _imported(f"{name}.dbapi2")
        if found is not None and found.sqlite_version_info >= SAFE_WAL:
            return found, True
    return import_module("sqlite3.dbapi2"), False


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


def in_memory(named: str) -> Database:
    """One connection for all: it is the database."""
    connect = _connector(":memory:", 0, "PRAGMA foreign_keys=ON")
    both = _sqlite_engine(connect, begin="BEGIN", size=1)
    return Database(named, both, both, turns=WriteQueue())


def _in_file(file: Path, named: str, *, read_only: bool, busy_ms: int) -> Database:
    _look(file, read_only)
    if not read_only:
        _make(file)
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
    return Database(named, writer, reader, () if is_safe else (_old_sqlite(),), glance, watch.still_there, WriteQueue(), watch.open_anew)


def _old_sqlite() -> str:
    version = driver()[0].sqlite_version
    wanted = ".".join(map(str, SAFE_WAL))
    return f"SQLite {version} is older than {wanted}: the slower rollback journal is used; `pip install pysqlite3` brings a newer one."


def _look(file: Path, read_only: bool) -> None:
    """Tell apart what SQLite calls "unable to open database file", and refuse what it would overwrite.

    The file is not opened: to close it again would drop the locks that this process has on it.
    """
    try:
        found = file.stat() if file.exists() else None
    except OSError as error:  # a name too long
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


def _make(file: Path) -> None:
    """Here and once: a connection that comes later must not make a new file where the old one was taken away."""
    try:
        if not file.exists():
            file.touch()
    except (OSError, ValueError) as error:  # ValueError: a null character
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
    """Keep a write-ahead log that another process is using; all users of a file have the same journal."""
    try:
        connection.execute(pragma)
    except connection.OperationalError as error:
        if not (pragma == f"{_JOURNAL}TRUNCATE" and has_waited(error)):
            raise


def settle(database: Database) -> None:
    """Give up, on an old SQLite, the write-ahead log that a newer one left; this works only while no reader has the file open."""
    if database.warnings:
        database.reader.dispose()
        with closing(database.writer.raw_connection()):
            pass


def _sqlite_engine(connect: Callable[[], Any], *, begin: str, size: int) -> Engine:
    """Begin the transaction ourselves and not with the first change: the driver is in manual mode."""
    engine = create_engine(
        sqlite_dialect.URL,
        module=driver()[0],
        creator=connect,
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0 if size == 1 else 4 * size,
        pool_timeout=_POOL_SECONDS,
        json_serializer=_as_json,
        json_deserializer=from_json,
        execution_options={"compiled_cache": sqlite_dialect.COMPILED},
    )
    transaction_hooks.after_begin(engine, lambda raw: raw.driver_connection.execute(begin))
    return engine


@cache
def _sqlite_template(module: Any) -> Engine:
    """Give every SQLite engine of this process one dialect, so that all of them share their compiled statements.

    SQLAlchemy compiles a statement once for each dialect object. A process that opens many databases, as a test suite does, would spend
    more than a third of its time on that.
    """
    template = create_engine("sqlite+pysqlite://", module=module, json_serializer=_as_json, json_deserializer=from_json, poolclass=NullPool)
    with template.connect():  # the first connection tells the dialect what this SQLite can do
        return template


def _check(engine: Engine, named: str) -> None:
    """Through the reader: a writer would set the journal, and the file may be another program's."""
    with closing(engine.raw_connection()) as raw:
        found = raw.driver_connection.execute("PRAGMA quick_check(1)").fetchone()  # type: ignore[union-attr]
    if found[0] != "ok":
        raise fault("database_damaged", named)


@contextmanager
def _keys_asleep(connection: Connection) -> Iterator[None]:
    """PRAGMA foreign_keys does nothing inside a transaction, so the driver is told directly before one begins."""
    raw: Any = connection.connection.driver_connection
    raw.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        if not connection.invalidated:  # Ctrl-C in the middle of a statement closed it
            raw.execute("PRAGMA foreign_keys=ON")


def _check_keys(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise RuntimeError(f"the migration breaks a foreign key of {broken[0]}")


def _postgresql(url: URL, named: str, busy_ms: int) -> Database:
    """psycopg is imported by create_engine. Each campaign has one writer at a time by its rev, so the pool may be wide. The last connection
    that came back goes out first: its statements are prepared, and it need not be asked whether it is there."""
    spoken = url.set(drivername="postgresql+psycopg")
    logging.getLogger("psycopg").addHandler(logging.NullHandler())  # we report an interruption once, ourselves
    try:
        writer = create_engine(
            spoken,
            pool_size=_POOL_SIZE,
            max_overflow=0,
            pool_timeout=_POOL_SECONDS,
            pool_use_lifo=True,
            json_serializer=_as_json,
            json_deserializer=from_json,
        )
    except ModuleNotFoundError as error:
        raise StoreFault("database_unreachable", f"{named} needs a driver: pip install 'rpg-lite[postgres]'.") from error
    _patient_for(writer, busy_ms)
    _asked_after_a_rest(writer)
    reader = writer.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Database(named, writer, reader)


def _patient_for(engine: Engine, busy_ms: int) -> None:
    """PostgreSQL waits for a lock for ever, unless the server or the URL says how long."""

    def made(raw: Any, record: ConnectionPoolEntry) -> None:
        raw.execute(f"SELECT set_config('lock_timeout', '{busy_ms}', false) WHERE current_setting('lock_timeout') = '0'")
        raw.commit()

    event.listen(engine, "connect", made)


def _asked_after_a_rest(engine: Engine) -> None:
    """Ask a rested connection whether it is still there. One that breaks sooner fails in its first statement, and the work runs again."""

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


def _as_json(value: Any) -> str:
    return to_json(value).decode()
