"""Rows of living things, as every statement of a slice asks for them."""

from typing import Any, Final

from sqlalchemy import BindParameter, ColumnElement, bindparam

from rpg_lite.store.tables import THING

COLUMNS: Final = ("id", "kind", "name", "parent_id", "quantity", "attuned_to", "qualified_name", "available", "body")
"""In the order of Thing's fields."""
CAMPAIGN: Final[BindParameter[str]] = bindparam("campaign")
THINGS: Final = tuple(THING.c[name] for name in COLUMNS)


def living(table: Any) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Those of the campaign that are not gone."""
    return table.c.campaign_id == CAMPAIGN, table.c.deleted_at.is_(None)
