"""One floor of a drawn map, in pixels from its own corner: rooms to scale, ways around them, doors by kind and state, people."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from string import ascii_uppercase
from typing import Final

from rpg_lite.views.maps.style import bar, disc, path, rect, text, told
from rpg_lite.views.maps.text import door_words
from rpg_lite.vocabulary import OPPOSITE
from rpg_lite.world.atlas import is_locked
from rpg_lite.world.chart import Chart
from rpg_lite.world.exit_lines import DrawnLine, Point, lines, touches, wall
from rpg_lite.world.layout import OFFSET, Place
from rpg_lite.world.things import Exit, Thing, made

SQUARE: Final = 20
"""Pixels of 5 ft."""
MARGIN: Final = 40
_LETTER: Final = 6.4
"""Pixels of one letter of a room's name, about."""
_ROW: Final = 14
_CUT: Final = 16
"""Letters of a name that is cut off, at least."""
_MOST_TOKENS: Final = 8
_LONGEST_HINT: Final = 300
"""Letters of a room's notes that show when one points at it."""
_STUB: Final = 0.95
_SHORT: Final = 0.4
"""Squares that a way out is drawn long where there is room, and where there is little."""


class Storey:
    """`labels`: short names, for rooms in which the whole one has no room."""

    def __init__(self, chart: Chart, places: Mapping[str, Place], rooms: Mapping[str, Thing], labels: Mapping[str, str]) -> None:
        self.chart, self.places, self.rooms, self._labels = chart, places, rooms, labels
        self._ways = [way for way in chart.exits if way.from_room in places]
        inside = {way.id: way for way in self._ways if not self._leaves(way)}
        self._joined = [way for way in inside.values() if _is_first(way, inside.get(way.back or ""))]
        backs = {way.id: back.direction if (back := inside.get(way.back or "")) else OPPOSITE[way.direction] for way in self._joined}
        self._lines = lines([(way, backs[way.id]) for way in self._joined], places)
        points = [point for line in self._lines.values() for point in line or ()]
        points += [corner for p in places.values() for corner in ((p.x, p.y), (p.x + p.w, p.y + p.h))]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        self.shift = (MARGIN - left * SQUARE, SQUARE - top * SQUARE)
        self.size = ((right - left) * SQUARE + 2 * MARGIN, (bottom - top) * SQUARE + 3 * SQUARE)

    def drawn(self) -> Iterator[str]:
        """Walls of ways under the rooms; their floors, doors and people over them."""
        lined = [(way, line) for way in self._joined if (line := self._lines[way.id])]
        yield from (_path(line, "step" if _is_faint(way) else "wall") for way, line in lined)
        yield from (self._room(self.rooms[room], place) for room, place in self.places.items())
        yield from (_path(line, "way") for way, line in lined if not _is_faint(way))
        yield from chain.from_iterable(self._doors(way, line) for way, line in lined)
        apart = [way for way in self._joined if self._lines[way.id] is None]
        yield from chain.from_iterable(self._marks(way, letters(n)) for n, way in enumerate(apart))
        yield from (self._stub(way) for way in self._ways if self._leaves(way))
        yield from (self._tokens(room, place) for room, place in self.places.items())

    def _leaves(self, way: Exit) -> bool:
        """Not to another room of this storey."""
        return way.to_room not in self.places or way.to_room == way.from_room

    # ── ways ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _doors(self, way: Exit, line: DrawnLine) -> Iterator[str]:
        """At the wall of the room that it leads out of, and an arrow when there is no way back."""
        (x1, y1), (x2, y2) = line[0], line[1]
        across = abs(x2 - x1) > abs(y2 - y1) if line[0] != line[1] else _lies_across(self.places[way.from_room], line[0])
        yield self._door(way, (x1 * SQUARE, y1 * SQUARE), across)
        if way.back is None and line[0] != line[-1]:
            middle = (len(line) - 1) // 2
            yield _arrow(line[middle], line[middle + 1])

    def _marks(self, way: Exit, letter: str) -> Iterator[str]:
        """A way for which there is no line: the same letter at both of its ends."""
        for here, there in ((way.from_room, way.to_room or ""), (way.to_room or "", way.from_room)):
            other = self.places[there]
            x, y = wall(self.places[here], (other.x + other.w / 2 + 0.01, other.y + other.h / 2))
            words = self._told(way) if here == way.from_room else f"to {self.rooms[there].name}"
            yield told(words, disc("mark", x * SQUARE, y * SQUARE, 7) + text("letter sign", x * SQUARE, y * SQUARE + 3, letter))

    def _stub(self, way: Exit) -> str:
        """A way that leaves this storey, the map, or what is known."""
        place = self.places[way.from_room]
        offset = OFFSET.get(way.direction)
        if offset is None:
            return self._stairs(way, place)
        dx, dy = offset
        x, y = wall(place, (place.x + place.w / 2 + dx * 99, place.y + place.h / 2 + dy * 99))
        nth = [w.id for w in self._ways if w.from_room == way.from_room and self._leaves(w) and w.direction == way.direction].index(way.id)
        x, y = x + (nth % 4 if not dx else 0), y + (nth % 4 if dx else 0)
        others = [p for room, p in self.places.items() if room != way.from_room]
        free = (n for n in (_STUB, _SHORT) if not any(touches((x, y), (x + dx * n, y + dy * n), p) for p in others))
        long = next(free, -_SHORT)  # inwards where another room stands at this very wall
        out = f"M{x * SQUARE:g} {y * SQUARE:g}l{dx * long * SQUARE:g} {dy * long * SQUARE:g}"
        tip = _arrow((x, y), (x + 2 * dx * long, y + 2 * dy * long)) if way.to_room is None and long > 0 else ""
        return path("step" if _is_faint(way) else "out", out) + tip + self._door(way, (x * SQUARE, y * SQUARE), dx != 0)

    def _stairs(self, way: Exit, place: Place) -> str:
        """Steps in a corner of the room."""
        nth = [w.id for w in self.chart.exits_of(way.from_room) if self._leaves(w) and w.direction not in OFFSET].index(way.id)
        x, y = (place.x + place.w) * SQUARE - 17 - 18 * nth, place.y * SQUARE + 6
        sign = {"up": "▲", "down": "▼"}.get(way.direction, "◆")
        drawn = rect("gap lock" if is_locked(way) else "gap", x, y, 13, 13, 2) + text("letter sign", x + 6.5, y + 10, sign)
        return told(self._told(way), drawn)

    def _told(self, way: Exit) -> str:
        """Players are not told what unlocks a door."""
        way = way if self.chart.whole else replace(way, key_name=None)
        there = self.rooms.get(way.to_room or "")
        name = there.name if there else self.chart.names.get(way.to_room or "", "unknown" if way.to_room else "off the map")
        return f"{', '.join([way.label, *door_words(way, self.chart.whole)])}: {name}"

    def _door(self, way: Exit, at: Point, across: bool) -> str:
        """In a wall: nothing, steps, a leaf, two leaves, bars; red when it is locked, violet when it is hidden."""
        x, y = at
        if way.kind in ("stairs", "ladder") and way.state == "open" and not way.hidden:
            shape = bar("no", x, y, across, 12, 12) + path("tread", "".join(_tread(x, y, across, n) for n in (-4, 0, 4)))
        elif way.kind in ("passage", "portal") and way.state == "open" and not way.hidden:
            shape = bar("no", x, y, across, 12, 12)
        elif way.kind == "portcullis":
            shape = bar("gap lock" if is_locked(way) else "gap", x, y, across, 8, 18)
            shape += "".join(bar("bars", x + (0 if across else n), y + (n if across else 0), across, 8, 2) for n in (-5, 0, 5))
        else:
            leaf = "door" + (" lock" if is_locked(way) else " secret" if way.hidden or way.kind == "secret_door" else "")
            shape = bar(leaf, x, y, across, 4 if way.state == "open" else 8, 24 if way.kind == "double_door" else 16)
        return told(self._told(way), shape)

    # ── rooms ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _room(self, room: Thing, place: Place) -> str:
        classes = "room" + (" here" if room.id == self.chart.here else "") + ("" if room.id in self.chart.visited else " sight")
        x, y, w, h = (n * SQUARE for n in (place.x, place.y, place.w, place.h))
        people = ", ".join(who.name for who in self.chart.people.get(room.id, ()))
        notes = " ".join(room.room.notes) if self.chart.whole else ""
        hint = (f"{room.name}: {people}" if people else room.name) + (f" – {notes[:_LONGEST_HINT]}" if notes else "")
        mark = path("note", f"M{x + 4:g} {y + 4:g}h7l3 3v8h-10z") if notes else ""
        return told(hint, rect(classes, x, y, w, h, 2) + self._words(room, x, y, w, h) + mark)

    def _words(self, room: Thing, x: float, y: float, w: float, h: float) -> str:
        """The name in lines of words; turned in a high narrow room; the short label where neither has room."""
        stairs = sum(self._leaves(way) and way.direction not in OFFSET for way in self._ways if way.from_room == room.id)
        w -= 18 * stairs if h < 3 * SQUARE and stairs else 0  # their signs stand in the corner
        wide, most = max(2, int((w - 6) / _LETTER)), max(1, int((h - 24) / _ROW))
        lines = _wrapped(room.name, wide)
        if len(lines) <= most and all(len(line) <= wide for line in lines):
            top = y + h / 2 - (len(lines) - 1) * _ROW / 2 - (2 if self.chart.people.get(room.id) and h > SQUARE else -4)
            return "".join(text("", x + w / 2, top + n * _ROW, line) for n, line in enumerate(lines))
        if len(room.name) * _LETTER <= h - 6 and h > w:
            return text("", x + w / 2 + 4, y + h / 2, room.name, turned=True)
        if len(room.name) > 2 * wide and wide * most > _CUT:  # of a long name more is told by its beginning
            cut = [*lines[: most - 1], " ".join(lines[most - 1 :])]
            cut = [line if len(line) <= wide else f"{line[: wide - 1].rstrip()}…" for line in cut]
            top = y + h / 2 - (len(cut) - 1) * _ROW / 2 + 4
            return "".join(text("", x + w / 2, top + n * _ROW, line) for n, line in enumerate(cut))
        return text("", x + w / 2, y + h / 2 + 4, self._labels[room.id])

    def _tokens(self, room: str, place: Place) -> str:
        """A disc for each who stands here, along the lower wall."""
        people = self.chart.people.get(room, ())
        most = max(1, min(_MOST_TOKENS, int((place.w * SQUARE - 4) / 17)))
        shown = people if len(people) <= most else people[: most - 1]
        tokens = [(who.name[:1], who.creature.is_member, who.name) for who in shown]
        more = people[len(shown) :]
        tokens += [(f"+{len(more)}", False, ", ".join(who.name for who in more))] if more else []
        x, y = (place.x + place.w / 2) * SQUARE - (len(tokens) - 1) * 8.5, (place.y + place.h) * SQUARE - 13
        return "".join(
            told(name, disc("token hero" if hero else "token other", x + 17 * n, y, 8) + text("letter", x + 17 * n, y + 3, letter))
            for n, (letter, hero, name) in enumerate(tokens)
        )


def letters(n: int) -> str:
    """A, B … Z, A2, B2 …"""
    return ascii_uppercase[n % 26] + (str(n // 26 + 1) if n >= 26 else "")


def _is_first(way: Exit, back: Exit | None) -> bool:
    """Of a way and its way back one is drawn."""
    return back is None or made(way) < made(back)


def _is_faint(way: Exit) -> bool:
    """A way that is no corridor on this floor."""
    return way.hidden or way.kind == "portal" or way.direction not in OFFSET


def _lies_across(place: Place, point: Point) -> bool:
    """Whether a door in this wall is gone through to the left or right."""
    return point[0] in (place.x, place.x + place.w) and place.y < point[1] < place.y + place.h


def _path(line: DrawnLine, classes: str) -> str:
    """From wall to wall; a floor goes on through both walls."""
    points = [(x * SQUARE, y * SQUARE) for x, y in line]
    more = 3.0 if classes == "way" else 0.0
    first, last = _farther(points[1], points[0], more), _farther(points[-2], points[-1], more)
    return path(classes, "M" + "L".join(f"{x:.6g} {y:.6g}" for x, y in (first, *points[1:-1], last)))


def _farther(a: Point, b: Point, by: float) -> Point:
    """The point `b`, moved on in the direction from `a`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = (dx * dx + dy * dy) ** 0.5
    return (b[0] + dx / long * by, b[1] + dy / long * by) if long else b


def _tread(x: float, y: float, across: bool, n: int) -> str:
    return f"M{x + n:g} {y - 5:g}v10" if across else f"M{x - 5:g} {y + n:g}h10"


def _arrow(a: Point, b: Point) -> str:
    """A small triangle in the middle of the stretch."""
    (ax, ay), (bx, by) = ((x * SQUARE, y * SQUARE) for x, y in (a, b))
    dx, dy = bx - ax, by - ay
    long = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy, x, y = dx / long, dy / long, (ax + bx) / 2, (ay + by) / 2
    points = ((x + 6 * ux, y + 6 * uy), (x - 5 * ux - 5 * uy, y - 5 * uy + 5 * ux), (x - 5 * ux + 5 * uy, y - 5 * uy - 5 * ux))
    return path("token arrow", "M" + "L".join(f"{px:g} {py:g}" for px, py in points) + "Z")


def _wrapped(name: str, wide: int) -> list[str]:
    """Lines of whole words."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= wide or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
