"""The places in which a creature may end, as far as somebody knows them, and the order in which they are chosen (SRD 5.1, Movement and Position;
SRD 5.2, Movement and Position).

Of several places that are equally good, the one of the cheapest way counts, then fewest opportunity attacks, then fewest diagonals, then the first
in reading order. Where no way is walked, the distance from where the creature stands is taken for the way.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, islice
from typing import Final

from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space import barriers, lines, measure
from rpg_lite.rules.space.paths import Reached
from rpg_lite.rules.space.squares import SQUARE_FEET, SQUARES_OF_SIZE, Space, Square
from rpg_lite.rules.space.steps import MOST_TINY, Occupant
from rpg_lite.vocabulary import Size
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

SHOWN: Final = 3
"""The free places that a refusal names."""
_FEW: Final = 8


@dataclass(frozen=True, slots=True)
class Leap:
    """A change of place without a way between: of at most so many feet, and to a place in sight if `is_seen`."""

    feet: int
    is_seen: bool = True


@dataclass(frozen=True, slots=True)
class Asking:
    """A question for a place: by whom, for whom, and in which room as it is known.

    `standing`: who stands where, with those whom the same call has placed before (`standing_with`); `mover`: who or what is to come there, never in
    its own way; `known`: the ids of the creatures and things that the asker perceives, None for all; `walks`: all ways of the mover, whatever they cost,
    None where no way is walked; `left`: the movement left, in feet, None for any; `level`: the level in feet on which places are looked for, by
    default the mover's own; `reach`: that of the mover's melee attack in feet, by default looked up; `leap`: the
    places are those to which it leads; `is_point`: a square is asked for and no room for the mover, so that nobody is in the way there; `flies`:
    places on the levels of those that are named count, too, where none on its own level is meant; `avoided`: the squares that come last where no way is
    walked, as those to which none leads.
    """

    standing: Standing
    mover: Thing
    known: frozenset[str] | None = None
    walks: Reached | None = None
    left: int | None = None
    level: int | None = None
    reach: int | None = None
    leap: Leap | None = None
    is_point: bool = False
    flies: bool = False
    avoided: frozenset[Square] = frozenset()

    @property
    def present(self) -> Space | None:
        """The space of the mover now."""
        return self.standing.spaces.get(self.mover.id)

    @property
    def z(self) -> int:
        """The level on which places are looked for."""
        return self.level if self.level is not None else self.present.z if self.present else 0

    def knows(self, id: str) -> bool:
        """Whether the asker perceives a creature or thing, with or without knowing its name; the mover is never in question."""
        return id != self.mover.id and (self.known is None or id in self.known)

    def others(self) -> Iterator[tuple[Thing, Space]]:
        """The other creatures that the asker knows of and that fill a space of their own."""
        return ((one, space) for one, space in self.standing.creatures() if self.knows(one.id))

    def foes(self) -> Iterator[tuple[Thing, Space]]:
        """Those of the others who are hostile to the mover; things have none."""
        if self.mover.kind != "character":
            return iter(())
        return ((one, space) for one, space in self.others() if self.standing.relation(self.mover, one) == "hostile")

    def occupants(self) -> list[Occupant]:
        """The others as far as they are in the way; of a thing that lies there nobody is."""
        if self.mover.kind != "character" or self.is_point:
            return []
        return [occupant for id, occupant in self.standing.occupants(self.mover).items() if self.knows(id)]


def standing_with(standing: Standing, spaces: Mapping[str, Space]) -> Standing:
    """The same room with these creatures in new places, so that whoever is placed next sees them there."""
    return replace(standing, spaces={**standing.spaces, **spaces})


def standing_without(standing: Standing, ids: Iterable[str]) -> Standing:
    """The same room without the places of these creatures, which are about to be placed anew."""
    gone = frozenset(ids)
    return replace(standing, spaces={id: space for id, space in standing.spaces.items() if id not in gone})


class FreePlaces:
    """The places of one level in which the mover may end, as the asker knows them."""

    def __init__(self, asking: Asking, z: int) -> None:
        self.asking, self.z = asking, z
        self.ground = asking.standing.ground
        self.size: Size = "tiny"
        if asking.mover.kind == "character" and not asking.is_point:
            self.size = thing_stats.stats_of(asking.standing.world, asking.mover, asking.standing.book).size
        self.n = SQUARES_OF_SIZE[self.size]
        self.diagonals = asking.standing.book.policy.diagonals
        present = asking.present
        is_on_the_floor = z == 0 or (present is not None and present.z == z == self.ground.floor_under(present))
        self.floors = self.ground.floors_under(self.n) if self.ground.floors and is_on_the_floor else None
        """For each north-west square its floor, where places stand on floors and not on one level."""
        self.fitting = self.ground.fits(self.n, 0 if self.floors else z)
        self._orders: dict[Space, tuple[int, ...]] = {}

    @cached_property
    def taken(self) -> bytes:
        """For the index of each north-west square, 1 where somebody is in the way; four Tiny creatures share a square."""
        return self._met(self._in_the_way())

    @cached_property
    def drops(self) -> bytes:
        """For the index of each north-west square, 1 where the space stands in a pit or on a ledge: nobody ends there who neither names it nor comes there."""
        floors, present, walks = self.floors, self.asking.present, self.asking.walks
        if floors is None:
            return bytes(len(self.fitting))
        own = self.ground.floor_under(present) if present and walks else 0
        marks = bytearray(floor != own for floor in floors)
        for index in range(len(marks)):
            if marks[index] and walks and self._feet_to(self.at(*self.ground.square_at(index))) is not None:
                marks[index] = 0
        return bytes(marks)

    def at(self, x: int, y: int) -> Space:
        """The mover's space with this north-west square, on its floor or on the level."""
        is_on_the_ground = 0 <= x <= self.ground.w - self.n and 0 <= y <= self.ground.h - self.n
        return Space(x, y, self.n, self.floors[self.ground.index(x, y)] if self.floors and is_on_the_ground else self.z)

    def fits(self, place: Space) -> bool:
        """Whether the whole place lies on the ground and meets nothing solid."""
        return self.ground.holds(place) and bool(self.fitting[self.ground.index(place.x, place.y)])

    def is_taken(self, place: Space) -> bool:
        """Whether somebody is in the way there."""
        return bool(self.taken[self.ground.index(place.x, place.y)])

    def is_free(self, place: Space) -> bool:
        """Whether the place fits, nobody is in the way, and no pit or ledge is in it."""
        is_free = self.fits(place) and not self.is_taken(place) and not self.drops[self.ground.index(place.x, place.y)]
        return is_free and self._is_near_enough(place)

    def leads_to(self, place: Space) -> bool:
        """Whether a leap, if one is asked about, goes to the place: as far as that, elsewhere, and with an open line where it must be seen."""
        return self._is_near_enough(place) and self.is_in_sight(place)

    def is_in_sight(self, place: Space) -> bool:
        """Whether a leap that leads to places in sight has an open line to it. Asked of the best alone, because lines take the most time."""
        leap, present = self.asking.leap, self.asking.present
        return leap is None or present is None or not leap.is_seen or lines.sees(barriers.seen_through(self.ground), present, place)

    def _is_near_enough(self, place: Space) -> bool:
        leap, present = self.asking.leap, self.asking.present
        return leap is None or present is None or (place != present and self.feet_leapt(present, place) <= leap.feet)

    def around(self, spaces: Sequence[Space], feet: int) -> Iterator[Space]:
        """The places on the ground, free or not, whose columns and rows are at most so far from those of the spaces; in reading order."""
        far = min(feet // SQUARE_FEET, max(self.ground.w, self.ground.h)) + self.n
        west, north = min(s.x for s in spaces) - far, min(s.y for s in spaces) - far
        east, south = max(s.x + s.n for s in spaces) + far, max(s.y + s.n for s in spaces) + far
        for y in range(max(0, north), min(self.ground.h - self.n + 1, south)):
            for x in range(max(0, west), min(self.ground.w - self.n + 1, east)):
                yield self.at(x, y)

    def free(self) -> Iterator[Space]:
        """All free places, in reading order."""
        return (place for place in self.around([Space(0, 0, 100)], 0) if self.is_free(place))

    def in_reach(self) -> Iterator[Space]:
        """The free places that the movement left can reach; where no way is walked, or the movement has no end, all to which a way leads."""
        walks, left = self.asking.walks, self.asking.left
        if walks is None or self.asking.present is None:
            return self.free()
        near = self.free() if left is None else (place for place in self.around([self.asking.present], left) if self.is_free(place))
        return (place for place in near if (feet := self._feet_to(place)) is not None and (left is None or feet <= left))

    def order(self, place: Space) -> tuple[int, ...]:
        """The order among places that are equally good: those with a way first, feet, opportunity attacks, diagonals, row, column."""
        if place not in self._orders:
            self._orders[place] = (*self._way(place), place.y, place.x)
        return self._orders[place]

    def has_way(self, place: Space) -> bool:
        """Whether a way leads there, or none is walked."""
        return not self.order(place)[0]

    def best(
        self, places: Iterable[Space], rank: Callable[[Space], int] = lambda _: 0, fits: Callable[[Space], bool] = lambda _: True
    ) -> Space | None:
        """The place of the lowest rank, of those the first by their order; places without a way come last. `fits` is asked as seldom as can be."""
        stranded = []
        for _, group in groupby(sorted(((rank(place), place) for place in places), key=lambda one: one[0]), key=lambda one: one[0]):
            for place in sorted((place for _, place in group), key=self.order):
                if not self.has_way(place):
                    stranded.append(place)
                elif fits(place) and self.is_in_sight(place):
                    return place
        return next((place for place in stranded if fits(place) and self.is_in_sight(place)), None)

    def nearest(self, to: Space) -> list[Space]:
        """The free places nearest to one, or to the border on its side of the ground."""
        x, y = (max(0, min(at, size - self.n)) for at, size in ((to.x, self.ground.w), (to.y, self.ground.h)))
        border = replace(to, x=x, y=y)
        return self.first(lambda place: self.off(border, place))

    def first(self, rank: Callable[[Space], int], within_reach: bool = False) -> list[Space]:
        """The free places of the lowest rank to which a way leads, as many as a refusal names; of one rank by their order. `within_reach`: if there
        are any, those that the movement left can reach.
        """
        ranked = sorted(self.free(), key=lambda place: (rank(place), self.order(place)))
        reached = {*self.in_reach()} if within_reach else set[Space]()
        best = [place for place in ranked if place in reached] or [place for place in ranked if self.has_way(place)] or ranked
        return [*islice(filter(self.is_in_sight, best), SHOWN)]

    def off(self, wished: Space, place: Space) -> int:
        """The feet by which a place misses the one that was wished for; of two of one size from square to square, since such spaces may overlap."""
        if self.floors:
            wished = replace(wished, z=place.z)  # on whatever floor
        if wished.n != place.n:
            return self.feet(wished, place)
        return self.feet(replace(wished, n=1), replace(place, n=1))

    def feet(self, a: Space, b: Space) -> int:
        """The distance of two spaces."""
        return measure.distance(a, b, self.diagonals)

    def feet_leapt(self, a: Space, b: Space) -> int:
        """The distance that a creature goes from one space to another: each of its squares goes as far, also those of a wide one (SRD, Misty Step)."""
        return self.feet(replace(a, n=1), replace(b, n=1))

    def feet_from(self, spaces: Sequence[Space]) -> Callable[[Space], int]:
        """The distance of a place from the nearest of some spaces. Where a wall has hundreds of squares, the squares around them are counted once."""
        if len(spaces) <= _FEW or self.diagonals != "five":
            return lambda place: min(self.feet(space, place) for space in spaces)
        far, up, one = self._rings(spaces), dict[int, int](), spaces[0]
        index, n, stride = self.ground.index, self.n, self.ground.stride

        def feet(place: Space) -> int:
            first = index(place.x, place.y)
            if place.z not in up:  # beside a ledge is on the floor below it
                up[place.z] = self.feet(replace(one, x=place.x, y=place.y), place)
            return max(up[place.z], SQUARE_FEET * min(min(far[row : row + n]) for row in range(first, first + n * stride, stride)))

        return feet

    def _rings(self, spaces: Sequence[Space]) -> list[int]:
        """For the index of each square, the steps from the nearest of these squares, whatever is in the way."""
        ground = self.ground
        far = [-1] * len(self.fitting)
        ring = [ground.index(*square) for space in spaces for square in space.squares]
        steps = 0
        while ring:
            for at in ring:
                far[at] = steps
            steps += 1
            beyond = {at + dx + dy * ground.stride for at in ring for dx, dy in measure.STEPS}
            ring = [at for at in beyond if far[at] < 0 and ground.holds(Space(*ground.square_at(at)))]
        return far

    def _way(self, place: Space) -> tuple[int, int, int, int]:
        """Whether no way leads there, its feet, the opportunity attacks on it, and its diagonals."""
        present, walks = self.asking.present, self.asking.walks
        if walks is not None and self._feet_to(place) is not None:
            return 0, *walks.order_of((place.x, place.y))
        if present is None:
            return 0, 0, 0, 0
        across = min(abs(place.x - present.x), abs(place.y - present.y))
        is_last = walks is not None or not self.asking.avoided.isdisjoint(place.squares)
        return int(is_last), self.feet(present, place), 0, across

    def _feet_to(self, place: Space) -> int | None:
        """The feet of the way to a place; None where none leads to it, or only to another level there."""
        walks, square = self.asking.walks, (place.x, place.y)
        if walks is None or self.asking.present is None:
            return None
        feet = walks.feet_to(square)
        return feet if feet is not None and walks.space_at(square).z == place.z else None

    def _in_the_way(self) -> list[Space]:
        others = [one for one in self.asking.occupants() if self.floors or _on_one_level(one.space, Space(0, 0, self.n, self.z))]
        tiny = [one.space for one in others if one.size == "tiny"]
        shares = [space for space in tiny if self.size == "tiny" and sum(space.overlaps(other) for other in tiny) < MOST_TINY]
        return [one.space for one in others if one.space not in shares]

    def _met(self, spaces: Iterable[Space]) -> bytes:
        """For the index of each north-west square, 1 where the mover's space would meet one of these."""
        marks = bytearray(len(self.fitting))
        for space in spaces:
            for y in range(max(0, space.y - self.n + 1), min(self.ground.h, space.y + space.n)):
                first = self.ground.index(max(0, space.x - self.n + 1), y)
                last = self.ground.index(min(self.ground.w, space.x + space.n), y)
                for index in range(first, last):
                    marks[index] = not self.floors or _on_one_level(space, self.at(*self.ground.square_at(index))) or marks[index]
        return bytes(marks)


def _on_one_level(a: Space, b: Space) -> bool:
    return a.level < b.level + b.n and b.level < a.level + a.n
