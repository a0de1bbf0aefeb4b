"""Numbers by which places are found and ordered: of the parts of a room that words name, and of stretches and middles.

Apart because these are numbers of squares alone, and the choice of a place is long enough without them.
"""

from collections.abc import Sequence
from typing import Final

from rpg_lite.mechanics.space.asked_places import Part
from rpg_lite.rules.space.measure import ROUND, STEPS
from rpg_lite.rules.space.squares import MOST_SQUARES, Space
from rpg_lite.vocabulary import Direction

_CORNERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_SIDES: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))


def squares_off(place: Space, w: int, h: int, part: Part, direction: Direction | None) -> int:
    """The number by which places of one size are ordered: the lower, the nearer to the part of a ground of `w` columns and `h` rows."""
    if part == "middle":
        return (2 * place.x + place.n - w) ** 2 + (2 * place.y + place.n - h) ** 2
    if direction is None:
        return min(_off(place, w, h, step) for step in (_CORNERS if part == "corner" else _SIDES))
    return _off(place, w, h, STEPS[ROUND.index(direction)])


def _off(place: Space, w: int, h: int, step: tuple[int, int]) -> int:
    """The squares to the sides to which a step leads: the greater number first, then the sum of both."""
    columns = 0 if not step[0] else place.x if step[0] < 0 else w - place.n - place.x
    rows = 0 if not step[1] else place.y if step[1] < 0 else h - place.n - place.y
    return max(columns, rows) * 2 * MOST_SQUARES + columns + rows


def beyond(first: int, end: int, n: int, step: int, far: int) -> int:
    """The column or row at which a space of `n` begins that lies so many squares before or after a stretch, or in its middle."""
    return end - 1 + far if step > 0 else first - far - n + 1 if step < 0 else first + (end - first - n) // 2


def straight_off(one: Space, other: Space) -> int:
    """The square of the straight way between two middles: it orders places that are equally many squares away."""
    return sum((a - b) ** 2 for a, b in zip(one.middle, other.middle, strict=True))


def middle_of_spaces(spaces: Sequence[Space]) -> tuple[int, int]:
    """The middle of what one or more spaces fill, in eighths of a square."""
    west, north = min(s.x for s in spaces), min(s.y for s in spaces)
    east, south = max(s.x + s.n for s in spaces), max(s.y + s.n for s in spaces)
    return (west + east) * 4, (north + south) * 4
