"""The start of a route or a map, its destination, and the part that the party knows."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated

from pydantic import Field

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.places import last_seen_exits
from rpg_lite.world.atlas import Discovered, Side
from rpg_lite.world.states import Seen
from rpg_lite.world.world_model import Exit, Ref, Thing, World

Everything = Annotated[bool, Field(strict=True, description="Undiscovered too.")]


class FromHere(Command):
    """A command about the way from the party or the character to a room, or about the surroundings of a room."""

    character_id: str | None = None
    character_name: str | None = None
    to_id: str | None = None
    to_name: str | None = None
    everything: Everything = False

    def touches(self) -> tuple[Ref, ...]:
        return (*refs_here(self), *refs_of_goal(self))


def refs_here(command: FromHere) -> tuple[Ref, ...]:
    """The start of the route, and the party with its keys and its view."""
    name = None if reserved_names.is_party(command.character_name) else command.character_name
    return (Ref("party"), Ref("here", command.character_id, name))


def refs_of_goal(command: FromHere) -> tuple[Ref, ...]:
    return (Ref("place", command.to_id, command.to_name),) if command.to_id or command.to_name else ()


def asking_for_all(command: FromHere) -> Mapping[str, object]:
    return {**command.model_dump(by_alias=True, exclude_unset=True), "everything": True}


def room_here(command: FromHere, world: World) -> Thing | Rejected:
    """The room of the character, or else of the party, or else the first room."""
    if command.character_id or (command.character_name and not reserved_names.is_party(command.character_name)):
        who = targets.character(world, command.character_id, command.character_name, "characterName")
        if isinstance(who, Rejected):
            return who
        return world.room_of(who.id) or Rejected("floor_unknown", "characterName")
    return targets.party_room(world)


def goal_room(command: FromHere, world: World, discovered: Discovered | None) -> Thing | Rejected:
    """The room with this id or name; suggest to the party only names that it knows."""
    if not command.to_id and not command.to_name:
        return Rejected("destination_required", "toName", allowed=("toId", "toName"))
    goal = targets.room(world, command.to_id, command.to_name, "toName", discovered)
    if isinstance(goal, Thing) and discovered and not discovered([goal.id]):
        return Rejected("room_undiscovered", "toName", {"name": goal.name}, instead=asking_for_all(command))
    return goal


# ── the party's knowledge ───────────────────────────────────────────────────────────────────────────────────────────


class PartyKnowledge:
    """The rooms that the party knows, each looked up once; a room with a member in it counts as visited.

    Exits are as they were when somebody last stood in front of them. An exit comes with the room beyond it, so that a search step needs at
    most two queries.
    """

    def __init__(self, here: Thing, world: World, situation: Situation) -> None:
        self._turn = situation
        self._known: dict[str, Seen | None] = {t.id: t.room.seen for t in world.things.values() if t.kind == "room"}
        near = {room.id: room for room in (here, *rooms_of(targets.party_of(world), world))}
        self._known |= dict.fromkeys(near, "visited")
        self._near = frozenset(near)
        self._rooms: dict[str, Thing] = near

    def ways(self, rooms: Collection[str], side: Side) -> Sequence[Exit]:
        exits, seen = self._turn.sights(rooms, side)
        for room, how in seen.items():
            self._known.setdefault(room, how)
        bodies = self._bodies({way.from_room for way in exits})
        known = (self._as_known(way, bodies) for way in exits)
        return [way for way in known if way]

    def _as_known(self, way: Exit, rooms: Mapping[str, Thing]) -> Exit | None:
        if way.from_room in self._near or way.from_room not in rooms:
            return way
        return last_seen_exits.as_remembered(way, rooms[way.from_room])

    def _bodies(self, ids: Collection[str]) -> Mapping[str, Thing]:
        if missing := [id for id in ids if id not in self._rooms]:
            self._rooms.update(self._turn.rooms(missing))
        return self._rooms

    def rooms_discovered(self, rooms: Collection[str]) -> Mapping[str, Seen]:
        if missing := [room for room in rooms if room not in self._known]:  # a room that no exit brought along
            found = self._turn.rooms(missing)
            self._known.update((room, found[room].room.seen if room in found else None) for room in missing)
        return {room: seen for room in rooms if (seen := self._known[room])}

    def exits_opened(self, exits: Sequence[Exit]) -> Collection[str]:
        rooms = self._bodies({way.from_room for way in exits})
        return {way.id for way in exits if way.from_room in rooms and way.id in rooms[way.from_room].room.doors}


def rooms_of(people: Iterable[Thing], world: World) -> list[Thing]:
    return [room for who in people if (room := world.room_of(who.id))]
