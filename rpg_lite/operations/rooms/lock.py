"""manage_room lock: lock a door or a chest with its key, or with a lock that the game master adds."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import locked_refusals, state_changes
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.doors import (
    OfDoor,
    Shuttable,
    as_it_is,
    cost_of_a_door,
    handle,
    hands,
    key_for,
    meant_door,
    refuse_far,
    told_of_door,
    turn_key,
)
from rpg_lite.mechanics.rolls.tool_lookup import has_tools
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.rules.document_field_types import Name
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths
from rpg_lite.world.locks import Fitting, lock_of
from rpg_lite.world.world_model import Exit, World


class Lock(OfDoor):
    """With the key that somebody carries."""

    operation: Literal["lock"]
    key_name: Annotated[Name | None, Field(description="An item.")] = None
    dc: Annotated[int | None, Field(ge=0, le=40, strict=True)] = None
    force: bool = False


def decide_lock(command: Lock, draft: Draft) -> Verdict:
    """Refuses: bag_locked, beyond_reach, exit_unknown, floor_unknown, key_missing, lock_is_made, lock_required, no_door, not_in_the_room."""
    world, book = draft.world, draft.situation.book
    found = meant_door(world, command, book)
    if isinstance(found, Rejected):
        return found
    what, people = found
    if far := refuse_far(draft, command, what, people):
        return far
    lock = lock_of(what)
    if refusal := _lock_is_made(lock, command):
        return refusal
    if lock.is_locked and not _is_new(lock, command):
        return as_it_is(draft, what)
    holder = locked_refusals.holder(world, what, people, book)
    if lock.key_name and holder is None and not command.force and not _is_new(lock, command):
        return Rejected("key_missing", "direction" if command.direction else "bagName", {"key": lock.key_name})
    if not command.force:
        handle(draft, what, "touch", hands(command, people))
    _fit(draft, what, command)
    turn_key(draft, what, is_locked=True)
    return told_of_door(draft, what, key=key_for(world, book, lock, holder))


def may_lock(caller: Caller, command: Lock, seen: World, book: Rulebook) -> Rejected | None:
    """Refuses: lock_takes_tools, not_in_the_fight, not_your_turn, not_yours, out_of_reach."""
    hand = reach.hand_of(command, seen, book)
    return reach.of_own(caller, command, seen, book) or _takes_tools(seen, command, book) or reach.waits_for_turn(caller, seen, hand)


def _takes_tools(world: World, command: Lock, book: Rulebook) -> Rejected | None:
    """The refusal if a player cannot lock this by hand: a lock without a key takes tools."""
    found = meant_door(world, command, book)
    if isinstance(found, Rejected) or not found[1]:
        return None  # the decider refuses it later, with its own code
    lock, who = lock_of(found[0]), found[1][0]
    if lock.is_locked or lock.key_name or has_tools(world, who, book):
        return None
    return Rejected("lock_takes_tools", "direction" if command.direction else "bagName", {"label": lock.name, "name": who.name})


def _is_new(lock: Fitting, command: Lock) -> bool:
    """Whether the key or the DC differs from that of the lock."""
    return (command.key_name or lock.key_name, lock.dc if command.dc is None else command.dc) != (lock.key_name, lock.dc)


def _lock_is_made(lock: Fitting, command: Lock) -> Rejected | None:
    """The refusal to change an existing lock without `force`."""
    if lock.is_bolt or command.force or not _is_new(lock, command):
        return None
    return Rejected("lock_is_made", "keyName" if command.key_name else "dc", {"label": lock.name, "key": lock.key_name, "dc": lock.dc})


def _fit(draft: Draft, what: Shuttable, command: Lock) -> None:
    """Set the key and the DC of the lock that the command gives."""
    if isinstance(what, Exit):
        wanted = {"key_name": command.key_name, "dc": command.dc}
        room_lookup.alter(draft, what, **{field: value for field, value in wanted.items() if value is not None})
        return
    if command.key_name is not None:
        state_changes.change(draft, what, body_paths.KEY_NAME, command.key_name)
    if command.dc is not None:
        state_changes.change(draft, what, body_paths.DC, command.dc)


OPERATION = Operation(
    tool="manage_room",
    model=Lock,
    decide=decide_lock,
    who=replace(OWN, reach=may_lock, decrees=("key_name", "dc")),
    cost=cost_of_a_door,
    sends="direction force?",
    is_verb=True,
)
