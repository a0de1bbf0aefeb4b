"""manage_room route and map: which way leads there, and what lies around; as far as the party has discovered it, or all of it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.outcome import Accepted, Outcome, Rejected, Turn
from rpg_lite.commands.rooms import memory
from rpg_lite.commands.targets import Command
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import atlas, locks
from rpg_lite.world.atlas import Discovered, GivenUp, LockedOut, Seen, Side, Traveller
from rpg_lite.world.chart import Chart
from rpg_lite.world.things import Exit, Ref, Thing, World, made

FARTHEST: Final = 1000
MOST_ROOMS: Final = 500
_BOTH: Final[tuple[Side, ...]] = ("out", "in")
Everything = Annotated[bool, Field(strict=True, description="Undiscovered too.")]


class _FromHere(Command):
    """From where the party or the character stands, to a room or around one."""

    character_id: str | None = None
    character_name: str | None = None
    to_id: str | None = None
    to_name: str | None = None
    everything: Everything = False

    def touches(self) -> tuple[Ref, ...]:
        return (*_standing(self), *_meant(self))


class Route(_FromHere):
    """The quickest way from where the party or the character stands."""

    operation: Literal["route"]


class Map(_FromHere):
    """A drawn map of what lies around, with a list of the exits; with toName around another room than where they stand."""

    operation: Literal["map"]
    around: Annotated[int, Field(ge=0, le=FARTHEST, strict=True, description="Steps; 3.")] = 3


def _standing(command: _FromHere) -> tuple[Ref, ...]:
    """Where the way begins, and the party: its keys, and what it sees where it stands."""
    name = None if targets.is_party(command.character_name) else command.character_name
    return (Ref("party"), Ref("here", command.character_id, name))


def _meant(command: _FromHere) -> tuple[Ref, ...]:
    return (Ref("place", command.to_id, command.to_name),) if command.to_id or command.to_name else ()


# ── deciding ────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_route(command: Route, world: World, turn: Turn) -> Outcome:
    here = _here(command, world)
    if isinstance(here, Rejected):
        return here
    fog = None if command.everything else Fog(here, world, turn)
    discovered = fog.discovered if fog else None
    goal = _goal(command, world, discovered)
    if isinstance(goal, Rejected):
        return goal
    who = Traveller(_keys(command, world, turn.book), discovered, opened=fog.opened if fog else None)
    found = atlas.route(here.id, goal.id, fog.ways if fog else turn.ways, who)
    if isinstance(found, LockedOut) and command.everything:  # the game master hears of the lock on the way
        found = atlas.route(here.id, goal.id, turn.ways, replace(who, minds_locks=False))
    if isinstance(found, GivenUp):
        return Rejected("way_not_found", "toName", {"name": goal.name, "here": here.name, "rooms": found.rooms})
    if isinstance(found, LockedOut):
        return Rejected("way_locked", "toName", _lock(found.door, turn.rooms([found.door.from_room]), command.everything))
    if found is None:
        instead = None if command.everything else _asking_for_all(command)
        return Rejected("way_unknown", "toName", {"name": goal.name, "here": here.name}, instead=instead)
    stops = [way.to_room for way in found.steps if way.to_room]
    rooms = {**turn.rooms(stops), here.id: here}
    told = {id: rooms[id].name for id in (here.id, *stops) if id in rooms}
    return Accepted((), world, subject=goal.id, data={"trip": found, "here": here.id, "names": told, "whole": command.everything})


def decide_map(command: Map, world: World, turn: Turn) -> Outcome:
    here = _here(command, world)
    if isinstance(here, Rejected):
        return here
    fog = None if command.everything else Fog(here, world, turn)
    middle = _goal(command, world, fog.discovered if fog else None) if _meant(command) else here
    if isinstance(middle, Rejected):
        return middle
    found = replace(_chart(command, here, middle, fog, world, turn), undiscovered=_undiscovered(command, middle, fog, turn))
    return Accepted((), world, subject=middle.id, data={"chart": found})


def chart(command: Map, world: World, turn: Turn) -> Chart:
    """The map alone, for those who draw it; empty where nobody stands anywhere."""
    here = _here(command, world)
    if isinstance(here, Rejected):
        return Chart("", ())
    return _chart(command, here, here, None if command.everything else Fog(here, world, turn), world, turn)


def _asking_for_all(command: _FromHere) -> Mapping[str, object]:
    return {**command.model_dump(by_alias=True, exclude_unset=True), "everything": True}


def _lock(door: Exit, rooms: Mapping[str, Thing], whole: bool) -> dict[str, object]:
    """What opens it is the game master's to know."""
    kind = "way" if door.kind == "passage" else door.kind.replace("_", " ")
    opened = [f"the key is {door.key_name}"] if door.key_name else []
    opened += [f"DC {door.dc} without"] if door.key_name and door.dc else [f"DC {door.dc}"] if door.dc else []
    where = rooms[door.from_room].name if door.from_room in rooms else door.from_room
    return {"label": door.label, "kind": kind, "room": where, "key": f" ({', '.join(opened)})" if opened and whole else ""}


def _here(command: _FromHere, world: World) -> Thing | Rejected:
    """The room where the character stands, else the party, else where everything begins."""
    if command.character_id or (command.character_name and not targets.is_party(command.character_name)):
        who = targets.character(world, command.character_id, command.character_name, "characterName")
        if isinstance(who, Rejected):
            return who
        return world.room_of(who.id) or Rejected("floor_unknown", "characterName")
    return targets.party_room(world)


def _goal(command: _FromHere, world: World, discovered: Discovered | None) -> Thing | Rejected:
    """The room of this id or name; the party hears no other names than those it knows."""
    if not command.to_id and not command.to_name:
        return Rejected("destination_required", "toName", allowed=("toId", "toName"))
    goal = targets.room(world, command.to_id, command.to_name, "toName", discovered)
    if isinstance(goal, Thing) and discovered and not discovered([goal.id]):
        return Rejected("room_undiscovered", "toName", {"name": goal.name}, instead=_asking_for_all(command))
    return goal


def _keys(command: _FromHere, world: World, book: Rulebook) -> frozenset[str]:
    """Names of all that the character has at hand, or everyone of the party."""
    whom = targets.whom(world, command.character_id, command.character_name or (None if command.character_id else targets.PARTY))
    carriers = [] if isinstance(whom, Rejected) else whom
    return locks.keys_of(world, carriers, book)


# ── what is known ───────────────────────────────────────────────────────────────────────────────────────────────────


class Fog:
    """What the party knows, as the rooms say it, each asked once; where someone of the party stands has been visited.

    Ways are as they were when somebody last stood before them. The rooms beyond an exit come with it, so that a step of a search is
    two questions at most.
    """

    def __init__(self, here: Thing, world: World, turn: Turn) -> None:
        self._turn = turn
        self._known: dict[str, str | None] = {t.id: t.body.get("seen") for t in world.things.values() if t.kind == "room"}
        near = {room.id: room for room in (here, *_rooms_of(targets.party_of(world), world))}
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
        return memory.as_remembered(way, rooms[way.from_room])

    def _bodies(self, ids: Collection[str]) -> Mapping[str, Thing]:
        if missing := [id for id in ids if id not in self._rooms]:
            self._rooms.update(self._turn.rooms(missing))
        return self._rooms

    def discovered(self, rooms: Collection[str]) -> Mapping[str, Seen]:
        if missing := [room for room in rooms if room not in self._known]:  # none of those that came with an exit
            found = self._turn.rooms(missing)
            self._known.update((room, found[room].body.get("seen") if room in found else None) for room in missing)
        return {room: seen for room in rooms if (seen := self._known[room])}  # type: ignore[misc]

    def opened(self, exits: Sequence[Exit]) -> Collection[str]:
        rooms = self._bodies({way.from_room for way in exits})
        return {way.id for way in exits if way.from_room in rooms and way.id in rooms[way.from_room].body.get("doors", ())}


def _rooms_of(people: Iterable[Thing], world: World) -> list[Thing]:
    return [room for who in people if (room := world.room_of(who.id))]


def _chart(command: Map, here: Thing, middle: Thing, fog: Fog | None, world: World, turn: Turn) -> Chart:
    """What lies around `middle`; `here` is where they stand."""
    discovered, ways = (fog.discovered, fog.ways) if fog else (None, turn.ways)
    who = Traveller(discovered=discovered, minds_locks=False, opened=fog.opened if fog else None)
    found = atlas.reach(middle.id, ways, who, command.around, MOST_ROOMS, _BOTH)
    exits = tuple(sorted(who.sees(ways([*found], "out")), key=made))
    beyond = {way.to_room for way in exits if way.to_room} - found.keys()
    things = turn.rooms([*found, *beyond])
    known = {*found, *beyond} if discovered is None else {*discovered([*found, *beyond])}
    visited = frozenset(found if discovered is None else (room for room, seen in discovered([*found]).items() if seen == "visited"))
    return Chart(
        here=here.id,
        rooms=tuple(things[room] for room in found if room in things),
        exits=exits,
        names={room: things[room].name for room in beyond & known if room in things},
        people=_people(turn.people([*found]).values(), world, command.everything),
        visited=visited,
        whole=command.everything,
    )


def _undiscovered(command: Map, middle: Thing, fog: Fog | None, turn: Turn) -> int:
    """How many rooms there are in as many steps of which the party knows nothing."""
    if fog is None:
        return 0
    there = atlas.reach(middle.id, turn.ways, Traveller(minds_locks=False), command.around, MOST_ROOMS, _BOTH)
    return len(there.keys() - fog.discovered([*there]).keys())


def _people(people: Iterable[Thing], world: World, whole: bool) -> dict[str, tuple[Thing, ...]]:
    """Who stands where; of those who are not of the party only whom it has before its eyes."""
    party = {t.id for t in targets.party_of(world)}
    watched = {room.id for room in _rooms_of(targets.party_of(world), world)}
    found: dict[str, list[Thing]] = {}
    for who in people:
        if whole or who.parent_id in watched:
            found.setdefault(who.parent_id or "", []).append(who)
    return {room: tuple(sorted(several, key=lambda t: (t.id not in party, made(t)))) for room, several in found.items()}
