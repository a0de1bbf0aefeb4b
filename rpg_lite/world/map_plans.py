"""A map before its import: rooms with their contents, and the exits between them. The reader of every format returns a `Plan`."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, PlainValidator, ValidationError, model_validator

from rpg_lite.rules import names
from rpg_lite.rules.document_faults import faults_of
from rpg_lite.rules.document_fields import Document, Name, Quantity
from rpg_lite.rules.prices import Price, ShopDocument
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.traps import TrapRule
from rpg_lite.vocabulary import DIRECTIONS, OPPOSITE, Direction, DoorState, ExitKind, RoomLight
from rpg_lite.world.things import Exit

MOST_ROOMS: Final = 500
MOST_IN_ROOM: Final = 50
MOST_CREATURES: Final = 20
MOST_CONTENTS: Final = 500
"""The maximum number of things and creatures in a whole map: nobody else can write while they are created."""
MOST_WAYS: Final = 2000
"""The maximum number of exits in a whole map, for the same reason."""
OUTSIDE: Final = "outside"
_NUMBERED: Final = re.compile(rf"({'|'.join(DIRECTIONS)})( [1-9][0-9]*)?")


def _line(text: str) -> str:
    """Make the text one line: each run of spaces, tabs and line ends becomes one space."""
    line = names.tidy(" ".join(text.split()))
    if any(map(names.is_forbidden, line)):
        raise ValueError("takes text without control or text-direction characters")
    return line


def _without_semicolon(name: str) -> str:
    if ";" in name:
        raise ValueError("a name in a map cannot have a semicolon")
    return _line(name)


def _without_colon(label: str) -> str:
    if ":" in label:
        raise ValueError("a label cannot have a colon")
    return label


OneLine = Annotated[str, Field(max_length=names.LONGEST_TEXT), AfterValidator(_line)]
Title = Annotated[Name, AfterValidator(_without_semicolon)]
Label = Annotated[Title, AfterValidator(_without_colon)]
Tag = Annotated[str, Field(pattern=r"^[a-z0-9_]+(:[a-z0-9_]+)?$")]


def _read_trap(trap: Any) -> str | dict[str, Any] | None:
    """A trap by its name, or as a whole; whether the rulebook has its words shows later."""
    if trap is None:
        return None
    if isinstance(trap, str):
        if fault := names.fault_in_name(trap):
            raise ValueError(fault)
        return _without_semicolon(trap)
    if not isinstance(trap, dict):
        raise ValueError("takes the name of a trap, or a trap as an object")
    try:
        TrapRule.model_validate(trap)
    except ValidationError as error:
        raise ValueError("; ".join(f"{at}: {why}" if at else why for at, why in faults_of(error, TrapRule))) from None
    return trap


PlannedTrap = Annotated[
    str | dict[str, Any] | None, PlainValidator(_read_trap, json_schema_input_type=str | dict[str, Any] | None)
]  # fmt: skip
"""The name of a trap of the rulebook, or a trap of the map's own."""
Square = Annotated[int, Field(ge=-100_000, le=100_000, strict=True)]
Squares = Annotated[int, Field(ge=1, le=10_000, strict=True)]


def direction_in(label: str) -> Direction | None:
    """The direction in a label such as "north" or "north 2".

    >>> direction_in("north 2"), direction_in("shimmering arch")
    ('north', None)
    """
    found = _NUMBERED.fullmatch(label)
    return found.group(1) if found else None  # type: ignore[return-value]


class Area(Document):
    """The place of a room on the map, in squares of 5 ft; y grows to the south."""

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
    """An exit of the room that lists it, and the exit back unless `one_way`. Both sides share the door. Without `to`, the exit leads off
    the map.
    """

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
    trap: PlannedTrap = None

    @model_validator(mode="before")
    @classmethod
    def _direction_by_label(cls, data: Any) -> Any:
        """Take the direction from a label such as "north 2"."""
        if isinstance(data, dict) and data.get("direction") is None and isinstance(data.get("label"), str):
            said = direction_in(data["label"].strip())
            return {**data, "direction": said} if said else data
        return data


class Latch(Document):
    """A locked exit that stays open while the thing holds enough weight."""

    way: Label
    room: Title
    lb: Annotated[int, Field(ge=1, le=100_000, strict=True)]


class Loot(Document):
    """A thing in a room: an item of the rulebook, or with `own` a plain thing of the map. `inside`: its container.

    `lb`: the weight of a thing of the map; `dc`: for opening its lock without the key. `shop`: it sells its contents; `price`: of one piece
    of goods.
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
    shop: ShopDocument | None = None
    price: Price | None = None
    trap: PlannedTrap = None

    @property
    def name(self) -> str:
        return self.called or self.item


class Dweller(Document):
    """Creatures in a room: from the rulebook, or with a sheet of their `own`. `shop`: they sell what they carry."""

    creature: Title
    count: Annotated[int, Field(ge=1, le=MOST_CREATURES, strict=True)] = 1
    called: Title | None = None
    own: SheetDocument | None = None
    shop: ShopDocument | None = None

    @property
    def keeps_shop(self) -> bool:
        return self.shop is not None or (self.own is not None and self.own.shop is not None)

    @property
    def name(self) -> str:
        return self.called or self.creature


class Room(Document):
    name: Title
    description: OneLine = ""
    vibe: OneLine = ""
    at: Area | None = None
    outside: bool = False
    light: RoomLight | None = None
    trap: PlannedTrap = None
    notes: Annotated[tuple[Annotated[OneLine, Field(min_length=1)], ...], Field(max_length=MOST_IN_ROOM)] = ()
    ways: Annotated[tuple[PlannedExit, ...], Field(max_length=MOST_IN_ROOM)] = ()
    things: Annotated[tuple[Loot, ...], Field(max_length=MOST_IN_ROOM)] = ()
    creatures: Annotated[tuple[Dweller, ...], Field(max_length=MOST_IN_ROOM)] = ()


class Plan(Document):
    """`entrance`: the room where the party enters; without it, the first room."""

    name: Title
    rooms: Annotated[tuple[Room, ...], Field(min_length=1, max_length=MOST_ROOMS)]
    story: OneLine = ""
    entrance: Title | None = None

    @property
    def start(self) -> str:
        return self.entrance or self.rooms[0].name


Fault = tuple[str, str]
"""A fault: (dotted path, a text with the fault and the allowed values)."""


# ── faults beyond the shape ───────────────────────────────────────────────────────────────────────────────────────────


def faults(plan: Plan) -> list[Fault]:
    """Find names that refer to nothing or to several things, duplicate labels, and bags inside themselves."""
    rooms = {names.fold(room.name): room for room in plan.rooms}
    found: list[Fault] = []
    seen: set[str] = set()
    for n, room in enumerate(plan.rooms):
        at = f"rooms[{n}]"
        key = names.fold(room.name)
        if key in seen or key == OUTSIDE:
            found.append((f"{at}.name", f"takes a unique name; {room.name!r} {'is taken' if key in seen else 'is reserved'}"))
        seen.add(key)
        found += _faults_of_exits(room, at, rooms)
        found += _faults_inside(room, at)
    contents = sum(len(room.things) + sum(d.count for d in room.creatures) for room in plan.rooms)
    if contents > MOST_CONTENTS:
        found.append(("rooms", f"have {contents} things and creatures; a map has at most {MOST_CONTENTS}"))
    if (count := sum(len(room.ways) for room in plan.rooms)) > MOST_WAYS:
        found.append(("rooms", f"have {count} exits; a map has at most {MOST_WAYS}"))
    found += _faults_of_latches(plan, rooms)
    if names.fold(plan.start) not in rooms:
        found.append(("entrance", _no_room(plan.start, rooms)))
    return found or _labels_twice(plan)


def _faults_of_exits(room: Room, at: str, rooms: dict[str, Room]) -> Iterator[Fault]:
    for n, exit_ in enumerate(room.ways):
        place = f"{at}.ways[{n}]"
        if exit_.to is not None and names.fold(exit_.to) not in rooms:
            yield f"{place}.to", _no_room(exit_.to, rooms)
        if exit_.back and (exit_.one_way or exit_.to is None):
            yield f"{place}.back", "only a two-way exit between two rooms has a label back"
        if exit_.state == "locked" and exit_.kind in ("passage", "portal"):
            yield f"{place}.state", f"a {exit_.kind} cannot have a lock; use kind door"


def _faults_of_latches(plan: Plan, rooms: dict[str, Room]) -> Iterator[Fault]:
    """Require that each latch belongs to a thing of the map, and that the lock of its exit is not a bolt that anybody can draw."""
    for n, room in enumerate(plan.rooms):
        for k, loot in enumerate(room.things):
            at, latch = f"rooms[{n}].things[{k}]", loot.opens
            if loot.lb is not None and not loot.own:
                yield f"{at}.lb", "only a thing of the map (own) can have a weight"
            if latch is None:
                continue
            there = rooms.get(names.fold(latch.room))
            exit_ = next((w for w in there.ways if names.fold(w.label) == names.fold(latch.way)), None) if there else None
            if not loot.own:
                yield f"{at}.opens", "only a thing of the map (own) can open an exit by its load"
            if there is None:
                yield f"{at}.opens", _no_room(latch.room, rooms)
            elif exit_ is None:
                known = ", ".join(w.label for w in there.ways) or "none"
                yield f"{at}.opens", f"{there.name} has no exit {latch.way!r}; its exits: {known}"
            elif exit_.state != "locked" or (exit_.key is None and exit_.dc is None):
                yield (
                    f"{at}.opens",
                    f"the exit {exit_.label} of {there.name} needs state locked, and a key or a dc; otherwise anybody can open it",
                )


def _no_room(name: str, rooms: dict[str, Room]) -> str:
    known = [room.name for room in rooms.values()]
    near = names.nearest(name, known) or known[:3]
    return f"there is no room {name!r}; rooms: {', '.join(near)}"


def _faults_inside(room: Room, at: str) -> Iterator[Fault]:
    """Require that exactly one container in the room has the name, and that no bag lies inside itself at any depth."""
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
            named = "no single thing or creature in this room is" if not holders else f"{holders} things in this room are"
            yield f"{at}.things[{n}].inside", f"{named} called {loot.inside!r}; it takes exactly one"
        elif _lies_in_itself(room, n, called):
            yield f"{at}.things[{n}].inside", f"{loot.name} would lie inside itself"
    yield from _faults_of_prices(room, at)


def _faults_of_prices(room: Room, at: str) -> Iterator[Fault]:
    """Require that everything with a price lies in a shop."""
    inside: list[Loot | Dweller] = [*room.things, *room.creatures]
    holders = {names.fold(one.name): one for one in inside}
    for n, loot in enumerate(room.things):
        outer, seen = holders.get(names.fold(loot.inside or "")), {n}
        while isinstance(outer, Loot) and outer.shop is None and (k := room.things.index(outer)) not in seen:
            seen.add(k)
            outer = holders.get(names.fold(outer.inside or ""))
        is_sold = outer is not None and (outer.keeps_shop if isinstance(outer, Dweller) else outer.shop is not None)
        if loot.price is not None and not is_sold:
            yield f"{at}.things[{n}].price", "only goods have a price: put it in a creature or thing with the word shop"


def _lies_in_itself(room: Room, n: int, called: dict[str, list[int]]) -> bool:
    """Whether the chain of containers leads back to the thing. An ambiguous name ends the chain: that is a separate fault."""
    at, steps = n, 0
    while (holder := room.things[at].inside) is not None and len(found := called.get(names.fold(holder), [])) == 1:
        at, steps = found[0], steps + 1
        if at == n or steps > len(room.things):
            return at == n
    return False


def _labels_twice(plan: Plan) -> list[Fault]:
    """Find duplicate labels among exits whose rooms are known."""
    found: list[Fault] = []
    taken: set[tuple[str, str]] = set()
    for path, room, label in _own_labels(plan):
        key = (names.fold(room), names.fold(label))
        if key in taken:
            found.append((path, f"{room} already has an exit {label!r}; use another label, such as {_free(room, label, taken)!r}"))
        taken.add(key)
    return found


def _own_labels(plan: Plan) -> Iterator[tuple[str, str, str]]:
    """Yield (path, room, label) for each side that has its label in the plan."""
    for n, room in enumerate(plan.rooms):
        for w, exit_ in enumerate(room.ways):
            yield f"rooms[{n}].ways[{w}].label", room.name, exit_.label
            if exit_.back and exit_.to:
                yield f"rooms[{n}].ways[{w}].back", exit_.to, exit_.back


# ── both sides ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _free(room: str, label: str, taken: set[tuple[str, str]]) -> str:
    """The label if it is free, or else the first free label among "label 2", "label 3" …"""
    key, n, found = names.fold(room), 2, label
    while (key, names.fold(found)) in taken:
        found, n = f"{label} {n}", n + 1
    return found


def exits(plan: Plan) -> tuple[Exit, ...]:
    """Make both sides of every exit of a plan without faults. Folded room names serve as room ids; exit ids are "1", "2" …"""
    taken = {(names.fold(room), names.fold(label)) for _, room, label in _own_labels(plan)}
    found: list[Exit] = []
    for room in plan.rooms:
        for exit_ in room.ways:
            found += _sides(room, exit_, len(found) + 1, taken)
    return tuple(found)


def _sides(room: Room, exit_: PlannedExit, n: int, taken: set[tuple[str, str]]) -> Sequence[Exit]:
    here, there = names.fold(room.name), names.fold(exit_.to) if exit_.to else None
    both = there is not None and not exit_.one_way

    def side(id: int, from_: str, label: str, direction: Direction, to: str | None, back: int | None) -> Exit:
        return Exit(
            str(id), from_, label, direction, to, exit_.kind, exit_.state, exit_.hidden, exit_.key, exit_.dc, exit_.minutes,
            str(back) if back else None, exit_.note,
        )  # fmt: skip

    out = side(n, here, exit_.label, exit_.direction, there, n + 1 if both else None)
    if there is None or not both:
        return (out,)
    label = exit_.back or _free(there, OPPOSITE[exit_.direction], taken)
    taken.add((there, names.fold(label)))
    return (out, side(n + 1, there, label, direction_in(label) or OPPOSITE[exit_.direction], here, n))
