"""Words for the point of origin of an area, and for the direction in which a cone, a line or a wall runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space import place_refusals, place_words
from rpg_lite.mechanics.space.asked_places import BareName, InDirection, On
from rpg_lite.mechanics.space.choosing import find_place
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.mechanics.space.named_places import Landmark, NamedPlaces
from rpg_lite.mechanics.space.place_numbers import middle_of_spaces
from rpg_lite.rules import names
from rpg_lite.rules.space.measure import ROUND, STEPS
from rpg_lite.rules.space.squares import (
    EIGHTHS,
    MIDDLE,
    SQUARE_FEET,
    Point,
    Space,
    middle_of,
    point_name,
    read_corner_at,
    read_square,
    read_stretch,
)


@dataclass(frozen=True, slots=True)
class AreaPoint:
    """A point at a level `z`, in feet. `square`: the square, if the words name just that; `id`: the creature or thing at which it lies; `stretch`: the
    north-western and the south-eastern square, if the words name a stretch, as answers name cubes.
    """

    point: Point
    z: int = 0
    square: Space | None = None
    id: str | None = None
    stretch: tuple[Space, Space] | None = None

    @property
    def name(self) -> str:
        """The name of the point: "E5/F6", or the square around it."""
        name = point_name(self.point)
        return f"{name}+{self.z}" if self.z > 0 else f"{name} down {-self.z}" if self.z < 0 else name


def find_point(words: str, field: str, asking: Asking) -> AreaPoint | Rejected:
    """The point that the words mean: a corner, the middle of a square, the middle of whoever or whatever is named, or of the square that other words
    for a place mean.

    Refuses: does_not_fit, name_ambiguous, no_free_place, no_place, no_such_place, off_the_ground, place_unclear.
    """
    ground = asking.standing.ground
    if (read := read_corner_at(words)) is not None:
        (x, y), z = read
        if 0 <= x <= ground.w * EIGHTHS and 0 <= y <= ground.h * EIGHTHS:
            return AreaPoint((x, y), z)
        return place_refusals.off_the_ground(words, field, (), asking)
    if (square := read_square(words)) is not None and ground.holds(square):
        return AreaPoint(middle_of((square.x, square.y)), square.z, square)
    if (stretch := read_stretch(words)) is not None and ground.holds(stretch[0]):
        return replace(_middle(stretch, None), stretch=stretch)
    if found := _named(words, field, asking):
        return found
    place = find_place(words, field, asking)
    if isinstance(place, Rejected):
        return place
    return AreaPoint(middle_of((place.space.x, place.space.y)), place.space.z)


def find_direction(words: str, field: str, asking: Asking) -> AreaPoint | Rejected:
    """The point toward which words lead: one of the eight directions as seen from the maker, a creature whose whole name they are, or a place.

    Refuses: does_not_fit, name_ambiguous, no_free_place, no_place, no_such_place, off_the_ground, place_unclear.
    """
    asked = place_words.read(f"{words.strip()} {SQUARE_FEET} ft", lambda _: False)
    if isinstance(asked, InDirection) and not asked.x and asking.present is not None:
        east, south = STEPS[ROUND.index(asked.direction)]
        far = 100 * EIGHTHS
        x, y = asking.present.middle
        return AreaPoint((x + east * far, y + south * far), asking.present.z)
    # A creature may be called as a square is, and runs from there.
    if read_square(words) is not None and any(names.fold(one.name) == names.fold(words) for one in NamedPlaces(asking).creatures):
        found = NamedPlaces(asking).find(words, field)
        return _middle(found.spaces, found.id) if isinstance(found, Landmark) else find_point(words, field, asking)
    return find_point(words, field, asking)


def step_of(words: str) -> tuple[int, int] | None:
    """The step of one of the eight directions, if the words are just that."""
    asked = place_words.read(f"{words.strip()} {SQUARE_FEET} ft", lambda _: False)
    return STEPS[ROUND.index(asked.direction)] if isinstance(asked, InDirection) and not asked.x else None


def _named(words: str, field: str, asking: Asking) -> AreaPoint | Rejected | None:
    """The middle of what a bare name means, or "on" it; None for other words."""
    if names.fold(words).removeprefix("on ") == names.fold(asking.mover.name) and asking.present is not None:
        return _middle([asking.present], asking.mover.id)
    named = NamedPlaces(asking)
    asked = place_words.read(words, named.is_name) or place_words.read(words, named.is_name_or_part)
    if not isinstance(asked, BareName | On):
        return None
    found = named.find(asked.x, field)
    return _middle(found.spaces, found.id) if isinstance(found, Landmark) else found


def _middle(spaces: Sequence[Space], id: str | None) -> AreaPoint:
    x, y = middle_of_spaces(spaces)
    # Of a stretch of an even and an odd number of squares the middle lies on an edge: the corner west or north of it counts.
    is_of_grid = (x % EIGHTHS == 0) == (y % EIGHTHS == 0)
    return AreaPoint((x, y) if is_of_grid else (x - x % EIGHTHS, y - y % EIGHTHS), spaces[0].z, id=id)


def cube_at(point: AreaPoint, feet: int) -> Point:
    """The middle of a cube: around a point, with a square as its north-western one, or on the squares of a stretch. Of a cube that reaches beyond a rim
    answers name only what lies on the ground: it ends where a stretch ends that begins at the north or west rim, and begins where any other begins.
    """
    n = max(1, feet // SQUARE_FEET)
    if point.stretch is not None:
        first, last = point.stretch
        x, y = (begins if begins else ends + 1 - n for begins, ends in ((first.x, last.x), (first.y, last.y)))
        return x * EIGHTHS + n * MIDDLE, y * EIGHTHS + n * MIDDLE
    if point.square is None:
        # It lies on whole squares, so that its middle is a corner if its side is even.
        x, y = ((at - n * MIDDLE) // EIGHTHS * EIGHTHS + n * MIDDLE for at in point.point)
        return x, y
    return point.square.x * EIGHTHS + n * MIDDLE, point.square.y * EIGHTHS + n * MIDDLE
