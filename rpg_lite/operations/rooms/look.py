"""look: a room as it is. It changes nothing; the world is the answer."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations.mechanics import places
from rpg_lite.operations.mechanics.places import Placed
from rpg_lite.operations.operation import SEEN, Operation
from rpg_lite.operations.outcome import Accepted, Outcome, Rejected, Situation
from rpg_lite.world.things import Ref, World


class Look(Placed):
    """What is here."""

    operation: Literal["look"]
    for_players: Annotated[bool, Field(description="To read aloud.")] = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("fight"))


def decide_look(command: Look, world: World, situation: Situation) -> Outcome:
    room = places.room_of(world, command)
    return room if isinstance(room, Rejected) else Accepted((), world, subject=room.id)


OPERATION = Operation(
    tool="manage_room",
    model=Look,
    decide=decide_look,
    who=SEEN,
    sends="characterName? forPlayers?",
    reads=True,
)
