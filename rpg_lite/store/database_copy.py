"""Copy a whole database into an empty one, on the same engine or the other, and check the copy."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from pydantic_core import to_json
from sqlalchemy import Connection, Table, func, insert, select

from rpg_lite.store import dependency_order
from rpg_lite.store.dependency_order import AT_ONCE, TABLES, Progress, Row
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.tables import CAMPAIGN

_MODULUS: Final = 1 << 256


@dataclass(frozen=True, slots=True)
class Sum:
    """The number of rows, and a checksum that does not depend on their order, because the two engines sort text differently."""

    rows: int = 0
    digest: int = 0

    def with_rows(self, more: list[Row]) -> "Sum":
        return Sum(self.rows + len(more), (self.digest + sum(map(_digest, more))) % _MODULUS)

    def __str__(self) -> str:
        return f"{self.rows} rows, {self.digest:064x}"


def copy(source: Connection, target: Connection, where: str, progress: Progress) -> dict[str, Sum]:
    """Write each table in the caller's transaction, read it back and compare. Raises StoreFault and NoOrder."""
    if target.execute(select(func.count()).select_from(CAMPAIGN)).scalar_one():
        raise StoreFault("database_not_empty", f"{where} already holds campaigns and is not overwritten: name an empty database.")
    written = {table.name: Sum() for table in (CAMPAIGN, *TABLES)}
    campaigns = [dict(row) for row in source.execute(select(CAMPAIGN).order_by(CAMPAIGN.c.id)).mappings()]
    _write(target, CAMPAIGN, campaigns, written)
    for table in TABLES:
        total = source.execute(select(func.count()).select_from(table)).scalar_one()
        for campaign in campaigns:
            for portion in dependency_order.portions(dependency_order.in_order(source, table, campaign["id"])):
                _write(target, table, portion, written)
                progress(table.name, written[table.name].rows, total)
    for table in (CAMPAIGN, *TABLES):
        found = _read_back(target, table)
        if found != written[table.name]:
            told = f"The table {table.name} differs in the copy ({found} instead of {written[table.name]}); nothing was kept."
            raise StoreFault("copy_differs", told)
    return written


def _write(target: Connection, table: Table, portion: list[Row], written: dict[str, Sum]) -> None:
    if portion:
        target.execute(insert(table), portion)
        written[table.name] = written[table.name].with_rows(portion)


def _read_back(target: Connection, table: Table) -> Sum:
    found = Sum()
    for portion in dependency_order.portions(_all(target, table)):
        found = found.with_rows(portion)
    return found


def _all(connection: Connection, table: Table) -> Iterator[Row]:
    return (dict(row) for row in connection.execute(select(table), execution_options={"yield_per": AT_ONCE}).mappings())


def _digest(row: Row) -> int:
    return int.from_bytes(sha256(to_json(_canonical(row))).digest())


def _canonical(value: Any) -> Any:
    """The value with its keys in a fixed order."""
    if isinstance(value, dict):
        return {key: _canonical(value[key]) for key in sorted(value)}
    return [_canonical(v) for v in value] if isinstance(value, list) else value
