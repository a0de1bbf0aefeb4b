"""Read One Page Dungeon JSON, as Watabou's generator exports it: rectangles of squares, doors on their own squares, notes at points."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import floor
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field, ValidationError

from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.generated_grounds import ground_with, square_inside
from rpg_lite.content.locks_in_notes import MOST, NOWHERE, Keyhole, keyhole, keys, share_keys
from rpg_lite.content.passage_contraction import Link, without_passages
from rpg_lite.rules import names
from rpg_lite.vocabulary import Direction
from rpg_lite.world.map_plans import MOST_IN_ROOM, MOST_ROOMS, Area, Loot, Plan, PlannedExit, Room, Square, Squares

MOST_POINTS: Final = 10_000
MOST_RECTS: Final = 1000
FEET: Final = 5
LOCK_DC: Final = 15
"""The DC to pick a plain lock, which the format does not have."""

_COMPASS: Final[Mapping[tuple[int, int], Direction]] = {(0, -1): "north", (0, 1): "south", (1, 0): "east", (-1, 0): "west"}
_OUT, _DOWN, _STEPS = 3, 8, 9
_GATES: Final = ("double_door", "door", "portcullis")
"""Kinds of doors, from the most to the least likely place for a keyhole."""
_LONGEST_KEY: Final = 60
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
    _STEPS: {"kind": "stairs"},
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
    ending: bool = False

    @property
    def area(self) -> Area:
        return Area(x=self.x, y=self.y, w=self.w, h=self.h)


class _Step(BaseModel):
    x: Annotated[int, Field(strict=True)] = 0
    y: Annotated[int, Field(strict=True)] = 0


class _Door(BaseModel):
    x: Square
    y: Square
    dir: _Step = _Step()
    type: Annotated[int, Field(strict=True)] = 0


class _Note(BaseModel):
    text: str
    ref: str = ""
    pos: _Point


class Dungeon(BaseModel):
    """The keys that are read here; the format has more."""

    title: str = ""
    story: str = ""
    rects: Annotated[tuple[_Rect, ...], Field(min_length=1, max_length=MOST_RECTS)]
    doors: Annotated[tuple[Any, ...], Field(max_length=MOST_RECTS)] = ()
    """Doors are checked one by one, because a faulty door must not affect the others."""
    notes: Annotated[tuple[_Note, ...], Field(max_length=MOST_RECTS)] = ()
    columns: Annotated[tuple[_Point, ...], Field(max_length=MOST_POINTS)] = ()
    water: Annotated[tuple[_Point, ...], Field(max_length=MOST_POINTS)] = ()


def plan_of(dungeon: Dungeon, passages: bool = False) -> Plan:
    """Make a plan. `passages`: passages one square wide stay rooms. Raises Faulty for overlapping rectangles and overfull rooms."""
    doors, odd = _doors(dungeon)
    squares = {(door.x, door.y) for door in doors}
    rects = {n: r for n, r in enumerate(dungeon.rects) if not ((r.w, r.h) == (1, 1) and (r.x, r.y) in squares)}
    if not rects:
        raise Faulty(("rects", "only cover squares of doors; a map has at least one room"))
    if len(rects) > MOST_ROOMS:
        raise Faulty(("rects", f"make {len(rects)} rooms; a map has at most {MOST_ROOMS}"))
    _refuse_overlaps(rects)
    noted = _notes(dungeon, rects)
    links, astray = _links(doors, rects)
    told = {n: [_tell_note(dungeon.notes[i]) for i in noted.get(n, ())] for n in rects}
    for n, words in (*((min(rects), f"{words}.") for words in odd), *astray):
        told[n].append(words)
    for n, rect in rects.items():
        told[n] += ["The dungeon ends here: its story leads to this room."] if rect.ending else []
    links, loot = _lock_links(links, {n: [dungeon.notes[i].text for i in noted.get(n, ())] for n in rects})
    way_in = links[0].here if links and doors[0].type == _OUT else None
    if not passages:
        narrow = {n: max(r.w, r.h) * FEET for n, r in rects.items() if min(r.w, r.h) == 1 and not told[n] and n != way_in}
        links, gone = without_passages(links, narrow)
        rects = {n: r for n, r in rects.items() if n not in gone}
    called = _names(dungeon, rects, noted)
    ways = _ways(links, called)
    full = [n for n in rects if max(len(told[n]), len(ways.get(n, ())), len(loot.get(n, ()))) > MOST_IN_ROOM]
    if full:
        raise Faulty((f"rects[{full[0]}]", f"has more than {MOST_IN_ROOM} doors or notes"))
    columns, water = ([(floor(p.x), floor(p.y)) for p in points] for points in (dungeon.columns, dungeon.water))
    inside: dict[int | None, set[str]] = {}
    for link in links:
        for room, square in ((link.here, link.square), (link.there, link.far_square)):
            inside.setdefault(room, set()).update({square} if square else set())
    rooms = [
        Room(
            name=called[n],
            description=_description(rect, dungeon),
            at=rect.area,
            ground=ground_with(rect.area, columns, water, rect.rotunda, told[n], inside.get(n, ())),
            notes=tuple(told[n]),
            ways=tuple(PlannedExit.model_validate(way) for way in ways.get(n, ())),
            things=tuple(loot.get(n, ())),
        )
        for n, rect in rects.items()
    ]
    entrance = None if way_in is None else called[way_in]
    title = names.tidy(_plain(dungeon.title.replace(";", ",")))[: names.LONGEST_NAME] or "Dungeon"
    return Plan(name=title, story=_plain(dungeon.story), rooms=tuple(rooms), entrance=entrance)


def _refuse_overlaps(rects: Mapping[int, _Rect]) -> None:
    """Refuse rectangles that overlap. Going row by row, compare only those that have begun and not yet ended."""
    begun: list[tuple[int, Area]] = []
    for n, rect in sorted(rects.items(), key=lambda entry: entry[1].y):
        area = rect.area
        begun = [(m, other) for m, other in begun if other.y + other.h > area.y]
        for m, other in begun:
            if other.overlaps(area):
                raise Faulty((f"rects[{n}]", f"overlaps rects[{m}]; a square belongs to one room"))
        begun.append((n, area))


# ── the contents of a room ───────────────────────────────────────────────────────────────────────────────────────────────


def _plain(text: str) -> str:
    """The text without control and text-direction characters; markup stays as plain text."""
    return names.without_strange_characters(text)[: names.LONGEST_TEXT].strip()


def _tell_note(note: _Note) -> str:
    return f"{_plain(note.ref)}. {_plain(note.text)}".removeprefix(". ")[: names.LONGEST_TEXT]


def _notes(dungeon: Dungeon, rects: Mapping[int, _Rect]) -> dict[int, list[int]]:
    """Room → its notes; a note outside all rooms belongs to the nearest one."""
    found: dict[int, list[int]] = {}
    for i, note in enumerate(dungeon.notes):
        if _tell_note(note):
            found.setdefault(min(rects, key=lambda n: _distance(rects[n], note.pos)), []).append(i)
    return found


def _distance(rect: _Rect, point: _Point) -> float:
    """The squared distance, 0 inside."""
    x = max(rect.x - point.x, 0, point.x - (rect.x + rect.w - 1e-9))
    y = max(rect.y - point.y, 0, point.y - (rect.y + rect.h - 1e-9))
    return x * x + y * y


def _names(dungeon: Dungeon, rects: Mapping[int, _Rect], noted: Mapping[int, list[int]]) -> dict[int, str]:
    """The names of the rooms: "Room 3" if the printed map says 3; other rooms take unused numbers, and corridors are called passages."""
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


def _doors(dungeon: Dungeon) -> tuple[list[_Door], list[str]]:
    """The doors, with the entrance first, and notes about entries that are not doors."""
    found, odd = list[_Door](), list[str]()
    for n, written in enumerate(dungeon.doors):
        try:
            found.append(_Door.model_validate(written))
        except ValidationError:
            odd.append(f"The file has a door without a place: doors[{n}]")
    return sorted(found, key=lambda door: door.type != _OUT), odd


def _links(doors: Sequence[_Door], rects: Mapping[int, _Rect]) -> tuple[list[Link], list[tuple[int, str]]]:
    """The links, and for each door that connects nothing a note for the nearest room."""
    links, astray = list[Link](), list[tuple[int, str]]()
    for door in doors:
        words = dict(_TYPES.get(door.type, {}))
        notes = [str(words.pop("note"))] if "note" in words else []
        notes += [] if door.type in _TYPES else [f"a door of an unknown kind ({door.type})"]
        sides = _sides(door, rects)
        if sides is None:
            near = min(rects, key=lambda n: _distance(rects[n], _Point(x=door.x, y=door.y)))
            kind = str(words.get("kind", "passage")).replace("_", " ")
            astray.append((near, f"The file has a door at {door.x}, {door.y} that connects nothing on the map ({kind})."))
            continue
        here, there, direction, back = sides
        if there is None:
            out: Direction = "down" if door.type == _DOWN else direction
            links.append(Link(here, None, out, out, words, tuple(notes), square=square_inside(rects[here].area, door.x, door.y)))
        else:
            notes += [f"steps down to the {direction}"] if door.type in (_DOWN, _STEPS) and direction == _facing(door) else []
            squares = (square_inside(rects[room].area, door.x, door.y) for room in (here, there))
            links.append(Link(here, there, direction, back, words, tuple(notes), 1, 0, *squares))
    return links, astray


def _facing(door: _Door) -> Direction | None:
    return _COMPASS.get((door.dir.x, door.dir.y))


def _sides(door: _Door, rects: Mapping[int, _Rect]) -> tuple[int, int | None, Direction, Direction] | None:
    """(room, the other room, direction, direction back) along the axis of the door, or else along the axis with more rooms.

    With a room on only one side, the door leads off the map, away from that room.
    """
    axes = [axis] if (axis := (door.dir.x, door.dir.y)) in _COMPASS else [(1, 0), (0, 1)]
    found = [(_room_at(door.x - dx, door.y - dy, rects), _room_at(door.x + dx, door.y + dy, rects), dx, dy) for dx, dy in axes]
    here, there, dx, dy = max(found, key=lambda sides: (sides[0] is not None) + (sides[1] is not None))
    direction, back = _COMPASS[dx, dy], _COMPASS[-dx, -dy]
    if here is None:
        return (there, None, back, direction) if there is not None else None
    return here, there if there != here else None, direction, back


def _room_at(x: int, y: int, rects: Mapping[int, _Rect]) -> int | None:
    return next((n for n, rect in rects.items() if rect.x <= x < rect.x + rect.w and rect.y <= y < rect.y + rect.h), None)


def _lock_links(links: Sequence[Link], texts: Mapping[int, Sequence[str]]) -> tuple[list[Link], dict[int, list[Loot]]]:
    """The links with the locks from the notes, and the keys in their rooms."""
    found, loot = list(links), dict[int, list[Loot]]()
    locks: list[tuple[int, Keyhole]] = []
    for n, told in texts.items():
        for hole in filter(None, map(keyhole, told)):
            if (place := _gate(n, hole, found, {at for at, _ in locks})) is not None:
                locks.append((place, hole))
        for text in told:
            loot.setdefault(n, []).extend(_keys(text, len(loot[n]) if n in loot else 0))
    held = [(n, thing) for n, things in loot.items() for thing in things if thing.own][:MOST]
    loot = {n: [thing for thing in things if not thing.own or (n, thing) in held] for n, things in loot.items()}
    for (place, hole), given in zip(locks, share_keys([hole.count for _, hole in locks], [thing.item for _, thing in held]), strict=True):
        link, key = found[place], given[-1] if given else NOWHERE
        told_keys = f"{hole.count} keyholes ({', '.join(given) or 'no key on the map'}): the lock here takes the {key}"
        notes = (*link.notes, *([told_keys] if hole.count > 1 else []))
        found[place] = replace(link, words={**link.words, **_bar_exits(link), "dc": LOCK_DC, "key": key}, notes=notes)
    return found, loot


def _bar_exits(link: Link) -> Mapping[str, str]:
    return {"kind": link.words.get("kind", "door"), "state": "locked"}


def _gate(room: int, hole: Keyhole, links: Sequence[Link], taken: Collection[int]) -> int | None:
    """The door with the keyhole: a door on the side that the note names, and preferably a gate."""
    ranked = []
    for n, link in enumerate(links):
        if n in taken or room not in (link.here, link.there):
            continue
        kind = link.words.get("kind")
        order = _GATES.index(kind) if kind in _GATES else len(_GATES)
        ranked.append((hole.side is not None and link.from_(room).direction != hole.side, order, n))
    best = min(ranked, default=None)
    return best[2] if best and (best[1] < len(_GATES) or not best[0]) else None


def _keys(text: str, before: int) -> Iterator[Loot]:
    """The keys of a note, in a chest if the note mentions one."""
    named = list(keys(text))
    chest = f"Chest {before + 1}" if named and re.search(r"\bchest\b", text, re.IGNORECASE) else None
    if chest:
        yield Loot(item="Chest", called=chest)
    yield from (Loot(item=name[:_LONGEST_KEY], own=True, inside=chest) for name in named)


def _ways(links: Iterable[Link], called: Mapping[int, str]) -> dict[int, list[dict[str, Any]]]:
    """Room → its exits in the form of a plan; each exit is listed in the first of its two rooms."""
    ways: dict[int, list[dict[str, Any]]] = {}
    taken: dict[int, set[str]] = {}

    def labelled(room: int, direction: str) -> str:
        labels = taken.setdefault(room, set())
        label, n = direction, 2
        while label in labels:
            label, n = f"{direction} {n}", n + 1
        labels.add(label)
        return label

    for link in links:
        way: dict[str, Any] = {"label": labelled(link.here, link.direction), "direction": link.direction, **link.words, "square": link.square}
        if link.there is not None:
            way |= {"to": called[link.there], "back": labelled(link.there, link.back), "minutes": link.minutes, "farSquare": link.far_square}
        note = "; ".join((*dict.fromkeys(link.notes), *([f"{link.feet} ft of passage"] if link.feet else [])))
        ways.setdefault(link.here, []).append(way | ({"note": note[: names.LONGEST_TEXT]} if note else {}))
    return ways
