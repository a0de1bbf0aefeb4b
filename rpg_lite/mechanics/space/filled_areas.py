"""An area of effect of an act, before it has a place and in its place (SRD 5.1 and 5.2, Areas of Effect)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.space.area_points import AreaPoint
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.shapes import EffectArea, squares_inside
from rpg_lite.rules.space.squares import EIGHTHS, SQUARE_FEET, Square, square_name

Origin = Literal["self", "point", "target"]
ANYWHERE: Final = 1 << 20
"""The range of what nothing measures."""


@dataclass(frozen=True, slots=True)
class AreaOfAct:
    """The area of an act before it has a place. `area`: its shape and its feet; `range`: the feet to its point of origin at most; `chooses`: whether its
    maker chooses whom of those inside it affects, of whom `most` may be so many; `points`: the points that it has; `is_for_foes`: None where it is for
    nobody in particular; `is_unchosen`: nobody decides on it, so that it takes whoever is there (SRD, Death Burst);
    `ring`: the feet across of the ring that a wall may be instead.
    """

    act: str
    area: EffectArea
    origin: Origin
    range: int = ANYWHERE
    chooses: bool = False
    most: int | None = None
    points: int = 1
    is_for_foes: bool | None = True
    may_be_empty: bool = False
    is_unchosen: bool = False
    ring: int | None = None


@dataclass(frozen=True, slots=True)
class AreaOption:
    """A place that a dry run compares, and whom it catches as far as its maker knows."""

    at: str
    caught: tuple[Called, ...]


@dataclass(frozen=True, slots=True)
class FilledArea:
    """An area in its place. `at`: the name of its point, `toward`: that of the square to which it runs; `feet`: the distance to its point; `caught`:
    whoever it affects; `unasked`: those of them whom nobody wanted, the maker's own side first; `own_side`: how many of these are of that side; `missed`:
    those wanted and not caught, each with the feet by which it stands outside.
    """

    areas: tuple[EffectArea, ...]
    at: str = ""
    toward: str = ""
    feet: int | None = None
    caught: tuple[Called, ...] = ()
    unasked: tuple[Called, ...] = ()
    own_side: int = 0
    missed: tuple[tuple[Called, int], ...] = ()
    is_short: bool = False
    """Whether something stands between the maker and the point, so that the area begins on the near side."""
    options: tuple[AreaOption, ...] = ()
    ground: Ground | None = field(default=None, compare=False, repr=False)
    named: frozenset[str] = frozenset()
    """Those whom the call names one by one."""
    unknown: frozenset[str] = frozenset()
    """Those of the caught of whom the maker knows nothing."""

    @property
    def squares(self) -> frozenset[Square]:
        """The squares that it fills at the level of its point, on the ground as its maker knows it: a hidden wall betrays itself by no square."""
        ground = self.ground
        return frozenset() if ground is None else frozenset[Square]().union(*(squares_inside(ground, area) for area in self.areas))

    @property
    def shape(self) -> str:
        return self.areas[0].shape


def names_of(areas: Sequence[EffectArea], ground: Ground) -> str:
    """The names of the points of areas, of a cube its squares in the room."""
    return ", ".join(_cube_name(area, ground) if area.shape == "cube" else AreaPoint(area.at, area.z).name for area in areas)


def _cube_name(area: EffectArea, ground: Ground) -> str:
    n = max(1, area.feet // SQUARE_FEET)
    west, north = (area.at[0] - n * EIGHTHS // 2) // EIGHTHS, (area.at[1] - n * EIGHTHS // 2) // EIGHTHS
    first, end = (max(0, west), max(0, north)), (min(west + n, ground.w) - 1, min(north + n, ground.h) - 1)
    return square_name(end, area.z) if n == 1 else f"{square_name(first)}-{square_name(end, area.z)}"
