"""A map before its import: rooms with their contents, and the exits between them. The reader of every format returns a `Plan`."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field, PlainValidator, ValidationError, model_validator

from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Document, Quantity
from rpg_lite.rules.document_validation import faults_of
from rpg_lite.rules.prices import Price, ShopDocument
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.space.ground import OPEN_GROUND
from rpg_lite.rules.space.squares import MOST_SQUARES
from rpg_lite.rules.trap_lookup import with_squares
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.vocabulary import DIRECTIONS, OPPOSITE, Direction, DoorState, ExitKind, QuestKind, RoomLight
from rpg_lite.world.map_field_types import Label, OneLine, Tag, Title, without_semicolon
from rpg_lite.world.map_grounds import PlannedGround, SpotName, SpotNames, SquareName, square_of
from rpg_lite.world.world_model import Exit

MOST_ROOMS: Final = 500
MOST_IN_ROOM: Final = 50
MOST_CREATURES: Final = 20
MOST_QUESTS: Final = 100
OUTSIDE: Final = "outside"
_NUMBERED: Final = re.compile(rf"({'|'.join(DIRECTIONS)})( [1-9][0-9]*)?")


def _read_trap(trap: Any) -> str | dict[str, Any] | None:
    """A trap by its name, or the whole trap; a later check compares its words with the rulebook."""
    if trap is None:
        return None
    if isinstance(trap, str):
        if fault := names.fault_in_name(trap):
            raise ValueError(fault)
        trap = with_squares(without_semicolon(trap))
        if isinstance(trap, str):
            return trap
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
Find = Annotated[int, Field(ge=1, le=40, strict=True)]
"""The DC to find what is hidden."""
Square = Annotated[int, Field(ge=-100_000, le=100_000, strict=True)]
Squares = Annotated[int, Field(ge=1, le=10_000, strict=True)]


def direction_in(label: str) -> Direction | None:
    """The direction in a label such as "north" or "north 2".

    >>> direction_in("north 2"), direction_in("shimmering arch")
    ('north', None)
    """
    found = _NUMBERED.fullmatch(label)
    return next(d for d in DIRECTIONS if d == found[1]) if found else None


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
    the map. `square`: the square inside it, on the ground of the room that lists it; `far_square`: the one on the ground of the other room.
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
    square: SquareName | None = None
    far_square: SquareName | None = None

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

    `lb`: the weight of a thing of the map; `dc`: the DC to open its lock without the key. `shop`: it sells its contents; `price`: the price
    of one piece of goods. `unidentified`: players see only its look until somebody identifies it. `hidden`: players see nothing of it until
    somebody finds it; `find`: the DC to find it. `at`: the square on which it lies.
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
    unidentified: bool = False
    hidden: bool = False
    find: Find | None = None
    at: SpotName | None = None

    @property
    def name(self) -> str:
        return self.called or self.item


def plain_thing(name: str, lb: int | None, is_bag: bool) -> dict[str, Any]:
    """The item document of a thing of the map. It can hold things if others lie in it, if its load opens an exit, or if it is a shop."""
    weight = {} if lb is None else {"weight": lb}
    return {"name": name, "type": "adventuring_gear", **weight, **({"container": {}} if is_bag else {})}


class Dweller(Document):
    """Creatures in a room, from the rulebook or with a sheet of their `own`. `shop`: they sell the things that they carry.

    `looks`: their description, for everybody; `note`: their secret, for the game master. `at`: the north-west squares of their spaces, in their
    order; those for whom none is left stand as near to the last as they fit. `hidden`: they lurk until somebody finds them; `find`: the DC to
    find them, without it their passive Stealth.
    """

    creature: Title
    count: Annotated[int, Field(ge=1, le=MOST_CREATURES, strict=True)] = 1
    called: Title | None = None
    own: SheetDocument | None = None
    shop: ShopDocument | None = None
    looks: Annotated[OneLine, AfterValidator(without_semicolon)] = ""
    note: OneLine = ""
    at: SpotNames | None = None
    hidden: bool = False
    find: Find | None = None

    @model_validator(mode="after")
    def _told_once(self) -> "Dweller":
        written = self.own.character if self.own else None
        for key, text, same in (("looks", self.looks, "description"), ("note", self.note, "secret")):
            if text and written and getattr(written, same):
                raise ValueError(f"{key} and {same} of the sheet are the same text; give one of them")
        return self

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
    ground: PlannedGround | None = None
    outside: bool = False
    light: RoomLight | None = None
    trap: PlannedTrap = None
    notes: Annotated[tuple[Annotated[OneLine, Field(min_length=1)], ...], Field(max_length=MOST_IN_ROOM)] = ()
    ways: Annotated[tuple[PlannedExit, ...], Field(max_length=MOST_IN_ROOM)] = ()
    things: Annotated[tuple[Loot, ...], Field(max_length=MOST_IN_ROOM)] = ()
    creatures: Annotated[tuple[Dweller, ...], Field(max_length=MOST_IN_ROOM)] = ()

    @property
    def columns_and_rows(self) -> tuple[int, int]:
        """The size of its ground: the one it says, else that of its place on the map, else that of open ground."""
        if self.ground and (size := self.ground.wide_and_high):
            return size
        return (min(self.at.w, MOST_SQUARES), min(self.at.h, MOST_SQUARES)) if self.at else OPEN_GROUND

    @model_validator(mode="after")
    def _without_empty_ground(self) -> "Room":
        """Nothing said of a ground is no ground, because a file in plain lines knows no difference."""
        return self.model_copy(update={"ground": None}) if self.ground == PlannedGround() else self


class PlannedQuest(Document):
    """A quest, or a part of one under earlier quests of the map. `public`: players read it, too."""

    name: Title
    kind: QuestKind = "quest"
    under: Annotated[tuple[Title, ...], Field(max_length=20)] = ()
    public: bool = False
    text: OneLine = ""


class Plan(Document):
    """`entrance`: the room where the party enters; without it, the first room. `level` and `heroes`: the level and the number of the heroes for
    whom it is meant.
    """

    name: Title
    rooms: Annotated[tuple[Room, ...], Field(min_length=1, max_length=MOST_ROOMS)]
    story: OneLine = ""
    entrance: Title | None = None
    level: Annotated[int, Field(ge=1, le=20, strict=True)] | None = None
    heroes: Annotated[int, Field(ge=1, le=12, strict=True)] | None = None
    quests: Annotated[tuple[PlannedQuest, ...], Field(max_length=MOST_QUESTS)] = ()
    remarks: Annotated[tuple[OneLine, ...], Field(max_length=MOST_IN_ROOM)] = ()

    @property
    def start(self) -> str:
        return self.entrance or self.rooms[0].name


# ── labels ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def own_labels(plan: Plan) -> Iterator[tuple[str, str, str]]:
    """Yield (path, room, label) for each side that has its label in the plan."""
    for n, room in enumerate(plan.rooms):
        for w, exit_ in enumerate(room.ways):
            yield f"rooms[{n}].ways[{w}].label", room.name, exit_.label
            if exit_.back and exit_.to:
                yield f"rooms[{n}].ways[{w}].back", exit_.to, exit_.back


# ── both sides ────────────────────────────────────────────────────────────────────────────────────────────────────────


def free_label(room: str, label: str, taken: set[tuple[str, str]]) -> str:
    """The label if it is free, or else the first free label among "label 2", "label 3" …"""
    key, n, found = names.fold(room), 2, label
    while (key, names.fold(found)) in taken:
        found, n = f"{label} {n}", n + 1
    return found


def exits(plan: Plan) -> tuple[Exit, ...]:
    """Make both sides of every exit of a plan without faults. Folded room names serve as room ids; exit ids are "1", "2" …"""
    taken = {(names.fold(room), names.fold(label)) for _, room, label in own_labels(plan)}
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
    label = exit_.back or free_label(there, OPPOSITE[exit_.direction], taken)
    taken.add((there, names.fold(label)))
    return (out, side(n + 1, there, label, direction_in(label) or OPPOSITE[exit_.direction], here, n))


def exit_squares(plan: Plan) -> dict[str, tuple[str, tuple[int, int]]]:
    """The squares inside exits, by the ids of `exits`: the folded name of the room, and the square."""
    found: dict[str, tuple[str, tuple[int, int]]] = {}
    n = 0
    for room in plan.rooms:
        for exit_ in room.ways:
            n += 1
            if exit_.square:
                found[str(n)] = names.fold(room.name), square_of(exit_.square)
            if exit_.to and not exit_.one_way:
                n += 1
                if exit_.far_square:
                    found[str(n)] = names.fold(exit_.to), square_of(exit_.far_square)
    return found
