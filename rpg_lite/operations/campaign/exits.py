"""read_campaign exits: list the exits of the room of the party or a character."""

from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Verdict
from rpg_lite.mechanics.places.room_lookup import ActingCommand, ForPlayers, in_the_room
from rpg_lite.operations.operation import SEEN_FROM, Operation, free
from rpg_lite.world.world_model import Ref


class Exits(ActingCommand):
    """The exits of the room, one line each."""

    operation: Literal["exits"]
    for_players: ForPlayers = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("party"))


def decide_exits(command: Exits, draft: Draft) -> Verdict:
    """Refuses: floor_unknown."""
    world = draft.world
    return in_the_room(command, world)


OPERATION = Operation(
    tool="read_campaign",
    model=Exits,
    decide=decide_exits,
    who=SEEN_FROM,
    cost=free,
    sends="characterName? forPlayers?",
    reads=True,
)
