"""manage_room remove: remove a room or an exit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.places import exit_building, room_lookup
from rpg_lite.mechanics.places.room_lookup import Placed
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules.document_field_types import Name
from rpg_lite.world import events
from rpg_lite.world.world_model import FIRST_ROOM_ID, Exit, Ref, Thing, World

NAMED: Final = 3


class RemoveRoom(Placed):
    """A room and its exits; nobody may be in it. With direction only that exit, on both sides unless twoWay is false."""

    operation: Literal["remove"]
    direction: Name | None = None
    two_way: bool = True
    all: Annotated[bool, Field(description="With its contents.")] = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("context", self.bag_id, self.bag_name))


@dataclass(frozen=True, slots=True)
class RemoveRoomResult(Result):
    """The room that is gone, with the number of its things and exits."""

    removed: str
    things: int
    ways: int


def decide_remove_room(command: RemoveRoom, draft: Draft) -> Verdict:
    """Refuses: direction_required, exit_unknown, floor_unknown, room_is_first, room_not_empty, room_occupied, room_required,
    texts_are_the_rooms.
    """
    world = draft.world
    if not command.is_elsewhere and command.direction is None:
        return Rejected("room_required", "bagName")
    room = room_lookup.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    if command.direction is not None and command.all:
        return Rejected("texts_are_the_rooms", "direction", {"keys": ["all"]})
    if command.direction is None and "two_way" in command.model_fields_set:
        return Rejected("direction_required", "direction", {"keys": ["twoWay"]})
    if command.direction is not None:
        return exit_building.decide_close(draft, room, command.direction, two_way=command.two_way)
    if refusal := _cannot_end(world, room, command):
        return refusal
    inside = world.bag_of(room.id)
    for thing in inside:
        item_moves.take_away(draft, thing, thing.quantity)
    ends = [w for w in world.exits.values() if room.id in (w.from_room, w.to_room)]
    for way in ends:
        _unpair(draft, way)
        draft.add(events.ExitClosed(draft.world.exits[way.id]))
    uses = [row for row in draft.world.equipped.values() if row.context_id == room.id]
    draft.add(*(events.Unequipped(room.id, row.thing_id, row.slot, row.grip, row.priority) for row in uses))
    draft.add(events.Removed(draft.world.things[room.id]))
    return Decision.about(None, result=RemoveRoomResult(room.name, len(inside), len(ends)))


def _unpair(draft: Draft, way: Exit) -> None:
    """Separate the exit on the other side, which no longer shares a door."""
    other = draft.world.exits.get(way.back or "")
    if other:
        draft.add(events.ExitChanged(other.id, "back", other.back, None))


def _cannot_end(world: World, room: Thing, command: RemoveRoom) -> Rejected | None:
    if room.id == FIRST_ROOM_ID:
        return Rejected("room_is_first", "bagName", {"name": room.name})
    if people := room_lookup.people(world, room.id):
        return Rejected("room_occupied", "bagName", {"name": room.name, "people": _some(people)})
    inside = world.bag_of(room.id)
    if not inside or command.all:
        return None
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "all": True}
    return Rejected("room_not_empty", "bagName", {"name": room.name, "inside": _some(inside)}, instead=instead)


def _some(things: Sequence[Thing]) -> list[str]:
    more = len(things) - NAMED
    return [*(t.name for t in things[:NAMED]), *([f"{more} more"] if more > 0 else [])]


OPERATION = Operation(
    tool="manage_room",
    model=RemoveRoom,
    decide=decide_remove_room,
    who=GM,
    cost=free,
    sends="bagName all?",
)
