"""manage_room hide: put a thing or an exit out of sight."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations import targets
from rpg_lite.operations.mechanics import room_context
from rpg_lite.operations.mechanics.room_context import Placed
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.operation import GM, Operation
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Result, Situation
from rpg_lite.world import body_paths
from rpg_lite.world.world_model import World


class Hide(Placed):
    """A thing on the floor, or an exit, until found; a thing with the dc to find it."""

    operation: Literal["hide"]
    direction: str | None = None
    item_id: str | None = None
    item_name: str | None = None
    dc: Annotated[int | None, Field(ge=0, le=40, strict=True)] = None


@dataclass(frozen=True, slots=True)
class HideResult(Result):
    """The hidden thing or exit, and the DC that finds it."""

    what: str
    dc: int | None


def decide_hide(command: Hide, world: World, situation: Situation) -> Outcome:
    """Refuses: bag_locked, dc_is_the_locks, exit_unknown, floor_unknown, not_on_the_floor, one_of_required."""
    room = room_context.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    if (command.direction is None) == (command.item_id is None and command.item_name is None):
        return Rejected("one_of_required", "direction", allowed=("direction", "itemName"))
    draft = Draft(world, situation)
    if command.direction is not None:
        way = room_context.way(world, room, command.direction)
        if isinstance(way, Rejected):
            return way
        if command.dc is not None and (way.state == "locked" or way.key_name is not None):
            return Rejected("dc_is_the_locks", "dc", {"label": way.label})
        room_context.alter(draft, way, hidden=True, **({} if command.dc is None else {"dc": command.dc}))
        return draft.accept(room.id, result=HideResult(way.label, draft.world.exits[way.id].dc_to_find))
    thing = targets.find_carried(world, room, command.item_id, command.item_name, situation.book, lambda t: t.parent_id == room.id)
    if isinstance(thing, Rejected):
        return thing
    if thing.parent_id != room.id:
        return Rejected("not_on_the_floor", "itemName", {"name": thing.name, "room": room.name})
    change(draft, thing, body_paths.HIDDEN, True)
    if command.dc is not None:
        change(draft, draft.world.things[thing.id], body_paths.DC_TO_FIND, command.dc)
    return draft.accept(room.id, result=HideResult(thing.name, draft.world.things[thing.id].state.dc_to_find))


OPERATION = Operation(
    tool="manage_room",
    model=Hide,
    decide=decide_hide,
    who=GM,
    sends="itemName dc?",
)
