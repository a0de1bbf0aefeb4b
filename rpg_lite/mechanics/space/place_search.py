"""The search for one place among those in which the mover may end: the free ones near something, next to it, or best by an order.

Apart because what words ask for is long enough without it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space import place_refusals, reach_of
from rpg_lite.mechanics.space.free_places import Asking, FreePlaces
from rpg_lite.mechanics.space.named_places import Landmark, NamedPlaces
from rpg_lite.mechanics.space.sheltered_places import Shelter
from rpg_lite.rules.space import lines
from rpg_lite.rules.space.squares import MOST_SQUARES, SQUARE_FEET, Space, square_name


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """The place that words mean. `meant`: what each of their names means; `wished`: the place that was asked for and is not free, so that the
    nearest free one was taken.
    """

    space: Space
    meant: tuple[Landmark, ...] = ()
    wished: Space | None = None

    @property
    def name(self) -> str:
        """The name of its north-west square."""
        return square_name((self.space.x, self.space.y), self.space.z)

    @property
    def chosen(self) -> tuple[Landmark, ...]:
        """The landmarks chosen among several of one name, as the nearest."""
        return tuple(one for one in self.meant if one.is_one_of)


class PlaceSearch:
    """The search for one place."""

    def __init__(self, words: str, field: str, asking: Asking, named: NamedPlaces, meant: Mapping[str, Landmark]) -> None:
        self.words, self.field, self.asking, self.named, self.meant = words, field, asking, named, meant
        self.places = FreePlaces(asking, asking.z)
        self.shelter = Shelter(asking)
        self.covered: Callable[[Space], bool] = lambda _: True

    @property
    def reach(self) -> int:
        """The reach of the mover's melee attack, in feet."""
        known, standing = self.asking.reach, self.asking.standing
        return known if known is not None else reach_of.melee_reach(standing.world, self.asking.mover, standing.book)

    def threats(self, place: Space) -> int:
        """The number of foes who reach a place hand to hand, as far as the asker knows: of places that are as good the one with fewest comes first."""
        return sum(self.places.feet(space, place) <= reach for space, reach in self._feared)

    @cached_property
    def _feared(self) -> list[tuple[Space, int]]:
        now = self.asking.standing
        able = ((one, space) for one, space in self.asking.foes() if one.creature.hp != 0)
        return [(space, reach_of.melee_reach(now.world, one, now.book)) for one, space in able]

    # ── a square, and the nearest to one ────────────────────────────────────────────────────────────────────────

    def exactly(self, wished: Space) -> FoundPlace | Rejected:
        """The place with this north-west square: a pit or a ledge, too, since it is named."""
        places = FreePlaces(self.asking, wished.z)
        place = places.at(wished.x, wished.y)
        if fault := self.fault(places, place):
            return fault
        return self.found(place) if self.covered(place) else self.none()

    def fault(self, places: FreePlaces, place: Space) -> Rejected | None:
        """The refusal of a place that is off the ground, solid or taken."""
        if places.fits(place) and not places.is_taken(place):
            return None
        near = place_refusals.names_of(places.nearest(place))
        is_named = 0 <= place.x < MOST_SQUARES and 0 <= place.y < MOST_SQUARES
        name = square_name((place.x, place.y), place.z) if is_named else self.words
        if not places.ground.holds(place):
            return place_refusals.off_the_ground(name, self.field, near, self.asking)
        if not places.fits(place):
            return place_refusals.does_not_fit(name, self.field, near, self.asking, places.n)
        return place_refusals.occupied(name, self.field, near)

    def nearest_to(self, wished: Space, is_around: bool = False, level: FreePlaces | None = None) -> FoundPlace | Rejected:
        """The free place that is nearest to one. `is_around`: it may lie anywhere around the wished square; `level`: the places of another level."""
        places = level or self.places
        # A place that no way leads to is found, too, as a square is: whoever moves there is told so.
        missed = {place: places.off(wished, place) for place in places.free()}
        least = min(missed.values(), default=0)
        # A leap that does not lead to the nearest place, which is out of sight, leads to the next one.
        near = missed if self.asking.leap else (place for place, feet in missed.items() if feet == least)
        found = places.best(near, missed.__getitem__, self.covered)
        if found is None:
            return self.none()
        is_there = found.covers((wished.x, wished.y)) if is_around else found == wished
        return self.found(found, None if is_there else wished)

    def best(self, free: Iterable[Space], rank: Callable[[Space], int], there: Sequence[Space] = ()) -> FoundPlace | Rejected:
        """The free place of the lowest rank. `there`: all places that were asked for, free or not."""
        found = self.places.best(free, rank, self.covered)
        if found is not None:
            return self.found(found)
        return self.no_free_place(rank) if there and any(map(self.covered, there)) else self.none()

    # ── places at a distance ────────────────────────────────────────────────────────────────────────────────────

    def beside(self, x: str, feet: int) -> FoundPlace | Rejected:
        """Within so many feet of something, on this side of walls; next to what fills its squares is beside them."""
        meant = self.meant[x]
        ones = meant.ones if meant.is_all else (meant,)
        least = min(feet, SQUARE_FEET) if meant.is_on_squares else 0
        return self.between(x, least, feet, lambda place: all(self.sees(place, one, feet) for one in ones))

    def between(self, x: str, least: int, most: int, fits: Callable[[Space], bool] = lambda _: True) -> FoundPlace | Rejected:
        """Between two distances of something, in feet; of several all, if all are meant."""
        places, meant = self.places, self.meant[x]
        spaces, feet = meant.spaces, places.feet_from(meant.spaces)
        each = [places.feet_from(one.spaces) for one in meant.ones] if meant.is_all else [feet]

        def far(place: Space) -> int:
            return max(one(place) for one in each)

        there = [place for place in places.around(spaces, most) if least <= feet(place) and far(place) <= most]
        found = places.best(filter(places.is_free, there), fits=lambda place: fits(place) and self.covered(place))
        if found is not None:
            return self.found(found)

        def off(place: Space) -> int:
            return max(least - feet(place), far(place) - most, 0)

        if meant.is_all and not any(map(places.is_free, there)):
            return self._not_for_all(meant, off)
        if not there:
            # What flies too high is no reason to speak of the ground's end.
            flat = places.feet_from([replace(space, z=places.z) for space in spaces])
            is_on_ground = any(least <= flat(place) <= most for place in places.around(spaces, most))
            near = place_refusals.names_of(places.first(off))
            if is_on_ground:
                return place_refusals.on_another_level(self.words, self.field, meant, self.asking, places)
            return place_refusals.off_the_ground(self.words, self.field, near, self.asking)
        if any((places.is_taken(place) or not places.fits(place)) and fits(place) and self.covered(place) for place in there):
            return self.no_free_place(off)
        return self.none()

    def _not_for_all(self, meant: Landmark, off: Callable[[Space], int]) -> Rejected:
        """The refusal of a place that is to fit several at once, and does not, with the ones that come nearest, and how far those are from each."""
        each = [
            ("somebody" if one.id in self.named.standing.world.unnamed else one.name, self.places.feet_from(one.spaces))
            for one in meant.ones
        ]
        near = self.places.first(off, within_reach=True)[:2]
        told = [(square_name((place.x, place.y), place.z), tuple((name, feet(place)) for name, feet in each)) for place in near]
        return place_refusals.not_for_all(self.words, self.field, told, self.asking)

    def no_free_place(self, off: Callable[[Space], int]) -> Rejected:
        """The refusal where all places that are meant are taken or solid, with the free ones that miss them least."""
        near = place_refusals.names_of(self.places.first(off, within_reach=True))
        return place_refusals.no_free_place(self.words, self.field, near, self.asking) if near else self.none()

    def sees(self, place: Space, meant: Landmark, most: int) -> bool:
        """Whether a line from the place to what is so near of something is open."""
        near = (space for space in meant.spaces if self.places.feet(space, place) <= most)
        return any(lines.sees(self.places.ground, place, space) for space in near)

    def best_beside(
        self, meant: Landmark, rank: Callable[[Space], int], fits: Callable[[Space], bool] = lambda _: True
    ) -> FoundPlace | Rejected:
        """The place of the lowest rank of those next to something, on this side of walls."""
        places, feet = self.places, self.places.feet_from(meant.spaces)
        near = SQUARE_FEET if meant.is_on_squares else 0
        there = [
            place
            for place in places.around(meant.spaces, SQUARE_FEET)
            if near <= feet(place) <= SQUARE_FEET and self.sees(place, meant, SQUARE_FEET) and fits(place)
        ]
        return self.best(filter(places.is_free, there), rank, there)

    # ── what comes of it ────────────────────────────────────────────────────────────────────────────────────────

    def found(self, place: Space, wished: Space | None = None) -> FoundPlace:
        return FoundPlace(place, tuple(self.meant.values()), wished)

    def none(self) -> Rejected:
        return place_refusals.no_such_place(self.words, self.field, self.asking.mover.name)

    def unclear(self) -> Rejected:
        return place_refusals.unclear(self.words, self.field, self.named)
