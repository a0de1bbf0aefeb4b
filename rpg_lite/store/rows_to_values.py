"""Read rows as values: the columns of a statement are the fields of the class, with the same names in the same order, so no column is
mistaken for another.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import starmap
from typing import Any, Final

from sqlalchemy import BindParameter, ColumnElement, bindparam

from rpg_lite.store import tables
from rpg_lite.store.tables import EQUIPPED, THING
from rpg_lite.world.world_model import Campaign, InUse, Thing

COLUMNS: Final = tuple(field.name for field in fields(Thing))
USES: Final = tuple(EQUIPPED.c[field.name] for field in fields(InUse))
CAMPAIGN: Final[BindParameter[str]] = bindparam("campaign")
THINGS: Final = tuple(THING.c[name] for name in COLUMNS)
CAMPAIGNS: Final = tuple(tables.CAMPAIGN.c[field.name] for field in fields(Campaign))


def things_of(rows: Iterable[Sequence[Any]]) -> Iterator[Thing]:
    """Read rows of THINGS."""
    return starmap(Thing, rows)


def uses_of(rows: Iterable[Sequence[Any]]) -> dict[tuple[str, str], InUse]:
    """Read rows of USES, by context and thing."""
    return {(use.context_id, use.thing_id): use for use in starmap(InUse, rows)}


def campaign_of(row: Sequence[Any]) -> Campaign:
    """Read a row of CAMPAIGNS."""
    return Campaign(*row)


def living(table: Any) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """The condition for rows of the campaign that have not been removed."""
    return table.c.campaign_id == CAMPAIGN, table.c.deleted_at.is_(None)
