"""The best place of an area of effect: the point and the direction that catch whom the maker wants and spare whom it does not.

Every place is first judged by its shape alone, which is quick and never says too little of those whom the maker wants; lines are looked at for the
best of those only. What stands in the way may also take a friend out of an area, so that a place is never dismissed for a friend before.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from rpg_lite.rules.space.aims import AreaAim, Crowd, Option, Options, Sides, groups_of, is_rim_shut, points_of_side
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.lines import sees_point
from rpg_lite.rules.space.measure import Diagonals, distance_to_point
from rpg_lite.rules.space.shapes import STRAIGHT, EffectArea, catches, holds_middle, is_divided, nearest_level, origin_of, reaches, spread
from rpg_lite.rules.space.squares import EIGHTHS, MIDDLE, SQUARE_FEET, Point, Space, Square


@dataclass(frozen=True, slots=True)
class AimedArea:
    """An area in its place, and the names of those of the crowd that it catches, in the order of the crowd."""

    area: EffectArea
    caught: tuple[str, ...]


_Rank = tuple[int, int, int, int]


def best_places(ground: Ground, aim: AreaAim, crowd: Crowd, most: int = 1) -> tuple[AimedArea, ...]:
    """The best places of an area, the best one first, each catching others than those before; empty if nobody wanted can be caught.

    Most of `wanted` come first, then fewest of `avoided`, most of `foes`, fewest of `others`; then a corner before a middle, the nearest
    point, and the first in reading order. No place catches one of `spared`.
    """
    sides = Sides(crowd)
    choice = _Choice(ground, aim, sides)
    found: dict[int, AimedArea] = {}
    while len(found) < most and (best := choice.next_best()):
        area, caught = best
        found.setdefault(caught, AimedArea(area, sides.named(caught)))
    return tuple(found.values())


def places_toward(ground: Ground, aim: AreaAim, crowd: Crowd, toward: tuple[int, int]) -> AimedArea:
    """The place of a cone or line that runs in one of the eight directions, given as a step: from the corner of the maker's space, or from the
    point beside the middle of that side that catches more foes, then fewer friends, then the eastern or southern one.
    """
    points = points_of_side(aim, toward)
    found: list[tuple[tuple[int, ...], AimedArea]] = []
    for n, point in enumerate(points):
        area = replace(aim.area, at=point, z=aim.maker.z, toward=(*toward, 0), maker=aim.maker)
        caught = tuple(name for group in groups_of(crowd) for name, space in group.items() if catches(ground, area, space))
        foes = sum(name in crowd.wanted or name in crowd.foes for name in caught)
        friends = sum(name in crowd.avoided or name in crowd.spared for name in caught)
        found.append(((-foes, friends, n), AimedArea(area, caught)))
    return min(found, key=lambda each: each[0])[1]


def near_side(ground: Ground, maker: Space, point: Point, z: int = 0) -> Point:
    """The point itself if the maker has an open line to it; else the last point before what is between, on the straight way there (SRD 5.1, A
    Clear Path to the Target; SRD 5.2, Area of Effect).
    """
    if sees_point(ground, maker, point, z):
        return point
    for x, y in _points_on_the_way(point, maker.middle):
        if not is_divided(ground, (x, y)) and sees_point(ground, maker, (x, y), z):
            return x, y
    return maker.middle


def last_in_range(maker: Space, point: Point, feet: int, diagonals: Diagonals = "five") -> Point | None:
    """The last point on the straight way to a point that lies within so many feet of its maker; None for none."""
    for x, y in (point, *_points_on_the_way(point, maker.middle)):
        if distance_to_point(maker, (x, y), maker.z, diagonals) <= feet:
            return x, y
    return None


def _points_on_the_way(point: Point, start: Point) -> Iterator[Point]:
    """The corners and middles of squares nearest to the straight way from a point back to the start, without these two, the first first."""
    east, south = start[0] - point[0], start[1] - point[1]
    steps = max(abs(east), abs(south)) // MIDDLE
    last = point
    for n in range(1, steps):
        # Everything is counted in parts of an eighth, of which one holds `steps`, so that it stays exact.
        x, y = point[0] * steps + east * n, point[1] * steps + south * n
        near = [(_nearest(x, steps, part), _nearest(y, steps, part)) for part in (0, MIDDLE)]
        found = min(near, key=lambda p: (p[0] * steps - x) ** 2 + (p[1] * steps - y) ** 2)
        if found not in (last, point, start):
            last = found
            yield found


def _nearest(number: int, parts: int, rest: int) -> int:
    """The number that leaves this rest beside whole squares and is nearest to a fraction."""
    whole = EIGHTHS * parts
    return (2 * (number - rest * parts) + whole) // (2 * whole) * EIGHTHS + rest


class _Choice:
    """The options of an aim, each waiting at the best rank that it may still have: first by its shape, then without those for whom no line need be
    looked at, last by its lines. An option that is known and comes first is the best of all.
    """

    def __init__(self, ground: Ground, aim: AreaAim, sides: Sides) -> None:
        self.ground, self.aim, self.sides = ground, aim, sides
        self.options = Options(ground, aim, sides)
        self.is_clear = ground.is_open(0, 0, ground.w - 1, ground.h - 1)
        self.groups: dict[_Rank, list[Option]] = defaultdict(list)
        self.waiting: list[tuple[_Rank, tuple[int, ...], int, Option, int, int | None]] = []
        self.pushed = 0
        self.reached: dict[tuple[Point, int, Square, int], bool] = {}
        sure = -1 if self.is_clear else 0
        ranks: dict[int, _Rank] = {}
        for option in self.options.all:
            held = option.held
            if held & sides.wanted and not held & sides.spared & sure:
                if held not in ranks:
                    ranks[held] = sides.rank(held, held & sure)
                self.groups[ranks[held]].append(option)
        self.order = sorted(self.groups, reverse=True)

    def next_best(self) -> tuple[EffectArea, int] | None:
        """The best place that was not given yet, and whom it catches as bits."""
        while True:
            # A whole group of one rank is told apart by nearness only when its turn has come.
            while self.order and (not self.waiting or self.order[-1] <= self.waiting[0][0]):
                rank = self.order.pop()
                for option in self.groups[rank]:
                    if self.options.is_in_range(option):
                        self._push(rank, self.options.tie(option), option, 0, option.held if self.is_clear else None)
            if not self.waiting:
                return None
            rank, tie, _, option, stage, caught = heappop(self.waiting)
            area = self.options.place(option)
            if caught is not None and (stage or self._may_begin(area)):
                return area, caught
            if caught is None:
                self._look_closer(rank, tie, option, stage, area)

    def _look_closer(self, rank: _Rank, tie: tuple[int, ...], option: Option, stage: int, area: EffectArea) -> None:
        """Put an option back at what is now known of it."""
        if not stage:
            if not self._may_begin(area):
                return
            sure = self._sure(option, area)
            if not sure & self.sides.spared:
                self._push(self.sides.rank(option.held, sure), tie, option, 1, option.held if sure == option.held else None)
            return
        caught = self._caught(option, area)
        if caught & self.sides.wanted and not caught & self.sides.spared:
            self._push(self.sides.rank(caught, caught), tie, option, 2, caught)

    def _may_begin(self, area: EffectArea) -> bool:
        is_of_rim = area.shape in STRAIGHT or self.aim.from_maker
        return (self.is_clear and not is_of_rim) or _may_begin(self.ground, self.aim, area)

    def _push(self, rank: _Rank, tie: tuple[int, ...], option: Option, stage: int, caught: int | None) -> None:
        # The number keeps the order of entries that are otherwise equal, and options from being compared.
        self.pushed += 1
        heappush(self.waiting, (rank, tie, self.pushed, option, stage, caught))

    def _sure(self, option: Option, area: EffectArea) -> int:
        """The creatures that the area surely catches, since nothing stands on the squares between them and its point; as bits."""
        x, y = origin_of(self.ground, area)
        west, north, east, south = (x - 1) // EIGHTHS, (y - 1) // EIGHTHS, x // EIGHTHS, y // EIGHTHS
        reach = area.feet // SQUARE_FEET
        if self.ground.is_open(west - reach, north - reach, east + reach, south + reach):
            return option.held
        sure = 0
        for n, space in enumerate(self.sides.spaces):
            if option.held >> n & 1 and self.ground.is_open(
                min(west, space.x), min(north, space.y), max(east, space.x + space.n - 1), max(south, space.y + space.n - 1)
            ):
                sure |= 1 << n
        return sure

    def _caught(self, option: Option, area: EffectArea) -> int:
        """The creatures that the area catches, as bits."""
        filled = spread(self.ground, area) if area.spreads else None
        return sum(1 << n for n in range(len(self.sides.spaces)) if option.held >> n & 1 and self._catches(area, n, filled))

    def _catches(self, area: EffectArea, n: int, filled: frozenset[Square] | None) -> bool:
        """The rule of `shapes.catches`, with what is known of lines from the same point: cones in many directions begin there."""
        space = self.sides.spaces[n]
        z = nearest_level(area, space)
        held = [square for square in space.squares if holds_middle(area, square, z)]
        if filled is not None:
            return not filled.isdisjoint(held)
        for square in held:
            key = (origin_of(self.ground, area), area.z, square, z)
            if key not in self.reached:
                self.reached[key] = reaches(self.ground, area, square, z)
            if self.reached[key]:
                return True
        return False


def _may_begin(ground: Ground, aim: AreaAim, area: EffectArea) -> bool:
    """Whether the maker has an open line to the point of origin, and it lies on one side of whatever is solid there."""
    if area.shape in STRAIGHT or aim.from_maker:
        return not is_rim_shut(ground, aim.maker, area.lines_from or area.at)
    begin = origin_of(ground, area)
    return not is_divided(ground, begin) and sees_point(ground, aim.maker, begin, area.z)
