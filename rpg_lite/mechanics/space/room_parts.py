"""Parts of a room that words name: its corners, the foot of its sides, and its middle.

Apart because these are numbers of a ground alone, and the choice of a place is long enough without them.
"""

from typing import Final

from rpg_lite.mechanics.space.place_words import Part
from rpg_lite.rules.space.measure import ROUND, STEPS
from rpg_lite.rules.space.squares import MOST_SQUARES, Space
from rpg_lite.vocabulary import Direction

_CORNERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def squares_off(place: Space, w: int, h: int, part: Part, direction: Direction | None) -> int:
    """The number by which places of one size are ordered: the lower, the nearer to the part of a ground of `w` columns and `h` rows."""
    if part == "middle":
        return (2 * place.x + place.n - w) ** 2 + (2 * place.y + place.n - h) ** 2
    if direction is None:
        return min(_off(place, w, h, step) for step in _CORNERS)
    return _off(place, w, h, STEPS[ROUND.index(direction)])


def _off(place: Space, w: int, h: int, step: tuple[int, int]) -> int:
    """The squares to the sides to which a step leads: the greater number first, then the sum of both."""
    columns = 0 if not step[0] else place.x if step[0] < 0 else w - place.n - place.x
    rows = 0 if not step[1] else place.y if step[1] < 0 else h - place.n - place.y
    return max(columns, rows) * 2 * MOST_SQUARES + columns + rows
