"""From the words for a place to the one place that they mean, among those in which the mover may end.

The same words in the same state mean the same place, always. What the asker does not perceive neither stands in the way nor is named.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space import place_refusals, place_words, reach_of
from rpg_lite.mechanics.space.free_places import Asking, FreePlaces
from rpg_lite.mechanics.space.named_places import Landmark, NamedPlaces
from rpg_lite.mechanics.space.place_numbers import beyond, middle_of_spaces, squares_off, straight_off
from rpg_lite.mechanics.space.place_words import (
    Above,
    AskedPlace,
    AtCorner,
    AtSquare,
    AwayFrom,
    BareName,
    Behind,
    Between,
    CoverFrom,
    FeetFrom,
    Flanking,
    InDirection,
    InFrontOf,
    InPart,
    InReach,
    InSight,
    NextTo,
    On,
    Opposite,
    OutOfReach,
    OutOfSight,
    Through,
    Toward,
    WithCover,
)
from rpg_lite.mechanics.space.sheltered_places import Shelter
from rpg_lite.rules.space import lines
from rpg_lite.rules.space.measure import ROUND, STEPS
from rpg_lite.rules.space.squares import HIGHEST_LEVEL, LOWEST_LEVEL, MOST_SQUARES, SQUARE_FEET, Space, square_name


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


def find_place(words: str, field: str, asking: Asking) -> FoundPlace | Rejected:
    """The place that the words mean for the mover.

    Refuses: does_not_fit, name_ambiguous, no_free_place, no_place, no_such_place, occupied, off_the_ground, place_unclear.
    """
    named = NamedPlaces(asking)
    asked = place_words.read(words, named.is_name) or place_words.read(words, named.is_name_or_part) or _over_oneself(words, named)
    if asked is None:
        return place_refusals.unread(words, field, named)
    meant: dict[str, Landmark] = {}
    for name in place_words.names_in(asked):
        found = named.find(name, field)
        if not isinstance(found, Landmark):
            return found or place_refusals.unclear(words, field, named)
        meant[name] = found
    return _PlaceChoice(words, field, asking, named, meant).place(asked)


def _over_oneself(words: str, named: NamedPlaces) -> Above | None:
    """The place over the mover, which no other words may name: it is never next to itself, nor behind itself."""
    asked = place_words.read(words, named.is_mover)
    return replace(asked, x="") if isinstance(asked, Above) else None


def ids_named(words: str, asking: Asking) -> frozenset[str]:
    """The ids of those of whom the words for a place speak."""
    named = NamedPlaces(asking)
    asked = place_words.read(words, named.is_name) or place_words.read(words, named.is_name_or_part)
    found = [named.find(name, "") for name in place_words.names_in(asked)] if asked else []
    return frozenset(one.id for one in found if isinstance(one, Landmark) and one.id)


class _PlaceChoice:
    """The choice of one place."""

    def __init__(self, words: str, field: str, asking: Asking, named: NamedPlaces, meant: Mapping[str, Landmark]) -> None:
        self.words, self.field, self.asking, self.named, self.meant = words, field, asking, named, meant
        self.places = FreePlaces(asking, asking.z)
        self.shelter = Shelter(asking)
        self.covered: Callable[[Space], bool] = lambda _: True

    def place(self, asked: AskedPlace) -> FoundPlace | Rejected:
        """The place that is asked for."""
        match asked:
            case WithCover(place, y):
                return self._with_cover(place, y)
            case AtSquare(space):
                return self._exactly(space)
            case AtCorner():
                return self._unclear()
            case BareName(x) | On(x) | Through(x) if self.meant[x].kind == "exit":
                return self._nearest_to(self.meant[x].spaces[0], is_around=True)
            case Through():
                return self._unclear()
            case On(x):
                return self._on(self.meant[x])
            case InPart(part, direction):
                ground = self.places.ground
                return self._best(self.places.free(), lambda place: squares_off(place, ground.w, ground.h, part, direction))
            case Above(feet, x, is_from_ground):
                return self._above(feet, x, is_from_ground)
            case BareName(x) | NextTo(x):
                return self._beside(x, SQUARE_FEET)
            case InReach(x):
                return self._beside(x, self.reach)
            case FeetFrom(x, least, most):
                return self._between(x, least, most)
            case InDirection(feet, direction, x):
                return self._in_direction(feet, STEPS[ROUND.index(direction)], x)
            case Behind(x, y, feet):
                return self._behind(x, self._before(self.meant[x], y), feet)
            case Opposite(x):
                return self._behind(x, [self.asking.present] if self.asking.present else ())
            case Flanking(x):
                return self._flanking(self.meant[x])
            case InFrontOf(x):
                return self._in_front_of(x)
            case Between(x, y):
                return self._in_the_middle(x, y)
            case Toward(x, feet):
                return self._toward(x, feet)
            case AwayFrom(x, feet):
                return self._away_from(x, feet)
            case CoverFrom(x):
                return self._sheltered(x)
            case InSight(x):
                seen = [place for place in self.places.in_reach() if self.shelter.degree(self.meant[x], place) < self.shelter.TOTAL]
                return self._best(seen, lambda place: self.shelter.degree(self.meant[x], place))
            case OutOfReach(x):
                feared = [(self.places.feet_from(one.spaces), self.named.reach_of(one)) for one in self.named.each(x, self.meant[x])]
                return self._best((place for place in self.places.in_reach() if all(off(place) > reach for off, reach in feared)), lambda _: 0)
            case OutOfSight(x):
                return self._sheltered(x, is_total=True)

    @property
    def reach(self) -> int:
        """The reach of the mover's melee attack, in feet."""
        known, standing = self.asking.reach, self.asking.standing
        return known if known is not None else reach_of.melee_reach(standing.world, self.asking.mover, standing.book)

    # ── a square, and the nearest to one ────────────────────────────────────────────────────────────────────────

    def _exactly(self, wished: Space) -> FoundPlace | Rejected:
        """The place with this north-west square: a pit or a ledge, too, since it is named."""
        places = FreePlaces(self.asking, wished.z)
        place = places.at(wished.x, wished.y)
        if fault := self._fault(places, place):
            return fault
        return self._found(place) if self.covered(place) else self._none()

    def _fault(self, places: FreePlaces, place: Space) -> Rejected | None:
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

    def _nearest_to(self, wished: Space, is_around: bool = False, level: FreePlaces | None = None) -> FoundPlace | Rejected:
        """The free place that is nearest to one. `is_around`: it may lie anywhere around the wished square; `level`: the places of another level."""
        places = level or self.places
        # A place that no way leads to is found, too, as a square is: whoever moves there is told so.
        missed = {place: places.off(wished, place) for place in places.free()}
        least = min(missed.values(), default=0)
        # A leap that does not lead to the nearest place, which is out of sight, leads to the next one.
        near = missed if self.asking.leap else (place for place, feet in missed.items() if feet == least)
        found = places.best(near, missed.__getitem__, self.covered)
        if found is None:
            return self._none()
        is_there = found.covers((wished.x, wished.y)) if is_around else found == wished
        return self._found(found, None if is_there else wished)

    def _in_direction(self, feet: int, step: tuple[int, int], x: str) -> FoundPlace | Rejected:
        """So many feet from something, the middles in one row or column, or as nearly as can be; or from where the mover stands."""
        n, (east, south), far = self.places.n, step, feet // SQUARE_FEET
        start = self.meant[x].spaces if x else (self.asking.present,)
        first = start[0]
        if first is None:
            return self._unclear()
        if not x:
            wished = self.places.at(first.x + east * far, first.y + south * far)
        else:
            whole = [space for space in start if space is not None]
            wished = self.places.at(
                beyond(min(s.x for s in whole), max(s.x + s.n for s in whole), n, east, far),
                beyond(min(s.y for s in whole), max(s.y + s.n for s in whole), n, south, far),
            )
        if self.places.ground.holds(wished):
            return self._nearest_to(wished)
        # A place on another side is no answer to words that say a direction.
        near = [p for p in self.places.nearest(wished) if (p.x - first.x) * east >= abs(east) and (p.y - first.y) * south >= abs(south)]
        return place_refusals.off_the_ground(self.words, self.field, place_refusals.names_of(near), self.asking)

    def _above(self, feet: int, x: str, is_from_ground: bool) -> FoundPlace | Rejected:
        """So many feet over something or below it, or over the place of the mover, in the same column, or as nearly as can be."""
        n, spaces = self.places.n, self.meant[x].spaces if x else [self.asking.present] if self.asking.present else []
        if not spaces:
            return self._unclear()
        first = spaces[0]
        start = 0 if is_from_ground else first.z + (first.n - 1) * SQUARE_FEET if x and feet > 0 else first.z
        z = start + feet // SQUARE_FEET * SQUARE_FEET - ((n - 1) * SQUARE_FEET if x and feet < 0 else 0)
        if not LOWEST_LEVEL <= z <= HIGHEST_LEVEL:
            return self._unclear()
        places = FreePlaces(self.asking, z)
        west, north = (start + (width - n) // 2 for start, width in ((first.x, first.n), (first.y, first.n)))
        wished = places.at(*(max(0, min(at, most - n)) for at, most in ((west, places.ground.w), (north, places.ground.h))))
        return self._nearest_to(wished, level=places)

    def _on(self, meant: Landmark) -> FoundPlace | Rejected:
        """On the squares of something: as much of the mover's space as fits on them, in a pit, too, since it is named."""
        if meant.kind != "feature":
            return self._exactly(replace(meant.spaces[0], n=self.places.n, z=self.places.z))
        if not meant.is_on_squares:
            return self._unclear()
        # Whoever flies comes down on it.
        places, squares = (
            FreePlaces(self.asking, 0) if self.places.floors is None else self.places,
            {square for space in meant.spaces for square in space.squares},
        )
        there = [place for place in places.around(meant.spaces, 0) if not squares.isdisjoint(place.squares)]
        free = [place for place in there if places.fits(place) and not places.is_taken(place)]
        return self._best(free, lambda place: -len(squares.intersection(place.squares)), there)

    def _best(self, free: Iterable[Space], rank: Callable[[Space], int], there: Sequence[Space] = ()) -> FoundPlace | Rejected:
        """The free place of the lowest rank. `there`: all places that were asked for, free or not."""
        found = self.places.best(free, rank, self.covered)
        if found is not None:
            return self._found(found)
        return self._no_free_place(rank) if there and any(map(self.covered, there)) else self._none()

    # ── places at a distance ────────────────────────────────────────────────────────────────────────────────────

    def _beside(self, x: str, feet: int) -> FoundPlace | Rejected:
        """Within so many feet of something, on this side of walls; next to what fills its squares is beside them."""
        meant = self.meant[x]
        return self._between(x, min(feet, SQUARE_FEET) if meant.is_on_squares else 0, feet, lambda place: self._sees(place, meant, feet))

    def _between(self, x: str, least: int, most: int, fits: Callable[[Space], bool] = lambda _: True) -> FoundPlace | Rejected:
        """Between two distances of something, in feet."""
        places, spaces = self.places, self.meant[x].spaces
        feet = places.feet_from(spaces)
        there = [place for place in places.around(spaces, most) if least <= feet(place) <= most]
        found = places.best(filter(places.is_free, there), fits=lambda place: fits(place) and self.covered(place))
        if found is not None:
            return self._found(found)

        def off(place: Space) -> int:
            return max(least - feet(place), feet(place) - most, 0)

        if not there:
            # What flies too high is no reason to speak of the ground's end.
            flat = places.feet_from([replace(space, z=places.z) for space in spaces])
            is_on_ground = any(least <= flat(place) <= most for place in places.around(spaces, most))
            near = place_refusals.names_of(places.first(off))
            return self._none() if is_on_ground else place_refusals.off_the_ground(self.words, self.field, near, self.asking)
        if any((places.is_taken(place) or not places.fits(place)) and fits(place) and self.covered(place) for place in there):
            return self._no_free_place(off)
        return self._none()

    def _no_free_place(self, off: Callable[[Space], int]) -> Rejected:
        """The refusal where all places that are meant are taken or solid, with the free ones that miss them least."""
        near = place_refusals.names_of(self.places.first(off, within_reach=True))
        return place_refusals.no_free_place(self.words, self.field, near, self.asking) if near else self._none()

    def _sees(self, place: Space, meant: Landmark, most: int) -> bool:
        """Whether a line from the place to what is so near of something is open."""
        near = (space for space in meant.spaces if self.places.feet(space, place) <= most)
        return any(lines.sees(self.places.ground, place, space) for space in near)

    def _in_the_middle(self, x: str, y: str) -> FoundPlace | Rejected:
        """Nearest to the middle between two."""
        a, b = (middle_of_spaces(self.meant[name].spaces) for name in (x, y))

        def off(place: Space) -> int:
            # Twice the middle of both is the sum of their middles, in whole numbers.
            return sum((2 * p - q - r) ** 2 for p, q, r in zip(place.middle, a, b, strict=True))

        return self._best(self.places.free(), off)

    # ── places that follow from foes and from movement: the shelter knows who sees whom ─────────────────────────

    def _with_cover(self, place: place_words.Unsheltered, y: str) -> FoundPlace | Rejected:
        """The place, if it also has at least half cover from a foe: the one that is named, else the one of the place, else the nearest."""
        named = self.meant.get(y) or next((one for one in self.meant.values() if one.is_hostile), None)
        foe = named or self.named.nearest_foe([space for one in self.meant.values() for space in one.spaces])
        if foe is None:
            return self._unclear()
        self.covered = lambda space: self.shelter.degree(foe, space) > 0
        return self.place(place)

    def _behind(self, x: str, before: Sequence[Space], feet: int | None = None) -> FoundPlace | Rejected:
        """Behind something as seen from the nearest of the spaces before it."""
        meant = self.meant[x]
        near = SQUARE_FEET if meant.is_on_squares else 0
        least, most = (near, SQUARE_FEET) if feet is None else (feet - SQUARE_FEET + 1, feet)
        if not before:
            return self._unclear()
        start = min(before, key=lambda space: (self.places.feet(space, meant.spaces[0]), space.y, space.x))
        return self._between(x, least, most, lambda place: self.shelter.is_behind(meant, start, place))

    def _flanking(self, meant: Landmark) -> FoundPlace | Rejected:
        """Next to somebody, as exactly as can be on the other side from the mover's ally that is nearest to it."""
        friend = self.named.nearest_friend(meant.spaces, besides=meant.id)
        if friend is None:
            return self._unclear()
        start, (x, y) = friend.spaces[0], middle_of_spaces(meant.spaces)
        east, south = 2 * x - start.middle[0], 2 * y - start.middle[1]
        return self._best_beside(
            meant,
            lambda place: (place.middle[0] - east) ** 2 + (place.middle[1] - south) ** 2,
            lambda place: self.shelter.is_behind(meant, start, place),
        )

    def _in_front_of(self, x: str) -> FoundPlace | Rejected:
        """Next to something, as near as can be to those before it."""
        before = self._before(self.meant[x], "")
        return (
            self._best_beside(self.meant[x], lambda place: min(straight_off(place, space) for space in before))
            if before
            else self._unclear()
        )

    def _best_beside(
        self, meant: Landmark, rank: Callable[[Space], int], fits: Callable[[Space], bool] = lambda _: True
    ) -> FoundPlace | Rejected:
        """The place of the lowest rank of those next to something, on this side of walls."""
        places, feet = self.places, self.places.feet_from(meant.spaces)
        near = SQUARE_FEET if meant.is_on_squares else 0
        there = [
            place
            for place in places.around(meant.spaces, SQUARE_FEET)
            if near <= feet(place) <= SQUARE_FEET and self._sees(place, meant, SQUARE_FEET) and fits(place)
        ]
        return self._best(filter(places.is_free, there), rank, there)

    def _before(self, meant: Landmark, y: str) -> Sequence[Space]:
        """The spaces from which something is behind what is meant: of the one that is named; of a foe, those of the mover, or of its nearest ally while it
        has no place; of anything else, those of the nearest foe.
        """
        if y:
            return self.meant[y].spaces
        if meant.is_hostile and self.asking.present is not None:
            return (self.asking.present,)
        named, spaces = self.named, meant.spaces
        other = named.nearest_friend(spaces) if meant.is_hostile else named.nearest_foe(spaces, besides=meant.id)
        return other.spaces if other else ()

    def _toward(self, x: str, most: int | None) -> FoundPlace | Rejected:
        """As far as the movement, or so many feet of it, goes on the cheapest way to the place next to something; where no way leads there, to the
        nearest place.
        """
        meant, places, walks, left = self.meant[x], self.places, self.asking.walks, self._left(most)
        near, feet = 0 if meant.kind in ("exit", "square") else SQUARE_FEET, places.feet_from(meant.spaces)

        def off(place: Space) -> int:
            """The feet from what is named, twice; of the places beside it, those behind a wall and those on it come last."""
            far = feet(place)
            is_beside = far == near or (far < near and not meant.is_on_squares)
            return 2 * max(near, far) + (far <= near and not (is_beside and self._sees(place, meant, near)))

        if most is not None and walks is None:
            return self._best(self._in_reach(most), off)
        goal = places.best(places.free(), off)
        walk = walks.walk_to((goal.x, goal.y)) if walks and goal else None
        if goal is None or (walk is None and not self.covered(goal)):
            return self._none()
        if walks is None or walk is None or ((left is None or walk.feet <= left) and self.covered(goal)):
            return self._found(goal)
        spent, end = 0, self.asking.present
        for space, cost in zip(walk.spaces, walk.steps, strict=True):
            spent += cost
            is_end = (left is None or spent <= left) and space.n == places.n and places.is_free(space)
            if is_end and walks.feet_to((space.x, space.y)) is not None and self.covered(space):
                end = space
        return self._found(end) if end and self.covered(end) else self._none()

    def _away_from(self, x: str, most: int | None) -> FoundPlace | Rejected:
        feet = self.places.feet_from(self.meant[x].spaces)
        return self._best(self._in_reach(most), lambda place: -feet(place))

    def _left(self, most: int | None) -> int | None:
        """The movement left, of which so many feet at most are to be spent."""
        left = self.asking.left
        return left if most is None else most if left is None else min(left, most)

    def _in_reach(self, most: int | None) -> Iterable[Space]:
        """The free places to which so many feet of the movement lead; where no way is walked, those so near to the mover."""
        present, places = self.asking.present, self.places
        if most is None:
            return places.in_reach()
        if self.asking.walks is None:
            return (place for place in places.free() if present is not None and places.feet(present, place) <= most)
        return FreePlaces(replace(self.asking, left=self._left(most)), self.asking.z).in_reach()

    def _sheltered(self, x: str, is_total: bool = False) -> FoundPlace | Rejected:
        """The best cover from something in reach of the movement; refused if there is none. `is_total`: total cover from each whom the words mean."""
        found, meant, *more = None, *(self.named.each(x, self.meant[x]) if is_total else [self.meant[x]])
        for place in sorted(self.places.in_reach(), key=self.places.order):
            degree = self.shelter.degree(meant, place)
            if degree == self.shelter.TOTAL and more:
                degree = min(self.shelter.degree(other, place) for other in more)
            is_better = degree > (found[0] if found else 0) and (not is_total or degree == self.shelter.TOTAL)
            if is_better and self.covered(place) and self.places.is_in_sight(place):
                found = degree, place
                if degree == self.shelter.TOTAL:
                    break
        return self._found(found[1]) if found else self._none()

    # ── what comes of it ────────────────────────────────────────────────────────────────────────────────────────

    def _found(self, place: Space, wished: Space | None = None) -> FoundPlace:
        return FoundPlace(place, tuple(self.meant.values()), wished)

    def _none(self) -> Rejected:
        return place_refusals.no_such_place(self.words, self.field, self.asking.mover.name)

    def _unclear(self) -> Rejected:
        return place_refusals.unclear(self.words, self.field, self.named)
