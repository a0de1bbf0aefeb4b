"""manage_room close: shut a door or a chest."""

from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.places import ground_doors
from rpg_lite.mechanics.places.doors import OfDoor, as_it_is, cost_of_a_door, handle, hands, meant_door, refuse_far, shut_or_open
from rpg_lite.operations.operation import BY_HAND, Operation
from rpg_lite.world.locks import lock_of


class Close(OfDoor):
    """An open door."""

    operation: Literal["close"]


def decide_close(command: Close, draft: Draft) -> Verdict:
    """Refuses: bag_locked, beyond_reach, exit_unknown, floor_unknown, ground_in_use, lock_required, name_ambiguous, no_door, not_in_the_room."""
    world, book = draft.world, draft.situation.book
    inside = ground_doors.meant(draft, command)
    if inside is not None:
        return inside if isinstance(inside, Rejected) else ground_doors.turn(draft, command, inside, "closed")
    found = meant_door(world, command, book)
    if isinstance(found, Rejected):
        return found
    what, people = found
    if far := refuse_far(draft, command, what, people):
        return far
    if lock_of(what).is_locked:
        return as_it_is(draft, what)
    handle(draft, what, "touch", hands(command, people))
    return shut_or_open(draft, what, "closed")


OPERATION = Operation(
    tool="manage_room",
    model=Close,
    decide=decide_close,
    who=BY_HAND,
    cost=cost_of_a_door,
    sends="direction",
    is_verb=True,
)
