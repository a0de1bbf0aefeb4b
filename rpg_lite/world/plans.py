"""A map that is not yet in a campaign: rooms with what is in them, and the ways between them. Every format is read into this."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, model_validator

from rpg_lite.rules import names
from rpg_lite.rules.document import SheetDocument
from rpg_lite.rules.items import Document, Name, Quantity
from rpg_lite.vocabulary import DIRECTIONS, OPPOSITE, Direction, DoorState, ExitKind
from rpg_lite.world.things import Exit

MOST_ROOMS: Final = 500
MOST_IN_ROOM: Final = 50
MOST_CREATURES: Final = 20
MOST_CONTENTS: Final = 500
"""Things and creatures of a whole map: nobody else can write while they are made."""
MOST_WAYS: Final = 2000
"""Ways of a whole map, for the same reason."""
OUTSIDE: Final = "outside"
_NUMBERED: Final = re.compile(rf"({'|'.join(DIRECTIONS)})( [1-9][0-9]*)?")


def _line(text: str) -> str:
    """One line: spaces, tabs and line ends become one space."""
    line = names.tidy(" ".join(text.split()))
    if any(map(names.is_forbidden, line)):
        raise ValueError("takes text without control or text-direction characters")
    return line


def _without_semicolon(name: str) -> str:
    if ";" in name:
        raise ValueError("a name in a map has no semicolon")
    return _line(name)


def _without_colon(label: str) -> str:
    if ":" in label:
        raise ValueError("a label has no colon")
    return label


OneLine = Annotated[str, Field(max_length=names.LONGEST_TEXT), AfterValidator(_line)]
Title = Annotated[Name, AfterValidator(_without_semicolon)]
Label = Annotated[Title, AfterValidator(_without_colon)]
Tag = Annotated[str, Field(pattern=r"^[a-z0-9_]+(:[a-z0-9_]+)?$")]
Square = Annotated[int, Field(ge=-100_000, le=100_000, strict=True)]
Squares = Annotated[int, Field(ge=1, le=10_000, strict=True)]


def direction_in(label: str) -> Direction | None:
    """The direction that a label says by itself.

    >>> direction_in("north 2"), direction_in("shimmering arch")
    ('north', None)
    """
    found = _NUMBERED.fullmatch(label)
    return found.group(1) if found else None  # type: ignore[return-value]


class Area(Document):
    """Where a room lies on the map, in squares of 5 ft; y grows to the south."""

    x: Square
    y: Square
    w: Squares
    h: Squares

    def overlaps(self, other: "Area") -> bool:
        return (
            self.x < other.x + other.w and other.x < self.x + self.w and self.y < other.y + other.h and other.y < self.y + self.h
        )  # fmt: skip

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


class PlannedExit(Document):
    """A way out of the room that it stands in; with the way back unless `one_way`. Both sides share the door. `to` left out leads outside."""

    label: Label
    direction: Direction
    to: Title | None = None
    back: Label | None = None
    one_way: bool = False
    kind: ExitKind = "passage"
    state: DoorState = "open"
    hidden: bool = False
    key: Title | None = None
    dc: Annotated[int, Field(ge=1, le=40, strict=True)] | None = None
    minutes: Annotated[int, Field(ge=0, le=100_000, strict=True)] = 1
    note: OneLine = ""

    @model_validator(mode="before")
    @classmethod
    def _direction_by_label(cls, data: Any) -> Any:
        """A label such as "north 2" says the direction."""
        if isinstance(data, dict) and data.get("direction") is None and isinstance(data.get("label"), str):
            said = direction_in(data["label"].strip())
            return {**data, "direction": said} if said else data
        return data


class Latch(Document):
    """A locked way that stands open while so many pounds lie in the thing."""

    way: Label
    room: Title
    lb: Annotated[int, Field(ge=1, le=100_000, strict=True)]


class Loot(Document):
    """Something that lies in a room: an item of the rulebook, or with `own` a plain thing of the map. `inside`: what holds it.

    `lb`: what a thing of the map weighs; `dc`: of opening its lock without the key.
    """

    item: Title
    quantity: Quantity = 1
    own: bool = False
    called: Title | None = None
    inside: Title | None = None
    locked: bool = False
    key: Title | None = None
    dc: Annotated[int, Field(ge=1, le=40, strict=True)] | None = None
    lb: Annotated[int, Field(ge=1, le=100_000, strict=True)] | None = None
    opens: Latch | None = None
    tags: tuple[Tag, ...] = ()

    @property
    def name(self) -> str:
        return self.called or self.item


class Dweller(Document):
    """Creatures of the rulebook that are in a room, or of this sheet when they have one of their `own`."""

    creature: Title
    count: Annotated[int, Field(ge=1, le=MOST_CREATURES, strict=True)] = 1
    called: Title | None = None
    own: SheetDocument | None = None

    @property
    def name(self) -> str:
        return self.called or self.creature


class Room(Document):
    name: Title
    description: OneLine = ""
    vibe: OneLine = ""
    at: Area | None = None
    outside: bool = False
    notes: Annotated[tuple[Annotated[OneLine, Field(min_length=1)], ...], Field(max_length=MOST_IN_ROOM)] = ()
    ways: Annotated[tuple[PlannedExit, ...], Field(max_length=MOST_IN_ROOM)] = ()
    things: Annotated[tuple[Loot, ...], Field(max_length=MOST_IN_ROOM)] = ()
    creatures: Annotated[tuple[Dweller, ...], Field(max_length=MOST_IN_ROOM)] = ()


class Plan(Document):
    """`entrance`: the room where one comes in; without it the first."""

    name: Title
    rooms: Annotated[tuple[Room, ...], Field(min_length=1, max_length=MOST_ROOMS)]
    story: OneLine = ""
    entrance: Title | None = None

    @property
    def start(self) -> str:
        return self.entrance or self.rooms[0].name


Fault = tuple[str, str]
"""(dotted path, what is wrong and what is allowed)."""


# ── what the shape cannot say ───────────────────────────────────────────────────────────────────────────────────────


def faults(plan: Plan) -> list[Fault]:
    """Names that name nothing or two things, labels given twice, bags that lie in themselves."""
    rooms = {names.fold(room.name): room for room in plan.rooms}
    found: list[Fault] = []
    seen: set[str] = set()
    for n, room in enumerate(plan.rooms):
        at = f"rooms[{n}]"
        key = names.fold(room.name)
        if key in seen or key == OUTSIDE:
            found.append((f"{at}.name", f"takes a name of its own; {room.name!r} {'is taken' if key in seen else 'means no room'}"))
        seen.add(key)
        found += _faults_of_ways(room, at, rooms)
        found += _faults_inside(room, at)
    contents = sum(len(room.things) + sum(d.count for d in room.creatures) for room in plan.rooms)
    if contents > MOST_CONTENTS:
        found.append(("rooms", f"hold {contents} things and creatures; a map has at most {MOST_CONTENTS}"))
    if (ways := sum(len(room.ways) for room in plan.rooms)) > MOST_WAYS:
        found.append(("rooms", f"have {ways} ways; a map has at most {MOST_WAYS}"))
    found += _faults_of_latches(plan, rooms)
    if names.fold(plan.start) not in rooms:
        found.append(("entrance", _no_room(plan.start, rooms)))
    return found or _labels_twice(plan)


def _faults_of_ways(room: Room, at: str, rooms: dict[str, Room]) -> Iterator[Fault]:
    for n, way in enumerate(room.ways):
        place = f"{at}.ways[{n}]"
        if way.to is not None and names.fold(way.to) not in rooms:
            yield f"{place}.to", _no_room(way.to, rooms)
        if way.back and (way.one_way or way.to is None):
            yield f"{place}.back", "only a way between two rooms that leads both ways has a label back"
        if way.state == "locked" and way.kind in ("passage", "portal"):
            yield f"{place}.state", f"a {way.kind} has no lock; take kind door"


def _faults_of_latches(plan: Plan, rooms: dict[str, Room]) -> Iterator[Fault]:
    """What opens by its load is a thing of the map, and the way has a lock that nobody simply unbolts."""
    for n, room in enumerate(plan.rooms):
        for k, loot in enumerate(room.things):
            at, latch = f"rooms[{n}].things[{k}]", loot.opens
            if loot.lb is not None and not loot.own:
                yield f"{at}.lb", "only a thing of the map (own) says what it weighs"
            if latch is None:
                continue
            there = rooms.get(names.fold(latch.room))
            way = next((w for w in there.ways if names.fold(w.label) == names.fold(latch.way)), None) if there else None
            if not loot.own:
                yield f"{at}.opens", "only a thing of the map (own) opens a way by its load"
            if there is None:
                yield f"{at}.opens", _no_room(latch.room, rooms)
            elif way is None:
                known = ", ".join(w.label for w in there.ways) or "none"
                yield f"{at}.opens", f"{there.name} has no way {latch.way!r} of its own; it has: {known}"
            elif way.state != "locked" or (way.key is None and way.dc is None):
                yield f"{at}.opens", f"the way {way.label} of {there.name} takes locked, and a key or a dc: else anybody opens it"


def _no_room(name: str, rooms: dict[str, Room]) -> str:
    known = [room.name for room in rooms.values()]
    near = names.nearest(name, known) or known[:3]
    return f"no room is called {name!r}; there is: {', '.join(near)}"


def _faults_inside(room: Room, at: str) -> Iterator[Fault]:
    """A holder is named once in its room; a bag does not lie in itself, at any depth."""
    called: dict[str, list[int]] = {}
    for n, loot in enumerate(room.things):
        called.setdefault(names.fold(loot.name), []).append(n)
    dwellers = [names.fold(d.name) for d in room.creatures if d.count == 1]
    for n, loot in enumerate(room.things):
        if loot.inside is None:
            continue
        key = names.fold(loot.inside)
        holders = len(called.get(key, ())) + dwellers.count(key)
        if holders != 1:
            told = "no single thing or creature" if not holders else f"{holders} things"
            yield f"{at}.things[{n}].inside", f"{told} in this room {'is' if not holders else 'are'} called {loot.inside!r}; it takes one"
        elif _lies_in_itself(room, n, called):
            yield f"{at}.things[{n}].inside", f"{loot.name} would lie in itself"


def _lies_in_itself(room: Room, n: int, called: dict[str, list[int]]) -> bool:
    """Whether the way outwards comes back to it. One name of several things ends the way: that is a fault of its own."""
    at, steps = n, 0
    while (holder := room.things[at].inside) is not None and len(found := called.get(names.fold(holder), [])) == 1:
        at, steps = found[0], steps + 1
        if at == n or steps > len(room.things):
            return at == n
    return False


def _labels_twice(plan: Plan) -> list[Fault]:
    """Of ways whose ends are known."""
    found: list[Fault] = []
    taken: set[tuple[str, str]] = set()
    for path, room, label in _said(plan):
        key = (names.fold(room), names.fold(label))
        if key in taken:
            found.append((path, f"{room} has a way {label!r} already; say another label, such as {_free(room, label, taken)!r}"))
        taken.add(key)
    return found


def _said(plan: Plan) -> Iterator[tuple[str, str, str]]:
    """(path, room, label) of each side that has its label in the plan."""
    for n, room in enumerate(plan.rooms):
        for w, way in enumerate(room.ways):
            yield f"rooms[{n}].ways[{w}].label", room.name, way.label
            if way.back and way.to:
                yield f"rooms[{n}].ways[{w}].back", way.to, way.back


# ── both sides ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _free(room: str, label: str, taken: set[tuple[str, str]]) -> str:
    """The label, or the first "label 2", "label 3" … that the room has not."""
    key, n, found = names.fold(room), 2, label
    while (key, names.fold(found)) in taken:
        found, n = f"{label} {n}", n + 1
    return found


def exits(plan: Plan) -> tuple[Exit, ...]:
    """Every way from both sides, of a plan without faults. Rooms stand for their ids by folded name; ids are "1", "2" …"""
    taken = {(names.fold(room), names.fold(label)) for _, room, label in _said(plan)}
    found: list[Exit] = []
    for room in plan.rooms:
        for way in room.ways:
            found += _sides(room, way, len(found) + 1, taken)
    return tuple(found)


def _sides(room: Room, way: PlannedExit, n: int, taken: set[tuple[str, str]]) -> Sequence[Exit]:
    here, there = names.fold(room.name), names.fold(way.to) if way.to else None
    both = there is not None and not way.one_way

    def side(id: int, from_: str, label: str, direction: Direction, to: str | None, back: int | None) -> Exit:
        return Exit(
            str(id), from_, label, direction, to, way.kind, way.state, way.hidden, way.key, way.dc, way.minutes,
            str(back) if back else None, way.note,
        )  # fmt: skip

    out = side(n, here, way.label, way.direction, there, n + 1 if both else None)
    if there is None or not both:
        return (out,)
    label = way.back or _free(there, OPPOSITE[way.direction], taken)
    taken.add((there, names.fold(label)))
    return (out, side(n + 1, there, label, direction_in(label) or OPPOSITE[way.direction], here, n))
