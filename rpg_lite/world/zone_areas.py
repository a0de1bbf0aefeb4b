"""The squares on which a zone lies, as a typed value, like those in `ground_states.py`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from rpg_lite.rules.space.measure import Diagonals
from rpg_lite.rules.space.shapes import EffectArea, ShapeWord
from rpg_lite.rules.space.squares import EIGHTHS, SQUARE_FEET, Space
from rpg_lite.world.kept_json import Body, Kept, without_none

SHAPE_WORDS: tuple[ShapeWord, ...] = get_args(ShapeWord)


@dataclass(frozen=True, slots=True)
class ZoneArea(Kept):
    """The area of a zone in a room. `at`: its point in eighths of a square; of an emanation the north-west corner of the space of `n` squares around
    which it lies; of a zone that moves with a creature (`on`), counted from the north-west corner of its space. `spare`: the ids of those whom it does not
    concern. `around`: of a sphere, the squares of the side of the thing around which it lies. `side`: of a wall with two sides, the one that acts:
    1 right of the way in which it runs, -1 left of it, 0 none; of a ring, 1 outside and -1 inside.
    """

    room: str
    shape: ShapeWord
    ft: int
    at: tuple[int, int]
    z: int
    n: int
    toward: tuple[int, int, int]
    width: int
    height: int | None
    way: tuple[tuple[int, int], ...]
    spreads: bool
    around: int
    on: str | None
    spare: frozenset[str]
    side: int
    ring: bool

    @classmethod
    def of(cls, document: Body) -> "ZoneArea":
        d = document
        way = tuple((x, y) for x, y in d.get("way", ()))
        toward = tuple(d.get("toward", (0, 0, 0)))
        return cls(
            d, d["room"], d["shape"], d["ft"], tuple(d["at"]), d.get("z", 0), d.get("n", 1), toward, d.get("width", SQUARE_FEET),
            d.get("height"), way, bool(d.get("spreads")), d.get("around", 0), d.get("on"), frozenset(d.get("spare", ())),
            d.get("side", 0), bool(d.get("ring")),
        )  # fmt: skip

    @classmethod
    def make(cls, room: str, area: EffectArea, on: str | None = None, bearer: Space | None = None, spare: Iterable[str] = ()) -> "ZoneArea":
        """The area as it lies; with `on`, as it moves with a creature that stands in the space `bearer` now."""
        maker, (x, y) = area.maker, area.at
        is_around = area.shape == "emanation" and maker is not None
        if is_around and maker is not None:
            x, y = maker.x * EIGHTHS, maker.y * EIGHTHS
        if on and bearer is not None:
            x, y = x - bearer.x * EIGHTHS, y - bearer.y * EIGHTHS
        more = without_none(
            z=(area.z or None) if on is None else None,
            n=maker.n if is_around and maker is not None and maker.n > 1 and on is None else None,
            toward=list(area.toward) if any(area.toward) else None,
            width=area.width if area.width != SQUARE_FEET else None,
            height=area.height,
            way=[list(square) for square in area.way] or None,
            spreads=area.spreads or None,
            around=area.around or None,
            ring=area.is_ring or None,
            on=on,
            spare=sorted({*spare}) or None,
        )
        return cls.of({"room": room, "shape": area.shape, "ft": area.feet, "at": [x, y], **more})

    def effect_area(self, bearer: Space | None, diagonals: Diagonals) -> EffectArea:
        """The area for measuring. `bearer`: the space of the creature with which it moves."""
        x, y, z = *self.at, self.z
        if self.on is not None and bearer is not None:
            x, y, z = x + bearer.x * EIGHTHS, y + bearer.y * EIGHTHS, bearer.z
        area = EffectArea(
            self.shape, self.ft, (x, y), z, self.toward, self.width, self.height, way=self.way, is_ring=self.ring, spreads=self.spreads,
            around=self.around, diagonals=diagonals,
        )  # fmt: skip
        if self.shape == "emanation":
            maker = bearer if self.on is not None and bearer is not None else Space(x // EIGHTHS, y // EIGHTHS, self.n, z)
            return replace(area, maker=maker, includes_maker=self.on is None)
        return replace(area, maker=bearer) if self.on is not None else area

    def sparing(self, ids: Iterable[str]) -> "ZoneArea":
        """The same area, which also does not concern these."""
        spare = sorted(self.spare | {*ids})
        return ZoneArea.of({**self.document, "spare": spare}) if spare else self

    def with_side(self, side: int) -> "ZoneArea":
        """The same wall with the side that acts."""
        return ZoneArea.of({**self.document, "side": side})

    def moved_to(self, at: Sequence[int], z: int) -> "ZoneArea":
        """The same area around another point."""
        kept = {key: value for key, value in self.document.items() if key not in ("at", "z")}
        return ZoneArea.of({**kept, "at": [*at], **without_none(z=z or None)})
