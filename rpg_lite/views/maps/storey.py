"""One floor of a drawn map, in pixels from its own corner: rooms to scale, exits between them, doors by kind and state, people."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from string import ascii_uppercase
from typing import Final

from rpg_lite.views.maps.style import bar, disc, path, rect, text, with_tooltip
from rpg_lite.views.maps.text import door_words
from rpg_lite.vocabulary import OPPOSITE
from rpg_lite.world.atlas import is_locked
from rpg_lite.world.drawn_exits import DrawnLine, Point, lines, touches, wall
from rpg_lite.world.layout import OFFSET, Place
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Exit, Thing, order_made

Segment = tuple[float, float, float, float]
SQUARE: Final = 20
"""Pixels for 5 ft."""
MARGIN: Final = 40
_LETTER: Final = 6.4
"""The approximate width in pixels of one letter of a room's name."""
_ROW: Final = 14
_CUT: Final = 16
"""The minimum number of letters that must fit before a name is cut off."""
_MOST_TOKENS: Final = 8
HERO: Final = "hero"
OTHER: Final = "other"
"""The colours of the discs of the party and of all others."""
_LONGEST_HINT: Final = 300
"""The maximum number of characters of a room's notes that its tooltip shows."""
_STUB: Final = 0.95
_SHORT: Final = 0.4
"""The length in squares of a drawn exit stub, with much space and with little space."""


class Storey:
    """One storey of a map. `labels`: short names, for rooms too small for their whole names."""

    def __init__(self, chart: Chart, places: Mapping[str, Place], rooms: Mapping[str, Thing], labels: Mapping[str, str]) -> None:
        self.chart, self.places, self.rooms, self._labels = chart, places, rooms, labels
        self._exits = [exit_ for exit_ in chart.exits if exit_.from_room in places]
        inside = {exit_.id: exit_ for exit_ in self._exits if not self._leaves(exit_)}
        self._joined = [exit_ for exit_ in inside.values() if _is_first(exit_, inside.get(exit_.back or ""))]
        backs = {
            exit_.id: back.direction if (back := inside.get(exit_.back or "")) else OPPOSITE[exit_.direction] for exit_ in self._joined
        }
        self._lines = lines([(exit_, backs[exit_.id]) for exit_ in self._joined], places)
        points = [point for line in self._lines.values() for point in line or ()]
        points += [corner for p in places.values() for corner in ((p.x, p.y), (p.x + p.w, p.y + p.h))]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        self.shift = (MARGIN - left * SQUARE, SQUARE - top * SQUARE)
        self.size = ((right - left) * SQUARE + 2 * MARGIN, (bottom - top) * SQUARE + 3 * SQUARE)

    def draw(self) -> Iterator[str]:
        """Yield the walls of corridors, then the rooms over them, then the floors of corridors, the doors and the people."""
        lined = [(exit_, line) for exit_ in self._joined if (line := self._lines[exit_.id])]
        yield from (_path(line, "step" if _is_faint(exit_) else "wall") for exit_, line in lined)
        yield from (self._room(self.rooms[room], place) for room, place in self.places.items())
        yield from (_path(line, "way") for exit_, line in lined if not _is_faint(exit_))
        yield from chain.from_iterable(self._doors(exit_, line) for exit_, line in lined)
        apart = [exit_ for exit_ in self._joined if self._lines[exit_.id] is None]
        yield from chain.from_iterable(self._marks(exit_, letters(n)) for n, exit_ in enumerate(apart))
        yield from (self._stub(exit_) for exit_ in self._exits if self._leaves(exit_))
        yield from (self._tokens(room, place) for room, place in self.places.items())

    # ── the same as data ─────────────────────────────────────────────────────────────────────────────────────

    def ways(self, *, faint: bool) -> Iterator[Segment]:
        """The corridors as straight pieces, in squares. `faint`: those that are none on this floor, such as hidden exits and portals."""
        for exit_ in self._joined:
            if (line := self._lines[exit_.id]) and _is_faint(exit_) is faint:
                yield from ((*a, *b) for a, b in pairwise(line) if a != b)
        for exit_ in self._exits:
            if self._leaves(exit_) and exit_.direction in OFFSET and _is_faint(exit_) is faint:
                (x, y), (dx, dy), long = self._beyond_the_wall(exit_)
                yield x, y, x + dx * long, y + dy * long

    def doors(self) -> Iterator[tuple[str, str, Segment]]:
        """(words, kind, left, top, width and height in squares) of each door: open, closed, locked, secret, bars, stairs or mark; an open
        passage is none.
        """
        for exit_ in self._joined:
            line = self._lines[exit_.id]
            if line and (kind := _kind_of(exit_)):
                yield self._describe_exit(exit_), kind, _leaf(line[0], kind, self._is_across(exit_, line))
            elif not line:
                for here, there in ((exit_.from_room, exit_.to_room or ""), (exit_.to_room or "", exit_.from_room)):
                    x, y = self._mark(here, there)
                    yield f"to {self.rooms[there].name}", "mark", (x - 0.35, y - 0.35, 0.7, 0.7)
        for exit_ in filter(self._leaves, self._exits):
            if exit_.direction not in OFFSET:
                x, y = self._corner(exit_)
                yield self._describe_exit(exit_), "locked" if is_locked(exit_) else "stairs", (x / SQUARE, y / SQUARE, 0.65, 0.65)
            elif kind := _kind_of(exit_):
                at, (dx, _), _ = self._beyond_the_wall(exit_)
                yield self._describe_exit(exit_), kind, _leaf(at, kind, dx != 0)

    def _leaves(self, exit_: Exit) -> bool:
        """Whether the exit leads off this storey or back into its own room."""
        return exit_.to_room not in self.places or exit_.to_room == exit_.from_room

    # ── exits ────────────────────────────────────────────────────────────────────────────────────────────────

    def _doors(self, exit_: Exit, line: DrawnLine) -> Iterator[str]:
        """Draw the door at the wall of the room that the exit leaves, and an arrow if no exit leads back."""
        x, y = line[0]
        yield self._door(exit_, (x * SQUARE, y * SQUARE), self._is_across(exit_, line))
        if exit_.back is None and line[0] != line[-1]:
            middle = (len(line) - 1) // 2
            yield _arrow(line[middle], line[middle + 1])

    def _is_across(self, exit_: Exit, line: DrawnLine) -> bool:
        """Whether the door leads to the left or right."""
        (x1, y1), (x2, y2) = line[0], line[1]
        return abs(x2 - x1) > abs(y2 - y1) if line[0] != line[1] else _lies_across(self.places[exit_.from_room], line[0])

    def _mark(self, here: str, there: str) -> Point:
        """The place in the wall where a sign stands for an exit without a line."""
        other = self.places[there]
        return wall(self.places[here], (other.x + other.w / 2 + 0.01, other.y + other.h / 2))

    def _marks(self, exit_: Exit, letter: str) -> Iterator[str]:
        """Mark an exit without a line by the same letter at both ends."""
        for here, there in ((exit_.from_room, exit_.to_room or ""), (exit_.to_room or "", exit_.from_room)):
            x, y = self._mark(here, there)
            words = self._describe_exit(exit_) if here == exit_.from_room else f"to {self.rooms[there].name}"
            yield with_tooltip(words, disc("mark", x * SQUARE, y * SQUARE, 7) + text("letter sign", x * SQUARE, y * SQUARE + 3, letter))

    def _stub(self, exit_: Exit) -> str:
        """Draw an exit that leads off this storey, off the map, or to an unknown room."""
        if exit_.direction not in OFFSET:
            return self._stairs(exit_)
        (x, y), (dx, dy), long = self._beyond_the_wall(exit_)
        out = f"M{x * SQUARE:g} {y * SQUARE:g}l{dx * long * SQUARE:g} {dy * long * SQUARE:g}"
        tip = _arrow((x, y), (x + 2 * dx * long, y + 2 * dy * long)) if exit_.to_room is None and long > 0 else ""
        return path("step" if _is_faint(exit_) else "out", out) + tip + self._door(exit_, (x * SQUARE, y * SQUARE), dx != 0)

    def _beyond_the_wall(self, exit_: Exit) -> tuple[Point, tuple[int, int], float]:
        """(the place in the wall, the direction, the length) of the stub of an exit, in squares."""
        place = self.places[exit_.from_room]
        dx, dy = OFFSET[exit_.direction]
        x, y = wall(place, (place.x + place.w / 2 + dx * 99, place.y + place.h / 2 + dy * 99))
        nth = [w.id for w in self._exits if w.from_room == exit_.from_room and self._leaves(w) and w.direction == exit_.direction].index(
            exit_.id
        )
        x, y = x + (nth % 4 if not dx else 0), y + (nth % 4 if dx else 0)
        others = [p for room, p in self.places.items() if room != exit_.from_room]
        free = (n for n in (_STUB, _SHORT) if not any(touches((x, y), (x + dx * n, y + dy * n), p) for p in others))
        return (x, y), (dx, dy), next(free, -_SHORT)  # draw inwards if another room touches this wall

    def _corner(self, exit_: Exit) -> Point:
        """The corner of the sign of an exit up or down, in pixels."""
        place = self.places[exit_.from_room]
        nth = [w.id for w in self.chart.exits_of(exit_.from_room) if self._leaves(w) and w.direction not in OFFSET].index(exit_.id)
        return (place.x + place.w) * SQUARE - 17 - 18 * nth, place.y * SQUARE + 6

    def _stairs(self, exit_: Exit) -> str:
        """Draw steps in a corner of the room."""
        x, y = self._corner(exit_)
        sign = {"up": "▲", "down": "▼"}.get(exit_.direction, "◆")
        drawn = rect("gap lock" if is_locked(exit_) else "gap", x, y, 13, 13, 2) + text("letter sign", x + 6.5, y + 10, sign)
        return with_tooltip(self._describe_exit(exit_), drawn)

    def _describe_exit(self, exit_: Exit) -> str:
        """Describe an exit in its tooltip; players do not learn which key unlocks a door."""
        exit_ = exit_ if self.chart.whole else replace(exit_, key_name=None)
        there = self.rooms.get(exit_.to_room or "")
        name = there.name if there else self.chart.names.get(exit_.to_room or "", "unknown" if exit_.to_room else "off the map")
        return f"{', '.join([exit_.label, *door_words(exit_, self.chart.whole)])}: {name}"

    def _door(self, exit_: Exit, at: Point, across: bool) -> str:
        """Draw the filling of a gap in the wall: nothing, steps, a leaf, two leaves or bars; red if locked, violet if hidden."""
        x, y = at
        if exit_.kind in ("stairs", "ladder") and exit_.state == "open" and not exit_.hidden:
            shape = bar("no", x, y, across, 12, 12) + path("tread", "".join(_tread(x, y, across, n) for n in (-4, 0, 4)))
        elif exit_.kind in ("passage", "portal") and exit_.state == "open" and not exit_.hidden:
            shape = bar("no", x, y, across, 12, 12)
        elif exit_.kind == "portcullis":
            shape = bar("gap lock" if is_locked(exit_) else "gap", x, y, across, 8, 18)
            shape += "".join(bar("bars", x + (0 if across else n), y + (n if across else 0), across, 8, 2) for n in (-5, 0, 5))
        else:
            leaf = "door" + (" lock" if is_locked(exit_) else " secret" if exit_.hidden or exit_.kind == "secret_door" else "")
            shape = bar(leaf, x, y, across, 4 if exit_.state == "open" else 8, 24 if exit_.kind == "double_door" else 16)
        return with_tooltip(self._describe_exit(exit_), shape)

    # ── rooms ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _room(self, room: Thing, place: Place) -> str:
        light = self.chart.light.get(room.id, "")
        classes = (
            "room"
            + (f" {light}" if light else "")
            + (" here" if room.id == self.chart.here else "")
            + ("" if room.id in self.chart.visited else " sight")
        )
        x, y, w, h = (n * SQUARE for n in (place.x, place.y, place.w, place.h))
        people = ", ".join(who.name for who in self.chart.people.get(room.id, ()))
        notes = " ".join(room.room.notes) if self.chart.whole else ""
        named = f"{room.name} ({light})" if light else room.name
        hint = (f"{named}: {people}" if people else named) + (f" – {notes[:_LONGEST_HINT]}" if notes else "")
        mark = path("note", f"M{x + 4:g} {y + 4:g}h7l3 3v8h-10z") if notes else ""
        return with_tooltip(hint, rect(classes, x, y, w, h, 2) + self._words(room, x, y, w, h) + mark)

    def _words(self, room: Thing, x: float, y: float, w: float, h: float) -> str:
        """Write the name in lines of words, turned in a tall, narrow room, or the short label if neither fits."""
        stairs = sum(self._leaves(exit_) and exit_.direction not in OFFSET for exit_ in self._exits if exit_.from_room == room.id)
        w -= 18 * stairs if h < 3 * SQUARE and stairs else 0  # the signs of stairs are in the corner
        wide, most = max(2, int((w - 6) / _LETTER)), max(1, int((h - 24) / _ROW))
        lines = _wrap_name(room.name, wide)
        if len(lines) <= most and all(len(line) <= wide for line in lines):
            top = y + h / 2 - (len(lines) - 1) * _ROW / 2 - (2 if self.chart.people.get(room.id) and h > SQUARE else -4)
            return "".join(text("", x + w / 2, top + n * _ROW, line) for n, line in enumerate(lines))
        if len(room.name) * _LETTER <= h - 6 and h > w:
            return text("", x + w / 2 + 4, y + h / 2, room.name, turned=True)
        if len(room.name) > 2 * wide and wide * most > _CUT:  # the beginning of a long name tells more than its label
            cut = [*lines[: most - 1], " ".join(lines[most - 1 :])]
            cut = [line if len(line) <= wide else f"{line[: wide - 1].rstrip()}…" for line in cut]
            top = y + h / 2 - (len(cut) - 1) * _ROW / 2 + 4
            return "".join(text("", x + w / 2, top + n * _ROW, line) for n, line in enumerate(cut))
        return text("", x + w / 2, y + h / 2 + 4, self._labels[room.id])

    def _tokens(self, room: str, place: Place) -> str:
        """Draw a disc for each person in the room, along the lower wall, or a number for those who do not fit."""
        most = max(1, min(_MOST_TOKENS, int((place.w * SQUARE - 4) / 17)))
        tokens = [*_in_discs(self.chart.people.get(room, ()), most)]
        x, y = (place.x + place.w / 2) * SQUARE - (len(tokens) - 1) * 8.5, (place.y + place.h) * SQUARE - 13
        return "".join(
            with_tooltip(who, disc(f"token {side}", x + 17 * n, y, 8) + text("letter", x + 17 * n, y + 3, letter))
            for n, (letter, side, who) in enumerate(tokens)
        )


def _in_discs(people: Sequence[Thing], most: int) -> Iterator[tuple[str, str, str]]:
    """Yield the letter, the side and the names of each disc. The party and the others each have a number of their own, in the colour of
    their side, for those who do not fit.
    """
    party = [who for who in people if who.creature.is_member]
    others = [who for who in people if not who.creature.is_member]
    if most == 1 < len(people):
        yield str(len(people)), HERO if party else OTHER, ", ".join(who.name for who in people)
        return
    for_party = min(len(party), most - 1) if others else most
    for side, group, discs in ((HERO, party, for_party), (OTHER, others, most - for_party)):
        shown = group if len(group) <= discs else group[: max(discs - 1, 0)]
        yield from ((who.name[:1], side, who.name) for who in shown)
        if rest := group[len(shown) :]:
            yield f"+{len(rest)}" if shown else str(len(rest)), side, ", ".join(who.name for who in rest)


def _kind_of(exit_: Exit) -> str:
    """The kind of a door for those who draw it; empty for an open passage."""
    if exit_.hidden or exit_.kind == "secret_door":
        return "secret"
    if is_locked(exit_):
        return "locked"
    if exit_.state == "open":
        return {"passage": "", "portal": "", "stairs": "stairs", "ladder": "stairs", "portcullis": "bars"}.get(exit_.kind, "open")
    return "bars" if exit_.kind == "portcullis" else "closed"


def _leaf(at: Point, kind: str, across: bool) -> Segment:
    """The rectangle of a door around its place in the wall, in squares."""
    x, y = at
    thick, long = (0.6, 0.6) if kind == "stairs" else (0.2 if kind == "open" else 0.4, 0.8)
    wide, high = (thick, long) if across else (long, thick)
    return x - wide / 2, y - high / 2, wide, high


def letters(n: int) -> str:
    """The nth letter of A, B … Z, A2, B2 …"""
    return ascii_uppercase[n % 26] + (str(n // 26 + 1) if n >= 26 else "")


def _is_first(exit_: Exit, back: Exit | None) -> bool:
    """Whether the exit is the older exit of a pair; only the older one is drawn."""
    return back is None or order_made(exit_) < order_made(back)


def _is_faint(exit_: Exit) -> bool:
    """Whether an exit is not a corridor on this floor."""
    return exit_.hidden or exit_.kind == "portal" or exit_.direction not in OFFSET


def _lies_across(place: Place, point: Point) -> bool:
    """Whether a door in this wall leads to the left or right."""
    return point[0] in (place.x, place.x + place.w) and place.y < point[1] < place.y + place.h


def _path(line: DrawnLine, classes: str) -> str:
    """Draw a corridor from wall to wall; its floor extends through both walls."""
    points = [(x * SQUARE, y * SQUARE) for x, y in line]
    more = 3.0 if classes == "way" else 0.0
    first, last = _farther(points[1], points[0], more), _farther(points[-2], points[-1], more)
    return path(classes, "M" + "L".join(f"{x:.6g} {y:.6g}" for x, y in (first, *points[1:-1], last)))


def _farther(a: Point, b: Point, by: float) -> Point:
    """The point `b`, moved farther away from `a`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = (dx * dx + dy * dy) ** 0.5
    return (b[0] + dx / long * by, b[1] + dy / long * by) if long else b


def _tread(x: float, y: float, across: bool, n: int) -> str:
    return f"M{x + n:g} {y - 5:g}v10" if across else f"M{x - 5:g} {y + n:g}h10"


def _arrow(a: Point, b: Point) -> str:
    """Draw a small triangle in the middle between two points."""
    (ax, ay), (bx, by) = ((x * SQUARE, y * SQUARE) for x, y in (a, b))
    dx, dy = bx - ax, by - ay
    long = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy, x, y = dx / long, dy / long, (ax + bx) / 2, (ay + by) / 2
    points = ((x + 6 * ux, y + 6 * uy), (x - 5 * ux - 5 * uy, y - 5 * uy + 5 * ux), (x - 5 * ux + 5 * uy, y - 5 * uy - 5 * ux))
    return path("token arrow", "M" + "L".join(f"{px:g} {py:g}" for px, py in points) + "Z")


def _wrap_name(name: str, wide: int) -> list[str]:
    """Wrap a name into lines of whole words."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= wide or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
