"""The cover of a target, and what gives it (SRD 5.1 and 5.2, Cover)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.rules.space.features import CLEAR, HALF, STOPPED, THREE_QUARTERS
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.lines import Hindrance, Line, around, corners_of, hindrance, own_squares, point_height, sees, sees_point
from rpg_lite.rules.space.squares import EIGHTHS, MIDDLE, Point, Space

CoverDegree = Literal["none", "half", "three_quarters", "total"]


@dataclass(frozen=True, slots=True)
class Cover:
    """The degree to which a target is covered, and the name of the creature or feature that covers it most; empty without cover."""

    degree: CoverDegree
    by: str = ""


@dataclass(frozen=True, slots=True)
class Bystander:
    """A creature that may stand between an attacker and a target."""

    name: str
    space: Space


OPEN: Final = Cover("none")
_RANK: Final[tuple[CoverDegree, ...]] = ("none", "half", "three_quarters", "total")


def cover_from(ground: Ground, attacker: Space, target: Space, others: Sequence[Bystander] = ()) -> Cover:
    """The cover of a target from an attacker, who takes the corner of its space from which the target is covered least. Creatures of either side
    between them give half cover; what fills their own squares gives none.
    """
    own = own_squares(ground, attacker, target)
    # Nobody fits between two who touch: from the corner that they share every line is open.
    between = () if _touch(attacker, target) else _between(attacker, target, others)
    if not between and ground.is_bare(*around(attacker, target)):
        return OPEN
    best, least, is_seen = Cover("total"), (len(_RANK), 0), False
    for corner in corners_of(attacker):
        met = _met_by_lines(ground, corner, attacker.half_height, target, between, own)
        found = _cover_of(met)
        if found.degree == "none":
            return found
        is_seen = is_seen or any(each.degree < STOPPED for each in met)
        # Of corners that leave the target as well covered, the one with the most open lines says by what.
        if (rank := (_RANK.index(found.degree), sum(each.degree == STOPPED for each in met))) < least:
            best, least = found, rank
    return best if is_seen or sees(ground, attacker, target) else Cover("total", best.by)


def cover_from_point(ground: Ground, point: Point, target: Space, z: int = 0, others: Sequence[Bystander] = ()) -> Cover:
    """The cover of a target from a point at the level `z`, in feet, such as the point of origin of an area, for Dexterity saving throws."""
    own = own_squares(ground, target)
    # A point at a corner or an edge lies in nobody's space; the creature around a middle is no cover from what bursts out of its square.
    x, y, n = point[0] // EIGHTHS, point[1] // EIGHTHS, int(bool(point[0] % EIGHTHS and point[1] % EIGHTHS))
    met = _met_by_lines(ground, point, point_height(z), target, _between(Space(x, y, n, z), target, others), own)
    found = _cover_of(met)
    is_seen = any(each.degree < STOPPED for each in met) or sees_point(ground, target, point, z)
    return found if is_seen else Cover("total", found.by)


def _met_by_lines(
    ground: Ground, start: Point, height: int, target: Space, between: Sequence[Bystander], own: frozenset[int]
) -> list[Hindrance]:
    """The hindrances of the lines from a point to the four corners of a target."""
    return [_met(ground, Line(start, corner, height, target.half_height), between, own) for corner in corners_of(target)]


def _cover_of(met: Sequence[Hindrance]) -> Cover:
    """The cover of a target by what four lines to its corners meet; total cover is not for these four alone to say."""
    stopped, thick = (sum(each.degree == degree for each in met) for degree in (STOPPED, THREE_QUARTERS))
    # "At least half of its body" is two lines of four, "about three-quarters" three of them, or two that a thing with slits lets through.
    if stopped + thick >= 3 or thick >= 2:
        return Cover("three_quarters", _most(met, THREE_QUARTERS))
    return Cover("half", _most(met, HALF)) if sum(each.degree > CLEAR for each in met) >= 2 else OPEN


def _met(ground: Ground, line: Line, between: Sequence[Bystander], own: frozenset[int]) -> Hindrance:
    """The thing that hinders a line most: a feature, or else a creature."""
    found = hindrance(ground, line, own)
    if found.degree > HALF:
        return found
    creature = next((other for other in between if passes(line, other.space)), None)
    return Hindrance(HALF, creature.name) if creature else found


def _most(met: Sequence[Hindrance], least: int) -> str:
    """The name met most often among the lines that are hindered at least so much; of equal ones the first."""
    names = [each.by for each in met if each.degree >= least]
    return max(names, key=names.count)


def _between(a: Space, target: Space, others: Sequence[Bystander]) -> tuple[Bystander, ...]:
    """The creatures that a line from `a` to the target may pass. A creature that shares squares with one of the two is beside it, not between."""
    return tuple(
        other for other in others if _is_near(a, target, other.space) and not _shares(a, other.space) and not _shares(target, other.space)
    )


def _is_near(a: Space, b: Space, other: Space) -> bool:
    """Whether a space may meet a line between two others: it is in the rectangle around both, and in the band that their corners span."""
    west, north = min(a.x, b.x), min(a.y, b.y)
    east, south = max(a.x + a.n, b.x + b.n), max(a.y + a.n, b.y + b.n)
    if other.x + other.n <= west - 1 or other.x > east or other.y + other.n <= north - 1 or other.y > south:
        return False
    (ax, ay), (bx, by), (x, y) = a.middle, b.middle, other.middle
    dx, dy = bx - ax, by - ay
    return abs(dx * (y - ay) - dy * (x - ax)) < MIDDLE * (max(a.n, b.n) + other.n) * (abs(dx) + abs(dy))


def _touch(a: Space, b: Space) -> bool:
    """Whether two spaces share an edge or a corner."""
    sides = ((a.x, b.x), (a.y, b.y), (a.level, b.level))
    return all(one <= other + b.n and other <= one + a.n for one, other in sides)


def _shares(a: Space, b: Space) -> bool:
    return a.x < b.x + b.n and b.x < a.x + a.n and a.y < b.y + b.n and b.y < a.y + a.n


def passes(line: Line, space: Space) -> bool:
    """Whether a line passes the inside of a space, between its lowest and its highest level."""
    (ax, ay), (bx, by) = line.a, line.b
    west, north = space.x * EIGHTHS, space.y * EIGHTHS
    east, south = west + space.n * EIGHTHS, north + space.n * EIGHTHS
    if max(ax, bx) <= west or min(ax, bx) >= east or max(ay, by) <= north or min(ay, by) >= south:
        return False
    dx, dy = bx - ax, by - ay
    sides = [dx * (y - ay) - dy * (x - ax) for x in (west, east) for y in (north, south)]
    # All corners on one side of the line: it touches the space at most.
    if (dx or dy) and (min(sides) >= 0 or max(sides) <= 0):
        return False
    low, high = 2 * space.z, 2 * space.z + 10 * space.n
    if low < line.a_height < high and low < line.b_height < high:
        return True
    return _is_level_with(line, (west, north, east, south), low, high)


def _is_level_with(line: Line, box: tuple[int, int, int, int], low: int, high: int) -> bool:
    """Whether the part of a line inside a box runs at a height between two, all in whole numbers: `low` and `high` of the part as fractions."""
    start, end = (0, 1), (1, 1)
    for side, from_, to in ((0, line.a[0], line.b[0]), (1, line.a[1], line.b[1]), (2, line.a_height, line.b_height)):
        near, far = (box[side], box[side + 2]) if side < 2 else (low, high)
        if from_ == to:
            if not near < from_ < far:
                return False
            continue
        first, last = sorted((near - from_, far - from_), reverse=to < from_)
        whole = abs(to - from_)
        start = _later(start, (abs(first) if first * (to - from_) > 0 else -abs(first), whole))
        end = _sooner(end, (abs(last) if last * (to - from_) > 0 else -abs(last), whole))
    return start[0] * end[1] < end[0] * start[1]


def _later(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a if a[0] * b[1] >= b[0] * a[1] else b


def _sooner(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a if a[0] * b[1] <= b[0] * a[1] else b
