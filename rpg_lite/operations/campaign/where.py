"""read_campaign where: tell where everybody stands, as somebody in the room sees it."""

from typing import Literal

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.places.room_lookup import ActingCommand, here
from rpg_lite.mechanics.space import standing
from rpg_lite.operations.operation import SEEN_FROM, Operation, free
from rpg_lite.world.world_model import Ref


class Where(ActingCommand):
    """Distance, direction and cover of the others for somebody; without a name, everybody's square."""

    operation: Literal["where"]

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("people", *self.who), Ref("party"), Ref("fight"))


def decide_where(command: Where, draft: Draft) -> Verdict:
    """Refuses: floor_unknown, no_place."""
    world = draft.world
    room = here(world, command)
    if isinstance(room, Rejected):
        return room
    now = standing.standing_in(world, room, draft.situation.book)
    if not command.is_for_one:
        return Decision.about(room.id) if now.spaces else Rejected("no_place", "operation", {"name": "nobody", "room": room.name})
    one = targets.character(world, *command.who, "characterName")
    if isinstance(one, Rejected):
        return one
    return (
        Decision.about(room.id, one.id)
        if one.id in now.spaces
        else Rejected("no_place", "characterName", {"name": one.name, "room": room.name})
    )


OPERATION = Operation(
    tool="read_campaign",
    model=Where,
    decide=decide_where,
    who=SEEN_FROM,
    cost=free,
    sends="characterName?",
    reads=True,
    of_places=True,
)
