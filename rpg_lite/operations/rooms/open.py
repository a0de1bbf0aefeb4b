"""manage_room open: open a door or a chest that is not locked."""

from dataclasses import replace
from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.places import ground_doors
from rpg_lite.mechanics.places.doors import OfDoor, cost_of_a_door, handle, hands, meant_door, refuse_far, refuse_locked, shut_or_open
from rpg_lite.operations.operation import BY_HAND, Operation
from rpg_lite.world.locks import lock_of


class Open(OfDoor):
    """A closed door."""

    operation: Literal["open"]


def decide_open(command: Open, draft: Draft) -> Verdict:
    """Refuses: bag_locked, beyond_reach, door_locked, exit_unknown, floor_unknown, ground_in_use, inner_door_locked, lock_required, name_ambiguous, no_door, not_in_the_room."""
    world, book = draft.world, draft.situation.book
    inside = ground_doors.meant(draft, command)
    if inside is not None:
        return inside if isinstance(inside, Rejected) else ground_doors.turn(draft, command, inside, "open")
    found = meant_door(world, command, book)
    if isinstance(found, Rejected):
        return found
    what, people = found
    if far := refuse_far(draft, command, what, people):
        return far
    if lock_of(what).is_locked:
        return refuse_locked(world, what, command, people, book)
    handle(draft, what, "open", hands(command, people))
    return shut_or_open(draft, what, "open")


OPERATION = Operation(
    tool="manage_room",
    model=Open,
    decide=decide_open,
    who=replace(BY_HAND, is_found_by_doing=True),
    cost=cost_of_a_door,
    sends="direction",
    is_verb=True,
)
