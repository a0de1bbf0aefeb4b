"""Straight lines over a ground, and who sees whom (SRD 5.1 and 5.2, Cover; SRD 5.2, Area of Effect).

A line runs between two points in eighths of a square, and is followed exactly, with whole numbers only. What it meets is the same from both
ends. It is hindered when it passes the inside of a square, or crosses an edge, that hinders lines; to touch a corner is not to pass. Through a
corner where squares meet it passes on the easier of the two ways around.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules.space.features import CLEAR, ENDLESS, STOPPED
from rpg_lite.rules.space.ground import Ground, GroundLayer
from rpg_lite.rules.space.squares import EIGHTHS, Point, Space

IN_SQUARE: Final = ((4, 4), (1, 1), (7, 1), (1, 7), (7, 7))
"""The points of a square from which one sees: its middle and its corners, an eighth inside, so that they are on this side of an edge."""
NONE: Final = frozenset[int]()
_Stretch = tuple[GroundLayer, int, tuple[int, int], tuple[int, int]]
"""A layer, an index in it, and the two parts of the way, each a fraction, between which a line passes there."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line from `a` to `b`, in eighths of a square, between two heights in half feet above the ground."""

    a: Point
    b: Point
    a_height: int = 5
    b_height: int = 5


@dataclass(frozen=True, slots=True)
class Hindrance:
    """The degree to which a line is hindered, CLEAR to STOPPED, and the name of the thing that hinders it most."""

    degree: int
    by: str = ""


FREE: Final = Hindrance(CLEAR)


def own_squares(ground: Ground, *spaces: Space) -> frozenset[int]:
    """The indices of the squares of spaces, on which things do not hinder the lines of those that stand there."""
    return frozenset(ground.index(*square) for space in spaces for square in space.squares)


def hindrance(ground: Ground, line: Line, own: frozenset[int] = NONE) -> Hindrance:
    """The thing that hinders a line most, the first from `a` of several; things on squares with the indices `own` do not count."""
    if ground.is_bare(*_box(line.a, line.b)):
        return FREE
    return _Walk(ground, line, own).follow()


def is_line_open(ground: Ground, line: Line, own: frozenset[int] = NONE) -> bool:
    """Whether nothing stops the line."""
    return ground.is_open(*_box(line.a, line.b)) or _Walk(ground, line, own).follow().degree < STOPPED


def sees(ground: Ground, a: Space, b: Space) -> bool:
    """Whether any line is open from a point of a square of `a` to one of `b`; from both ends the same. Without one, the other is behind total
    cover. What fills their own squares does not count.
    """
    box = around(a, b)
    if ground.is_open(*box):
        return True
    own = own_squares(ground, a, b)
    # Wide spaces have thousands of lines; behind a whole wall none of them need be followed.
    if a.n * b.n > 1 and _is_walled_off(ground, a, b, own, box):
        return False
    return any(
        is_line_open(ground, Line(first, second, a.half_height, b.half_height), own) for first in points_of(a) for second in points_of(b)
    )


def sees_point(ground: Ground, space: Space, point: Point, z: int = 0) -> bool:
    """Whether any line is open from a point of a square of the space to a point at the level `z`, in feet."""
    west, north, east, south = _box(point, point)
    if ground.is_open(min(west, space.x), min(north, space.y), max(east, space.x + space.n - 1), max(south, space.y + space.n - 1)):
        return True
    own = own_squares(ground, space)
    height = point_height(z)
    return any(is_line_open(ground, Line(first, point, space.half_height, height), own) for first in points_of(space))


def point_height(z: int) -> int:
    """The height of a point at a level in feet, in half feet above the ground: the middle of the level."""
    return 2 * z + 5


def points_of(space: Space) -> Iterator[Point]:
    """The points of a space from which one sees, in eighths of a square: its middles first."""
    for dx, dy in IN_SQUARE:
        for x, y in space.squares:
            yield x * EIGHTHS + dx, y * EIGHTHS + dy


def corners_of(space: Space) -> tuple[Point, Point, Point, Point]:
    """The four corners of a whole space, an eighth of a square inside: north-west, north-east, south-west, south-east."""
    west, north = space.x * EIGHTHS + 1, space.y * EIGHTHS + 1
    east, south = (space.x + space.n) * EIGHTHS - 1, (space.y + space.n) * EIGHTHS - 1
    return (west, north), (east, north), (west, south), (east, south)


def around(a: Space, b: Space) -> tuple[int, int, int, int]:
    """The rectangle of squares around two spaces, in which every line between them runs: west, north, east, south."""
    return min(a.x, b.x), min(a.y, b.y), max(a.x + a.n, b.x + b.n) - 1, max(a.y + a.n, b.y + b.n) - 1


def _is_walled_off(ground: Ground, a: Space, b: Space, own: frozenset[int], box: tuple[int, int, int, int]) -> bool:
    """Whether no way of steps to the side leads from one space to the other inside a rectangle, past things that stop lines at any height. A line
    that is open follows such a way.
    """
    west, north, east, south = box
    reached = {ground.index(*square) for square in a.squares}
    waiting, goal = [*reached], {ground.index(*square) for square in b.squares}
    while waiting:
        at = waiting.pop()
        if at in goal:
            return False
        x, y = ground.square_at(at)
        for to, layer, edge, is_inside in (
            (at + 1, ground.east, at, x < east),
            (at - 1, ground.east, at - 1, x > west),
            (at + ground.stride, ground.south, at, y < south),
            (at - ground.stride, ground.south, at - ground.stride, y > north),
        ):
            if is_inside and to not in reached and not _is_whole(layer, edge) and (to in own or not _is_whole(ground.on, to)):
                reached.add(to)
                waiting.append(to)
    return True


def _is_whole(layer: GroundLayer, index: int) -> bool:
    """Whether a thing stops lines at any height."""
    return layer.hinders[index] == STOPPED and layer.tops[index] == ENDLESS


def _box(a: Point, b: Point) -> tuple[int, int, int, int]:
    """The squares that a line may pass: west, north, east, south."""
    west, east = (a[0], b[0]) if a[0] <= b[0] else (b[0], a[0])
    north, south = (a[1], b[1]) if a[1] <= b[1] else (b[1], a[1])
    return west // EIGHTHS - (not west % EIGHTHS), north // EIGHTHS - (not north % EIGHTHS), east // EIGHTHS, south // EIGHTHS


class _Walk:
    """One line on its way over the squares."""

    __slots__ = ("best", "by", "ground", "higher", "line", "own")

    def __init__(self, ground: Ground, line: Line, own: frozenset[int]) -> None:
        self.ground, self.line, self.own = ground, line, own
        self.higher = line.b_height - line.a_height
        self.best, self.by = CLEAR, ""

    def follow(self) -> Hindrance:
        (ax, ay), (bx, by) = self.line.a, self.line.b
        if (ax == bx and not ax % EIGHTHS) or (ay == by and not ay % EIGHTHS):
            self._along()
        elif (ax, ay) != (bx, by):
            self._across(bx - ax, by - ay)
        return Hindrance(self.best, self.by)

    def _across(self, dx: int, dy: int) -> None:
        """Follow a line that runs through the insides of squares. `ex` and `sy` are the eighths from `a` to the next line of the grid to the
        east or west, and to the south or north; it is crossed at the part ex / |dx|, or sy / |dy|, of the whole way.
        """
        ground, (ax, ay) = self.ground, self.line.a
        wide, long = abs(dx), abs(dy)
        step_x, step_y = (1 if dx > 0 else -1), (ground.stride if dy > 0 else -ground.stride)
        x = ax // EIGHTHS - (dx < 0 and not ax % EIGHTHS)
        y = ay // EIGHTHS - (dy < 0 and not ay % EIGHTHS)
        ex = (x + 1) * EIGHTHS - ax if dx > 0 else ax - x * EIGHTHS
        sy = (y + 1) * EIGHTHS - ay if dy > 0 else ay - y * EIGHTHS
        at, start = ground.index(x, y), (0, 1)
        hinders, east, south = ground.on.hinders, ground.east.hinders, ground.south.hinders
        while self.best < STOPPED:
            first, second = ex * long, sy * wide
            end = (ex, wide) if wide and first <= second else (sy, long)
            if end[0] >= end[1]:
                if hinders[at]:
                    self._meet(self._through(ground.on, at, start, (1, 1)), ground.on, at)
                return
            if hinders[at]:
                self._meet(self._through(ground.on, at, start, end), ground.on, at)
            start = end
            if first == second:
                self._corner(at, step_x, step_y, end)
                at, ex, sy = at + step_x + step_y, ex + EIGHTHS, sy + EIGHTHS
            elif first < second:
                edge = at if dx > 0 else at - 1
                if east[edge]:
                    self._meet(self._through(ground.east, edge, end, end), ground.east, edge)
                at, ex = at + step_x, ex + EIGHTHS
            else:
                edge = at if dy > 0 else at - ground.stride
                if south[edge]:
                    self._meet(self._through(ground.south, edge, end, end), ground.south, edge)
                at, sy = at + step_y, sy + EIGHTHS

    def _corner(self, at: int, step_x: int, step_y: int, where: tuple[int, int]) -> None:
        """Pass a corner from the square `at` to the one beyond it, by the square beside it or the one below it."""
        ground = self.ground
        beside, below, beyond = at + step_x, at + step_y, at + step_x + step_y
        east = (at if step_x > 0 else beside, below if step_x > 0 else beyond)
        south = (at if step_y > 0 else below, beside if step_y > 0 else beyond)
        ways = (
            ((ground.east, east[0]), (ground.on, beside), (ground.south, south[1])),
            ((ground.south, south[0]), (ground.on, below), (ground.east, east[1])),
        )
        self._easier([(*place, where, where) for place in ways[0]], [(*place, where, where) for place in ways[1]])

    def _along(self) -> None:
        """Follow a line that runs between two rows or columns: it passes on the easier side, and changes sides where no edge is in the way."""
        ground, ((ax, ay), (bx, by)) = self.ground, (self.line.a, self.line.b)
        is_down = ax == bx
        from_, to = (ay, by) if is_down else (ax, bx)
        sign = 1 if to >= from_ else -1
        line = ax if is_down else ay
        reached = from_
        before: tuple[int, int] | None = None
        step, aside = (ground.stride, 1) if is_down else (1, ground.stride)
        crossing = ground.south if is_down else ground.east
        while reached != to and self.best < STOPPED:
            cell = reached // EIGHTHS - (sign < 0 and not reached % EIGHTHS)
            end = min(max((cell + (sign > 0)) * EIGHTHS, min(from_, to)), max(from_, to))
            at = ground.index(line // EIGHTHS - 1, cell) if is_down else ground.index(cell, line // EIGHTHS - 1)
            part, until = (abs(reached - from_), abs(to - from_)), (abs(end - from_), abs(to - from_))
            if before:
                edges = (at - step if sign > 0 else at, at - step + aside if sign > 0 else at + aside)
                self._easier(
                    [(ground.on, before[0], part, part), (crossing, edges[0], part, part), (ground.on, at, part, part)],
                    [(ground.on, before[1], part, part), (crossing, edges[1], part, part), (ground.on, at + aside, part, part)],
                )
            self._easier([(ground.on, at, part, until)], [(ground.on, at + aside, part, until)])
            before, reached = (at, at + aside), end

    def _easier(self, one: list[_Stretch], other: list[_Stretch]) -> None:
        """Meet what hinders most on the easier of two ways; of equal ones, on the first."""
        ways = [max((self._through(*stretch), -n) for n, stretch in enumerate(way)) for way in (one, other)]
        n = 0 if ways[0][0] <= ways[1][0] else 1
        layer, index, _, _ = (one, other)[n][-ways[n][1]]
        self._meet(ways[n][0], layer, index)

    def _meet(self, degree: int, layer: GroundLayer, index: int) -> None:
        if degree > self.best:
            self.best, self.by = degree, layer.names.get(index, "")

    def _through(self, layer: GroundLayer, index: int, start: tuple[int, int], end: tuple[int, int]) -> int:
        """The degree to which a thing hinders the line between two parts of its way, each a fraction: not at all where the line stays above it."""
        degree = layer.hinders[index]
        if not degree or (layer is self.ground.on and index in self.own):
            return CLEAR
        part, whole = start if self.higher >= 0 else end
        return degree if self.line.a_height * whole + self.higher * part < layer.tops[index] * whole else CLEAR
