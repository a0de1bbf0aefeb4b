"""Find lines for exits on a drawn map: straight if nothing is between the rooms, otherwise around other rooms, and none if neither is
possible.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import floor
from typing import Final

from rpg_lite.vocabulary import Direction
from rpg_lite.world.layout import OFFSET, Place
from rpg_lite.world.world_model import Exit

Point = tuple[float, float]
DrawnLine = tuple[Point, ...]
"""The line from the wall of one room to the wall of the other, in squares."""

Step = tuple[int, int]

_MARGIN: Final = 8
"""The number of squares beyond the outermost rooms that lines may use."""
_LARGEST: Final = 4_000_000
"""The largest page, in squares, on which the search draws lines around rooms."""
_FEW: Final = 300
_WIDEST: Final = 30_000
"""The maximum number of squares that one search visits: `_FEW` for a search between given walls or without crossings, `_WIDEST` for any
other search.
"""
_MOST: Final = 600_000
"""The maximum number of squares that all searches on one page visit; after that, the remaining exits get letters."""


def lines(exits: Sequence[tuple[Exit, Direction]], places: Mapping[str, Place]) -> dict[str, DrawnLine | None]:
    """Map each exit id to its line; None if every line between the two rooms touches a third room. Straight lines come first, and lines
    around rooms cross other lines only if they must. `exits`: each exit with the direction of the exit back.
    """
    drawn = _Drawn(places)
    found = {exit_.id: drawn.straight(exit_) for exit_, _ in exits}
    for exit_, back in exits:
        if found[exit_.id] is None:
            found[exit_.id] = drawn.around(exit_, back)
    return found


class _Drawn:
    """The lines drawn so far, and the number of squares left for searches."""

    def __init__(self, places: Mapping[str, Place]) -> None:
        self._places = places
        self._left = _MOST
        self._grid = _Grid.of([*places.values()])

    def straight(self, exit_: Exit) -> DrawnLine | None:
        a, b = self._places[exit_.from_room], self._places[exit_.to_room or ""]
        others = [place for place in self._places.values() if place is not a and place is not b]
        return self._keep(next((line for line in _straight(a, b) if _is_clear(line, others)), None))

    def around(self, exit_: Exit, back: Direction) -> DrawnLine | None:
        """Find a line between the walls that the directions name, or else between any walls; without crossings if possible."""
        a, b = self._places[exit_.from_room], self._places[exit_.to_room or ""]
        if self._grid is None or a.overlaps(b):
            return None
        sides = (OFFSET.get(exit_.direction), OFFSET.get(back))
        anywhere, free, uncrossed = (None, None), self._grid.free, self._grid.uncrossed
        tries = ((sides, uncrossed, _FEW), (anywhere, uncrossed, _FEW), (anywhere, free, _WIDEST))
        return self._keep(next(filter(None, (self._around(a, b, self._grid, *how) for how in tries)), None))

    def _around(self, a: Place, b: Place, grid: "_Grid", sides: Sequence[Step | None], free: bytearray, most: int) -> DrawnLine | None:
        if self._left <= 0:
            return None
        line, looked_at = grid.around(grid.beside(a, sides[0], free), grid.beside(b, sides[1], free), free, most)
        self._left -= looked_at
        return line

    def _keep(self, line: DrawnLine | None) -> DrawnLine | None:
        """Mark the squares of a line as crossed; return the line."""
        if self._grid and line:
            self._grid.cross(line)
        return line


def touches(a: Point, b: Point, place: Place) -> bool:
    """Whether the segment from `a` to `b` touches a rectangle or its walls."""
    near, far = 0.0, 1.0
    for start, step, low, high in ((a[0], b[0] - a[0], place.x, place.x + place.w), (a[1], b[1] - a[1], place.y, place.y + place.h)):
        if not step:
            if not low <= start <= high:
                return False
            continue
        one, other = sorted(((low - start) / step, (high - start) / step))
        near, far = max(near, one), min(far, other)
    return near <= far


def _is_clear(line: DrawnLine, others: Iterable[Place]) -> bool:
    for a, b in pairwise(line):
        left, right, top, bottom = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
        for p in others:
            if p.x <= right and p.x + p.w >= left and p.y <= bottom and p.y + p.h >= top and touches(a, b, p):
                return False
    return True


# ── straight ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _straight(a: Place, b: Place) -> Iterator[DrawnLine]:
    """Yield lines at right angles to the walls where the rooms face each other, the middle first; if they do not face each other, one line
    from middle to middle.
    """
    for x in _share_middles(a.x, a.w, b.x, b.w):
        one, other = (a.y + a.h, b.y) if b.y > a.y else (a.y, b.y + b.h)
        yield (x, one), (x, other)
    for y in _share_middles(a.y, a.h, b.y, b.h):
        one, other = (a.x + a.w, b.x) if b.x > a.x else (a.x, b.x + b.w)
        yield (one, y), (other, y)
    if not _share_middles(a.x, a.w, b.x, b.w) and not _share_middles(a.y, a.h, b.y, b.h):
        yield wall(a, _middle(b)), wall(b, _middle(a))


def _share_middles(a: int, long: int, b: int, other: int) -> Sequence[float]:
    """The middle of the overlap of two segments, then the middles of its squares."""
    start, end = max(a, b), min(a + long, b + other)
    if end <= start:
        return ()
    middle = (start + end) / 2
    return [middle, *(n + 0.5 for n in range(start, min(end, start + 20)))]


def _middle(place: Place) -> Point:
    return place.x + place.w / 2, place.y + place.h / 2


def wall(place: Place, towards: Point) -> Point:
    """The point at which a line from the middle of a room leaves the room."""
    x, y = _middle(place)
    dx, dy = towards[0] - x, towards[1] - y
    reach = min(place.w / 2 / abs(dx) if dx else 9e9, place.h / 2 / abs(dy) if dy else 9e9)
    return x + dx * reach, y + dy * reach


# ── around ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Grid:
    """The squares of a page, numbered row by row. `free`: outside all rooms; `uncrossed`: free and without a line. The outermost squares
    are never free.
    """

    def __init__(self, x: int, y: int, w: int, h: int, rooms: Iterable[Place]) -> None:
        self.x, self.y, self.w = x, y, w
        self.free = bytearray(w) + (b"\0" + b"\1" * (w - 2) + b"\0") * (h - 2) + bytearray(w)
        for room in rooms:
            for row in range(room.y - y, room.y + room.h - y):
                start = row * w + room.x - x
                self.free[start : start + room.w] = bytes(room.w)
        self.uncrossed = self.free[:]

    @staticmethod
    def of(places: Sequence[Place]) -> "_Grid | None":
        """Make the grid; None for a page that is too large to search."""
        x, y = min(p.x for p in places) - _MARGIN, min(p.y for p in places) - _MARGIN
        w, h = max(p.x + p.w for p in places) + _MARGIN - x, max(p.y + p.h for p in places) + _MARGIN - y
        return _Grid(x, y, w, h, places) if w * h <= _LARGEST else None

    def cross(self, line: DrawnLine) -> None:
        for (x1, y1), (x2, y2) in pairwise(line):
            steps = int(max(abs(x2 - x1), abs(y2 - y1)) * 2) + 1
            for n in range(steps + 1):
                x, y = floor(x1 + (x2 - x1) * n / steps), floor(y1 + (y2 - y1) * n / steps)
                self.uncrossed[(y - self.y) * self.w + x - self.x] = 0

    def beside(self, place: Place, side: Step | None, free: bytearray) -> dict[int, Point]:
        """Map each free square along the walls, or along the walls on one side, to its point on the wall."""
        rows, columns = range(place.y, place.y + place.h), range(place.x, place.x + place.w)
        spots: list[tuple[int, int, Point]] = []
        for step, column, edge in ((-1, place.x - 1, place.x), (1, place.x + place.w, place.x + place.w)):
            spots += [(column, y, (edge, y + 0.5)) for y in rows if side is None or side[0] == step]
        for step, row, edge in ((-1, place.y - 1, place.y), (1, place.y + place.h, place.y + place.h)):
            spots += [(x, row, (x + 0.5, edge)) for x in columns if side is None or side[1] == step]
        return {n: point for x, y, point in spots if free[n := (y - self.y) * self.w + x - self.x]}

    def middle(self, n: int) -> Point:
        return n % self.w + self.x + 0.5, n // self.w + self.y + 0.5

    def around(self, starts: Mapping[int, Point], goals: Mapping[int, Point], free: bytearray, most: int) -> tuple[DrawnLine | None, int]:
        """Find a short line from square to square, and count the visited squares; squares near the goals come first."""
        if not goals:
            return None, 0
        w = self.w
        top, left = min(goals) // w, min(n % w for n in goals)
        bottom, right = max(goals) // w, max(n % w for n in goals)
        before = dict.fromkeys(starts, -1)
        waiting = [(0, 0, n) for n in starts]
        while waiting and len(before) < most:
            _, gone, n = heappop(waiting)
            if n in goals:
                squares = [n]
                while (last := before[squares[-1]]) >= 0:
                    squares.append(last)
                points = [starts[squares[-1]], *(self.middle(s) for s in reversed(squares)), goals[n]]
                return tuple(_corners(points)), len(before)
            for other in (n - w, n + 1, n + w, n - 1):
                if free[other] and other not in before:
                    before[other] = n
                    y, x = divmod(other, w)
                    away = max(left - x, 0, x - right) + max(top - y, 0, y - bottom)
                    heappush(waiting, (gone + 1 + 2 * away, gone + 1, other))
        return None, len(before)


def _corners(points: Sequence[Point]) -> Iterator[Point]:
    """Drop the points in the middle of a straight segment."""
    yield points[0]
    for (x1, y1), point, (x3, y3) in zip(points, points[1:], points[2:], strict=False):
        if (point[0] - x1) * (y3 - y1) != (point[1] - y1) * (x3 - x1):
            yield point
    yield points[-1]
