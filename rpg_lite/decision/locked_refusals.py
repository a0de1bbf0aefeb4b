"""Refusals for locked things; they name the people present who can open them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import locks
from rpg_lite.world.world_model import Exit, Thing, World


def holder(world: World, what: Exit | Thing, people: Iterable[Thing], book: Rulebook) -> Thing | None:
    """The person among these who has the key."""
    lock = locks.lock_of(what)
    return next((p for p in people if lock.key_name and lock.opens_to(locks.keys_of(world, [p], book))), None)


def address(what: Exit | Thing) -> dict[str, str]:
    """The fields by which a call of manage_room names the lock."""
    return {"direction": what.label} if isinstance(what, Exit) else {"bagId": what.id}


def details(what: Exit | Thing, key_holder: Thing | None) -> dict[str, Any]:
    lock = locks.lock_of(what)
    return {"label": lock.name, "key": lock.key_name, "dc": lock.dc, "holder": key_holder.name if key_holder else None}


def refuse_locked(
    world: World, what: Exit | Thing, people: Iterable[Thing], book: Rulebook, field: str, who: Mapping[str, str]
) -> Rejected:
    """The refusal of a locked thing: the key or roll that opens it, and a payload that opens it if one of these people can."""
    has_it = holder(world, what, people, book)
    opens = has_it is not None or locks.lock_of(what).is_bolt
    instead = {**who, "operation": "unlock", **address(what)} if opens else None
    told = details(what, has_it)
    if isinstance(what, Exit):
        return Rejected("door_locked", field, told, instead=instead)
    return Rejected("bag_locked", field, told, instead=instead)


def shut(world: World, bag: Thing, field: str, book: Rulebook) -> Rejected | None:
    """Refuse to move anything into or out of a locked bag, at any depth.

    Only party members that the command touches are searched for the key, so the refusal does not say that the others have none.
    """
    chest = locks.shutting(world, bag.id)
    if chest is None:
        return None
    found = refuse_locked(world, chest, _beside(world, chest), book, field, {})
    if found.details["holder"]:
        return found
    return replace(found, details={**found.details, "unasked": True}, instead={"operation": "unlock", **address(chest)})


def aloud(refused: Rejected) -> Rejected:
    """The refusal for players: without the key and without a suggested call."""
    secret = {"key": None, "dc": None, "holder": None, "unsaid": True, "aloud": True}
    return replace(refused, details={**refused.details, **secret}, instead=None)


def _beside(world: World, chest: Thing) -> list[Thing]:
    """The party members in the slice that are in the room of the chest."""
    room = world.room_of(chest.id)
    members = (t for t in world.things.values() if t.kind == "character" and t.creature.is_member)
    return [m for m in members if room and world.room_of(m.id) == room]
