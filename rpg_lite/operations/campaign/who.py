"""read_campaign who: list the creatures in the room of the party or a character."""

from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Verdict
from rpg_lite.mechanics.places.room_lookup import ActingCommand, ForPlayers, in_the_room
from rpg_lite.operations.operation import SEEN_FROM, Operation, free
from rpg_lite.world.world_model import Ref


class Who(ActingCommand):
    """Everybody in the room, and where other members are."""

    operation: Literal["who"]
    for_players: ForPlayers = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("people", *self.who), Ref("party"), Ref("fight"))


def decide_who(command: Who, draft: Draft) -> Verdict:
    """Refuses: floor_unknown."""
    world = draft.world
    return in_the_room(command, world)


OPERATION = Operation(
    tool="read_campaign",
    model=Who,
    decide=decide_who,
    who=SEEN_FROM,
    cost=free,
    sends="characterName? forPlayers?",
    reads=True,
)
