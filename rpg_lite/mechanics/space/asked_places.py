"""The forms that words for a place may have, each with the names that it speaks of.

Apart because they are values that many read, and the words that mean them are long enough without them.
"""

from dataclasses import dataclass
from typing import Literal

from rpg_lite.rules.space.squares import Point, Space
from rpg_lite.vocabulary import Direction

Part = Literal["corner", "side", "middle"]


@dataclass(frozen=True, slots=True)
class AtSquare:
    """The place whose north-west square is this one: "C4", "C4+20"."""

    space: Space


@dataclass(frozen=True, slots=True)
class AtCorner:
    """The corner where squares meet, "E5/F6": a point for areas, and no place for a creature."""

    point: Point


@dataclass(frozen=True, slots=True)
class BareName:
    """A bare name: next to it, or inside it if it is an exit."""

    x: str


@dataclass(frozen=True, slots=True)
class On:
    """On the squares of something: in the water, on the stairs, inside an exit."""

    x: str


@dataclass(frozen=True, slots=True)
class Through:
    """Inside an exit, and no place for anything else: "through the door"."""

    x: str


@dataclass(frozen=True, slots=True)
class OutOf:
    """Off the squares of something: out of the web, out of the water; inside an exit, as `Through`."""

    x: str


@dataclass(frozen=True, slots=True)
class EdgeOf:
    """Within 5 ft of something that lies on squares, and not on it: the edge of the pit."""

    x: str


@dataclass(frozen=True, slots=True)
class InPart:
    """A part of the room: a corner, the foot of a side, or the middle. Without a direction, any corner, and any side or wall."""

    part: Part
    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class Above:
    """So many feet over something, or over the mover's own place if `x` is empty; negative below. `is_from_ground`: over the ground there."""

    feet: int
    x: str = ""
    is_from_ground: bool = False


@dataclass(frozen=True, slots=True)
class NextTo:
    """Within 5 ft of something."""

    x: str


@dataclass(frozen=True, slots=True)
class InReach:
    """A place from which the melee attack of the mover reaches something."""

    x: str


@dataclass(frozen=True, slots=True)
class FeetFrom:
    """Between two distances from something, in feet: "30 ft from X" is 26 to 30, "within 30 ft of X" is 0 to 30."""

    x: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class InDirection:
    """So many feet in one of the eight directions from something, or from the mover's own place if `x` is empty."""

    feet: int
    direction: Direction
    x: str = ""


@dataclass(frozen=True, slots=True)
class Behind:
    """With something between the place and `y`; without `y`, between it and a foe. `feet`: how far behind, None for within 5 ft."""

    x: str
    y: str = ""
    feet: int | None = None


@dataclass(frozen=True, slots=True)
class Opposite:
    """Within 5 ft of something, with it between the place and the mover."""

    x: str


@dataclass(frozen=True, slots=True)
class Flanking:
    """Within 5 ft of somebody, with it between the place and the mover's ally nearest to it."""

    x: str


@dataclass(frozen=True, slots=True)
class InFrontOf:
    """The place next to something that is nearest to its foe; of a foe, nearest to the mover."""

    x: str


@dataclass(frozen=True, slots=True)
class Between:
    """Nearest to the middle of two."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class MiddleOf:
    """Nearest to the middle of something. `is_among`: of several whom one name means, and of nothing else."""

    x: str
    is_among: bool = False


@dataclass(frozen=True, slots=True)
class Toward:
    """As far as the movement, or a part of it in feet, goes on the way to something."""

    x: str
    feet: int | None = None


@dataclass(frozen=True, slots=True)
class AwayFrom:
    """As far from something as the movement, or a part of it in feet, goes."""

    x: str
    feet: int | None = None


@dataclass(frozen=True, slots=True)
class CoverFrom:
    """The place of the best cover from something to which the movement leads."""

    x: str


@dataclass(frozen=True, slots=True)
class InSight:
    """A place with as little cover as can be from something, to which the movement leads."""

    x: str


@dataclass(frozen=True, slots=True)
class OutOfReach:
    """A place that the melee attacks of something do not reach, to which the movement leads."""

    x: str


@dataclass(frozen=True, slots=True)
class OutOfSight:
    """A place of total cover from something to which the movement leads."""

    x: str


@dataclass(frozen=True, slots=True)
class WithCover:
    """A place that also has at least half cover from `y`; without `y`, from the foe that the place is named after, else from the nearest one."""

    place: "Unsheltered"
    y: str = ""


Unsheltered = (
    AtSquare
    | AtCorner
    | BareName
    | On
    | Through
    | OutOf
    | EdgeOf
    | InPart
    | Above
    | NextTo
    | InReach
    | FeetFrom
    | InDirection
    | Behind
    | Opposite
    | Flanking
    | InFrontOf
    | Between
    | MiddleOf
    | Toward
    | AwayFrom
    | CoverFrom
    | InSight
    | OutOfReach
    | OutOfSight
)
AskedPlace = Unsheltered | WithCover


def names_in(asked: AskedPlace) -> tuple[str, ...]:
    """The names of which a form speaks."""
    if isinstance(asked, WithCover):
        return (*names_in(asked.place), asked.y) if asked.y else names_in(asked.place)
    x, y = getattr(asked, "x", ""), getattr(asked, "y", "")
    return (x, y) if x and y else (x,) if x else ()
