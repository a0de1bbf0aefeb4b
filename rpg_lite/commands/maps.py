"""manage_room route and map: which way leads there, and what lies around; as far as the party has discovered it, or all of it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Annotated, Final, Literal, Protocol

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.outcome import Accepted, Outcome, Rejected, Turn
from rpg_lite.commands.targets import Command
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import atlas, locks
from rpg_lite.world.atlas import Discovered, LockedOut, Seen, Side, Traveller, Ways
from rpg_lite.world.chart import Chart
from rpg_lite.world.things import Exit, Ref, Thing, World, made

FARTHEST: Final = 1000
MOST_ROOMS: Final = 500
_BOTH: Final[tuple[Side, ...]] = ("out", "in")
Everything = Annotated[bool, Field(strict=True, description="Undiscovered too.")]


class _FromHere(Protocol):
    @property
    def character_id(self) -> str | None: ...
    @property
    def character_name(self) -> str | None: ...
    @property
    def everything(self) -> bool: ...


class Route(Command):
    """The quickest way from where the party or the character stands."""

    operation: Literal["route"]
    character_id: str | None = None
    character_name: str | None = None
    to_id: str | None = None
    to_name: str | None = None
    everything: Everything = False

    def touches(self) -> tuple[Ref, ...]:
        goal = (Ref("place", self.to_id, self.to_name),) if self.to_id or self.to_name else ()
        return (*_standing(self), *goal)


class Map(Command):
    """A drawn map of what lies around, with a list of the exits."""

    operation: Literal["map"]
    character_id: str | None = None
    character_name: str | None = None
    around: Annotated[int, Field(ge=0, le=FARTHEST, strict=True, description="Steps; 3.")] = 3
    everything: Everything = False

    def touches(self) -> tuple[Ref, ...]:
        return _standing(self)


def _standing(command: _FromHere) -> tuple[Ref, ...]:
    """Where the way begins, and the party: its keys, and what it sees where it stands."""
    name = None if targets.is_party(command.character_name) else command.character_name
    return (Ref("party"), Ref("here", command.character_id, name))


# ── deciding ────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_route(command: Route, world: World, turn: Turn) -> Outcome:
    here, goal = _here(command, world), _goal(command, world)
    if isinstance(here, Rejected):
        return here
    if isinstance(goal, Rejected):
        return goal
    who = Traveller(_keys(command, world, turn.book), None if command.everything else _discovered(here, world, turn))
    if who.discovered and not who.discovered([goal.id]):
        return Rejected("room_undiscovered", "toName", {"name": goal.name}, instead=_asking_for_all(command))
    found = atlas.route(here.id, goal.id, _ways(world, turn), who)
    if isinstance(found, LockedOut):
        return Rejected("way_locked", "toName", _lock(found.door, {**turn.rooms([found.door.from_room]), **world.things}))
    if found is None:
        instead = None if command.everything else _asking_for_all(command)
        return Rejected("way_unknown", "toName", {"name": goal.name, "here": here.name}, instead=instead)
    stops = [way.to_room for way in found.steps if way.to_room]
    rooms = {**turn.rooms(stops), **world.things, here.id: here}
    told = {id: rooms[id].name for id in (here.id, *stops) if id in rooms}
    return Accepted((), world, subject=goal.id, data={"trip": found, "here": here.id, "names": told})


def decide_map(command: Map, world: World, turn: Turn) -> Outcome:
    here = _here(command, world)
    return here if isinstance(here, Rejected) else Accepted((), world, subject=here.id, data={"chart": _chart(command, here, world, turn)})


def chart(command: Map, world: World, turn: Turn) -> Chart:
    """The map alone, for those who draw it; empty where nobody stands anywhere."""
    here = _here(command, world)
    return Chart("", ()) if isinstance(here, Rejected) else _chart(command, here, world, turn)


def _asking_for_all(command: Route) -> Mapping[str, object]:
    return {**command.model_dump(by_alias=True, exclude_unset=True), "everything": True}


def _lock(door: Exit, rooms: Mapping[str, Thing]) -> dict[str, object]:
    kind = "way" if door.kind == "passage" else door.kind.replace("_", " ")
    opened = [f"the key is {door.key_name}"] if door.key_name else []
    opened += [f"DC {door.dc} without"] if door.key_name and door.dc else [f"DC {door.dc}"] if door.dc else []
    where = rooms[door.from_room].name if door.from_room in rooms else door.from_room
    return {"label": door.label, "kind": kind, "room": where, "key": f" ({', '.join(opened)})" if opened else ""}


def _here(command: _FromHere, world: World) -> Thing | Rejected:
    """The room where the character stands, else the party, else where everything begins."""
    if command.character_id or (command.character_name and not targets.is_party(command.character_name)):
        who = targets.character(world, command.character_id, command.character_name, "characterName")
        if isinstance(who, Rejected):
            return who
        return world.room_of(who.id) or Rejected("floor_unknown", "characterName")
    return targets.party_room(world)


def _goal(command: Route, world: World) -> Thing | Rejected:
    """The room of this id or name."""
    if not command.to_id and not command.to_name:
        return Rejected("destination_required", "toName", allowed=("toId", "toName"))
    rooms = [t for t in world.things.values() if t.kind == "room"]
    if command.to_id:
        by_id = next((room for room in rooms if room.id == command.to_id), None)
        return by_id or Rejected("room_unknown", "toId", {"wanted": command.to_id})
    called = [room for room in rooms if names.fold(room.name) == names.fold(command.to_name or "")]
    if len(called) > 1:
        return Rejected("name_ambiguous", "toName", {"wanted": command.to_name, "ids": "toId"}, tuple(f"{r.name} ({r.id})" for r in called))
    return called[0] if called else _room_unknown(command.to_name or "", world)


def _room_unknown(wanted: str, world: World) -> Rejected:
    known = {k.name: k.id for k in world.roster if k.kind == "room"}
    return Rejected("room_unknown", "toName", {"wanted": wanted}, tuple(f"{n} ({known[n]})" for n in names.nearest(wanted, known)))


def _keys(command: _FromHere, world: World, book: Rulebook) -> frozenset[str]:
    """Names of all that the character has at hand, or everyone of the party."""
    whom = targets.whom(world, command.character_id, command.character_name or (None if command.character_id else targets.PARTY))
    carriers = [] if isinstance(whom, Rejected) else whom
    return locks.keys_of(world, carriers, book)


# ── what is known ───────────────────────────────────────────────────────────────────────────────────────────────────


def _ways(world: World, turn: Turn) -> Ways:
    """The exits that are stored, and over them those of the slice: earlier commands of a batch may have changed them."""

    def ways(rooms: Collection[str], side: Side) -> list[Exit]:
        stored = [world.exits.get(way.id, way) for way in turn.ways(rooms, side)]
        there = {way.id for way in stored}
        new = (way for way in world.exits.values() if way.id not in there)
        return [*stored, *(way for way in new if (way.from_room if side == "out" else way.to_room) in rooms)]

    return ways


def _discovered(here: Thing, world: World, turn: Turn) -> Discovered:
    """What the rooms say of themselves, each asked once; where someone of the party stands has been visited."""
    stands: dict[str, Seen | None] = {room.id: "visited" for room in (here, *_rooms_of(targets.party_of(world), world))}
    known = dict(stands)

    def discovered(rooms: Collection[str]) -> dict[str, Seen]:
        missing = [room for room in rooms if room not in known]
        found = {**turn.rooms(missing), **world.things} if missing else {}
        known.update((room, found[room].body.get("seen") if room in found else None) for room in missing)
        return {room: seen for room in rooms if (seen := known[room])}

    return discovered


def _rooms_of(people: Iterable[Thing], world: World) -> list[Thing]:
    return [room for who in people if (room := world.room_of(who.id))]


def _chart(command: Map, here: Thing, world: World, turn: Turn) -> Chart:
    discovered = None if command.everything else _discovered(here, world, turn)
    ways, who = _ways(world, turn), Traveller(discovered=discovered, minds_locks=False)
    found = atlas.reach(here.id, ways, who, command.around, MOST_ROOMS, _BOTH)
    exits = tuple(sorted(who.sees(ways([*found], "out")), key=made))
    beyond = {way.to_room for way in exits if way.to_room} - found.keys()
    things = {**turn.rooms([*found, *beyond]), **world.things}
    known = {*found, *beyond} if discovered is None else {*discovered([*found, *beyond])}
    visited = frozenset(found if discovered is None else (room for room, seen in discovered([*found]).items() if seen == "visited"))
    return Chart(
        here=here.id,
        rooms=tuple(things[room] for room in found if room in things),
        exits=exits,
        names={room: things[room].name for room in beyond & known if room in things},
        people=_people({**turn.people([*found]), **world.things}.values(), world, lambda room: room in found, command.everything),
        visited=visited,
        whole=command.everything,
    )


def _people(things: Iterable[Thing], world: World, is_drawn: Callable[[str], bool], whole: bool) -> dict[str, tuple[Thing, ...]]:
    """Who stands where; of those who are not of the party only whom it has before its eyes."""
    party = targets.party_of(world)
    watched = {room.id for room in _rooms_of(party, world)}
    found: dict[str, list[Thing]] = {}
    for who in things:
        if who.kind == "character":
            inside = world.room_of(who.id) if who.id in world.things else None
            room = inside.id if inside else who.parent_id or ""
            if is_drawn(room) and (whole or room in watched):
                found.setdefault(room, []).append(who)
    return {room: tuple(sorted(several, key=lambda t: (t not in party, made(t)))) for room, several in found.items()}
