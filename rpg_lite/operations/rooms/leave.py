"""manage_room leave: cut back to the party's room."""

from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Verdict
from rpg_lite.mechanics.places.travel import CutCommand, cut_to
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world.world_model import FIRST_ROOM_ID, Ref


class Leave(CutCommand):
    """Back to the Lobby."""

    operation: Literal["leave"]

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("place", FIRST_ROOM_ID))


def decide_leave(command: Leave, draft: Draft) -> Verdict:
    """Refuses: fighters_stay, not_in_the_room, one_of_required, party_empty."""
    world = draft.world
    return cut_to(command, world.things[FIRST_ROOM_ID], draft)


OPERATION = Operation(
    tool="manage_room",
    model=Leave,
    decide=decide_leave,
    who=GM,
    cost=free,
    sends="characterName? force?",
    is_verb=True,
    before_all=True,
)
