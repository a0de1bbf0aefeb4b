"""The answer about the room of the party or a character."""

from typing import Annotated

from pydantic import Field

from rpg_lite.operations.mechanics import acting_place
from rpg_lite.operations.mechanics.acting_place import ActingCommand
from rpg_lite.operations.outcome import Accepted, Outcome, Rejected
from rpg_lite.world.things import World

ForPlayers = Annotated[bool, Field(strict=True, description="To read aloud.")]


def in_the_room(command: ActingCommand, world: World) -> Outcome:
    room = acting_place.here(world, command)
    return room if isinstance(room, Rejected) else Accepted((), world, subject=room.id)
