"""manage_room create: make a new room, joined to another by an exit."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.places import exit_building, ground_setting, room_lookup, trap_setting
from rpg_lite.mechanics.places.capabilities_in_use import use_defaults
from rpg_lite.mechanics.places.exit_building import MOST_NOTES, ExitCommand, RegionKey, Text, TrapKey, name_taken, note_region, room_from
from rpg_lite.mechanics.places.ground_setting import GroundKey
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules.document_field_types import Name
from rpg_lite.vocabulary import RoomLight
from rpg_lite.world import body_paths, events
from rpg_lite.world.world_model import ROOMS_ID, Exit, Ref, Thing


class CreateRoom(ExitCommand):
    """A new room, joined both ways to another when direction is given."""

    operation: Literal["create"]
    name: Name
    description: Text | None = None
    notes: Annotated[tuple[Text, ...], Field(max_length=MOST_NOTES)] = ()
    vibe: Text | None = None
    light: RoomLight | None = None
    region: RegionKey = None
    trap: TrapKey = None
    ground: GroundKey = None
    two_way: Annotated[bool, Field(description="default for create.")] = True

    def touches(self) -> tuple[Ref, ...]:
        joined = super().touches() if self.direction or self.is_from_elsewhere else ()
        return (*joined, Ref("namesake", None, self.name), Ref("context"))


@dataclass(frozen=True, slots=True)
class CreateRoomResult(Result):
    """The room to which a new room was joined, and the exit from there."""

    start: str
    way: Exit


def decide_create_room(command: CreateRoom, draft: Draft) -> Verdict:
    """Refuses: direction_required, exit_unknown, floor_unknown, ground_in_use, ground_invalid, ground_size, name_reserved, nothing_to_clear, room_exists,
    trap_invalid, trap_missing, trap_on_nobody.
    """
    world = draft.world
    if refusal := name_taken(world, command.name) or _refuse_exit_keys(command):
        return refusal
    start = room_from(world, command) if command.direction or command.is_from_elsewhere else None
    if isinstance(start, Rejected):
        return start
    texts = (
        body_paths.DESCRIPTION.to(command.description or None),
        body_paths.VIBE.to(command.vibe or None),
        body_paths.NOTES.to(command.notes or None),
        body_paths.LIGHT.to(command.light),
        body_paths.REGION.to(command.region or None),
    )
    room = Thing(draft.new_id("room"), "room", command.name, ROOMS_ID, body=body_paths.body_of(*texts))
    draft.add(events.Created(room))
    use_defaults(draft, room.id)
    note_region(draft, command.region)
    way = None
    if start and command.direction:
        way = exit_building.join(draft, start, room, command.direction, command, two_way=command.two_way)
        room_lookup.discover(draft, start.id)
    # The exit comes first, because the ground may say on which square it lies.
    if command.ground is not None and (refusal := ground_setting.set_ground(draft, room, command.ground)):
        return refusal
    if command.trap is not None and (refusal := trap_setting.set_trap(draft, room, command.trap)):  # its squares lie on the ground
        return refusal
    result = CreateRoomResult(start.name, way) if start and way else None
    return Decision.about(room.id, made=[room.id], result=result)


def _refuse_exit_keys(command: CreateRoom) -> Rejected | None:
    """Refuse keys of an exit if no exit is made."""
    start = {"fromName": command.from_name, "fromId": command.from_id}
    given = [*(k for k, v in start.items() if v is not None), *command.of_the_way]
    return Rejected("direction_required", "direction", {"keys": given}) if given and not command.direction else None


OPERATION = Operation(
    tool="manage_room",
    model=CreateRoom,
    decide=decide_create_room,
    who=GM,
    cost=free,
    sends="name direction? description? vibe?",
    is_verb=True,
)
