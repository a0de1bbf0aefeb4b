"""From the words for a place to the one place that they mean, among those in which the mover may end.

The same words in the same state mean the same place, always. What the asker does not perceive neither stands in the way nor is named.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space import place_refusals, place_words
from rpg_lite.mechanics.space.asked_places import (
    Above,
    AskedPlace,
    AtCorner,
    AtSquare,
    AwayFrom,
    BareName,
    Behind,
    Between,
    CoverFrom,
    EdgeOf,
    FeetFrom,
    Flanking,
    InDirection,
    InFrontOf,
    InPart,
    InReach,
    InSight,
    MiddleOf,
    NextTo,
    On,
    Opposite,
    OutOf,
    OutOfReach,
    OutOfSight,
    Part,
    Through,
    Toward,
    Unsheltered,
    WithCover,
    names_in,
)
from rpg_lite.mechanics.space.free_places import Asking, FreePlaces
from rpg_lite.mechanics.space.named_places import Landmark, NamedPlaces
from rpg_lite.mechanics.space.place_numbers import beyond, middle_of_spaces, squares_off, straight_off
from rpg_lite.mechanics.space.place_search import FoundPlace, PlaceSearch
from rpg_lite.rules.space.measure import ROUND, STEPS
from rpg_lite.rules.space.squares import HIGHEST_LEVEL, LOWEST_LEVEL, MOST_SQUARES, SQUARE_FEET, Space
from rpg_lite.vocabulary import Direction


def find_place(words: str, field: str, asking: Asking) -> FoundPlace | Rejected:
    """The place that the words mean for the mover.

    Refuses: does_not_fit, name_ambiguous, no_free_place, no_place, no_such_place, not_next_to_all, nothing_behind, occupied, off_the_ground,
    on_another_level, place_unclear.
    """
    named = NamedPlaces(asking)
    asked = place_words.read(words, named.is_name) or place_words.read(words, named.is_name_or_part) or _over_oneself(words, named)
    if asked is None:
        return place_refusals.unread(words, field, named)
    meant: dict[str, Landmark] = {}
    for name in names_in(asked):
        found = named.find(name, field)
        if not isinstance(found, Landmark):
            return found or place_refusals.unclear(words, field, named)
        meant[name] = found
    found_place = _PlaceChoice(words, field, asking, named, meant).place(asked)
    if isinstance(found_place, FoundPlace) or not asking.flies or asking.leap:
        return found_place
    # Whoever flies finds a place on the level of what is named, too.
    for z in sorted({0, *(space.z for one in meant.values() for space in one.spaces)} - {asking.z}, key=lambda z: abs(z - asking.z)):
        aloft = _PlaceChoice(words, field, replace(asking, level=z), named, meant).place(asked)
        if isinstance(aloft, FoundPlace):
            return aloft
    return found_place


def _over_oneself(words: str, named: NamedPlaces) -> Above | None:
    """The place over the mover, which no other words may name: it is never next to itself, nor behind itself."""
    asked = place_words.read(words, named.is_mover)
    return replace(asked, x="") if isinstance(asked, Above) else None


def ids_named(words: str, asking: Asking) -> frozenset[str]:
    """The ids of those of whom the words for a place speak."""
    named = NamedPlaces(asking)
    asked = place_words.read(words, named.is_name) or place_words.read(words, named.is_name_or_part)
    found = [named.find(name, "") for name in names_in(asked)] if asked else []
    return frozenset(one.id for each in found if isinstance(each, Landmark) for one in each.ones if one.id)


class _PlaceChoice(PlaceSearch):
    """The choice of one place from what words ask for."""

    def place(self, asked: AskedPlace) -> FoundPlace | Rejected:
        """The place that is asked for."""
        match asked:
            case WithCover(place, y):
                return self._with_cover(place, y)
            case AtSquare(space):
                return self.exactly(space)
            case BareName(x) | On(x) | Through(x) | OutOf(x) if self.meant[x].kind == "exit":
                return self.nearest_to(self.meant[x].spaces[0], is_around=True)
            case BareName(x) | On(x) if self.meant[x].kind == "oneself":
                return self.found(self.meant[x].spaces[0])
            case BareName(x) | On(x) if self.meant[x].kind == "zone":
                return self._on(self.meant[x])
            case BareName(x) if (feature := self.meant[x].feature) is not None and feature.word == "ledge":
                return self._on(self.meant[x])  # a balcony is a floor: whoever goes there stands on it
            case AtCorner() | Through():
                return self.unclear()
            case On(x):
                return self._on(self.meant[x])
            case OutOf(x):
                return self._out_of(self.meant[x])
            case EdgeOf(x):
                return self._at_the_edge(x)
            case InPart(part, direction):
                return self._in_part(part, direction)
            case Above(feet, x, is_from_ground):
                return self._above(feet, x, is_from_ground)
            case BareName(x) | NextTo(x):
                return self.beside(x, SQUARE_FEET)
            case InReach(x):
                return self.beside(x, self.reach)
            case FeetFrom(x, least, most):
                return self.between(x, least, most)
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
            case MiddleOf(x, is_among):
                return self.unclear() if is_among and not self.meant[x].each else self._in_its_middle(x)
            case Toward(x, feet):
                return self._toward(x, feet)
            case AwayFrom(x, feet):
                return self._away_from(x, feet)
            case CoverFrom(x):
                return self._sheltered(x)
            case InSight(x):
                return self._in_sight(self.meant[x])
            case OutOfReach(x):
                return self._out_of_reach(x)
            case OutOfSight(x):
                return self._sheltered(x, is_total=True)

    def _in_sight(self, meant: Landmark) -> FoundPlace | Rejected:
        """With as little cover from something as can be."""
        seen = [place for place in self.places.in_reach() if self.shelter.of_sight(meant, place) < self.shelter.TOTAL]
        return self.best(seen, lambda place: self.shelter.degree(meant, place))

    def _out_of_reach(self, x: str) -> FoundPlace | Rejected:
        """Beyond the melee attacks of everybody whom the words mean."""
        feared = [(self.places.feet_from(one.spaces), self.named.reach_of(one)) for one in self.named.each(x, self.meant[x])]
        safe = (place for place in self.places.in_reach() if all(off(place) > reach for off, reach in feared))
        return self.best(safe, self.threats)

    def _in_direction(self, feet: int, step: tuple[int, int], x: str) -> FoundPlace | Rejected:
        """So many feet from something, the middles in one row or column, or as nearly as can be; or from where the mover stands."""
        n, (east, south), far = self.places.n, step, feet // SQUARE_FEET
        start = self.meant[x].spaces if x else (self.asking.present,)
        first = start[0]
        if first is None:
            return self.unclear()
        if not x:
            wished = self.places.at(first.x + east * far, first.y + south * far)
        else:
            whole = [space for space in start if space is not None]
            wished = self.places.at(
                beyond(min(s.x for s in whole), max(s.x + s.n for s in whole), n, east, far),
                beyond(min(s.y for s in whole), max(s.y + s.n for s in whole), n, south, far),
            )
        if self.places.ground.holds(wished):
            return self.nearest_to(wished)
        # A place on another side is no answer to words that say a direction.
        near = [p for p in self.places.nearest(wished) if (p.x - first.x) * east >= abs(east) and (p.y - first.y) * south >= abs(south)]
        return place_refusals.off_the_ground(self.words, self.field, place_refusals.names_of(near), self.asking)

    def _above(self, feet: int, x: str, is_from_ground: bool) -> FoundPlace | Rejected:
        """So many feet over something or below it, or over the place of the mover, in the same column, or as nearly as can be."""
        n, spaces = self.places.n, self.meant[x].spaces if x else [self.asking.present] if self.asking.present else []
        if not spaces:
            return self.unclear()
        first = spaces[0]
        start = 0 if is_from_ground else first.z + (first.n - 1) * SQUARE_FEET if x and feet > 0 else first.z
        z = start + feet // SQUARE_FEET * SQUARE_FEET - ((n - 1) * SQUARE_FEET if x and feet < 0 else 0)
        if not LOWEST_LEVEL <= z <= HIGHEST_LEVEL:
            return self.unclear()
        places = FreePlaces(self.asking, z)
        west, north = (start + (width - n) // 2 for start, width in ((first.x, first.n), (first.y, first.n)))
        wished = places.at(*(max(0, min(at, most - n)) for at, most in ((west, places.ground.w), (north, places.ground.h))))
        return self.nearest_to(wished, level=places)

    def _in_part(self, part: Part, direction: Direction | None) -> FoundPlace | Rejected:
        """In a part of the room; by any side, or by a wall within it."""
        ground, walls = self.places.ground, self.named.walls() if part == "side" and direction is None else []

        def off(place: Space) -> int:
            # Beside a wall is as near as at the side of the ground.
            is_at_wall = any(self.places.feet(space, place) <= SQUARE_FEET for wall in walls for space in wall.spaces)
            return 0 if is_at_wall else squares_off(place, ground.w, ground.h, part, direction)

        return self.best(self.places.free(), off)

    def _at_the_edge(self, x: str) -> FoundPlace | Rejected:
        """Beside something that lies on squares; on a ledge on which the mover stands, where it ends."""
        meant, present = self.meant[x], self.asking.present
        squares = {square for space in meant.spaces for square in space.squares}
        if not meant.is_on_squares:
            return self.unclear()
        if meant.feature is None or meant.feature.word != "ledge" or present is None or squares.isdisjoint(present.squares):
            return self.beside(x, SQUARE_FEET)
        on_it = [place for place in self.places.free() if squares.issuperset(place.squares)]

        def inside(place: Space) -> int:
            around = {(x, y) for x in range(place.x - 1, place.x + place.n + 1) for y in range(place.y - 1, place.y + place.n + 1)}
            return int(all(square in squares or not self.places.ground.holds(Space(*square)) for square in around))

        return self.best(on_it, inside)

    def _out_of(self, meant: Landmark) -> FoundPlace | Rejected:
        """Off the squares of something, by the cheapest way."""
        if not meant.is_on_squares:
            return self.unclear()
        squares = {square for space in meant.spaces for square in space.squares}
        return self.best((place for place in self.places.free() if squares.isdisjoint(place.squares)), lambda _: 0)

    def _on(self, meant: Landmark, middle: tuple[int, int] | None = None) -> FoundPlace | Rejected:
        """On the squares of something: as much of the mover's space as fits on them, in a pit, too, since it is named. `middle`: nearest to this point."""
        if meant.kind not in ("feature", "zone"):
            return self.exactly(replace(meant.spaces[0], n=self.places.n, z=self.places.z))
        if not meant.is_on_squares:
            return self.unclear()
        # Whoever flies comes down on it.
        places, squares = (
            FreePlaces(self.asking, 0) if self.places.floors is None else self.places,
            {square for space in meant.spaces for square in space.squares},
        )
        there = [place for place in places.around(meant.spaces, 0) if not squares.isdisjoint(place.squares)]
        free = [place for place in there if places.fits(place) and not places.is_taken(place)]
        if middle is not None:
            return self.best(free, lambda place: _off_middle(place, middle, middle), there)
        return self.best(free, lambda place: -len(squares.intersection(place.squares)), there)

    def _in_the_middle(self, x: str, y: str) -> FoundPlace | Rejected:
        """Nearest to the middle between two, or of several."""
        a, b = (middle_of_spaces(self.meant[name].spaces) for name in (x, y))

        return self.best(self.places.free(), lambda place: _off_middle(place, a, b))

    def _in_its_middle(self, x: str) -> FoundPlace | Rejected:
        """Nearest to the middle of something; of what lies on squares, on them."""
        meant, middle = self.meant[x], middle_of_spaces(self.meant[x].spaces)
        is_area = meant.kind == "zone" or (meant.is_on_squares and meant.feature is not None)
        return self._on(meant, middle) if is_area else self._in_the_middle(x, x)

    # ── places that follow from foes and from movement: the shelter knows who sees whom ─────────────────────────

    def _with_cover(self, place: Unsheltered, y: str) -> FoundPlace | Rejected:
        """The place, if it also has at least half cover from a foe: the one that is named, else the one of the place, else the nearest."""
        named = self.meant.get(y) or next((one for one in self.meant.values() if one.is_hostile), None)
        foe = named or self.named.nearest_foe([space for one in self.meant.values() for space in one.spaces])
        if foe is None:
            return self.unclear()
        self.covered = lambda space: self.shelter.degree(foe, space) > 0
        return self.place(place)

    def _behind(self, x: str, before: Sequence[Space], feet: int | None = None) -> FoundPlace | Rejected:
        """Behind something as seen from the nearest of the spaces before it."""
        meant = self.meant[x]
        beside = SQUARE_FEET if meant.is_on_squares else 0
        least, most = (beside, SQUARE_FEET) if feet is None else (feet - SQUARE_FEET + 1, feet)
        if not before:
            return self.unclear()
        start = min(before, key=lambda space: (self.places.feet(space, meant.spaces[0]), space.y, space.x))
        is_shelter = self.shelter.shelters(meant)

        def fits(place: Space) -> bool:
            return self.shelter.is_behind(meant, start, place) and not (is_shelter and self.shelter.is_in_plain_view(start, place))

        found = self.between(x, least, most, fits)
        if not isinstance(found, Rejected) or found.code != "no_such_place":
            return found
        off = self.places.feet_from(meant.spaces)
        near = self.places.first(lambda place: max(least - off(place), off(place) - most, 0), within_reach=True)
        return place_refusals.nothing_behind(self.words, self.field, place_refusals.names_of(near), self.asking.mover.name)

    def _flanking(self, meant: Landmark) -> FoundPlace | Rejected:
        """Next to somebody, as exactly as can be on the other side from the mover's ally that is nearest to it."""
        friend = self.named.nearest_friend(meant.spaces, besides=meant.id)
        if friend is None:
            return self.unclear()
        start, (x, y) = friend.spaces[0], middle_of_spaces(meant.spaces)
        east, south = 2 * x - start.middle[0], 2 * y - start.middle[1]
        return self.best_beside(
            meant,
            lambda place: (place.middle[0] - east) ** 2 + (place.middle[1] - south) ** 2,
            lambda place: self.shelter.is_behind(meant, start, place),
        )

    def _in_front_of(self, x: str) -> FoundPlace | Rejected:
        """Next to something, as near as can be to those before it."""
        before = self._before(self.meant[x], "")
        return (
            self.best_beside(self.meant[x], lambda place: min(straight_off(place, space) for space in before)) if before else self.unclear()
        )

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
        near, feet = 0 if meant.kind in ("exit", "square", "oneself") else SQUARE_FEET, places.feet_from(meant.spaces)

        def off(place: Space) -> int:
            """The feet from what is named, twice; of the places beside it, those behind a wall and those on it come last."""
            far = feet(place)
            is_beside = far == near or (far < near and not meant.is_on_squares)
            return 2 * max(near, far) + (far <= near and not (is_beside and self.sees(place, meant, near)))

        if most is not None and walks is None:
            return self.best(self._in_reach(most), off)
        goal = places.best(places.free(), off)
        walk = walks.walk_to((goal.x, goal.y)) if walks and goal else None
        if goal is None or (walk is None and not self.covered(goal)):
            return self.none()
        if walks is None or walk is None or ((left is None or walk.feet <= left) and self.covered(goal)):
            return self.found(goal)
        spent, end = 0, self.asking.present
        for space, cost in zip(walk.spaces, walk.steps, strict=True):
            spent += cost
            is_end = (left is None or spent <= left) and space.n == places.n and places.is_free(space)
            if is_end and walks.feet_to((space.x, space.y)) is not None and self.covered(space):
                end = space
        return self.found(end) if end and self.covered(end) else self.none()

    def _away_from(self, x: str, most: int | None) -> FoundPlace | Rejected:
        feet = self.places.feet_from([space for one in self.named.each(x, self.meant[x]) for space in one.spaces])
        return self.best(self._in_reach(most), lambda place: self.threats(place) - feet(place) * MOST_SQUARES)

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
        """The best cover from each whom the words mean in reach of the movement, out of reach of foes before others; refused if there is none. `is_total`:
        total cover.
        """
        meant, *more = self.named.each(x, self.meant[x])
        degree_of = self.shelter.of_sight if is_total else self.shelter.degree
        found: tuple[int, Space] | None = None
        for place in sorted(self.places.in_reach(), key=lambda place: (self.threats(place), self.places.order(place))):
            degree = degree_of(meant, place)
            best = found[0] if found else 0
            if more and degree > best and (degree == self.shelter.TOTAL or not is_total):
                degree = min(degree, *(degree_of(other, place) for other in more))
            is_better = degree > best and (not is_total or degree == self.shelter.TOTAL)
            if is_better and self.covered(place) and self.places.is_in_sight(place):
                found = degree, place
                if degree == self.shelter.TOTAL:
                    break
        return self.found(found[1]) if found else self.none()


def _off_middle(place: Space, a: tuple[int, int], b: tuple[int, int]) -> int:
    """The number by which places are ordered: the lower, the nearer to the middle of two points."""
    # Twice the middle of both is the sum of their middles, in whole numbers.
    return sum((2 * p - q - r) ** 2 for p, q, r in zip(place.middle, a, b, strict=True))
