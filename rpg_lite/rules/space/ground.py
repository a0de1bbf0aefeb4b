"""The ground of one room: its size, and what its features do to lines and steps, in arrays that are built once.

The arrays have a border of one square around the ground. The index of a square is `ground.index(x, y)`; the next one to the east is 1 more, the
next one to the south `ground.stride` more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from operator import add
from typing import Final

from rpg_lite.rules.space.features import ENDLESS, HALF, STOPPED, GroundFault, GroundFeature, places_of
from rpg_lite.rules.space.squares import MOST_SQUARES, Space, Square, square_name
from rpg_lite.vocabulary import Direction

MOST_FEATURES: Final = 400
OPEN_GROUND: Final = (60, 60)
"""Columns and rows of a ground of which nobody has said anything."""


@dataclass(frozen=True, slots=True)
class GroundLayer:
    """The things that hinder lines and steps on squares, or on the edges of squares to the east or to the south.

    `hinders`: CLEAR to STOPPED; `tops`: the height, in half feet, below which it does; `solid`: the height in half feet up to which nobody
    walks through, 0 where everybody does; `climb`: where that may be climbed; `rough`: where a step costs 5 ft more; `names`: index → name.
    """

    hinders: bytes
    tops: tuple[int, ...]
    solid: tuple[int, ...]
    climb: bytes
    rough: bytes
    names: Mapping[int, str]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The squares of one room, `w` columns and `h` rows, with its features. Made by `ground_of`; equal to itself alone, so that what was
    computed for it is kept with it.
    """

    w: int
    h: int
    features: tuple[GroundFeature, ...]
    stride: int
    on: GroundLayer
    east: GroundLayer
    south: GroundLayer
    deep: frozenset[int]
    """The indices of squares of deep water."""
    furnished: frozenset[int]
    """The indices of squares that nothing but furniture makes difficult."""
    stairs: frozenset[int]
    """The indices of squares with stairs, which join the floors beside them."""
    floors: Mapping[Square, int]
    """Square of a pit or a ledge → its floor in feet above the ground, negative for a pit; 10 deep or high if nobody said. All others lie at 0."""
    hindering: tuple[int, ...]
    stopping: tuple[int, ...]
    """For each index, the squares north-west of it on which, or on an edge of which, something hinders or stops lines."""
    kept: dict[tuple[str | int, ...], bytes] = field(default_factory=dict)
    """The answers of `fits`, which depend on nothing else."""
    kept_floors: dict[int, Sequence[int]] = field(default_factory=dict)
    """The answers of `floors_under`."""

    def index(self, x: int, y: int) -> int:
        """The index of a square in the arrays."""
        return (y + 1) * self.stride + x + 1

    def square_at(self, index: int) -> Square:
        """The square of an index."""
        row, column = divmod(index, self.stride)
        return column - 1, row - 1

    def holds(self, space: Space) -> bool:
        """Whether the whole space lies on the ground."""
        return space.x >= 0 and space.y >= 0 and space.x + space.n <= self.w and space.y + space.n <= self.h

    def floor_under(self, space: Space) -> int:
        """The level, in feet, of the floor on which a space stands: that of the highest of its squares."""
        return max(self.floors.get(square, 0) for square in space.squares) if self.floors else 0

    def floors_under(self, n: int) -> Sequence[int]:
        """For the index of each north-west square, the floor on which a space of `n` × `n` squares stands."""
        if n not in self.kept_floors:
            found = [0] * len(self.on.hinders)
            for y in range(self.h - n + 1):
                for x in range(self.w - n + 1):
                    found[self.index(x, y)] = self.floor_under(Space(x, y, n))
            self.kept_floors[n] = found
        return self.kept_floors[n]

    def is_bare(self, west: int, north: int, east: int, south: int) -> bool:
        """Whether nothing hinders lines on the squares of a rectangle, both ends included."""
        return not self._count(self.hindering, west, north, east, south)

    def is_open(self, west: int, north: int, east: int, south: int) -> bool:
        """Whether nothing stops lines on the squares of a rectangle, both ends included."""
        return not self._count(self.stopping, west, north, east, south)

    def fits(self, n: int, z: int = 0, climbs: bool = False) -> bytes:
        """For the index of each north-west square, 1 where a space of `n` × `n` squares at the level `z`, in feet, meets no solid square and no
        solid edge within.
        """
        key = ("fits", n, z, climbs)
        if key not in self.kept:
            self.kept[key] = self._fits_one(z, climbs) if n == 1 else self._fits_more(n, z, climbs)
        return self.kept[key]

    def is_shut(self, layer: GroundLayer, index: int, z: int = 0, climbs: bool = False) -> bool:
        """Whether nobody at the level `z`, in feet, walks through the square or edge of this index."""
        return layer.solid[index] > max(0, 2 * z) and not (climbs and layer.climb[index])

    def _fits_one(self, z: int, climbs: bool) -> bytes:
        found = bytearray(len(self.on.hinders))
        for y in range(self.h):
            for index in range(self.index(0, y), self.index(self.w, y)):
                found[index] = not self.is_shut(self.on, index, z, climbs)
        return bytes(found)

    def _fits_more(self, n: int, z: int, climbs: bool) -> bytes:
        """A space fits where the four of one square less fit that lie in it; two squares also need an open edge between them."""
        smaller, down = self.fits(n - 1, z, climbs), self.stride
        found = bytearray(len(smaller))
        for i in range(self.index(0, 0), self.index(self.w, self.h - 1)):
            if smaller[i] and smaller[i + 1] and smaller[i + down] and smaller[i + down + 1]:
                found[i] = 1
        if n == 2 and (any(self.east.solid) or any(self.south.solid)):
            for i in range(len(found)):
                if found[i] and any(
                    self.is_shut(layer, edge, z, climbs)
                    for layer, edge in ((self.east, i), (self.east, i + down), (self.south, i), (self.south, i + 1))
                ):
                    found[i] = 0
        return bytes(found)

    def _count(self, sums: tuple[int, ...], west: int, north: int, east: int, south: int) -> int:
        west, north, east, south = max(west, 0), max(north, 0), min(east, self.w - 1), min(south, self.h - 1)
        above, below = north * self.stride, (south + 1) * self.stride
        return sums[below + east + 1] - sums[above + east + 1] - sums[below + west] + sums[above + west]


@cache
def open_ground() -> Ground:
    """A ground of which nobody has said anything: 60 × 60 squares, nothing on it."""
    return ground_of(*OPEN_GROUND)


def ground_of(w: int, h: int, features: Iterable[GroundFeature] = (), most: int = MOST_FEATURES) -> Ground:
    """The ground of `w` columns and `h` rows with these features. Raises GroundFault for a size outside 1 to 100, more than `most`
    features, words that name no square, and squares that are not on it.
    """
    if not (1 <= w <= MOST_SQUARES and 1 <= h <= MOST_SQUARES):
        raise GroundFault(f"a ground has 1 to {MOST_SQUARES} columns and rows, not {w} by {h}")
    listed = tuple(features)
    if len(listed) > most:
        raise GroundFault(f"a ground has at most {most} features, not {len(listed)}")
    making = _Making(w, h)
    for feature in listed:
        making.add(feature)
    return making.ground(listed)


def exit_squares(w: int, h: int, exits: Sequence[tuple[str, Direction]], placed: Mapping[str, Square]) -> dict[str, Square]:
    """The square inside each exit of a ground, by its id: the one in `placed`, else on the side of its direction, several of one side evenly
    spread in their order; a corner for northeast and the like; the middle of the ground for up, down, in and out.
    """
    found = dict(placed)
    for direction in {direction: None for _, direction in exits}:
        ids = [id for id, way in exits if way == direction and id not in placed]
        for n, id in enumerate(ids):
            found[id] = _on_side(w, h, direction, n, len(ids))
    return {id: found[id] for id, _ in exits}


def _on_side(w: int, h: int, direction: Direction, n: int, of: int) -> Square:
    words = direction if direction not in ("up", "down", "in", "out") else ""
    x = 0 if words.endswith("west") else w - 1 if words.endswith("east") else _spread(w, n, of)
    y = 0 if words.startswith("north") else h - 1 if words.startswith("south") else _spread(h, n, of)
    return (x, y) if words else (_spread(w, 0, 1), _spread(h, 0, 1))


def _spread(length: int, n: int, of: int) -> int:
    """The n-th of so many squares spread over a side; a single one lies in the middle, the nearer one to the north-west of two."""
    return max(0, ((2 * n + 1) * length - of) // (2 * of))


class _Drawing:
    """A layer while it is made."""

    def __init__(self, size: int) -> None:
        self.hinders = bytearray(size)
        self.tops = [ENDLESS] * size
        self.solid = [0] * size
        self.climb = bytearray(size)
        self.rough = bytearray(size)
        self.names: dict[int, str] = {}

    def add(self, index: int, feature: GroundFeature) -> None:
        kind, top = feature.kind, feature.half_feet
        # Of two features on one square the one that hinders more counts, of equal ones the higher.
        if kind.hinders and (not self.hinders[index] or (kind.hinders, top) > (self.hinders[index], self.tops[index])):
            self.hinders[index], self.tops[index], self.names[index] = kind.hinders, top, feature.name
        if kind.is_solid:
            self.climb[index] = feature.may_be_climbed and (not self.solid[index] or self.climb[index])
            self.solid[index] = max(self.solid[index], top)
        self.rough[index] |= kind.is_difficult

    def layer(self) -> GroundLayer:
        return GroundLayer(bytes(self.hinders), tuple(self.tops), tuple(self.solid), bytes(self.climb), bytes(self.rough), self.names)


class _Making:
    """A ground while it is made."""

    def __init__(self, w: int, h: int) -> None:
        self.w, self.h, self.stride = w, h, w + 2
        size = self.stride * (h + 2)
        self.on, self.east, self.south = _Drawing(size), _Drawing(size), _Drawing(size)
        self.deep: set[int] = set()
        self.shallow: set[int] = set()
        self.stairs: set[int] = set()
        self.furnished: set[int] = set()
        self.difficult: set[int] = set()
        self.floors: dict[Square, int] = {}
        for index in range(size):
            row, column = divmod(index, self.stride)
            if not (0 < column <= w and 0 < row <= h):
                self.on.hinders[index], self.on.solid[index] = STOPPED, ENDLESS

    def add(self, feature: GroundFeature) -> None:
        places = places_of(feature)
        for square in places.squares:
            index = self._index(square)
            if feature.word == "shallow_water":
                self.shallow.add(index)
                continue
            self.on.add(index, feature)
            if feature.kind.is_deep:
                self.deep.add(index)
            if feature.kind.is_difficult:
                (self.furnished if feature.word == "furniture" else self.difficult).add(index)
            if feature.word == "stairs":
                self.stairs.add(index)
            if feature.kind.floor:
                self.floors[square] = feature.kind.floor * (feature.ft or 10)
        for edge in places.edges:
            self._add_edge(edge, feature)

    def ground(self, features: tuple[GroundFeature, ...]) -> Ground:
        for index in self.shallow - self.deep:  # where both are drawn, one swims
            self.on.rough[index] = True
        on, east, south = self.on.layer(), self.east.layer(), self.south.layer()
        return Ground(
            self.w, self.h, features, self.stride, on, east, south, frozenset(self.deep), frozenset(self.furnished - self.difficult - self.shallow), frozenset(self.stairs), self.floors,
            hindering=self._sums(HALF), stopping=self._sums(STOPPED),
        )  # fmt: skip

    def _add_edge(self, edge: tuple[Square, Square], feature: GroundFeature) -> None:
        first, second = edge
        index = self._index(first)
        self._index(second)
        (self.east if first[1] == second[1] else self.south).add(index, feature)

    def _index(self, square: Square) -> int:
        if square[0] >= self.w or square[1] >= self.h:
            raise GroundFault(f"{square_name(square)} lies outside the ground of {self.w} by {self.h} squares")
        return (square[1] + 1) * self.stride + square[0] + 1

    def _sums(self, least: int) -> tuple[int, ...]:
        """Sums over rectangles that begin in the north-west, so that any rectangle is counted by four of them: of squares on which, or on an edge
        of which, something hinders lines at least so much.
        """
        size = self.stride
        marks = bytearray(degree >= least for degree in self.on.hinders)
        for layer, step in ((self.east, 1), (self.south, size)):
            for index, degree in enumerate(layer.hinders):
                if degree >= least:
                    marks[index] = marks[index + step] = 1
        sums = [[0] * size]
        for y in range(self.h):
            start = (y + 1) * size + 1
            row = accumulate(marks[start : start + self.w], initial=0)
            sums.append([*map(add, sums[-1], row), 0])
        return tuple(number for row in sums for number in row)
