"""One Page Dungeon JSON, as Watabou's generator exports it: rectangles of squares, doors on squares of their own, notes at points."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from rpg_lite.content.entries import Faulty
from rpg_lite.rules import names
from rpg_lite.vocabulary import Direction
from rpg_lite.world.plans import MOST_IN_ROOM, MOST_ROOMS, Area, Plan, Room, Square, Squares, Way

MOST_POINTS: Final = 10_000
MOST_RECTS: Final = 1000
FEET: Final = 5
LOCK_DC: Final = 15
"""Of picking a plain lock; the format says nothing of it."""

_COMPASS: Final[Mapping[tuple[int, int], Direction]] = {(0, -1): "north", (0, 1): "south", (1, 0): "east", (-1, 0): "west"}
_OUT, _DOWN = 3, 8
_TYPES: Final[Mapping[int, Mapping[str, Any]]] = {
    0: {},
    1: {"kind": "door", "state": "closed"},
    2: {"note": "narrow"},
    _OUT: {},
    4: {"kind": "portcullis", "state": "closed"},
    5: {"kind": "double_door", "state": "closed"},
    6: {"kind": "secret_door", "state": "closed", "hidden": True},
    7: {"kind": "door", "state": "locked", "dc": LOCK_DC, "note": "steel"},
    _DOWN: {"kind": "stairs"},
    9: {"kind": "stairs"},
}
_Coordinate = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False, strict=True)]


class _Point(BaseModel):
    x: _Coordinate
    y: _Coordinate


class _Rect(BaseModel):
    x: Square
    y: Square
    w: Squares
    h: Squares
    rotunda: bool = False

    @property
    def area(self) -> Area:
        return Area(x=self.x, y=self.y, w=self.w, h=self.h)


class _Step(BaseModel):
    x: Annotated[int, Field(ge=-1, le=1, strict=True)]
    y: Annotated[int, Field(ge=-1, le=1, strict=True)]


class _Door(BaseModel):
    x: Square
    y: Square
    dir: _Step
    type: Annotated[int, Field(ge=0, le=max(_TYPES), strict=True)]


class _Note(BaseModel):
    text: str
    ref: str = ""
    pos: _Point


class Dungeon(BaseModel):
    """The keys that count here; the format has others."""

    title: str = ""
    story: str = ""
    rects: Annotated[tuple[_Rect, ...], Field(min_length=1, max_length=MOST_RECTS)]
    doors: Annotated[tuple[_Door, ...], Field(max_length=MOST_RECTS)] = ()
    notes: Annotated[tuple[_Note, ...], Field(max_length=MOST_RECTS)] = ()
    columns: Annotated[tuple[_Point, ...], Field(max_length=MOST_POINTS)] = ()
    water: Annotated[tuple[_Point, ...], Field(max_length=MOST_POINTS)] = ()


def plan_of(dungeon: Dungeon) -> Plan:
    """Raises Faulty: rectangles that lie over each other, doors that lead from nowhere."""
    doors = {(door.x, door.y) for door in dungeon.doors}
    rects = {n: r for n, r in enumerate(dungeon.rects) if not ((r.w, r.h) == (1, 1) and (r.x, r.y) in doors)}
    if not rects:
        raise Faulty(("rects", "are squares of doors only; a map has at least one room"))
    if len(rects) > MOST_ROOMS:
        raise Faulty(("rects", f"make {len(rects)} rooms; a map has at most {MOST_ROOMS}"))
    _refuse_overlaps(rects)
    noted = _notes(dungeon, rects)
    called = _names(dungeon, rects, noted)
    ways, entrance = _ways(dungeon, rects, called)
    full = [n for n in rects if max(len(noted.get(n, ())), len(ways.get(n, ()))) > MOST_IN_ROOM]
    if full:
        raise Faulty((f"rects[{full[0]}]", f"has more than {MOST_IN_ROOM} doors or notes"))
    rooms = [
        Room(
            name=called[n],
            description=_description(rect, dungeon),
            at=rect.area,
            notes=tuple(_told(dungeon.notes[i]) for i in noted.get(n, ())),
            ways=tuple(Way.model_validate(way) for way in ways.get(n, ())),
        )
        for n, rect in rects.items()
    ]
    title = names.tidy(_plain(dungeon.title.replace(";", ",")))[: names.LONGEST_NAME] or "Dungeon"
    return Plan(name=title, story=_plain(dungeon.story), rooms=tuple(rooms), entrance=entrance)


def _refuse_overlaps(rects: Mapping[int, _Rect]) -> None:
    """By rows: only those that have begun and not ended are compared."""
    begun: list[tuple[int, Area]] = []
    for n, rect in sorted(rects.items(), key=lambda entry: entry[1].y):
        area = rect.area
        begun = [(m, other) for m, other in begun if other.y + other.h > area.y]
        for m, other in begun:
            if other.overlaps(area):
                raise Faulty((f"rects[{n}]", f"lies over rects[{m}]; a square belongs to one room"))
        begun.append((n, area))


# ── what is in a room ───────────────────────────────────────────────────────────────────────────────────────────────


def _plain(text: str) -> str:
    """Without control and text-direction characters; markup stays the text that it is."""
    return "".join(c if names.fault_in_name(c) is None else " " for c in text)[: names.LONGEST_TEXT].strip()


def _told(note: _Note) -> str:
    return f"{_plain(note.ref)}. {_plain(note.text)}".removeprefix(". ")[: names.LONGEST_TEXT]


def _notes(dungeon: Dungeon, rects: Mapping[int, _Rect]) -> dict[int, list[int]]:
    """Room → its notes: those in it, else those that it is nearest to."""
    found: dict[int, list[int]] = {}
    for i, note in enumerate(dungeon.notes):
        if _told(note):
            found.setdefault(min(rects, key=lambda n: _distance(rects[n], note.pos)), []).append(i)
    return found


def _distance(rect: _Rect, point: _Point) -> float:
    """0 inside."""
    x = max(rect.x - point.x, 0, point.x - (rect.x + rect.w - 1e-9))
    y = max(rect.y - point.y, 0, point.y - (rect.y + rect.h - 1e-9))
    return x * x + y * y


def _names(dungeon: Dungeon, rects: Mapping[int, _Rect], noted: Mapping[int, list[int]]) -> dict[int, str]:
    """ "Room 3" where the printed map says 3; the others take the numbers that are left, corridors as passages."""
    found: dict[int, str] = {}
    for n, notes in noted.items():
        refs = [dungeon.notes[i].ref.strip() for i in notes]
        wanted = next((f"Room {ref}" for ref in refs if ref.isdecimal() and len(ref) < 5), None)
        if wanted and wanted not in found.values():
            found[n] = wanted
    numbers = {"Room": 1, "Passage": 1}
    taken = set(found.values())
    for n, rect in rects.items():
        word = "Passage" if min(rect.w, rect.h) == 1 else "Room"
        while n not in found:
            name = f"{word} {numbers[word]}"
            numbers[word] += 1
            if name not in taken:
                found[n] = name
    return found


def _description(rect: _Rect, dungeon: Dungeon) -> str:
    shape = "round chamber" if rect.rotunda else "passage" if min(rect.w, rect.h) == 1 else "chamber"
    held = [
        what for what, points in (("columns", dungeon.columns), ("water", dungeon.water)) if any(rect.area.holds(p.x, p.y) for p in points)
    ]
    return f"A {shape}, {rect.w * FEET} by {rect.h * FEET} ft{' with ' + ' and '.join(held) if held else ''}."


# ── doors ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _ways(dungeon: Dungeon, rects: Mapping[int, _Rect], called: Mapping[int, str]) -> tuple[dict[int, list[dict[str, Any]]], str | None]:
    """Room → its ways as a plan writes them, each door in the first of its two rooms; and the room behind the way in."""
    ways: dict[int, list[dict[str, Any]]] = {}
    taken: dict[int, set[str]] = {}
    entrance: str | None = None

    def labelled(room: int, direction: str) -> str:
        labels = taken.setdefault(room, set())
        label, n = direction, 2
        while label in labels:
            label, n = f"{direction} {n}", n + 1
        labels.add(label)
        return label

    for n, door in enumerate(dungeon.doors):
        for here, there, direction, back in _sides(n, door, rects):
            way: dict[str, Any] = {"label": labelled(here, direction), "direction": direction, **_TYPES[door.type]}
            if there is not None:
                way |= {"to": called[there], "back": labelled(there, back)}
            ways.setdefault(here, []).append(way)
            entrance = entrance or (called[here] if door.type == _OUT else None)
    return ways, entrance


def _sides(n: int, door: _Door, rects: Mapping[int, _Rect]) -> Iterator[tuple[int, int | None, Direction, Direction]]:
    """(room, the other room, direction, direction back). What leads off the map has a room on one side only."""
    dx, dy = door.dir.x, door.dir.y
    if (dx, dy) not in _COMPASS:
        raise Faulty((f"doors[{n}].dir", f"takes one step along one axis, such as {{x: 1, y: 0}}, not {{x: {dx}, y: {dy}}}"))
    here, there = _room_at(door.x - dx, door.y - dy, rects), _room_at(door.x + dx, door.y + dy, rects)
    direction, back = _COMPASS[dx, dy], _COMPASS[-dx, -dy]
    if door.type in (_OUT, _DOWN):
        room = there if here is None else here
        if room is None or (here is not None and there is not None):
            raise Faulty((f"doors[{n}]", f"leads off the map (type {door.type}) and takes a room on one side only"))
        out = "down" if door.type == _DOWN else direction if room == here else back
        yield room, None, out, out
    elif here is None or there is None:
        raise Faulty((f"doors[{n}]", f"takes a room on both sides; there is none {back if here is None else direction} of it"))
    else:
        yield here, there, direction, back


def _room_at(x: int, y: int, rects: Mapping[int, _Rect]) -> int | None:
    return next((n for n, rect in rects.items() if rect.x <= x < rect.x + rect.w and rect.y <= y < rect.y + rect.h), None)
