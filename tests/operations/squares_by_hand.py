"""Areas and distances counted by hand from the texts, without the code that they test (SRD 5.1 and 5.2, Areas of Effect; SRD 5.2, Playing on a Grid).

A square is inside an area when its middle lies in the shape, border included, and a straight line from the point of origin to its middle, or to one of
its corners, passes no wall; what spreads goes around corners. Spots are in eighths of a foot, so that all numbers are whole; everything else is in feet.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from string import ascii_uppercase
from typing import Final, NamedTuple

FEET: Final = 5
PARTS: Final = 8
"""Those of a foot in which spots are counted."""
SIDE: Final = FEET * PARTS
NEAR_CORNER: Final = 5
"""The parts of a foot by which a corner lies inside its square, so that it is on this side of an edge."""
DIRECTIONS: Final = {
    "north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1),
    "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1),
}  # fmt: skip
Spot = tuple[int, int]
Square = tuple[int, int]
_NAME: Final = re.compile(r"([A-Z]+)(\d+)(?:\+(\d+))?")


class Block(NamedTuple):
    """A rectangle of squares that walls fill: its first square, and how many there are from west to east and from north to south."""

    x: int
    y: int
    w: int
    h: int

    @property
    def name(self) -> str:
        return f"{name_of((self.x, self.y))}-{name_of((self.x + self.w - 1, self.y + self.h - 1))}"

    def holds(self, square: Square) -> bool:
        return self.x <= square[0] < self.x + self.w and self.y <= square[1] < self.y + self.h

    def parts(self, a: Spot, b: Spot) -> bool:
        """Whether a straight line passes through it; to touch its rim is not to pass."""
        west, north, east, south = (n * SIDE for n in (self.x, self.y, self.x + self.w, self.y + self.h))
        if max(a[0], b[0]) <= west or min(a[0], b[0]) >= east or max(a[1], b[1]) <= north or min(a[1], b[1]) >= south:
            return False
        turns = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x in (west, east) for y in (north, south)]
        return min(turns) < 0 < max(turns)


class Body(NamedTuple):
    """The space of a creature: its north-west square, the squares of its side, and its level in feet."""

    x: int
    y: int
    n: int = 1
    z: int = 0

    @property
    def squares(self) -> list[Square]:
        return [(self.x + dx, self.y + dy) for dy in range(self.n) for dx in range(self.n)]

    def nearest_level(self, z: int) -> int:
        return min(max(z, self.z), self.z + (self.n - 1) * FEET)


class Shape(NamedTuple):
    """An area in its place. `at`: its point of origin, `toward`: how far east and south it runs, `z`: its level."""

    word: str
    ft: int
    at: Spot = (0, 0)
    toward: tuple[int, int] = (0, 0)
    z: int = 0
    width: int = FEET
    height: int | None = None
    maker: Body | None = None
    spreads: bool = False
    around: int = 0
    """Of a sphere, the squares of the side of the thing at its point."""

    def holds(self, square: Square, z: int = 0) -> bool:
        """Whether the middle of a square at the level `z` lies in the shape."""
        if self.height is not None and not 0 <= z - self.z < self.height:
            return False
        if self.around:
            west, north = (-((self.around * SIDE // 2 - at) // SIDE) for at in self.at)
            return feet_between(Body(west, north, self.around, self.z), Body(*square, 1, z)) <= self.ft
        if self.word == "emanation":
            assert self.maker
            return square not in self.maker.squares and feet_between(self.maker, Body(*square, 1, z)) <= self.ft
        if self.maker and square in self.maker.squares and self.word in ("cone", "line", "cube"):
            return False
        east, south = (mid - at for mid, at in zip(middle(square), self.at, strict=True))
        up, far = (z - self.z) * PARTS, self.ft * PARTS
        match self.word:
            case "sphere":
                return east * east + south * south + up * up <= far * far
            case "cylinder":
                return east * east + south * south <= far * far and z >= self.z
            case "cube":
                side = max(1, self.ft // FEET) * SIDE
                return 2 * abs(east) < side and 2 * abs(south) < side and 0 <= z - self.z < self.ft
        along = east * self.toward[0] + south * self.toward[1]
        long = self.toward[0] ** 2 + self.toward[1] ** 2
        if along <= 0 or along * along > far * far * long:
            return False
        across = (east * east + south * south + up * up) * long - along * along
        if self.word == "cone":
            return 4 * across <= along * along
        return 4 * across < (self.width * PARTS) ** 2 * long


def middle(square: Square) -> Spot:
    return square[0] * SIDE + SIDE // 2, square[1] * SIDE + SIDE // 2


def square_at(name: str) -> Square:
    return body_at(name)[:2]


def body_at(name: str, n: int = 1) -> Body:
    found = _NAME.fullmatch(name)
    assert found, name
    column = 0
    for letter in found[1]:
        column = column * 26 + ascii_uppercase.index(letter) + 1
    return Body(column - 1, int(found[2]) - 1, n, int(found[3] or 0))


def name_of(square: Square) -> str:
    column, letters = square[0] + 1, ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = ascii_uppercase[rest] + letters
    return f"{letters}{square[1] + 1}"


def point_at(name: str) -> Spot:
    """The point of a name: the middle of "E5", the corner "E5/F6", or a point on the northern or western rim, "R1/S1", "A4/A5"."""
    first, _, last = name.partition("+")[0].partition("/")
    (west, north), (east, south) = square_at(first), square_at(last or first)
    x, y = (west + east + 1) * SIDE // 2, (north + south + 1) * SIDE // 2
    return (0 if last and west == east else x), (0 if last and north == south else y)


def cube_at(name: str, ft: int) -> Spot:
    """The middle of a cube with a name such as "E5-G7", which names only what lies in the room: it ends where a name ends that begins at the northern or
    western rim, and begins where any other begins.
    """
    first, _, last = name.partition("+")[0].partition("-")
    n = max(1, ft // FEET)
    x, y = (begins if begins or not last else ends + 1 - n for begins, ends in zip(square_at(first), square_at(last or first), strict=True))
    return (2 * x + n) * SIDE // 2, (2 * y + n) * SIDE // 2


def feet_between(a: Body, b: Body) -> int:
    """The distance of two spaces: the most squares of the three ways, counted from the one to the other."""
    sides = ((a.x, a.n, b.x, b.n), (a.y, a.n, b.y, b.n), (a.z // FEET, a.n, b.z // FEET, b.n))
    return FEET * max(max(0, (second - first - n + 1), (first - second - m + 1)) for first, n, second, m in sides)


def rims(shape: str, maker: Body, toward: tuple[int, int], width: int = FEET) -> list[Spot]:
    """The points of its maker's rim from which a cone or a line may run in a direction: a corner, or those nearest to the middle of that side."""
    half = maker.n * SIDE // 2
    x, y = maker.x * SIDE + half, maker.y * SIDE + half
    if all(toward):
        return [(x + toward[0] * half, y + toward[1] * half)]
    off = [SIDE // 4, -SIDE // 4] if shape == "cone" else _offs_of_line(maker.n, width // FEET)
    return [(x + n, y + toward[1] * half) if toward[1] else (x + toward[0] * half, y + n) for n in off]


def _offs_of_line(n: int, wide: int) -> list[int]:
    """A line of an odd number of squares runs from the middle of an edge, one of an even number from between two."""
    return [0] if n % 2 == wide % 2 else [SIDE // 2, -SIDE // 2]


@cache
def filled(shape: Shape, size: tuple[int, int], walls: tuple[Block, ...], z: int = 0) -> frozenset[Square]:
    """The squares of a room that an area fills at a level."""
    held = frozenset(one for one in _ground(size) if shape.holds(one, z))
    if shape.spreads:
        reached = _spread(shape, size, walls)
        return frozenset(square for square in held if (square, z) in reached)
    return frozenset(square for square in held if _is_reached(shape, square, walls))


def caught(shape: Shape, size: tuple[int, int], walls: tuple[Block, ...], bodies: Mapping[str, Body]) -> set[str]:
    """The names of those who stand in an area."""
    lowest = shape.maker.z if shape.word == "emanation" and shape.maker else shape.z
    return {name for name, body in bodies.items() if not filled(shape, size, walls, body.nearest_level(lowest)).isdisjoint(body.squares)}


def _is_reached(shape: Shape, square: Square, walls: tuple[Block, ...]) -> bool:
    starts = [p for one in shape.maker.squares for p in _points(one)] if shape.maker and shape.word == "emanation" else [shape.at]
    return any(not any(wall.parts(start, end) for wall in walls) for start in starts for end in _points(square))


def _points(square: Square) -> Iterator[Spot]:
    """The middle of a square and its corners."""
    x, y = square[0] * SIDE, square[1] * SIDE
    yield middle(square)
    for east in (NEAR_CORNER, SIDE - NEAR_CORNER):
        for south in (NEAR_CORNER, SIDE - NEAR_CORNER):
            yield x + east, y + south


@cache
def _spread(shape: Shape, size: tuple[int, int], walls: tuple[Block, ...]) -> frozenset[tuple[Square, int]]:
    """The squares with their levels to which steps inside a shape lead from its point."""
    levels = range(max(0, shape.z - shape.ft), shape.z + shape.ft + 1, FEET)
    free = {(one, z) for one in _ground(size) if not any(wall.holds(one) for wall in walls) for z in levels if shape.holds(one, z)}
    reached = {(one, z) for one, z in free if z == shape.z and all(2 * abs(m - at) <= SIDE for m, at in zip(middle(one), shape.at, strict=True))}
    waiting = [*reached]
    while waiting:
        (x, y), z = waiting.pop()
        for dx, dy in (*DIRECTIONS.values(), (0, 0)):
            there = (x + dx, y + dy)
            for level in (z - FEET, z, z + FEET):
                one = (there, level)
                if one in free and one not in reached and not any(wall.parts(middle((x, y)), middle(there)) for wall in walls):
                    reached.add(one)
                    waiting.append(one)
    return frozenset(reached)


@cache
def _ground(size: tuple[int, int]) -> tuple[Square, ...]:
    return tuple((x, y) for x in range(size[0]) for y in range(size[1]))
