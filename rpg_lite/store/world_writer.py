"""Write the difference between two worlds. The rows hold the world after the events; the events are stored as well."""

import time
from collections.abc import Iterable
from dataclasses import asdict, fields
from graphlib import TopologicalSorter
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Connection, bindparam, update

from rpg_lite.rules import names
from rpg_lite.store.tables import CAMPAIGN, EQUIPPED, EXIT, OWN_BAG, THING
from rpg_lite.store.upserts import upsert
from rpg_lite.world.states import ItemState
from rpg_lite.world.world_model import Campaign, Exit, InUse, Key, Thing, World

_BORN: Final = frozenset({"created_at"})
_BESIDE_BODY: Final = attrgetter(*(field.name for field in fields(Thing) if field.name != "body"))
"""Every field of a thing except its body."""
Row = dict[str, Any]


def now() -> int:
    """The time in UTC milliseconds, from the only clock for records."""
    return time.time_ns() // 1_000_000


def record(connection: Connection, before: World, after: World, at: int) -> None:
    """Write the difference; end removed rows first, because this frees their slots and names."""
    campaign_id = after.campaign.id
    changed = [row for key, row in after.equipped.items() if before.equipped.get(key) is not row]
    left = [key for key, row in before.equipped.items() if after.equipped.get(key) is not row]
    _end_equipped(connection, campaign_id, left, at)
    _end_exits(connection, campaign_id, before.exits.keys() - after.exits.keys(), at)
    _end_things(connection, campaign_id, before.things.keys() - after.things.keys(), at)
    put, bodies = _by_what_differs(before, _outer_first(before, after))
    _put_things(connection, campaign_id, put, at)
    _put_bodies(connection, campaign_id, bodies, at)
    _put_equipped(connection, campaign_id, changed, at)
    _put_exits(connection, campaign_id, [way for id, way in after.exits.items() if before.exits.get(id) is not way], at)
    if before.campaign != after.campaign:
        _put_campaign(connection, after.campaign)


def _outer_first(before: World, after: World) -> list[Thing]:
    """The things that differ, each after the bag that holds it, because its `parent_id` must refer to an existing row."""
    changed = {id: thing for id, thing in after.things.items() if before.things.get(id) is not thing}
    if not any(thing.parent_id in changed for thing in changed.values()):
        return list(changed.values())
    bags: dict[str, set[str]] = {id: {bag} if (bag := thing.parent_id) in changed else set() for id, thing in changed.items()}
    return [changed[id] for id in TopologicalSorter(bags).static_order()]


def _by_what_differs(before: World, changed: Iterable[Thing]) -> tuple[list[Thing], list[Thing]]:
    """The things to write whole, and the creatures of which only the body differs (the usual result of an attack)."""
    whole, bodies = list[Thing](), list[Thing]()
    for thing in changed:
        was = before.things.get(thing.id)
        is_body = thing.kind == "character" and was is not None and _BESIDE_BODY(was) == _BESIDE_BODY(thing)
        (bodies if is_body else whole).append(thing)
    return whole, bodies


def _put_bodies(connection: Connection, campaign_id: str, things: Iterable[Thing], at: int) -> None:
    rows = [{"campaign": campaign_id, "thing": thing.id, "now": thing.body, "at": at} for thing in things]
    if rows:
        connection.execute(_PUT_BODY, rows)


def _put_things(connection: Connection, campaign_id: str, things: Iterable[Thing], at: int) -> None:
    rows = [_thing_row(campaign_id, thing, at) for thing in things]
    if rows:
        connection.execute(upsert(connection, THING, _BORN), rows)


def _thing_row(campaign_id: str, thing: Thing, at: int) -> Row:
    return {
        "campaign_id": campaign_id,
        "id": thing.id,
        "parent_id": thing.parent_id,
        "kind": thing.kind,
        "name": thing.name,
        "name_key": names.fold(thing.name),
        "quantity": thing.quantity,
        "attuned_to": thing.attuned_to,
        "qualified_name": thing.qualified_name,
        "available": thing.available,
        "template": template_of(thing.item),
        "body": thing.body,
        "created_at": at,
        "updated_at": at,
        "deleted_at": None,
    }


def template_of(kept: ItemState) -> str | None:
    """The key that finds a bag in addition to its name."""
    return OWN_BAG if kept.document and "container" in kept.document else kept.template


def _end_things(connection: Connection, campaign_id: str, ids: Iterable[str], at: int) -> None:
    rows = [{"at": at, "campaign": campaign_id, "thing": id} for id in sorted(ids)]
    if rows:
        connection.execute(_END_THING, rows)


def _put_equipped(connection: Connection, campaign_id: str, worn: Iterable[InUse], at: int) -> None:
    rows = [_equipped_row(campaign_id, row, at) for row in worn]
    if rows:
        connection.execute(upsert(connection, EQUIPPED, _BORN), rows)


def _equipped_row(campaign_id: str, row: InUse, at: int) -> Row:
    return {
        "campaign_id": campaign_id,
        "context_id": row.context_id,
        "thing_id": row.thing_id,
        "slot": row.slot,
        "grip": row.grip,
        "priority": row.priority,
        "created_at": at,
        "deleted_at": None,
    }


def _end_equipped(connection: Connection, campaign_id: str, keys: Iterable[Key], at: int) -> None:
    rows = [{"at": at, "campaign": campaign_id, "context": context, "thing": thing} for context, thing in keys]
    if rows:
        connection.execute(_END_EQUIPPED, rows)


def _put_exits(connection: Connection, campaign_id: str, exits: Iterable[Exit], at: int) -> None:
    stamps = {"campaign_id": campaign_id, "created_at": at, "updated_at": at, "deleted_at": None}
    rows = [asdict(way) | stamps for way in exits]
    if rows:
        connection.execute(upsert(connection, EXIT, _BORN), rows)


def _end_exits(connection: Connection, campaign_id: str, ids: Iterable[str], at: int) -> None:
    rows = [{"at": at, "campaign": campaign_id, "exit": id} for id in sorted(ids)]
    if rows:
        connection.execute(_END_EXIT, rows)


def _put_campaign(connection: Connection, campaign: Campaign) -> None:
    """Update everything but `rev`, which the guard has already set."""
    known = {"name": campaign.name, "ruleset": campaign.ruleset, "minutes": campaign.minutes, "policy": campaign.policy}
    connection.execute(update(CAMPAIGN).where(CAMPAIGN.c.id == campaign.id).values(known))


_PUT_BODY: Final = (
    update(THING)
    .where(THING.c.campaign_id == bindparam("campaign"), THING.c.id == bindparam("thing"))
    .values(body=bindparam("now"), updated_at=bindparam("at"))
)
_END_THING: Final = (
    update(THING)
    .where(THING.c.campaign_id == bindparam("campaign"), THING.c.id == bindparam("thing"))
    .values(deleted_at=bindparam("at"), updated_at=bindparam("at"))
)
_END_EXIT: Final = (
    update(EXIT)
    .where(EXIT.c.campaign_id == bindparam("campaign"), EXIT.c.id == bindparam("exit"))
    .values(deleted_at=bindparam("at"), updated_at=bindparam("at"))
)
_END_EQUIPPED: Final = (
    update(EQUIPPED)
    .where(
        EQUIPPED.c.campaign_id == bindparam("campaign"),
        EQUIPPED.c.context_id == bindparam("context"),
        EQUIPPED.c.thing_id == bindparam("thing"),
    )
    .values(deleted_at=bindparam("at"))
)
