"""manage_room vibe: show or set the mood of a room."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import Placed
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import body_paths


class Vibe(Placed):
    """Show or set the mood of a room."""

    operation: Literal["vibe"]
    vibe: Annotated[str | None, Field(max_length=4000)] = None


def decide_vibe(command: Vibe, draft: Draft) -> Verdict:
    """Refuses: floor_unknown."""
    world = draft.world
    room = room_lookup.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    if command.vibe is not None:
        state_changes.change(draft, room, body_paths.VIBE, command.vibe.strip() or None)
    return Decision.about(room.id)


OPERATION = Operation(
    tool="manage_room",
    model=Vibe,
    decide=decide_vibe,
    who=GM,
    cost=free,
    sends="bagName? vibe?",
)
