"""Areas that a call points: cones and lines toward a place, and cubes on a side of their maker (SRD 5.1 and 5.2, Areas of Effect).

Apart from the best places, since here the direction is said and only the point on the rim of the maker's space is chosen.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import gcd

from rpg_lite.rules.space.aims import AreaAim, Crowd, Options, Sides, groups_of, is_rim_shut, rim_points
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.placing import AimedArea
from rpg_lite.rules.space.shapes import EffectArea, catches
from rpg_lite.rules.space.squares import EIGHTHS, SQUARE_FEET, Point


def place_to(ground: Ground, aim: AreaAim, crowd: Crowd, goal: Point, z: int = 0) -> AimedArea | None:
    """The place of a cone, a line or a cube beside its maker that points to a goal at the level `z`: of several the one that catches more of those who
    are wanted, then more foes, then fewer friends, then the straightest. None where no point of the rim faces the goal, such as in the maker's space.
    """
    found = []
    for n, (area, off) in enumerate(_pointed(ground, aim, goal, z)):
        caught = tuple(name for group in groups_of(crowd) for name, space in group.items() if catches(ground, area, space))
        wanted = sum(name in crowd.wanted for name in caught)
        foes = sum(name in crowd.foes for name in caught)
        friends = sum(name in crowd.avoided or name in crowd.spared for name in caught)
        found.append(((-wanted, -foes, friends, off, n), AimedArea(area, caught)))
    return min(found, key=lambda each: each[0])[1] if found else None


def _pointed(ground: Ground, aim: AreaAim, goal: Point, z: int) -> Iterator[tuple[EffectArea, int]]:
    """The area in every place that points to the goal, each with a number that grows as it points less straight."""
    return _cubes(ground, aim, goal) if aim.from_maker else _straight(ground, aim, goal, z)


def _straight(ground: Ground, aim: AreaAim, goal: Point, z: int) -> Iterator[tuple[EffectArea, int]]:
    """A cone or line from each point of the rim, in the direction of the goal as seen from there."""
    maker = aim.maker
    up = (z - maker.z) // SQUARE_FEET * EIGHTHS
    for point in rim_points(maker, aim.area.shape == "cone"):
        east, south = goal[0] - point[0], goal[1] - point[1]
        if not (east or south) or is_rim_shut(ground, maker, point):
            continue
        part = gcd(east, south, up)
        toward = (east // part, south // part, up // part)
        if _is_outward(aim, point, (east, south)):
            off = east * east + south * south
            yield replace(aim.area, at=point, z=maker.z, toward=toward, maker=maker), off


def _is_outward(aim: AreaAim, point: Point, way: tuple[int, int]) -> bool:
    """Whether a way from a point of the rim leads out of the maker's space."""
    x, y, long = point[0] - aim.maker.x * EIGHTHS, point[1] - aim.maker.y * EIGHTHS, aim.maker.n * EIGHTHS
    return ((x == long) - (x == 0)) * way[0] + ((y == long) - (y == 0)) * way[1] > 0


def _cubes(ground: Ground, aim: AreaAim, goal: Point) -> Iterator[tuple[EffectArea, int]]:
    """The cubes on the side of the maker that faces the goal."""
    middle = aim.maker.middle
    east, south = goal[0] - middle[0], goal[1] - middle[1]
    options = Options(ground, aim, Sides(Crowd({})))
    for option in options.all:
        area = options.place(option)
        dx, dy = area.at[0] - middle[0], area.at[1] - middle[1]
        side = (dx, 0) if abs(dx) > abs(dy) else (0, dy)
        is_facing = side[0] * east + side[1] * south > 0
        is_main = (abs(east) >= abs(south)) if side[0] else (abs(south) >= abs(east))
        if is_facing and is_main and not is_rim_shut(ground, aim.maker, area.lines_from or area.at):
            yield area, abs(dx * south - dy * east)
