"""read_campaign rooms: list the rooms that the party has discovered, or all of them."""

from dataclasses import dataclass
from typing import Literal

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Result, Verdict
from rpg_lite.mechanics.places.route_endpoints import Everything
from rpg_lite.operations.operation import SEEN, Operation, free
from rpg_lite.world.world_model import UNDISCOVERED, Ref, Thing


class Rooms(Command):
    """The rooms that the party knows."""

    operation: Literal["rooms"]
    everything: Everything = False

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("rooms"), Ref("party"), Ref("here"))


@dataclass(frozen=True, slots=True)
class RoomsResult(Result):
    """Each room with its state for the party."""

    rooms: tuple[tuple[Thing, str], ...]


def decide_rooms(command: Rooms, draft: Draft) -> Verdict:
    """Each room with its state for the party, in the order of their creation."""
    world, situation = draft.world, draft.situation
    here = targets.party_room(world)
    members = (room for m in targets.party_of(world) if (room := world.room_of(m.id)))
    standing = {room.id for room in (here, *members) if isinstance(room, Thing)}
    ids = [known.id for known in world.roster if known.kind == "room"]
    stored = {**situation.rooms(ids), **world.things}
    rooms = [(stored[id], _describe_known(stored[id], standing)) for id in ids if id in stored]
    shown = tuple((room, how) for room, how in rooms if command.everything or how != UNDISCOVERED)
    return Decision.about(result=RoomsResult(shown))


def _describe_known(room: Thing, standing: set[str]) -> str:
    return "here" if room.id in standing else room.room.seen or UNDISCOVERED


OPERATION = Operation(
    tool="read_campaign",
    model=Rooms,
    decide=decide_rooms,
    who=SEEN,
    cost=free,
    sends="everything?",
    reads=True,
)
