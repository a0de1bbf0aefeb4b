"""manage_room update: change a room's name, description, mood and notes."""

from functools import partial
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.places import exit_building, ground_setting, room_lookup, trap_setting
from rpg_lite.mechanics.places.exit_building import MOST_NOTES, ExitFields, RegionKey, Text, TrapKey, name_taken, note_region
from rpg_lite.mechanics.places.ground_setting import GroundKey
from rpg_lite.mechanics.places.room_lookup import Placed
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Name
from rpg_lite.vocabulary import RoomLight
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.placed_traps import Place
from rpg_lite.world.world_model import Ref, Thing, World

_TEXTS: Final = ("description", "vibe", "notes", "light", "region", "ground")
"""Keys that only a room has."""


class UpdateRoom(Placed, ExitFields):
    """A room's name and texts; with direction an exit's name, door, note."""

    operation: Literal["update"]
    direction: Name | None = None
    name: Name | None = None
    description: Text | None = None
    notes: Annotated[tuple[Text, ...] | None, Field(max_length=MOST_NOTES)] = None
    vibe: Text | None = None
    light: Annotated[RoomLight | None, Field(description="Without the lights that somebody brings.")] = None
    region: RegionKey = None
    trap: TrapKey = None
    ground: GroundKey = None

    def touches(self) -> tuple[Ref, ...]:
        hit = (Ref("party"),) if self.trap is not None else ()
        # Whoever stands in the room may be in the way of a wall.
        there = (Ref("people", *self.who),) if self.ground is not None and not self.is_elsewhere else ()
        return (*super().touches(), *hit, *there, *((Ref("namesake", None, self.name),) if self.name else ()))


def decide_update_room(command: UpdateRoom, draft: Draft) -> Verdict:
    """Refuses: direction_required, exit_taken, exit_unknown, floor_unknown, ground_in_use, ground_invalid, ground_size, name_reserved, nothing_to_clear,
    room_exists, texts_are_the_rooms, trap_invalid, trap_missing, trap_on_nobody.
    """
    world, situation = draft.world, draft.situation
    if command.trap is not None and (thing := _trapped_thing(world, command, situation)):
        return _decide_trap(command, thing, draft)
    room = room_lookup.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    texts = [k for k in _TEXTS if getattr(command, k) is not None]
    if command.direction is not None:
        if texts:
            return Rejected("texts_are_the_rooms", "direction", {"keys": texts})
        setting = partial(_set_trap, command) if command.trap is not None else None
        return exit_building.decide_change(draft, command, room, command.direction, command.name, setting)
    if command.of_the_way:
        return Rejected("direction_required", "direction", {"keys": [*command.of_the_way]})
    if command.name and (refusal := name_taken(world, command.name, room)):
        return refusal
    texts_of = ((body_paths.DESCRIPTION, command.description), (body_paths.VIBE, command.vibe), (body_paths.REGION, command.region))
    for path, text in texts_of:
        if text is not None:
            state_changes.change(draft, room, path, text or None)
    if command.notes is not None:
        state_changes.change(draft, room, body_paths.NOTES, command.notes or None)
    if command.light is not None:
        state_changes.change(draft, room, body_paths.LIGHT, command.light)
    if command.name:
        state_changes.change(draft, room, body_paths.NAME, command.name)
    if command.ground is not None and (refusal := ground_setting.set_ground(draft, room, command.ground)):
        return refusal
    if command.trap is not None and (refusal := _set_trap(command, draft, room)):  # its squares lie on the ground
        return refusal
    note_region(draft, command.region)
    if not draft.events:
        draft.note("nothing_changed", name=room.name)
    return Decision.about(room.id, *_hit(command, draft))


def _set_trap(command: UpdateRoom, draft: Draft, place: Place) -> Rejected | None:
    who = room_lookup.acting(draft.world, command)
    return trap_setting.set_trap(draft, place, command.trap or trap_setting.NONE, () if isinstance(who, Rejected) else who)


def _hit(command: UpdateRoom, draft: Draft) -> list[str]:
    """The creatures on which a trap may have played."""
    who = room_lookup.acting(draft.world, command) if command.trap == trap_setting.PLAYED else []
    return [] if isinstance(who, Rejected) else [one.id for one in who]


def _trapped_thing(world: World, command: UpdateRoom, situation: Situation) -> Thing | None:
    """The thing of the given name, whose trap is meant; those in the room of the characters come first."""
    if not command.is_elsewhere or command.direction is not None:
        return None
    here = room_lookup.here(world, command)
    key = names.fold(command.bag_name or "")
    fits = [t for t in world.nameable if t.kind == "item" and (t.id == command.bag_id or key in thing_stats.names_of(t, situation.book))]
    return min(fits, key=lambda t: world.room_of(t.id) != here, default=None)


def _decide_trap(command: UpdateRoom, thing: Thing, draft: Draft) -> Verdict:
    """Set the trap of a thing, which has no other key of a room."""
    others = [k for k in ("name", *_TEXTS) if getattr(command, k) is not None]
    if others := [*others, *command.of_the_way]:
        return Rejected("texts_are_the_rooms", "bagName", {"keys": others})
    if refusal := _set_trap(command, draft, thing):
        return refusal
    if not draft.events:
        draft.note("nothing_changed", name=thing.name)
    return Decision.about(thing.id, *_hit(command, draft))


OPERATION = Operation(
    tool="manage_room",
    model=UpdateRoom,
    decide=decide_update_room,
    who=GM,
    cost=free,
    sends="bagName description? vibe? light?",
)
