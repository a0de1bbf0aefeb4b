"""manage_room update: change a room's name, description, mood and notes."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations.mechanics import acting_place, exit_building, state_changes
from rpg_lite.operations.mechanics.acting_place import Placed
from rpg_lite.operations.mechanics.exit_building import ExitFields
from rpg_lite.operations.mechanics.room_building import MOST_NOTES, Text, name_taken
from rpg_lite.operations.operation import GM, Operation
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Situation
from rpg_lite.rules.document_fields import Name
from rpg_lite.vocabulary import RoomLight
from rpg_lite.world import body_paths
from rpg_lite.world.things import Ref, World


class UpdateRoom(Placed, ExitFields):
    """A room's name and texts; with direction an exit's name, door, note."""

    operation: Literal["update"]
    direction: Name | None = None
    name: Name | None = None
    description: Text | None = None
    notes: Annotated[tuple[Text, ...] | None, Field(max_length=MOST_NOTES)] = None
    vibe: Text | None = None
    light: Annotated[RoomLight | None, Field(description="Without the lights that somebody brings.")] = None

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), *((Ref("namesake", None, self.name),) if self.name else ()))


def decide_update_room(command: UpdateRoom, world: World, situation: Situation) -> Outcome:
    """Refuses: direction_required, exit_taken, exit_unknown, floor_unknown, name_reserved, room_exists, texts_are_the_rooms."""
    room = acting_place.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    texts = [k for k in ("description", "vibe", "notes", "light") if getattr(command, k) is not None]
    if command.direction is not None:
        if texts:
            return Rejected("texts_are_the_rooms", "direction", {"keys": texts})
        return exit_building.decide_change(command, room, command.direction, command.name, world, situation)
    if command.of_the_way:
        return Rejected("direction_required", "direction", {"keys": [*command.of_the_way]})
    if command.name and (refusal := name_taken(world, command.name, room)):
        return refusal
    draft = Draft(world, situation)
    for path, text in ((body_paths.DESCRIPTION, command.description), (body_paths.VIBE, command.vibe)):
        if text is not None:
            state_changes.change(draft, room, path, text or None)
    if command.notes is not None:
        state_changes.change(draft, room, body_paths.NOTES, command.notes or None)
    if command.light is not None:
        state_changes.change(draft, room, body_paths.LIGHT, command.light)
    if command.name:
        state_changes.change(draft, room, body_paths.NAME, command.name)
    if not draft.events:
        draft.note("nothing_changed", name=room.name)
    return draft.accept(room.id)


OPERATION = Operation(
    tool="manage_room",
    model=UpdateRoom,
    decide=decide_update_room,
    who=GM,
    sends="bagName description? vibe? light?",
)
