"""read_campaign who, exits, rooms: who is here, which ways lead on, which rooms are known. The world is the answer; views show it."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.maps import Everything
from rpg_lite.commands.outcome import Accepted, Outcome, Rejected, Turn
from rpg_lite.commands.rooms import places
from rpg_lite.commands.rooms.places import Acting
from rpg_lite.commands.targets import Command
from rpg_lite.world.things import UNDISCOVERED, Ref, Thing, World

ForPlayers = Annotated[bool, Field(strict=True, description="To read aloud.")]


class Who(Acting):
    """Everybody in the room, and where the others of the party are."""

    operation: Literal["who"]
    for_players: ForPlayers = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("people", *self.who), Ref("party"), Ref("fight"))


class Exits(Acting):
    """The ways out of the room, one line each."""

    operation: Literal["exits"]
    for_players: ForPlayers = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("party"))


class Rooms(Command):
    """The rooms that the party knows."""

    operation: Literal["rooms"]
    everything: Everything = False

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("rooms"), Ref("party"), Ref("here"))


def decide_who(command: Who, world: World, turn: Turn) -> Outcome:
    return _in_the_room(command, world)


def decide_exits(command: Exits, world: World, turn: Turn) -> Outcome:
    return _in_the_room(command, world)


def _in_the_room(command: Acting, world: World) -> Outcome:
    room = places.here(world, command)
    return room if isinstance(room, Rejected) else Accepted((), world, subject=room.id)


def decide_rooms(command: Rooms, world: World, turn: Turn) -> Outcome:
    """Each room with what it is to the party, in the order of their making."""
    here = targets.party_room(world)
    members = (room for m in targets.party_of(world) if (room := world.room_of(m.id)))
    standing = {room.id for room in (here, *members) if isinstance(room, Thing)}
    ids = [known.id for known in world.roster if known.kind == "room"]
    stored = {**turn.rooms(ids), **world.things}
    rooms = [(stored[id], _known(stored[id], standing)) for id in ids if id in stored]
    return Accepted((), world, data={"rooms": [(room, how) for room, how in rooms if command.everything or how != UNDISCOVERED]})


def _known(room: Thing, standing: set[str]) -> str:
    return "here" if room.id in standing else room.body.get("seen") or UNDISCOVERED
