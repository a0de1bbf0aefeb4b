"""The places where an area of effect may lie: the points and directions that are tried for it, and whom its shape holds at each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import gcd
from typing import Final

from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.measure import STEPS, distance_to_point
from rpg_lite.rules.space.shapes import STRAIGHT, EffectArea, has_solid_edge, holds_middle, is_divided, nearest_level, origin_of
from rpg_lite.rules.space.squares import EIGHTHS, MIDDLE, SQUARE_FEET, Point, Space, middle_of, touching

Vector = tuple[int, int, int]
"""East, south and up, in proportion."""
SIXTEEN: Final[tuple[Vector, ...]] = (
    (0, -1, 0), (1, -2, 0), (1, -1, 0), (2, -1, 0), (1, 0, 0), (2, 1, 0), (1, 1, 0), (1, 2, 0),
    (0, 1, 0), (-1, 2, 0), (-1, 1, 0), (-2, 1, 0), (-1, 0, 0), (-2, -1, 0), (-1, -1, 0), (-1, -2, 0),
)  # fmt: skip
"""The directions that are tried from every point of a rim, clockwise from north."""


@dataclass(frozen=True, slots=True)
class AreaAim:
    """An area that looks for its place. `area`: what stays the same wherever it lies (shape, feet, width, height, spreads, diagonals); `maker`: the
    space of its maker; `range`: the feet to its point of origin at most; `from_maker`: a cube that touches its maker's space and leaves it out.
    """

    area: EffectArea
    maker: Space
    range: int = 0
    from_maker: bool = False


@dataclass(frozen=True, slots=True)
class Crowd:
    """The creatures that count for the choice, each name with its space. `wanted`: as many as possible; `spared`: none; `avoided`: then as few
    as possible; `foes`: then as many as possible; `others`: then as few as possible.
    """

    wanted: Mapping[str, Space]
    spared: Mapping[str, Space] = field(default_factory=dict)
    avoided: Mapping[str, Space] = field(default_factory=dict)
    foes: Mapping[str, Space] = field(default_factory=dict)
    others: Mapping[str, Space] = field(default_factory=dict)


def groups_of(crowd: Crowd) -> tuple[Mapping[str, Space], ...]:
    """The groups of a crowd in the order in which they count."""
    return crowd.wanted, crowd.spared, crowd.avoided, crowd.foes, crowd.others


class Sides:
    """The crowd as bits of whole numbers, so that a place is judged by counting bits."""

    def __init__(self, crowd: Crowd) -> None:
        self.names: list[str] = []
        self.spaces: list[Space] = []
        masks = [self._add(group) for group in groups_of(crowd)]
        self.wanted, self.spared, self.avoided, self.foes, self.others = masks

    def _add(self, group: Mapping[str, Space]) -> int:
        mask = 0
        for name, space in group.items():
            if name not in self.names:
                mask |= 1 << len(self.names)
                self.names.append(name)
                self.spaces.append(space)
        return mask

    def rank(self, held: int, sure: int) -> tuple[int, int, int, int]:
        """The best order that a place may have when its shape holds some and surely catches some of these: the least is the best."""
        return (
            -(held & self.wanted).bit_count(),
            (sure & self.avoided).bit_count(),
            -(held & self.foes).bit_count(),
            (sure & self.others).bit_count(),
        )

    def named(self, caught: int) -> tuple[str, ...]:
        """The names of these bits."""
        return tuple(name for n, name in enumerate(self.names) if caught >> n & 1)


@dataclass(frozen=True, slots=True)
class Option:
    """A point of origin, as a number of its kind, and the creatures that the shape holds there, as bits. `n`: the number of its direction."""

    held: int
    x: int
    y: int
    z: int
    n: int = 0


class Options:
    """The places that are tried for one aim."""

    def __init__(self, ground: Ground, aim: AreaAim, sides: Sides) -> None:
        self.ground, self.aim, self.sides = ground, aim, sides
        self.towards: list[Vector] = []
        self.rims: list[Point] = []
        self.feet: dict[tuple[int, int, int], int] = {}
        if aim.area.shape in STRAIGHT:
            self.all = [*self._straight()]
        elif aim.from_maker:
            self.all = [*self._beside_maker()]
        else:
            self.all = [*self._around_wanted()]

    def is_in_range(self, option: Option) -> bool:
        """Whether the point of origin lies within the range and on the ground or its rim."""
        if self.aim.area.shape in STRAIGHT or self.aim.from_maker:
            return True
        on_ground = 0 <= option.x <= self.ground.w * EIGHTHS and 0 <= option.y <= self.ground.h * EIGHTHS
        return (on_ground or self.aim.area.shape == "cube") and self._feet(option) <= self.aim.range

    def tie(self, option: Option) -> tuple[int, ...]:
        """The order among places that catch equally: a corner before a middle and that before the rim of the room, the nearest, reading order, the
        direction.
        """
        is_middle = int(bool(option.x % EIGHTHS or option.y % EIGHTHS))
        if self.aim.area.shape in STRAIGHT or self.aim.from_maker:
            return is_middle, 0, option.y, option.x, option.n
        return self._is_on_rim(option), is_middle, self._feet(option), option.z, option.y, option.x

    def _is_on_rim(self, option: Option) -> int:
        return int(not (0 < option.x < self.ground.w * EIGHTHS and 0 < option.y < self.ground.h * EIGHTHS))

    def place(self, option: Option) -> EffectArea:
        """The area in that place."""
        area = replace(self.aim.area, at=(option.x, option.y), z=option.z)
        if self.towards:
            return replace(area, toward=self.towards[option.n], maker=self.aim.maker)
        return replace(area, maker=self.aim.maker, lines_from=self.rims[option.n]) if self.rims else area

    def _feet(self, option: Option) -> int:
        key = (option.x, option.y, option.z)
        if key not in self.feet:
            begin = origin_of(self.ground, replace(self.aim.area, at=(option.x, option.y), z=option.z))
            self.feet[key] = distance_to_point(self.aim.maker, begin, option.z, self.aim.area.diagonals)
        return self.feet[key]

    def _around_wanted(self) -> Iterator[Option]:
        """Every point around which the shape holds somebody wanted: corners and middles, of cubes the middles of whole squares."""
        area = self.aim.area
        for z in _levels(self.sides):
            held: dict[Point, int] = {}
            for n, space in enumerate(self.sides.spaces):
                up = nearest_level(replace(area, z=z), space) - z
                if area.height is not None and not 0 <= up < area.height:
                    offsets: tuple[Point, ...] = ()
                elif area.shape == "cube":
                    offsets = _offsets_of_cube(area.feet) if 0 <= up < area.feet else ()
                elif area.around:
                    offsets = _offsets_around(area.feet, area.around) if abs(up) <= area.feet else ()
                elif area.shape == "cylinder":
                    offsets = _offsets(area.feet, 0) if up >= 0 else ()
                else:
                    offsets = _offsets(area.feet, abs(up) // SQUARE_FEET * EIGHTHS)
                _mark(held, space, offsets, 1 << n, is_wanted=bool(self.sides.wanted >> n & 1))
            yield from (Option(mask, x, y, z) for (x, y), mask in held.items())

    def _beside_maker(self) -> Iterator[Option]:
        """Every cube one face of which touches the maker's space; it spreads from the middle of the stretch that they share."""
        maker, n = self.aim.maker, max(1, self.aim.area.feet // SQUARE_FEET)
        for side_x, side_y in STEPS[::2]:
            for along in range(1 - n, maker.n):
                x = maker.x + (along if side_y else maker.n if side_x > 0 else -n)
                y = maker.y + (along if side_x else maker.n if side_y > 0 else -n)
                shared = (max(along, 0) + min(along + n, maker.n)) * MIDDLE
                rim_x = maker.x * EIGHTHS + (shared if side_y else maker.n * EIGHTHS if side_x > 0 else 0)
                rim_y = maker.y * EIGHTHS + (shared if side_x else maker.n * EIGHTHS if side_y > 0 else 0)
                self.rims.append((rim_x, rim_y))
                option = Option(0, x * EIGHTHS + n * MIDDLE, y * EIGHTHS + n * MIDDLE, maker.z, len(self.rims) - 1)
                area = self.place(option)
                held = sum(1 << i for i, space in enumerate(self.sides.spaces) if _holds_any(area, space))
                yield replace(option, held=held)

    def _straight(self) -> Iterator[Option]:
        """Cones and lines: every point of the rim, in sixteen directions and toward each square that is wanted."""
        maker, area = self.aim.maker, replace(self.aim.area, z=self.aim.maker.z)
        squares = [
            (1 << n, *middle_of(square), (nearest_level(area, space) - maker.z) // SQUARE_FEET * EIGHTHS)
            for n, space in enumerate(self.sides.spaces)
            for square in space.squares
            if not maker.covers(square)
        ]
        for point in rim_points(maker, area.shape == "cone"):
            if is_rim_shut(self.ground, maker, point):
                continue
            out = _outward(maker, point)
            seen_from = [(bit, x - point[0], y - point[1], up) for bit, x, y, up in squares]
            for toward in _directions(self.sides, seen_from):
                if toward[0] * out[0] + toward[1] * out[1] > 0:
                    self.towards.append(toward)
                    yield Option(_held(area, toward, seen_from), *point, maker.z, len(self.towards) - 1)


def points_of_side(aim: AreaAim, toward: tuple[int, int]) -> tuple[Point, ...]:
    """The points from which a cone or line runs in one of eight directions: the corner, or those nearest to the middle of the side, the eastern
    or southern one first. A line of an odd number of squares runs from the middle of an edge, one of an even number from between two.
    """
    maker, (dx, dy) = aim.maker, toward
    west, north, half = maker.x * EIGHTHS, maker.y * EIGHTHS, maker.n * MIDDLE
    if dx and dy:
        return ((west + half + dx * half, north + half + dy * half),)
    if aim.area.shape == "cone":
        beside = [half + 2, half - 2]
    else:
        is_odd = aim.area.width // SQUARE_FEET % 2
        beside = [n for n in (half + MIDDLE, half, half - MIDDLE) if n % EIGHTHS == (MIDDLE if is_odd else 0)]
    return tuple((west + n, north + half + dy * half) if dy else (west + half + dx * half, north + n) for n in beside)


def is_rim_shut(ground: Ground, maker: Space, point: Point) -> bool:
    """Whether a point on the rim of a space lies on something solid between the space and what is outside."""
    if not point[0] % EIGHTHS and not point[1] % EIGHTHS:
        return is_divided(ground, point)
    inside, outside = sorted(touching(point), key=lambda square: not maker.covers(square))
    return not ground.holds(Space(*outside)) or has_solid_edge(ground, inside, outside)


@cache
def _offsets(feet: int, up: int) -> tuple[Point, ...]:
    """From the middle of a square to every corner and middle around which a sphere holds it, when it is `up` eighths above or below."""
    reach = feet // SQUARE_FEET + 2
    half = [(x, y) for y in range(-2 * reach, 2 * reach + 1) for x in range(-2 * reach, 2 * reach + 1) if (x - y) % 2 == 0]
    return tuple((x * MIDDLE, y * MIDDLE) for x, y in half if 25 * ((x * x + y * y) * MIDDLE * MIDDLE + up * up) <= 64 * feet * feet)


@cache
def _offsets_of_cube(feet: int) -> tuple[Point, ...]:
    """From the middle of a square to the middle of every cube on whole squares that holds it."""
    n = max(1, feet // SQUARE_FEET)
    return tuple(((n - 1 - 2 * x) * MIDDLE, (n - 1 - 2 * y) * MIDDLE) for y in range(n) for x in range(n))


@cache
def _offsets_around(feet: int, n: int) -> tuple[Point, ...]:
    """From the middle of a square to the middle of every space of `n` squares that lies within so many feet of it."""
    far = 2 * (feet // SQUARE_FEET) + n - 1
    return tuple((x * MIDDLE, y * MIDDLE) for x in range(-far, far + 1, 2) for y in range(-far, far + 1, 2))


def _levels(sides: Sides) -> list[int]:
    """The levels at which a point of origin is tried: the lowest level of each creature that is wanted."""
    return sorted({space.z for n, space in enumerate(sides.spaces) if sides.wanted >> n & 1})


def _mark(held: dict[Point, int], space: Space, offsets: tuple[Point, ...], bit: int, is_wanted: bool) -> None:
    """Note the creature at every point around which the shape holds one of its squares; points that hold nobody wanted are left out."""
    for square in space.squares:
        x, y = middle_of(square)
        for dx, dy in offsets:
            point = (x + dx, y + dy)
            if is_wanted:
                held[point] = held.get(point, 0) | bit
            elif point in held:
                held[point] |= bit


def _holds_any(area: EffectArea, space: Space) -> bool:
    level = nearest_level(area, space)
    return any(holds_middle(area, square, level) for square in space.squares)


def rim_points(maker: Space, is_cone: bool) -> tuple[Point, ...]:
    """The points on the rim of a space from which a cone may run (the quarter points of its edges, and its corners), or a line (the middles of
    its edges, and the corners of its squares); in reading order.
    """
    west, north, long = maker.x * EIGHTHS, maker.y * EIGHTHS, maker.n * EIGHTHS
    on_side = [n for n in range(0, long + 1, 2) if (n % 4 == 2 or n in (0, long) if is_cone else n % 4 == 0)]
    points = {(west + n, north + side) for n in on_side for side in (0, long)} | {
        (west + side, north + n) for n in on_side for side in (0, long)
    }
    return tuple(sorted(points, key=lambda point: (point[1], point[0])))


def _outward(maker: Space, point: Point) -> tuple[int, int]:
    """The direction away from a space at a point of its rim: of an edge across it, of a corner between both edges."""
    x, y, long = point[0] - maker.x * EIGHTHS, point[1] - maker.y * EIGHTHS, maker.n * EIGHTHS
    return (x == long) - (x == 0), (y == long) - (y == 0)


def _directions(sides: Sides, seen_from: list[tuple[int, int, int, int]]) -> Iterator[Vector]:
    """The sixteen directions, then one to each square of who is wanted, each once."""
    tried = set(SIXTEEN)
    yield from SIXTEEN
    for bit, *way in seen_from:
        if bit & sides.wanted and any(way[:2]):
            part = gcd(*way)
            toward = (way[0] // part, way[1] // part, way[2] // part)
            if toward not in tried:
                tried.add(toward)
                yield toward


def _held(area: EffectArea, toward: Vector, seen_from: list[tuple[int, int, int, int]]) -> int:
    """The creatures that a cone or line holds, as bits: the rule of `shapes.holds_middle` without calls, since it is asked ten thousand times."""
    east, south, up = toward
    whole = east * east + south * south + up * up
    longest = 64 * area.feet * area.feet * whole
    is_cone, width = area.shape == "cone", 16 * area.width * area.width * whole
    held = 0
    for bit, x, y, z in seen_from:
        along = x * east + y * south + z * up
        if along <= 0 or held & bit:
            continue
        squared = along * along
        if 25 * squared > longest:
            continue
        far = (x * x + y * y + z * z) * whole
        if 4 * far <= 5 * squared if is_cone else 25 * (far - squared) < width:
            held |= bit
    return held
