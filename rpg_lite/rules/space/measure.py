"""Distances, directions and heights between spaces, in whole feet (SRD 5.2, Playing on a Grid: Ranges)."""

from typing import Final, Literal

from rpg_lite.rules.space.squares import EIGHTHS, SQUARE_FEET, Point, Space
from rpg_lite.vocabulary import Direction

Diagonals = Literal["five", "five_ten"]
"""The count of a diagonal: always 5 ft, as in SRD 5.2, or by turns 5 and 10 ft, a rule of the table."""

ROUND: Final[tuple[Direction, ...]] = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
"""The eight directions clockwise from north, the order in which all ties are broken."""
STEPS: Final[tuple[tuple[int, int], ...]] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""A step of one square in each direction of `ROUND`."""


def distance(a: Space, b: Space, diagonals: Diagonals = "five") -> int:
    """The feet from one space to another: 0 if they overlap, 5 for neighbours. The greatest of the ways east, south and up counts; with
    `five_ten` half of the second one, rounded down to a square, is added.
    """
    return _feet(_apart(a.x, a.n, b.x, b.n), _apart(a.y, a.n, b.y, b.n), abs(_apart_up(a, b)), diagonals)


def height_above(a: Space, b: Space) -> int:
    """The feet that `b` is above `a`, negative below; 0 if they share a level."""
    return _apart_up(a, b) * SQUARE_FEET


def direction(a: Space, b: Space) -> Direction | None:
    """The direction from the middle of `a` to the middle of `b`; None if these are one. Within 21.8° of an axis it is the axis."""
    east, south = (there - here for here, there in zip(a.middle, b.middle, strict=True))
    if not east and not south:
        return None
    # The tangent of 21.8° is 2/5.
    dx = 0 if abs(east) * 5 <= abs(south) * 2 else (east > 0) - (east < 0)
    dy = 0 if abs(south) * 5 <= abs(east) * 2 else (south > 0) - (south < 0)
    return ROUND[STEPS.index((dx, dy))]


def distance_to_point(space: Space, point: Point, z: int = 0, diagonals: Diagonals = "five") -> int:
    """The feet from a space to a point at the level `z`, in feet: those to the nearest square that touches it."""
    (x, x_off), (y, y_off) = divmod(point[0], EIGHTHS), divmod(point[1], EIGHTHS)
    east = _apart(space.x, space.n, x, 1) if x_off else _apart(space.x, space.n, x - 1, 2)
    south = _apart(space.y, space.n, y, 1) if y_off else _apart(space.y, space.n, y - 1, 2)
    return _feet(east, south, _apart(space.level, space.n, z // SQUARE_FEET, 1), diagonals)


def _feet(east: int, south: int, up: int, diagonals: Diagonals) -> int:
    most = max(east, south, up)
    if diagonals == "five":
        return most * SQUARE_FEET
    return (most + sorted((east, south, up))[1] // 2) * SQUARE_FEET


def _apart(a: int, a_long: int, b: int, b_long: int) -> int:
    """The squares from one stretch to another; 0 if they share one."""
    return max(0, b - (a + a_long - 1), a - (b + b_long - 1))


def _apart_up(a: Space, b: Space) -> int:
    """The levels from `a` up to `b`, negative down."""
    apart = _apart(a.level, a.n, b.level, b.n)
    return apart if b.level >= a.level else -apart
