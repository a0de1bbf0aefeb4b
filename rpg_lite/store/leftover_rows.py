"""Garbage: orphans, and the rows of things that were removed long ago. Only `purge` deletes rows."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, or_, select

from rpg_lite.store.rows_to_values import USES, uses_of
from rpg_lite.store.tables import CALL, EQUIPPED, EXIT, THING
from rpg_lite.world.world_model import WORLD_ID, InUse

DAY_MS: Final = 86_400_000
_FIRST: Final = THING.c.id.like("_0.%")
"""The things that a campaign began with: the ids of rev 0. The next start would create a missing one again, so these rows stay."""
Counts = dict[str, int]


def orphans(connection: Connection, campaign_id: str) -> Counts:
    """Count the live rows that refer to something removed: things without an existing bag, then uses and exits with one end missing."""
    holder = THING.alias("holder")
    return {
        "thing": _count(connection, THING, campaign_id, _is_lost(THING, THING.c.parent_id, holder), THING.c.id != WORLD_ID),
        "equipped": _count(connection, EQUIPPED, campaign_id, _has_lost_one(holder)),
        "exit": _count(
            connection, EXIT, campaign_id, or_(_is_lost(EXIT, EXIT.c.from_room, holder), and_(EXIT.c.to_room.is_not(None), _is_lost(EXIT, EXIT.c.to_room, holder)))
        ),
    }  # fmt: skip


def left_in_use(connection: Connection, campaign_id: str) -> list[InUse]:
    """Uses whose thing or context no longer exists."""
    here = (EQUIPPED.c.campaign_id == campaign_id, EQUIPPED.c.deleted_at.is_(None))
    found = select(*USES).where(*here, _has_lost_one(THING.alias("holder"))).order_by(EQUIPPED.c.context_id, EQUIPPED.c.thing_id)
    return [*uses_of(connection.execute(found)).values()]


def _has_lost_one(holder: Any) -> ColumnElement[bool]:
    return or_(*(_is_lost(EQUIPPED, column, holder) for column in (EQUIPPED.c.context_id, EQUIPPED.c.thing_id)))


def stale(connection: Connection, campaign_id: str, before: int) -> Counts:
    """Count the rows that were removed before that moment (UTC milliseconds), and the calls older than it."""
    found = {table.name: _count(connection, table, campaign_id, table.c.deleted_at < before) for table in (EQUIPPED, EXIT)}
    return {THING.name: _count(connection, THING, campaign_id, THING.c.deleted_at < before, ~_FIRST), **found} | {
        "call": _count(connection, CALL, campaign_id, _older(before))
    }


def purge(connection: Connection, campaign_id: str, before: int) -> Counts:
    """Delete the rows that `stale` counts, except rows that remaining rows refer to. The events of the chronicle keep every thing whole, so
    an undo can restore a purged thing.
    """
    found = {table.name: _delete(connection, table, campaign_id, table.c.deleted_at < before) for table in (EQUIPPED, EXIT)}
    things = 0
    while gone := _delete(connection, THING, campaign_id, THING.c.deleted_at < before, ~_FIRST, ~_is_needed()):
        things += gone
    # Delete results first, because they refer to their calls.
    calls = _delete(connection, CALL, campaign_id, CALL.c.parent_id.is_not(None), _older(before))
    return {THING.name: things, **found, CALL.name: calls + _delete(connection, CALL, campaign_id, _older(before))}


def _older(before: int) -> ColumnElement[bool]:
    """The condition for calls before that moment: an id begins with the time of the call, and a result is as old as its call."""
    return func.coalesce(CALL.c.parent_id, CALL.c.id) < f"{before:012x}"


def _is_needed() -> ColumnElement[bool]:
    """The condition for things to which some row refers, whether the row is live or not."""
    inside, worn, way = THING.alias("inside"), EQUIPPED.alias("worn"), EXIT.alias("way")
    names: tuple[tuple[Any, Callable[[Any], ColumnElement[bool]]], ...] = (
        (inside, lambda t: t.c.parent_id == THING.c.id),
        (worn, lambda t: or_(t.c.context_id == THING.c.id, t.c.thing_id == THING.c.id)),
        (way, lambda t: or_(t.c.from_room == THING.c.id, t.c.to_room == THING.c.id)),
    )
    return or_(*(select(1).where(t.c.campaign_id == THING.c.campaign_id, by(t)).correlate(THING).exists() for t, by in names))


def _is_lost(table: Table, column: Any, holder: Any) -> ColumnElement[bool]:
    """The condition for live rows whose `column` names no existing thing."""
    living = select(1).where(holder.c.campaign_id == table.c.campaign_id, holder.c.id == column, holder.c.deleted_at.is_(None))
    return and_(table.c.deleted_at.is_(None), ~living.correlate(table).exists())


def _count(connection: Connection, table: Table, campaign_id: str, *those: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).select_from(table).where(table.c.campaign_id == campaign_id, *those)).scalar_one()


def _delete(connection: Connection, table: Table, campaign_id: str, *those: ColumnElement[bool]) -> int:
    return connection.execute(delete(table).where(table.c.campaign_id == campaign_id, *those)).rowcount
