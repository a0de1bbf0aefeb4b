"""Words for a place, read into what they ask for: a closed set of forms, in which every name is a whole one.

Nobody here knows the world: the forms that words may have are given in the order in which they count, each with the names that it speaks of, and the
first one whose names all mean something is what the words ask for. So a creature called "Man behind the Curtain" is found by its name.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules.space.measure import ROUND
from rpg_lite.rules.space.squares import SQUARE_FEET, Point, Space, read_corner, read_square
from rpg_lite.vocabulary import Direction

LONGEST_WORDS: Final = 500
"""Letters: two long names, and the words between them."""


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
class Between:
    """Nearest to the middle of two."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Toward:
    """As far as the movement goes on the way to something."""

    x: str


@dataclass(frozen=True, slots=True)
class AwayFrom:
    """As far from something as the movement goes."""

    x: str


@dataclass(frozen=True, slots=True)
class CoverFrom:
    """The place of the best cover from something to which the movement leads."""

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
    | NextTo
    | InReach
    | FeetFrom
    | InDirection
    | Behind
    | Between
    | Toward
    | AwayFrom
    | CoverFrom
    | OutOfSight
)
AskedPlace = Unsheltered | WithCover

_FEET: Final = r"(?P<feet>\d{1,10})\s*(?:ft\.?|feet|foot)"
_ROUND: Final = r"(?P<way>(?:north|south)[ -]?(?:east|west)|north|south|east|west)"
_WITH_COVER: Final = re.compile(r" with cover(?: from (?=\S))?", re.IGNORECASE)
_Form = Callable[[re.Match[str]], Iterator[Unsheltered]]


def read(words: str, is_name: Callable[[str], bool]) -> AskedPlace | None:
    """The first form of the words whose names all mean something; None if no form fits."""
    return next((asked for asked in forms(words) if all(map(is_name, names_in(asked)))), None)


def names_in(asked: AskedPlace) -> tuple[str, ...]:
    """The names of which a form speaks."""
    if isinstance(asked, WithCover):
        return (*names_in(asked.place), asked.y) if asked.y else names_in(asked.place)
    x, y = getattr(asked, "x", ""), getattr(asked, "y", "")
    return (x, y) if x and y else (x,) if x else ()


def forms(words: str) -> Iterator[AskedPlace]:
    """The forms that words may have, in the order in which they count: a square, a corner, a whole name, the rows of the table from the top, and
    the same with cover.
    """
    text = " ".join(words.split()) if len(words) <= LONGEST_WORDS else ""
    if not text:
        return
    yield from _unsheltered(text)
    for cut in _WITH_COVER.finditer(text):
        rest = text[cut.end() :]
        if cut[0].casefold().endswith("from ") == bool(rest):
            yield from (WithCover(place, rest) for place in _unsheltered(text[: cut.start()]))


def _unsheltered(text: str) -> Iterator[Unsheltered]:
    if square := read_square(text):
        yield AtSquare(square)
    if corner := read_corner(text):
        yield AtCorner(corner)
    yield BareName(text)
    for pattern, form in _ROWS:
        if found := pattern.fullmatch(text):
            yield from form(found)


def _feet_from(found: re.Match[str]) -> Iterator[FeetFrom]:
    feet = int(found["feet"])
    if feet >= SQUARE_FEET:
        yield FeetFrom(found["x"], feet - SQUARE_FEET + 1, feet)


def _within(found: re.Match[str]) -> Iterator[FeetFrom]:
    if int(found["feet"]) >= SQUARE_FEET:
        yield FeetFrom(found["x"], 0, int(found["feet"]))


def _in_direction(found: re.Match[str]) -> Iterator[InDirection]:
    way = re.sub(r"[ -]", "", found["way"].casefold())
    if int(found["feet"]) >= SQUARE_FEET:
        yield InDirection(int(found["feet"]), next(one for one in ROUND if one == way), found.groupdict().get("x") or "")


def _beside_in_direction(found: re.Match[str]) -> Iterator[InDirection]:
    way = re.sub(r"[ -]", "", found["way"].casefold())
    yield InDirection(SQUARE_FEET, next(one for one in ROUND if one == way), found["x"])


def _behind(found: re.Match[str]) -> Iterator[Behind]:
    feet = int(found["feet"]) if found["feet"] else None
    if feet is None or feet >= SQUARE_FEET:
        yield Behind(found["x"], "", feet)
        yield from (Behind(x, y, feet) for x, y in _split(found["x"], " from "))


def _between(found: re.Match[str]) -> Iterator[Between]:
    return (Between(x, y) for x, y in _split(found["x"], " and "))


def _split(text: str, by: str) -> Iterator[tuple[str, str]]:
    """The text in two, at each place where the word stands."""
    for cut in re.finditer(rf"(?<=\S){by}(?=\S)", text, re.IGNORECASE):
        yield text[: cut.start()], text[cut.end() :]


def _of_x(kind: type[NextTo | InReach | Toward | AwayFrom | CoverFrom | OutOfSight]) -> _Form:
    def form(found: re.Match[str]) -> Iterator[Unsheltered]:
        yield kind(found["x"])

    return form


_X: Final = r"(?P<x>\S.*)"
_ROWS: Final[tuple[tuple[re.Pattern[str], _Form], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.ASCII), form)
    for pattern, form in (
        (rf"(?:next to|beside|adjacent to|close to|near|up to|to) {_X}", _of_x(NextTo)),
        (rf"in reach of {_X}", _of_x(InReach)),
        (rf"{_FEET} (?:away )?from {_X}", _feet_from),
        (rf"within {_FEET} of {_X}", _within),
        (rf"{_FEET} {_ROUND} of {_X}", _in_direction),
        (rf"{_ROUND} of {_X}", _beside_in_direction),
        (rf"{_ROUND} {_FEET}", _in_direction),
        (rf"{_FEET} {_ROUND}", _in_direction),
        (rf"(?:{_FEET} )?behind {_X}", _behind),
        (rf"between {_X}", _between),
        (rf"towards? {_X}", _of_x(Toward)),
        (rf"away from {_X}", _of_x(AwayFrom)),
        (rf"cover from {_X}", _of_x(CoverFrom)),
        (rf"out of sight of {_X}", _of_x(OutOfSight)),
    )
)
"""The rows of the table from the top, each with the forms that its words may have."""
