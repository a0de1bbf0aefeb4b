"""Order the rows of one campaign, each after the rows that it refers to, because either engine can write them only in such an order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, bindparam, func, select

from rpg_lite.store.tables import CALL, COMMIT, EQUIPPED, EVENT, EXIT, THING

Row = dict[str, Any]
Progress = Callable[[str, int, int], None]
"""A function that receives the table, the number of rows done, and the number of all rows."""
AT_ONCE: Final = 1000
TABLES: Final[tuple[Table, ...]] = (THING, EQUIPPED, EXIT, COMMIT, EVENT, CALL)
"""All tables except the table of campaigns, in the order in which they are written."""
_CAMPAIGN: Final = "campaign"


class NoOrder(Exception):
    """Some things contain each other or are in no bag, so they cannot be written in any order."""


def count(connection: Connection, table: Table, campaign_id: str) -> int:
    return connection.execute(select(func.count()).select_from(table).where(table.c.campaign_id == campaign_id)).scalar_one()


def in_order(connection: Connection, table: Table, campaign_id: str) -> Iterator[Row]:
    """Every row of the campaign, including the rows of removed things. Raises NoOrder."""
    if table is THING:
        return _things(connection, campaign_id)
    asked = select(table).where(table.c.campaign_id == bindparam(_CAMPAIGN)).order_by(*_orders(table))
    return _stream(connection, asked, {_CAMPAIGN: campaign_id})


def portions(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield the rows in portions that are never empty."""
    portion: list[Row] = []
    for row in rows:
        portion.append(row)
        if len(portion) == AT_ONCE:
            yield portion
            portion = []
    if portion:
        yield portion


def _orders(table: Table) -> Sequence[ColumnElement[Any]]:
    """The sort keys: calls come before their results; other rows are sorted by their keys, because a commit only undoes earlier ones."""
    key = [column for column in table.primary_key if column.name != "campaign_id"]
    return [table.c.parent_id.is_not(None), *key] if table is CALL else key


def _things(connection: Connection, campaign_id: str) -> Iterator[Row]:
    """Yield bags before their contents. Only the ids are held in memory all at once."""
    pairs = connection.execute(select(THING.c.id, THING.c.parent_id).where(THING.c.campaign_id == campaign_id))
    order = _outer_first(dict(list(pairs)))
    for n in range(0, len(order), AT_ONCE):
        portion = order[n : n + AT_ONCE]
        found = connection.execute(_THESE, {_CAMPAIGN: campaign_id, "ids": portion}).mappings()
        rows = {row["id"]: dict(row) for row in found}
        yield from (rows[id] for id in portion)


def _outer_first(bags: Mapping[str, str | None]) -> list[str]:
    """The ids in the order of their depth in the tree."""
    inside: dict[str | None, list[str]] = {}
    for id, bag in bags.items():
        inside.setdefault(bag, []).append(id)
    order = sorted(inside.get(None, ()))
    for id in order:  # the list grows during the loop
        order.extend(sorted(inside.get(id, ())))
    if len(order) != len(bags):
        raise NoOrder
    return order


def _stream(connection: Connection, asked: Any, parameters: Mapping[str, Any]) -> Iterator[Row]:
    found = connection.execute(asked, parameters, execution_options={"yield_per": AT_ONCE})
    return (dict(row) for row in found.mappings())


_THESE: Final = select(THING).where(THING.c.campaign_id == bindparam(_CAMPAIGN), THING.c.id.in_(bindparam("ids", expanding=True)))
