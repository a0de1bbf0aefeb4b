"""The answer about the room of the party or a character."""

from typing import Annotated

from pydantic import Field

from rpg_lite.operations.mechanics import room_context
from rpg_lite.operations.mechanics.room_context import ActingCommand
from rpg_lite.operations.outcome import Decision, Rejected, Verdict
from rpg_lite.world.world_model import World

ForPlayers = Annotated[bool, Field(strict=True, description="To read aloud.")]


def in_the_room(command: ActingCommand, world: World) -> Verdict:
    room = room_context.here(world, command)
    return room if isinstance(room, Rejected) else Decision.about(room.id)
