"""Open a database and bring its schema up to date. Apart because migrations load Alembic, which an open campaign does not need."""

from pathlib import Path

from rpg_lite.store import engine, migrate, sqlite_engine
from rpg_lite.store.database import Database


def open_with_schema(where: str | Path, read_only: bool, busy_ms: int) -> tuple[Database, str | None]:
    """Open the database and return it with the schema that was found; a new database has none."""
    database = engine.open_database(where, read_only=read_only, busy_ms=busy_ms)
    if not read_only:
        was = migrate.migrate(database)
        sqlite_engine.settle(database)
        return database, was
    with database.reader.connect() as connection:
        migrate.require_head(connection, database.url)
    return database, migrate.HEAD
