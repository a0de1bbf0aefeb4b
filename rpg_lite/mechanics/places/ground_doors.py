"""Doors inside a room, which are features of its ground: opened and closed by hand from within 5 ft (SRD 5.1 and 5.2, Interacting with Objects)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.doors import DoorResult, OfDoor
from rpg_lite.mechanics.space import standing
from rpg_lite.rules import names
from rpg_lite.rules.space.features import places_of
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, square_name
from rpg_lite.world import body_paths
from rpg_lite.world.ground_states import FeatureState
from rpg_lite.world.world_model import Exit, Thing

DOOR: Final = "door"


@dataclass(frozen=True, slots=True)
class DoorInside:
    """A door of a ground: its room, its leaf among the features, and its state."""

    room: Thing
    leaf: str
    kept: FeatureState

    @property
    def spaces(self) -> list[Space]:
        """The squares on which it lies, or those on both sides of its edges."""
        places = places_of(self.kept.feature)
        return [Space(*square) for square in (*places.squares, *(square for edge in places.edges for square in edge))]


def meant(draft: Draft, command: OfDoor) -> DoorInside | Rejected | None:
    """The door inside the room that the direction of a command names: by its own name, by its squares, or as the only door. None if it names an exit
    or no such door.

    Refuses: name_ambiguous.
    """
    if command.direction is None:
        return None
    room = room_lookup.room_of(draft.world, command)
    if isinstance(room, Rejected) or isinstance(room_lookup.way(draft.world, room, command.direction), Exit):
        return None
    doors = [DoorInside(room, leaf, kept) for leaf, kept in room.room.ground.features.items() if kept.word == DOOR and not kept.is_hidden]
    key = names.fold(command.direction).removeprefix("the ")
    called = [one for one in doors if key in (names.fold(one.kept.called), names.fold(one.kept.at))]
    found = called or [one for one in doors if key == DOOR]
    if len(found) > 1:
        found = _nearest(draft, command, found)
    if len(found) > 1:
        return Rejected("name_ambiguous", "direction", {"wanted": command.direction, "ids": "its squares"}, allowed=tuple(_address(one) for one in found))
    return found[0] if found else None


def _address(door: DoorInside) -> str:
    return door.kept.called or door.kept.at


def _nearest(draft: Draft, command: OfDoor, doors: list[DoorInside]) -> list[DoorInside]:
    """Those of the doors that are nearest to the character of the command, where it has a place."""
    one = targets.character(draft.world, *command.who, "characterName") if command.is_for_one else None
    space = standing.standing_in(draft.world, doors[0].room, draft.situation.book).spaces.get(one.id) if isinstance(one, Thing) else None
    if space is None:
        return doors
    feet = [_feet(draft, door, space) for door in doors]
    return [door for door, each in zip(doors, feet, strict=True) if each == min(feet)]


def _feet(draft: Draft, door: DoorInside, space: Space) -> int:
    return min(distance(space, each, draft.situation.book.policy.diagonals) for each in door.spaces)


def turn(draft: Draft, command: OfDoor, door: DoorInside, state: Literal["open", "closed"]) -> Verdict:
    """Open or close it. Nobody closes a door on somebody who stands in it.

    Refuses: beyond_reach, ground_in_use, inner_door_locked, not_in_the_room.
    """
    if refused := _out_of_reach(draft, command, door):
        return refused
    was, label = door.kept.door, door.kept.feature.name
    if was == "locked" and state == "open":
        return Rejected("inner_door_locked", "direction", {"name": label, "at": door.kept.at})
    if was != state and (was, state) != ("locked", "closed"):
        document = {key: value for key, value in door.kept.document.items() if key != DOOR}
        now = FeatureState.of({**document, **({DOOR: state} if state == "open" else {})})
        change(draft, door.room, body_paths.FEATURES.at(door.leaf), now)
        if blocked := _stand_in_it(draft, door):
            return Rejected("ground_in_use", "direction", {"names": blocked, "room": door.room.name})
        return Decision.about(door.room.id, result=DoorResult(label, state, was, None, None, is_inside=True, by=_hand(draft, command)))
    draft.note("inner_door_is_so", name=label, state=was)
    return Decision.about(door.room.id, result=DoorResult(label, was, was, None, None, is_inside=True))


def _out_of_reach(draft: Draft, command: OfDoor, door: DoorInside) -> Rejected | None:
    one = targets.character(draft.world, *command.who, "characterName") if command.is_for_one else None
    if one is None or isinstance(one, Rejected):
        return one
    if draft.world.room_of(one.id) != door.room:
        return Rejected("not_in_the_room", "characterName", {"name": one.name, "room": door.room.name})
    if not standing.is_measured(draft.world, door.room.id):
        return None
    space = standing.standing_in(draft.world, door.room, draft.situation.book).spaces.get(one.id)
    if space is None or (feet := _feet(draft, door, space)) <= SQUARE_FEET:
        return None
    details = {"name": door.kept.feature.name, "who": one.name, "feet": feet, "most": SQUARE_FEET}
    near = min(door.spaces, key=lambda each: distance(space, each, draft.situation.book.policy.diagonals))
    instead = {"operation": "move", "characterName": one.name, "to": f"next to {door.kept.called or square_name((near.x, near.y))}"}
    return Rejected("beyond_reach", "characterName", details, instead=instead)


def _hand(draft: Draft, command: OfDoor) -> Called | None:
    """The character that turns it; None if the command names nobody."""
    one = targets.character(draft.world, *command.who, "characterName") if command.is_for_one else None
    return Called(one.id) if isinstance(one, Thing) else None


def _stand_in_it(draft: Draft, door: DoorInside) -> Sequence[str]:
    """The names of those who no longer fit where they stand."""
    now = standing.standing_in(draft.world, draft.world.things[door.room.id], draft.situation.book)
    return [
        one.name for one, space in now.creatures() if not now.ground.fits(space.n, space.z)[now.ground.index(space.x, space.y)]
    ]
