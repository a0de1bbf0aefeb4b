"""Open the database at an address: SQLite in a file or in memory, or PostgreSQL. Apart because it chooses between two databases, and
neither knows the other.
"""

from pathlib import Path

from rpg_lite.store import sqlite_engine
from rpg_lite.store.database import Database
from rpg_lite.store.database_address import file_of, name_of, url_of
from rpg_lite.store.postgres_engine import on_server
from rpg_lite.store.store_faults import StoreFault


def open_database(where: str | Path, *, read_only: bool = False, busy_ms: int = 5000) -> Database:
    """Engines for a path, ":memory:" or an SQLAlchemy URL. The module `migrate` creates and upgrades the schema."""
    url = url_of(where)
    named = name_of(where)
    match url.get_backend_name():
        case "sqlite" if file := file_of(where):
            return sqlite_engine.in_file(file, named, read_only=read_only, busy_ms=busy_ms)
        case "sqlite":
            return sqlite_engine.in_memory(named)
        case "postgresql":
            return on_server(url, named, busy_ms)
        case other:
            raise StoreFault("database_unsupported", f"{other} is not supported: use a path, sqlite:/// or postgresql+psycopg://.")
