"""INSERT statements that update or leave what is there, in the words of each database."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Table, bindparam, func, insert, select
from sqlalchemy.dialects import sqlite

from rpg_lite.store.database import as_json


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
    """Insert new rows of plain values in the same columns, at least one. On SQLite, use one statement: its driver gives up the interpreter
    at every row, and with a busy event loop gets it back only after five milliseconds.
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
    """INSERT that does nothing where a row has the same value in that column; it returns the column when it inserts."""
    return _insert(connection.dialect.name, table).on_conflict_do_nothing(index_elements=[column]).returning(table.c[column])


def _insert(dialect: str, table: Table) -> Any:
    """INSERT … ON CONFLICT is the same in both, but SQLAlchemy keeps it in the dialect; PostgreSQL's is imported on first use."""
    module: Any = sqlite if dialect == "sqlite" else import_module("sqlalchemy.dialects.postgresql")
    return module.insert(table)
