"""INSERT statements that update or skip existing rows, in the dialect of each database."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Table, bindparam, func, insert, select
from sqlalchemy.dialects import sqlite

from rpg_lite.store.database import as_json


def upsert(connection: Connection, table: Table, kept: frozenset[str]) -> Any:
    """An INSERT that becomes an UPDATE if the key already exists; it updates all columns except the key and `kept`."""
    return _upsert(connection.dialect.name, table, kept)


@cache
def _upsert(dialect: str, table: Table, kept: frozenset[str]) -> Any:
    """Build the statement; it is cached, because building it takes longer than running it."""
    new = _insert(dialect, table)
    keys = [column.name for column in table.primary_key]
    changed = {c.name: new.excluded[c.name] for c in table.columns if c.name not in keys and c.name not in kept}
    return new.on_conflict_do_update(index_elements=keys, set_=changed)


def insert_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert one or more new rows of plain values, all with the same columns. On SQLite, use one statement: its driver gives up the
    interpreter at every row, and a busy event loop gives it back only after five milliseconds.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(insert(table), rows)
        return
    columns = tuple(rows[0])
    connection.execute(_from_json(table, columns), {"rows": as_json([[row[column] for column in columns] for row in rows])})


@cache
def _from_json(table: Table, columns: tuple[str, ...]) -> Any:
    each = func.json_each(bindparam("rows")).table_valued("value")
    return insert(table).from_select(columns, select(*(func.json_extract(each.c.value, f"$[{n}]") for n in range(len(columns)))))


def insert_unless_there(connection: Connection, table: Table, column: str) -> Any:
    """An INSERT that does nothing if a row has the same value in that column; it returns the column when it inserts."""
    return _insert(connection.dialect.name, table).on_conflict_do_nothing(index_elements=[column]).returning(table.c[column])


def _insert(dialect: str, table: Table) -> Any:
    """The dialect's own INSERT: SQLAlchemy has ON CONFLICT only in the dialects. PostgreSQL's dialect is imported on first use."""
    module: Any = sqlite if dialect == "sqlite" else import_module("sqlalchemy.dialects.postgresql")
    return module.insert(table)
