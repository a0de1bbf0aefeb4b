"""Give a new database its tables, and upgrade an old one to them."""

from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Column, Connection, MetaData, String, Table, column, insert, inspect, literal_column, select, table, text
from sqlalchemy.schema import CreateIndex, CreateTable

from rpg_lite.store.backup import copy_into
from rpg_lite.store.database import Database
from rpg_lite.store.schema_lock import hold_schema, schema_change
from rpg_lite.store.sqlite_engine import in_memory
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.tables import METADATA

HEAD: Final = "0006"
"""The newest file in migrations/versions; the numbers have four digits, because later files must sort after earlier ones."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"
_STAMP: Final = "alembic_version"
_STAMPS: Final = Table(
    _STAMP, MetaData(naming_convention={"pk": "alembic_version_pkc"}), Column("version_num", String(32), primary_key=True)
)
"""The table of the stamp, as Alembic makes it."""
IS_HEAD: Final = select(column("version_num")).select_from(table(_STAMP)).scalar_subquery() == literal_column(f"'{HEAD}'")
"""The condition that the schema has this program's version. Another program may have upgraded the database since it was opened."""
_AT_HEAD: Final = select(IS_HEAD)


def migrate(database: Database) -> str | None:
    """Upgrade if the stamp differs from HEAD; return the old stamp. If several processes do so at once, the first one upgrades the database
    and the others find it upgraded.
    """
    with database.reader.connect() as connection:
        found = stamp(connection, database.url)
    if found is None and database.is_in_memory:
        copy_into(database, _empty())
    elif found != HEAD:
        _upgrade(database)
    return found


def _upgrade(database: Database) -> None:
    with schema_change(database.writer) as connection:
        if stamp(connection, database.url) is None:
            begin(connection)
        else:
            upgrade(connection)


def begin(connection: Connection) -> None:
    """Make the tables of an empty database from their models, in the caller's transaction: the migrations would make the same tables, but
    take ten times as long.
    """
    for made in (*METADATA.sorted_tables, _STAMPS):
        connection.execute(CreateTable(made))
        for index in sorted(made.indexes, key=lambda index: str(index.name)):  # in one order, because SQLite prefers earlier ones
            connection.execute(CreateIndex(index))
    connection.execute(insert(_STAMPS).values(version_num=HEAD))


@cache
def _empty() -> Database:
    """A database in memory at HEAD: property tests copy it thousands of times."""
    made = in_memory(":memory:")
    _upgrade(made)
    return made


def hold(connection: Connection, where: str) -> None:
    """In a writing transaction, require that the schema has this program's version, and keep it the same until the end."""
    hold_schema(connection)
    if not connection.execute(_AT_HEAD).scalar():
        require_head(connection, where)


def require_head(connection: Connection, where: str) -> None:
    """Require this program's schema without an upgrade: in a read-only database, or in a database that another program upgraded while it
    was open.
    """
    if stamp(connection, where) != HEAD:
        raise StoreFault("database_older", f"{where} was written by an older rpg-lite: run rpg-lite db upgrade once.")


def stamp(connection: Connection, where: str) -> str | None:
    """The schema's version; None for an empty database. Raises StoreFault for a database of another or a newer program."""
    tables = inspect(connection).get_table_names()
    if _STAMP not in tables:
        if tables:
            raise StoreFault("not_a_database", f"{where} belongs to another program: name another file with --db.")
        return None
    found = connection.execute(text(f"SELECT version_num FROM {_STAMP}")).scalar()
    if found is not None and found > HEAD:
        raise StoreFault("database_newer", f"{where} was written by a newer rpg-lite (schema {found}, here {HEAD}): update this program.")
    return found


def upgrade(connection: Connection, version: str = "head") -> None:
    """Upgrade from any schema, in the caller's transaction."""
    # Imported here for start-up cost: a database at HEAD never needs alembic.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, version)
