"""Areas of effect: the squares that a shape holds, and the spaces that it catches (SRD 5.1 and 5.2, Areas of Effect).

One rule for all of them: a square is inside when its middle lies in the shape, border included, and a straight line from the point of origin to
its middle, or to one of its corners, is open. A creature is caught when one of its squares is inside. Creatures never block an area.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rpg_lite.rules.space.features import STOPPED
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.lines import IN_SQUARE, Line, is_line_open, own_squares, point_height, points_of
from rpg_lite.rules.space.measure import STEPS, Diagonals, distance
from rpg_lite.rules.space.squares import EIGHTHS, MIDDLE, SQUARE_FEET, Point, Space, Square, middle_of, touching

ShapeWord = Literal["sphere", "cylinder", "cone", "line", "cube", "emanation", "wall"]

STRAIGHT: Final = frozenset[ShapeWord](("cone", "line"))
"""The shapes that run from their maker's rim in a direction."""


@dataclass(frozen=True, slots=True)
class EffectArea:
    """An area of effect in its place.

    `feet`: the radius of a sphere or cylinder, the length of a cone, line or wall, the side of a cube, the reach of an emanation.
    `at`: the point of origin, in eighths of a square; of a cube the middle of its lower face. `z`: its level in feet.
    `toward`: how far east, south and up a cone, a line or a straight wall runs; only the proportions count.
    `width`: of a line, in feet. `height`: in feet above `z`; without one, a cylinder or a wall is as high as the room, and any other as its shape.
    `around`: of a sphere, the squares of the side of the thing at its point: it is then what lies within `feet` of that (SRD, Flaming Sphere).
    `maker`: the space whose squares stay outside, around which an emanation lies; `includes_maker` keeps them in.
    `lines_from`: of a cube, the point on its face from which it spreads; without one, `origin_of`.
    `way`: of a wall, its squares, if it is not straight; `is_ring`: a wall of the squares at the rim of a circle of `feet` around `at`.
    `spreads`: it goes around corners, so that a way of steps inside the shape does in place of open lines (SRD 5.1, Fireball).
    """

    shape: ShapeWord
    feet: int
    at: Point = (0, 0)
    z: int = 0
    toward: tuple[int, int, int] = (0, 0, 0)
    width: int = SQUARE_FEET
    height: int | None = None
    maker: Space | None = None
    includes_maker: bool = False
    lines_from: Point | None = None
    way: tuple[Square, ...] = ()
    is_ring: bool = False
    spreads: bool = False
    around: int = 0
    diagonals: Diagonals = "five"


def squares_inside(ground: Ground, area: EffectArea, z: int | None = None) -> frozenset[Square]:
    """The squares of the area at a level, in feet; by default, that of its point of origin."""
    level = area.z if z is None else z
    squares = {square for square in _around(ground, area) if holds_middle(area, square, level)}
    if _is_bare(ground, area):
        return frozenset(squares)
    if area.spreads:
        return frozenset(squares & spread(ground, area))
    return frozenset(square for square in squares if reaches(ground, area, square, level))


def catches(ground: Ground, area: EffectArea, space: Space) -> bool:
    """Whether a creature with this space is inside: one of its squares is, at the level that is nearest to the point of origin."""
    z = nearest_level(area, space)
    held = [square for square in space.squares if holds_middle(area, square, z)]
    if area.spreads:
        return bool(held) and not spread(ground, area).isdisjoint(held)
    return any(reaches(ground, area, square, z) for square in held)


def caught_by(ground: Ground, area: EffectArea) -> Callable[[Space], bool]:
    """The rule of `catches` for many spaces: what is the same for all of them is looked at once."""
    is_bare = _is_bare(ground, area)
    filled = spread(ground, area) if area.spreads and not is_bare else None

    def is_caught(space: Space) -> bool:
        if filled is None and not is_bare:
            return catches(ground, area, space)
        z = nearest_level(area, space)
        return any((filled is None or square in filled) and holds_middle(area, square, z) for square in space.squares)

    return is_caught


def _is_bare(ground: Ground, area: EffectArea) -> bool:
    """Whether nothing stands on any square that the shape may hold, so that lines and steps lead to all of them."""
    if (
        area.shape not in ("sphere", "cylinder", "cube")
        or area.maker is not None
        or not (0 < area.at[0] < ground.w * EIGHTHS and 0 < area.at[1] < ground.h * EIGHTHS)
    ):
        return False
    reach = area.feet // SQUARE_FEET + 2 + area.around
    x, y = area.at[0] // EIGHTHS, area.at[1] // EIGHTHS
    return ground.is_open(x - reach, y - reach, x + reach, y + reach)


def nearest_level(area: EffectArea, space: Space) -> int:
    """The level of a space that is nearest to the point of origin of an area, in feet."""
    z = area.maker.z if area.shape == "emanation" and area.maker else area.z
    return min(max(z, space.z), space.z + (space.n - 1) * SQUARE_FEET)


def holds_middle(area: EffectArea, square: Square, z: int) -> bool:
    """Whether the middle of a square at the level `z`, in feet, lies in the shape, whatever stands between."""
    if area.maker and area.maker.covers(square) and area.shape not in ("sphere", "cylinder", "wall"):
        return area.includes_maker
    if area.height is not None and not _is_level_inside(area.height, area.z, z):
        return False
    match area.shape:
        case "sphere" if area.around:
            return distance(_thing_within(area), Space(*square, 1, z), area.diagonals) <= area.feet
        case "sphere" | "cylinder":
            return _is_in_round(area, square, z)
        case "cone" | "line":
            return _is_in_straight(area, square, z)
        case "cube":
            return _is_in_cube(area, square, z)
        case "emanation":
            return area.maker is not None and distance(area.maker, Space(*square, 1, z), area.diagonals) <= area.feet
        case "wall":
            return _is_in_wall(area, square, z)


def reaches(ground: Ground, area: EffectArea, square: Square, z: int) -> bool:
    """Whether a straight line from the point of origin to the middle or a corner of the square at the level `z`, in feet, is open; from an
    emanation, a line from any square of its maker. A square that a wall fills is not reached.
    """
    if area.shape == "wall" and not any(area.toward):
        return ground.on.hinders[ground.index(*square)] < STOPPED
    height = point_height(z)
    x, y = square[0] * EIGHTHS, square[1] * EIGHTHS
    ends = [(x + dx, y + dy) for dx, dy in IN_SQUARE]
    if area.shape == "emanation" and area.maker:
        return area.maker.covers(square) or _reaches_from(ground, area.maker, square, ends, height)
    start = origin_of(ground, area)
    return any(is_line_open(ground, Line(start, end, point_height(area.z), height)) for end in ends)


def origin_of(ground: Ground, area: EffectArea) -> Point:
    """The point from which the lines of an area run. A cube that lies more than half beyond a wall of the room begins on the face that lies in it
    (SRD 5.1 and 5.2, Cube).
    """
    if area.lines_from or area.shape != "cube":
        return area.lines_from or area.at
    half = max(1, area.feet // SQUARE_FEET) * MIDDLE
    return _on_ground(area.at[0], half, ground.w), _on_ground(area.at[1], half, ground.h)


def _on_ground(middle: int, half: int, squares: int) -> int:
    """The middle of a side of a cube, if it lies on the ground; else the end of it that does."""
    long = squares * EIGHTHS
    return min(middle + half, long) if middle <= 0 else max(middle - half, 0) if middle >= long else middle


def _reaches_from(ground: Ground, maker: Space, square: Square, ends: Sequence[Point], height: int) -> bool:
    x, y = square
    if ground.is_open(min(maker.x, x), min(maker.y, y), max(maker.x + maker.n - 1, x), max(maker.y + maker.n - 1, y)):
        return True
    own = own_squares(ground, maker)
    return any(is_line_open(ground, Line(start, end, maker.half_height, height), own) for start in points_of(maker) for end in ends)


def is_divided(ground: Ground, point: Point) -> bool:
    """Whether something solid parts the squares around a corner, so that a point there would lie on both sides of a wall or a shut door; a point in
    a solid square alone counts too.
    """
    around = [square for square in touching(point) if ground.holds(Space(*square))]
    open_ones = [square for square in around if not ground.is_shut(ground.on, ground.index(*square))]
    if len(open_ones) < 2:
        return not open_ones
    # Four squares are a ring: with a single gap, or the two gaps beside a solid square, each is still reached by the other way around.
    gaps = sum(
        not (a in open_ones and b in open_ones) or has_solid_edge(ground, a, b)
        for n, a in enumerate(around)
        for b in around[n + 1 :]
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    )
    return gaps > 1 + len(around) - len(open_ones) if len(around) == 4 else gaps > 0


def has_solid_edge(ground: Ground, a: Square, b: Square) -> bool:
    """Whether something solid, such as a wall or a shut door, lies on the edge between two neighbours."""
    first = min(a, b, key=lambda square: (square[1], square[0]))
    return ground.is_shut(ground.east if a[1] == b[1] else ground.south, ground.index(*first))


def _is_in_round(area: EffectArea, square: Square, z: int) -> bool:
    x, y = middle_of(square)
    east, south = x - area.at[0], y - area.at[1]
    is_tall = area.shape == "cylinder"
    if is_tall and z < area.z:
        return False
    up = 0 if is_tall else (z - area.z) // SQUARE_FEET * EIGHTHS
    # A foot is 8/5 of an eighth: both sides times 25.
    return 25 * (east * east + south * south + up * up) <= 64 * area.feet * area.feet


def _thing_within(area: EffectArea) -> Space:
    """The space of the thing around which a sphere lies. A wide one whose point is the middle of a square has that as its north-west one."""
    x, y = (-((area.around * MIDDLE - at) // EIGHTHS) for at in area.at)
    return Space(x, y, area.around, area.z)


def _is_in_straight(area: EffectArea, square: Square, z: int) -> bool:
    """Along and across are taken in three dimensions; a cone is as wide as it is far from its point (SRD 5.1 and 5.2, Cone)."""
    x, y = middle_of(square)
    east, south, up = x - area.at[0], y - area.at[1], (z - area.z) // SQUARE_FEET * EIGHTHS
    toward = area.toward
    along = east * toward[0] + south * toward[1] + up * toward[2]
    whole = toward[0] * toward[0] + toward[1] * toward[1] + toward[2] * toward[2]
    if along <= 0 or 25 * along * along > 64 * area.feet * area.feet * whole:
        return False
    far = east * east + south * south + up * up
    if area.shape == "cone":
        return 4 * far * whole <= 5 * along * along
    # Inside the border, not on it: a line of 5 ft between two columns would else hold both.
    return 25 * (far * whole - along * along) < 16 * area.width * area.width * whole


def _is_in_cube(area: EffectArea, square: Square, z: int) -> bool:
    west, north, n = _cube_squares(area.at, area.feet)
    return west <= square[0] < west + n and north <= square[1] < north + n and _is_level_inside(area.feet, area.z, z)


def _cube_squares(at: Point, feet: int) -> tuple[int, int, int]:
    """The column and the row of the north-west square of a cube around a point, and the squares of its side: it lies on whole squares."""
    n = max(1, feet // SQUARE_FEET)
    return (at[0] - n * EIGHTHS // 2) // EIGHTHS, (at[1] - n * EIGHTHS // 2) // EIGHTHS, n


def _is_in_wall(area: EffectArea, square: Square, z: int) -> bool:
    if not _is_level_inside(area.height, area.z, z):
        return False
    if area.way:
        return square in area.way[: max(1, area.feet // SQUARE_FEET)]
    if not area.is_ring:
        if middle_of(square) == area.at:
            return True
        # A wall that begins in the middle of a square fills that one, too.
        begins = area.at[0] % EIGHTHS == area.at[1] % EIGHTHS == MIDDLE
        return _is_in_straight(replace(area, feet=area.feet - SQUARE_FEET) if begins else area, square, area.z)
    sides = ((square[0] + dx, square[1] + dy) for dx, dy in STEPS[::2])
    disc = EffectArea("cylinder", area.feet, area.at)
    return _is_in_round(disc, square, 0) and not all(_is_in_round(disc, side, 0) for side in sides)


def _is_level_inside(height: int | None, lowest: int, z: int) -> bool:
    return lowest <= z and (height is None or z < lowest + height)


def _around(ground: Ground, area: EffectArea) -> Iterator[Square]:
    """The squares of the ground that the shape may hold."""
    if area.way:
        yield from (square for square in area.way if ground.holds(Space(*square)))
        return
    reach = area.feet // SQUARE_FEET + 2 + area.width // SQUARE_FEET + area.around
    x, y, n = area.at[0] // EIGHTHS, area.at[1] // EIGHTHS, 1
    if area.shape == "emanation" and area.maker:
        x, y, n = area.maker.x, area.maker.y, area.maker.n
    for row in range(max(0, y - reach), min(ground.h, y + n + reach)):
        for column in range(max(0, x - reach), min(ground.w, x + n + reach)):
            yield column, row


def spread(ground: Ground, area: EffectArea) -> frozenset[Square]:
    """The squares to which a way of steps inside the shape leads from its point, around corners. A step goes where the line from middle to
    middle is open.
    """
    if _is_bare(ground, area):
        return frozenset(square for square in _around(ground, area) if holds_middle(area, square, area.z))
    start = [square for square in touching(origin_of(ground, area)) if ground.holds(Space(*square)) and _may_fill(ground, area, square)]
    reached, waiting = set(start), [*start]
    while waiting:
        x, y = waiting.pop()
        for dx, dy in STEPS:
            square = (x + dx, y + dy)
            if square in reached or not ground.holds(Space(*square)) or not _may_fill(ground, area, square):
                continue
            if is_line_open(ground, Line(middle_of((x, y)), middle_of(square), point_height(area.z), point_height(area.z))):
                reached.add(square)
                waiting.append(square)
    return frozenset(reached)


def _may_fill(ground: Ground, area: EffectArea, square: Square) -> bool:
    index = ground.index(*square)
    is_filled = ground.on.hinders[index] == STOPPED and ground.on.tops[index] > point_height(area.z)
    return not is_filled and holds_middle(area, square, area.z)
