"""The cost of a step of one square, the creatures that one may pass, and the places where one may end (SRD 5.1, Movement and Position; SRD 5.2, Movement and Position)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from rpg_lite.rules.space.ground import Ground, GroundLayer
from rpg_lite.rules.space.measure import STEPS, Diagonals, distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square
from rpg_lite.vocabulary import SIZES, Movement, Ruleset, Size

Relation = Literal["ally", "hostile", "other"]
"""The relation of another creature to the mover; `other` takes no side."""
MORE: Final = SQUARE_FEET
"""The feet that difficult ground, crawling and the like add to a step."""
MOST_TINY: Final = 4
"""The Tiny creatures that stand in one square, each 2½ ft wide."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """A creature that stands in the way, as the mover knows it. Of the dead there are none: their space is free."""

    space: Space
    size: Size
    relation: Relation = "other"
    is_incapacitated: bool = False


@dataclass(frozen=True, slots=True)
class Mover:
    """A creature about to move.

    `mode`: how it moves; `has_speed`: it has a speed of that mode, so that climbing or swimming costs nothing more; `swims`: it has a speed to
    swim, for deep water on a walk; `crawls`: it is prone; `drags`: it takes somebody along who is neither Tiny nor two sizes smaller;
    `may_squeeze`: it goes through spaces one size too narrow; `ignores_difficult`: difficult ground costs it nothing more.
    """

    space: Space
    size: Size
    ruleset: Ruleset
    mode: Movement = "walk"
    has_speed: bool = True
    swims: bool = False
    crawls: bool = False
    drags: bool = False
    may_squeeze: bool = False
    ignores_difficult: bool = False
    diagonals: Diagonals = "five"


@dataclass(frozen=True, slots=True)
class WalkLimits:
    """The further conditions of a way.

    `avoided`: squares that it does not enter, such as zones that harm; `dear`: the feet beyond 5 that a step into a square of a zone costs;
    `headwinds`: squares of winds, each with the space from which it blows: within them each foot toward that costs one more;
    `fears`: spaces to which no step may come closer;
    `reaches`: each foe that may strike, with its reach in feet; `unseen`: for each of these, the squares on which it does not see the mover, and so
    does not strike; without them it always does; `is_careful`: no step may leave one of them; `unprovoked`: the first feet of a way, at which nobody may strike.
    """

    avoided: frozenset[tuple[int, int]] = frozenset()
    dear: Mapping[tuple[int, int], int] = field(default_factory=dict)
    headwinds: tuple[tuple[Space, frozenset[Square]], ...] = ()
    fears: tuple[Space, ...] = ()
    reaches: tuple[tuple[Space, int], ...] = ()
    unseen: tuple[frozenset[Square], ...] = ()
    is_careful: bool = False
    unprovoked: int = 0


NO_LIMITS: Final = WalkLimits()


def may_pass(mover: Mover, other: Occupant) -> bool:
    """Whether the mover may go through the space of another (Moving around Other Creatures). 5.1: unless it is hostile and not two sizes larger or
    smaller; 5.2: an ally, an incapacitated or Tiny creature, or one two sizes larger or smaller.
    """
    if abs(SIZES.index(mover.size) - SIZES.index(other.size)) >= 2:
        return True
    if mover.ruleset == "5.1":
        return other.relation != "hostile"
    return other.relation == "ally" or other.is_incapacitated or other.size == "tiny"


def is_difficult(mover: Mover, other: Occupant) -> bool:
    """Whether the space of another is difficult ground for the mover. 5.1: always; 5.2: unless it is Tiny or an ally."""
    return mover.ruleset == "5.1" or not (other.relation == "ally" or other.size == "tiny")


def outsizes_furniture(mover: Mover) -> bool:
    """Whether furniture is no difficult ground for the mover, because it is made for smaller creatures: for Medium ones (SRD 5.2, Difficult Terrain;
    5.1 knows no size of furniture).
    """
    return mover.ruleset == "5.2" and SIZES.index(mover.size) > SIZES.index("medium")


def may_end(mover: Mover, space: Space, others: Sequence[Occupant]) -> bool:
    """Whether a move may end there: nobody ends in the space of another, but four Tiny creatures share a square."""
    there = [other for other in others if other.space.overlaps(space)]
    return not there or (mover.size == "tiny" and len(there) < MOST_TINY and all(other.size == "tiny" for other in there))


class StepRules:
    """The steps of one mover over one ground among others: worked out once for all squares, then asked for each step. Squares are indices of the
    ground, and a space is the index of its north-west square.
    """

    def __init__(self, ground: Ground, mover: Mover, others: Sequence[Occupant], limits: WalkLimits = NO_LIMITS, n: int = 0) -> None:
        self.ground, self.mover, self.others, self.limits = ground, mover, others, limits
        self.n = n or mover.space.n
        self.z = mover.space.z
        self.climbs = mover.mode == "climb"
        self.is_airborne = mover.mode == "fly" and self.z > 0
        # A way over floors is one from floor to floor; whoever flies meets none.
        self.floors = ground.floors_under(self.n) if ground.floors and mover.mode != "fly" else None
        if self.floors and self.climbs and self.n == mover.space.n and self.z > ground.floor_under(mover.space):
            self.floors = [*self.floors]  # a climber that hangs half-way goes on from its own height
            self.floors[ground.index(mover.space.x, mover.space.y)] = self.z
        self.low = 0 if self.floors else self.z
        # Without stairs, whoever does not climb stays on its floor, so that no step need be asked.
        self.changes_floors = bool(self.floors) and (self.climbs or bool(ground.stairs))
        on_level = [other for other in others if self._is_on_level(other)]
        self.free = self._free([other for other in on_level if not may_pass(mover, other)])
        self.ends = self._ends(on_level)
        self.corners = ground.fits(self.n + 1, self.low, self.climbs)
        self.always = MORE * (mover.crawls + (mover.drags and mover.ruleset == "5.2"))
        self.more = self._more([other for other in on_level if is_difficult(mover, other)])
        self.offsets = tuple(dx + dy * ground.stride for dx, dy in STEPS)
        # The square of one more on both sides holds the old space, the new one and the two corners between them.
        self.corner_offsets = tuple(min(0, dx) + min(0, dy) * ground.stride for dx, dy in STEPS)
        self.has_edges = any(ground.east.solid) or any(ground.south.solid)
        self.has_rough_edges = not self.is_airborne and not mover.ignores_difficult and (any(ground.east.rough) or any(ground.south.rough))
        self.entering = self._entering()
        self.is_plain = not (any(self.more) or self.has_rough_edges or self.changes_floors or limits.headwinds)

    def may_step(self, at: int, n: int) -> bool:
        """Whether the space may go from one square to the next in the n-th of the eight directions, whoever may strike at it."""
        offset = self.offsets[n]
        if not self.free[at + offset] or (self.changes_floors and not self.climbs and self.rise(at, at + offset)):
            return False
        if n % 2:
            return bool(self.corners[at + self.corner_offsets[n]])
        # Of a wider space, an edge to cross lies within the old place or the new one, and it fits in both.
        return self.n > 1 or not self.has_edges or not self._is_edge_shut(at, n)

    def feet(self, at: int, n: int) -> int:
        """The feet that a step in the n-th direction costs beyond the 5 of a square: the dearest of the squares newly entered counts."""
        if self.is_plain:
            return self.always
        to = at + self.offsets[n]
        climbed = self.rise(at, to) if self.changes_floors else 0
        always = self.always + (climbed if self.mover.has_speed else 2 * climbed)
        rough = max(dearest[to + shift] for dearest, shift in self.entering[n])
        if rough < MORE and self.has_rough_edges and self._is_edge_rough(at, n):
            rough = MORE
        return always + rough + (self._against(at, to) if self.limits.headwinds else 0)

    def _against(self, at: int, to: int) -> int:
        """The feet that a step costs more because it leads against a wind in which the mover is."""
        here, there = self.space_at(at), self.space_at(to)
        return MORE * any(
            not squares.isdisjoint(here.squares) and distance(source, there) < distance(source, here) for source, squares in self.limits.headwinds
        )

    def rise(self, at: int, to: int) -> int:
        """The feet to climb, up or down, between two floors; none where stairs join them."""
        floors = self.floors
        if floors is None or floors[at] == floors[to]:
            return 0
        squares = (*self.space_at(at).squares, *self.space_at(to).squares)
        return 0 if any(self.ground.index(*square) in self.ground.stairs for square in squares) else abs(floors[at] - floors[to])

    def space_at(self, index: int) -> Space:
        """The mover's space with this north-west square, on its floor."""
        return Space(*self.ground.square_at(index), self.n, self.floors[index] if self.floors else self.z)

    def _is_on_level(self, other: Occupant) -> bool:
        # Where there are floors, each place of the mover has its own level.
        return bool(self.floors) or self._meets(other.space, self.z)

    def _meets(self, other: Space, z: int) -> bool:
        low = z // SQUARE_FEET
        return other.level < low + self.n and low < other.level + other.n

    def _free(self, blocking: Sequence[Occupant]) -> bytes:
        """1 where the space fits and meets nobody whom it may not pass, and nothing that is avoided."""
        free = bytearray(self.ground.fits(self.n, self.low, self.climbs))
        for other in blocking:
            self._clear(free, other.space)
        for x, y in self.limits.avoided:
            for z in {*self.floors} if self.floors else (self.z,):
                self._clear(free, Space(x, y, z=z))
        if self.floors and not self.changes_floors:
            own = self.ground.floor_under(self.mover.space)
            free = bytearray(is_free and floor == own for is_free, floor in zip(free, self.floors, strict=True))
        return bytes(free)

    def _ends(self, others: Sequence[Occupant]) -> bytes:
        """1 where a move may end as far as others are concerned."""
        ends = bytearray(b"\1" * len(self.free))
        for other in others:
            if self.mover.size != "tiny" or other.size != "tiny" or sum(other.space.overlaps(third.space) for third in others) >= MOST_TINY:
                self._clear(ends, other.space)
        return bytes(ends)

    def _clear(self, marks: bytearray, space: Space) -> None:
        """Take out every place from which the mover's space would overlap the other."""
        for y in range(max(0, space.y - self.n + 1), min(self.ground.h, space.y + space.n)):
            for x in range(max(0, space.x - self.n + 1), min(self.ground.w, space.x + space.n)):
                index = self.ground.index(x, y)
                if not self.floors or self._meets(space, self.floors[index]):
                    marks[index] = 0

    def _more(self, difficult: Sequence[Occupant]) -> list[int]:
        """The feet that each square adds to the step that enters it. Ground and creatures make it difficult once; to swim comes on top."""
        ground = self.ground
        rough = bytearray(len(ground.on.rough)) if self.is_airborne else bytearray(ground.on.rough)
        floors = ground.floors_under(1) if self.floors else None
        if outsizes_furniture(self.mover):
            for index in ground.furnished:
                rough[index] = 0
        squares = [
            square
            for other in difficult
            for square in other.space.squares
            if not floors or self._meets(other.space, floors[ground.index(*square)])
        ]
        squares += [square for square, feet in self.limits.dear.items() if feet == MORE]
        for square in squares:
            rough[ground.index(*square)] = 1
        more = [0] * len(rough) if self.mover.ignores_difficult else [MORE * mark for mark in rough]
        for square, feet in self.limits.dear.items():
            if feet > MORE:
                more[ground.index(*square)] = feet
        swims = self.mover.swims or (self.mover.mode == "swim" and self.mover.has_speed)
        if not swims and not self.is_airborne:
            for index in ground.deep:
                more[index] += MORE
        if self.climbs and not self.mover.has_speed:
            for index, may_be_climbed in enumerate(ground.on.climb):
                more[index] += MORE * may_be_climbed
        return more

    def _entering(self) -> tuple[tuple[tuple[list[int], int], ...], ...]:
        """For each direction, where to read what the squares newly entered add: lists of the dearest of a column and of a row of squares as long as
        the space, each with what is added to the index of the new place.
        """
        size, down = self.n, self.ground.stride
        columns = rows = self.more
        if size > 1 and any(self.more):
            columns, rows = _dearest(self.more, size, down), _dearest(self.more, size, 1)
        return tuple(
            ((columns, size - 1 if dx > 0 else 0),) * bool(dx) + ((rows, (size - 1) * down if dy > 0 else 0),) * bool(dy)
            for dx, dy in STEPS
        )

    def _is_edge_shut(self, at: int, n: int) -> bool:
        layer, edge = self._edge(at, n)
        return self.ground.is_shut(layer, edge, self.low, self.climbs)

    def _edge(self, at: int, n: int) -> tuple[GroundLayer, int]:
        dx, dy = STEPS[n]
        if dx:
            return self.ground.east, at if dx > 0 else at - 1
        return self.ground.south, at if dy > 0 else at - self.ground.stride

    def _is_edge_rough(self, at: int, n: int) -> bool:
        """Whether the step crosses a low wall that lies on an edge; a diagonal crosses one that it cannot go around."""
        if n % 2 == 0:
            size, (dx, _) = self.n, STEPS[n]
            along = self.ground.stride if dx else 1
            ahead = size - 1 if n in (2, 4) else 0
            layer, edge = self._edge(at + ahead * (1 if dx else self.ground.stride), n)
            return any(layer.rough[edge + along * k] for k in range(size))
        first, second = (n - 1) % 8, (n + 1) % 8
        return all(
            self._is_edge_rough(at, one) or self._is_edge_rough(at + self.offsets[one], other)
            for one, other in ((first, second), (second, first))
        )


def _dearest(more: list[int], size: int, step: int) -> list[int]:
    """For each index, the most of so many numbers, each `step` on from the last."""
    found = more
    for k in range(1, size):
        found = [*map(max, found, more[k * step :]), *found[len(found) - k * step :]]
    return found


def reach_marks(rules: StepRules, limits: WalkLimits) -> dict[int, int]:
    """For each square from which a foe reaches the mover's space, the foes as bits. Squares that nobody reaches are left out."""
    marks: dict[int, int] = {}
    ground = rules.ground
    for number, (foe, reach) in enumerate(limits.reaches):
        far = reach // SQUARE_FEET
        columns = range(max(0, foe.x - far - rules.n + 1), min(ground.w, foe.x + foe.n + far))
        # Where diagonals count 5 ft, the reach is a square; at the foe's own place only the levels are between them.
        is_square = not rules.floors and rules.mover.diagonals == "five" and distance(foe, Space(foe.x, foe.y, rules.n, rules.z)) <= reach
        for y in range(max(0, foe.y - far - rules.n + 1), min(ground.h, foe.y + foe.n + far)):
            for x in columns:
                index = ground.index(x, y)
                if is_square or distance(foe, rules.space_at(index), rules.mover.diagonals) <= reach:
                    marks[index] = marks.get(index, 0) | 1 << number
    return marks


def struck_marks(rules: StepRules, limits: WalkLimits, marks: Mapping[int, int]) -> Mapping[int, int]:
    """The same marks without the foes that do not see the mover at a square."""
    if not any(limits.unseen):
        return marks
    found = dict(marks)
    for number, squares in enumerate(limits.unseen):
        for index in {rules.ground.index(*square) for square in squares} & found.keys():
            found[index] &= ~(1 << number)
    return found
