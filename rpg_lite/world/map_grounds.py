"""The ground of a room before it is stored: its features as files and commands write them, and the squares of those who stand on it."""

import re
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Document, Name
from rpg_lite.rules.space.features import FARTHEST_LIGHT, GroundFault, GroundFeature, places_of
from rpg_lite.rules.space.ground import MOST_FEATURES
from rpg_lite.rules.space.ground_rows import LONGEST_AT
from rpg_lite.rules.space.squares import (
    HIGHEST_LEVEL,
    MOST_SQUARES,
    SQUARE_FEET,
    Space,
    Square,
    read_edge,
    read_square,
    read_squares,
    square_name,
)
from rpg_lite.vocabulary import DoorState, FeatureWord
from rpg_lite.world.ground_states import FeatureState
from rpg_lite.world.map_field_types import Title

_UNIT: Final = r"\s*(feet|foot|ft\.?|['’′]|squares?)?"
_SIZE: Final = re.compile(rf"([1-9]\d{{0,2}}){_UNIT}\s*(?:x|×|\*|by)\s*([1-9]\d{{0,2}}){_UNIT}")
LONGEST_SIZE: Final = 20
HARDEST_TO_FIND: Final = 40
LightFeet = Annotated[int, Field(ge=0, le=FARTHEST_LIGHT, strict=True)]
Squares = Annotated[str, Field(min_length=1, max_length=LONGEST_AT)]


def read_size(size: str) -> Square:
    """Columns and rows: "12x10", "12 by 10", or in feet "60x50 ft"; 0 for what is no size, and for feet that fill no whole squares."""
    read = _SIZE.fullmatch(names.tidy(size).casefold())
    if read is None:
        return 0, 0
    w, h, units = int(read[1]), int(read[3]), {read[2], read[4]} - {None}
    if not units or all(unit.startswith("square") for unit in units):
        return w, h
    is_whole = not any(unit.startswith("square") for unit in units) and w % SQUARE_FEET == h % SQUARE_FEET == 0
    return (w // SQUARE_FEET, h // SQUARE_FEET) if is_whole else (0, 0)


# ── one spelling ────────────────────────────────────────────────────────────────────────────────────────────────────


def _size_in_squares(size: str) -> str:
    w, h = read_size(size)
    if not (1 <= w <= MOST_SQUARES and 1 <= h <= MOST_SQUARES):
        raise ValueError(f"takes columns and rows such as 12x10, each 1 to {MOST_SQUARES}")
    return f"{w}x{h}"


def _in_one_spelling(at: str) -> str:
    """The squares and edges, each word in one spelling and once.

    >>> _in_one_spelling("c4 D4-B2 C4 C2|B2")
    'C4 B2-D4 B2|C2'
    """
    return " ".join(dict.fromkeys(map(_word, at.split())))


def _word(word: str) -> str:
    if (edge := read_edge(word)) is not None:
        return "|".join(map(square_name, edge))
    squares = read_squares(word)
    if squares is None:
        raise ValueError(f"{word[:40]!r} is no square, such as C4 or B2-D4, and no edge, such as B2|C2")
    return square_name(squares[0]) if len(squares) == 1 else f"{square_name(squares[0])}-{square_name(squares[-1])}"


def _one_square(at: str) -> str:
    space = read_square(at)
    if space is None or space.z:
        raise ValueError(f"{at[:40]!r} is no square, such as C4")
    return square_name((space.x, space.y))


def _one_spot(at: str) -> str:
    space = read_square(at)
    if space is None:
        raise ValueError(f"{at[:40]!r} is no square, such as C4, C4+20 or C4 down 10")
    return square_name((space.x, space.y), space.z)


def _spots(at: str) -> str:
    return ", ".join(map(_one_spot, at.split(",")))


SquareName = Annotated[str, AfterValidator(_one_square)]
"""A square: "C4"."""
SpotName = Annotated[str, AfterValidator(_one_spot)]
"""A square and a level in feet: "C4", "C4+20"."""
SpotNames = Annotated[str, Field(max_length=LONGEST_AT), AfterValidator(_spots)]
"""Squares with levels for several creatures: "C4, D5+20"."""


def spots_of(at: str | None) -> list[Space]:
    """The squares and levels of checked words; none without words."""
    return [space for word in at.split(",") if (space := read_square(word))] if at else []


def square_of(at: str) -> Square:
    """The square of a checked word."""
    (space,) = spots_of(at)
    return space.x, space.y


# ── features ────────────────────────────────────────────────────────────────────────────────────────────────────────


class FeatureDocument(Document):
    """A feature of a ground: {"is": "pillar", "at": "C4 C7"}, on squares, or for walls also on edges ("B2|C2"). `light`: feet of bright light, and of
    dim light beyond, of a light; `obscures`: how thick the fog of what is obscured is; `door`: whether a door is open, closed or locked; `dc_to_find`: the DC
    to find what is hidden.
    """

    is_: Annotated[FeatureWord, Field(alias="is")]
    at: Squares
    called: Name | None = None
    ft: Annotated[int | None, Field(ge=1, le=HIGHEST_LEVEL, strict=True)] = None
    climb: bool = False
    hidden: bool = False
    light: tuple[LightFeet, LightFeet] | None = None
    obscures: Literal["lightly", "heavily"] | None = None
    door: DoorState | None = None
    dc_to_find: Annotated[int | None, Field(ge=1, le=HARDEST_TO_FIND, strict=True)] = None

    @model_validator(mode="after")
    def _says_what_fits(self) -> Self:
        for key, word in (("light", "light"), ("obscures", "obscured"), ("door", "door")):
            if getattr(self, key) is not None and self.is_ != word:
                raise ValueError(f"{key}: belongs to a feature that is {word}, not to {self.is_}")
        if self.dc_to_find is not None and not self.hidden:
            raise ValueError("dcToFind: belongs to a feature that is hidden")
        return self

    @property
    def state(self) -> FeatureState:
        """The feature as a room keeps it."""
        return FeatureState.make(self.is_, self.at, self.called or "", self.ft, self.climb, self.hidden, self.light, self.obscures, self.door, self.dc_to_find)


def _read_light(said: object) -> object:
    """The feet of light of a file that can only write texts: "20 20"."""
    is_text = isinstance(said, str) and re.fullmatch(r"[0-9]{1,4} [0-9]{1,4}", said)
    return [int(feet) for feet in said.split()] if isinstance(said, str) and is_text else said


class PlannedFeature(FeatureDocument):
    """A feature of a map, whose squares have one spelling and whose name a line of a file can hold."""

    at: Annotated[Squares, AfterValidator(_in_one_spelling)]
    called: Title | None = None
    light: Annotated[tuple[LightFeet, LightFeet] | None, BeforeValidator(_read_light)] = None

    @property
    def is_plain(self) -> bool:
        """Whether its word and its squares say all of it."""
        return not (self.called or self.ft or self.climb or self.hidden or self.light or self.obscures or self.door or "|" in self.at)

    @property
    def feature(self) -> GroundFeature:
        """The feature for measuring."""
        return self.state.feature


class PlannedGround(Document):
    """The ground of a room on a map. `size`: columns and rows, "12x10"; without it, those of the room on the map."""

    size: Annotated[str | None, Field(max_length=LONGEST_SIZE), AfterValidator(lambda size: size and _size_in_squares(size))] = None
    features: Annotated[tuple[PlannedFeature, ...], Field(max_length=MOST_FEATURES)] = ()

    @property
    def wide_and_high(self) -> Square | None:
        """Columns and rows, if it says them."""
        return read_size(self.size) if self.size else None


def fault_of(feature: PlannedFeature, w: int, h: int) -> str | None:
    """The fault of a feature on a ground of this size: an edge for what fills squares, or a square outside."""
    try:
        places = places_of(feature.feature)
    except GroundFault as fault:
        return str(fault)
    squares = (*places.squares, *(square for edge in places.edges for square in edge))
    return next((outside(square, w, h) for square in squares if square[0] >= w or square[1] >= h), None)


def outside(square: Square, w: int, h: int) -> str:
    """The fault of a square that is not on the ground."""
    return f"{square_name(square)} lies outside the ground of {w} by {h} squares"
