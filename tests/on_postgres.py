"""`--on postgres`: databases of tests go into schemas of the tests' own PostgreSQL instead of SQLite files or memory.

The path of a file gives the name of its schema, so that a program that a test starts finds it. A schema is migrated once: when
its test has ended, or nobody has its database open, the next test gets it empty. A schema at another migration is dropped.
"""

import importlib.util
import os
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any, Final

REGISTRY: Final = "TESTS_ON_POSTGRES"
"""The variable with the URL of the registry, for programs that a test starts."""
ENGINE: Final = "rpg_lite.store.sqlite_engine"
ROOT: Final = Path(__file__).parents[1]
HOOK: Final = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests import on_postgres; on_postgres.await_engine()\n"
_BESIDE: Final = threading.Lock()
_IN_MEMORY: Final = "in memory"
_left: list[str] = []
_engines: weakref.WeakSet[Any] = weakref.WeakSet()


@contextmanager
def everything(registry: str, folder: Path) -> Iterator[None]:
    """As long as the block lasts, here and in the programs that are started from here. `folder`: an empty one for the hook."""
    with _asked(registry) as connection:
        connection.execute("CREATE TABLE place (path text PRIMARY KEY, schema text NOT NULL)")
        connection.execute("CREATE TABLE free (schema text PRIMARY KEY)")
        connection.execute("CREATE SEQUENCE number")
    (folder / "sitecustomize.py").write_text(HOOK, "utf-8")
    before = dict(os.environ)
    os.environ |= {REGISTRY: registry, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
    changed = await_engine()
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
        for name, was in changed.items():
            setattr(sys.modules[ENGINE], name, was)


def put_away(folder: Path | None) -> None:
    """After a test: nobody keeps a connection, and the schemas of the files in its folder are free."""
    for engine in list(_engines):
        engine.pool.dispose()
    if folder is not None:
        with _asked(os.environ[REGISTRY]) as connection:
            gone = "DELETE FROM place WHERE starts_with(path, %s) RETURNING schema"
            connection.execute(f"WITH gone AS ({gone}) INSERT INTO free SELECT schema FROM gone", [f"{folder}{os.sep}"])


def await_engine() -> dict[str, Any]:
    """Replace the function that opens SQLite databases, now or as soon as the module loads; return the old one."""
    if ENGINE in sys.modules or "pytest" in sys.modules:
        return _change(importlib.import_module(ENGINE))
    sys.meta_path.insert(0, _Waiting())  # type: ignore[arg-type]
    return {}


class _Waiting:
    """Finds the one module, and changes it when it has been loaded; programs that never need it do not pay for it."""

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != ENGINE:
            return None
        sys.meta_path.remove(self)  # type: ignore[arg-type]
        spec = importlib.util.find_spec(name)
        assert spec is not None and spec.loader is not None
        load = spec.loader.exec_module

        def loaded(module: Any) -> None:
            load(module)
            _change(module)

        spec.loader.exec_module = loaded  # type: ignore[method-assign]
        return spec


def _change(engine: Any) -> dict[str, Any]:
    server, address = (importlib.import_module(f"rpg_lite.store.{name}") for name in ("postgres_engine", "database_address"))
    was = {"in_memory": engine.in_memory, "in_file": engine.in_file}

    def in_memory(named: str) -> Any:
        schema = _taken(_IN_MEMORY)
        database = opened(schema, named, busy_ms=5000)
        weakref.finalize(database.writer, _left.append, schema).atexit = False
        return database

    def in_file(file: Path, named: str, *, read_only: bool, busy_ms: int) -> Any:
        engine.refuse_unfit(file, read_only)
        engine.make_file(file)
        return opened(_taken(str(file.absolute())), named, busy_ms)

    def opened(schema: str, named: str, busy_ms: int) -> Any:
        database = server.on_server(address.url_of(_in_schema(schema)), named, busy_ms)
        _engines.add(database.writer)
        return database

    engine.in_memory, engine.in_file = in_memory, in_file
    return was


def _taken(path: str) -> str:
    """The schema of this file, or an empty one. Leftovers are removed here, because a finalizer may run anywhere."""
    with _BESIDE, _asked(os.environ[REGISTRY]) as connection:
        while _left:
            connection.execute("INSERT INTO free VALUES (%s)", [_left.pop()])
        connection.execute("LOCK TABLE place")
        if found := connection.execute("SELECT schema FROM place WHERE path = %s", [path]).fetchone():
            return str(found[0])
        one = "(SELECT schema FROM free LIMIT 1 FOR UPDATE SKIP LOCKED)"
        if free := connection.execute(f"DELETE FROM free WHERE schema = {one} RETURNING schema").fetchone():
            _empty(connection, schema := str(free[0]))
        else:
            schema = "one_{}".format(*connection.execute("SELECT nextval('number')").fetchone())
            connection.execute(f"CREATE SCHEMA {schema}")
        if path != _IN_MEMORY:
            connection.execute("INSERT INTO place VALUES (%s, %s)", [path, schema])
        return schema


def _empty(connection: Any, schema: str) -> None:
    """Check the stamp, since a test may have written another one, or tables of another program, or nothing."""
    from rpg_lite.store.migrate import HEAD
    from rpg_lite.store.tables import METADATA

    has_stamp = connection.execute("SELECT to_regclass(%s)", [f"{schema}.alembic_version"]).fetchone()[0]
    if has_stamp and connection.execute(f"SELECT version_num FROM {schema}.alembic_version").fetchall() == [(HEAD,)]:
        emptied = "; ".join(f'DELETE FROM {schema}."{table.name}"' for table in reversed(METADATA.sorted_tables))
        connection.execute(f"SET LOCAL session_replication_role = replica; {emptied}")  # no look at each thing's neighbours
    else:
        connection.execute(f"DROP SCHEMA {schema} CASCADE; CREATE SCHEMA {schema}")


def _in_schema(schema: str) -> str:
    return os.environ[REGISTRY].rpartition("%3D")[0] + f"%3D{schema}"


def _asked(registry: str) -> Any:
    import psycopg

    return psycopg.connect(registry)
