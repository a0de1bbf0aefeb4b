"""How ways run on a drawn map: straight where nothing is between, else around every room, else not at all."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import floor
from typing import Final

from rpg_lite.vocabulary import Direction
from rpg_lite.world.layout import OFFSET, Place
from rpg_lite.world.things import Exit

Point = tuple[float, float]
Line = tuple[Point, ...]
"""From the wall of one room to the wall of the other, in squares."""

Step = tuple[int, int]

_MARGIN: Final = 12
"""Squares around the two rooms in which a way around is looked for."""
_WIDEST: Final = 60_000
"""Squares of one search."""
_MOST: Final = 600_000
"""Squares of all searches of one map."""
_STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def lines(ways: Sequence[tuple[Exit, Direction]], places: Mapping[str, Place]) -> dict[str, Line | None]:
    """Way id → its line; None where none leads from one room to the other that touches no third one. The straight ones come first, and those
    that go around cross none where they need not. `ways`: each with the direction in which it leads back.
    """
    drawn = _Drawn(places)
    found = {way.id: drawn.straight(way) for way, _ in ways}
    for way, back in ways:
        if found[way.id] is None:
            found[way.id] = drawn.around(way, back)
    return found


class _Drawn:
    """The lines that are there already, and how many squares may still be looked at."""

    def __init__(self, places: Mapping[str, Place]) -> None:
        self._places = places
        self._left = _MOST
        self._squares: set[tuple[int, int]] = set()

    def straight(self, way: Exit) -> Line | None:
        a, b = self._places[way.from_room], self._places[way.to_room or ""]
        others = [place for room, place in self._places.items() if room not in (way.from_room, way.to_room)]
        return self._kept(next((line for line in _straight(a, b) if _is_clear(line, others)), None))

    def around(self, way: Exit, back: Direction) -> Line | None:
        """Out of and into the walls that the directions say, else out of any; across no other line, else across some."""
        a, b = self._places[way.from_room], self._places[way.to_room or ""]
        sides = (OFFSET.get(way.direction), OFFSET.get(back))
        tries = ((sides, self._squares), ((None, None), self._squares), ((None, None), set[tuple[int, int]]()))
        return self._kept(next(filter(None, (self._around(a, b, *how) for how in tries)), None))

    def _kept(self, line: Line | None) -> Line | None:
        """Remembers the squares of a line."""
        for (x1, y1), (x2, y2) in pairwise(line or ()):
            steps = min(int(max(abs(x2 - x1), abs(y2 - y1)) * 2) + 1, 4 * _WIDEST)
            self._squares.update((floor(x1 + (x2 - x1) * n / steps), floor(y1 + (y2 - y1) * n / steps)) for n in range(steps + 1))
        return line

    def _around(self, a: Place, b: Place, sides: Sequence[Step | None], taken: Collection[tuple[int, int]]) -> Line | None:
        x, y = min(a.x, b.x) - _MARGIN, min(a.y, b.y) - _MARGIN
        w, h = max(a.x + a.w, b.x + b.w) + _MARGIN - x, max(a.y + a.h, b.y + b.h) + _MARGIN - y
        if w * h > min(_WIDEST, self._left) or a.overlaps(b):
            return None
        self._left -= w * h
        grid = _Grid(x, y, w, h, self._places.values())
        grid.take(taken)
        return _found_around(grid, grid.beside(a, sides[0]), grid.beside(b, sides[1]))


def touches(a: Point, b: Point, place: Place) -> bool:
    """Whether the stretch from `a` to `b` comes to a rectangle or its walls."""
    near, far = 0.0, 1.0
    for start, step, low, high in ((a[0], b[0] - a[0], place.x, place.x + place.w), (a[1], b[1] - a[1], place.y, place.y + place.h)):
        if not step:
            if not low <= start <= high:
                return False
            continue
        one, other = sorted(((low - start) / step, (high - start) / step))
        near, far = max(near, one), min(far, other)
    return near <= far


def _is_clear(line: Line, others: Iterable[Place]) -> bool:
    return not any(touches(a, b, place) for place in others for a, b in pairwise(line))


# ── straight ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _straight(a: Place, b: Place) -> Iterator[Line]:
    """Square to the walls where the rooms face each other, the middle first; else from middle to middle."""
    for x in _shared(a.x, a.w, b.x, b.w):
        one, other = (a.y + a.h, b.y) if b.y > a.y else (a.y, b.y + b.h)
        yield (x, one), (x, other)
    for y in _shared(a.y, a.h, b.y, b.h):
        one, other = (a.x + a.w, b.x) if b.x > a.x else (a.x, b.x + b.w)
        yield (one, y), (other, y)
    if not _shared(a.x, a.w, b.x, b.w) and not _shared(a.y, a.h, b.y, b.h):
        yield wall(a, _middle(b)), wall(b, _middle(a))


def _shared(a: int, long: int, b: int, other: int) -> Sequence[float]:
    """The middle of what two stretches have in common, then the middles of its squares."""
    start, end = max(a, b), min(a + long, b + other)
    if end <= start:
        return ()
    middle = (start + end) / 2
    return [middle, *(n + 0.5 for n in range(start, min(end, start + 20)))]


def _middle(place: Place) -> Point:
    return place.x + place.w / 2, place.y + place.h / 2


def wall(place: Place, towards: Point) -> Point:
    """Where the line from the middle of a room leaves it."""
    x, y = _middle(place)
    dx, dy = towards[0] - x, towards[1] - y
    reach = min(place.w / 2 / abs(dx) if dx else 9e9, place.h / 2 / abs(dy) if dy else 9e9)
    return x + dx * reach, y + dy * reach


# ── around ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Grid:
    """Squares of a stretch of paper, numbered row by row; those of rooms are not free."""

    def __init__(self, x: int, y: int, w: int, h: int, rooms: Iterable[Place]) -> None:
        self.x, self.y, self.w, self.h = x, y, w, h
        self.free = bytearray(b"\1" * (w * h))
        for room in rooms:
            left, right = max(room.x, x) - x, min(room.x + room.w, x + w) - x
            for row in range(max(room.y, y) - y, min(room.y + room.h, y + h) - y):
                if right > left:
                    self.free[row * w + left : row * w + right] = bytes(right - left)

    def take(self, squares: Iterable[tuple[int, int]]) -> None:
        for x, y in squares:
            if (n := self._number(x, y)) is not None:
                self.free[n] = 0

    def beside(self, place: Place, side: Step | None) -> dict[int, Point]:
        """Each free square along the walls, or along those on this side → the point of the wall at which it lies."""
        rows, columns = range(place.y, place.y + place.h), range(place.x, place.x + place.w)
        spots: list[tuple[int, int, Point]] = []
        for step, column, edge in ((-1, place.x - 1, place.x), (1, place.x + place.w, place.x + place.w)):
            spots += [(column, y, (edge, y + 0.5)) for y in rows if side is None or side[0] == step]
        for step, row, edge in ((-1, place.y - 1, place.y), (1, place.y + place.h, place.y + place.h)):
            spots += [(x, row, (x + 0.5, edge)) for x in columns if side is None or side[1] == step]
        numbered = ((self._number(x, y), point) for x, y, point in spots)
        return {n: point for n, point in numbered if n is not None and self.free[n]}

    def _number(self, x: int, y: int) -> int | None:
        inside = self.x <= x < self.x + self.w and self.y <= y < self.y + self.h
        return (y - self.y) * self.w + x - self.x if inside else None

    def middle(self, n: int) -> Point:
        return n % self.w + self.x + 0.5, n // self.w + self.y + 0.5

    def next(self, n: int) -> Iterator[int]:
        for dx, dy in _STEPS:
            x, y = n % self.w + dx, n // self.w + dy
            if 0 <= x < self.w and 0 <= y < self.h and self.free[y * self.w + x]:
                yield y * self.w + x


def _found_around(grid: _Grid, starts: Mapping[int, Point], goals: Mapping[int, Point]) -> Line | None:
    """The shortest way from square to square."""
    before: dict[int, int | None] = dict.fromkeys(starts)
    queue = [*starts]
    for n in queue:
        if n in goals:
            squares = [n]
            while (last := before[squares[-1]]) is not None:
                squares.append(last)
            points = [starts[squares[-1]], *(grid.middle(s) for s in reversed(squares)), goals[n]]
            return tuple(_corners(points))
        for other in grid.next(n):
            if other not in before:
                before[other] = n
                queue.append(other)
    return None


def _corners(points: Sequence[Point]) -> Iterator[Point]:
    """Without those in the middle of a straight stretch."""
    yield points[0]
    for (x1, y1), point, (x3, y3) in zip(points, points[1:], points[2:], strict=False):
        if (point[0] - x1) * (y3 - y1) != (point[1] - y1) * (x3 - x1):
            yield point
    yield points[-1]
