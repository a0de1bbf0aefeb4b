"""Words for a place, read into what they ask for: a closed set of forms, in which every name is a whole one.

Nobody here knows the world: the forms that words may have are given in the order in which they count, each with the names that it speaks of, and the
first one whose names all mean something is what the words ask for. So a creature called "Man behind the Curtain" is found by its name.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from rpg_lite.mechanics.space.asked_places import (
    Above,
    AskedPlace,
    AtCorner,
    AtSquare,
    AwayFrom,
    BareName,
    Behind,
    Between,
    CoverFrom,
    EdgeOf,
    FeetFrom,
    Flanking,
    InDirection,
    InFrontOf,
    InPart,
    InReach,
    InSight,
    MiddleOf,
    NextTo,
    On,
    Opposite,
    OutOf,
    OutOfReach,
    OutOfSight,
    Through,
    Toward,
    Unsheltered,
    WithCover,
    names_in,
)
from rpg_lite.rules.space.measure import ROUND
from rpg_lite.rules.space.squares import HIGHEST_LEVEL, SQUARE_FEET, read_corner, read_square
from rpg_lite.vocabulary import Direction

LONGEST_WORDS: Final = 500
"""Letters: two long names, and the words between them."""
ENEMIES: Final = "enemies"
"""The name under which words that name nobody speak of the nearest foe: "behind cover", "10 ft back"."""
HERE: Final = "here"
"""The name under which words speak of where the mover stands: "stay", "where I am"."""
FAR: Final = 10**6
"""Feet: farther than any ground reaches, for "at least 30 ft from X"."""
_NUMBERS: Final = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
    "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
}  # fmt: skip
_FEET: Final = rf"(?P<feet>\d{{1,10}}|{'|'.join(_NUMBERS)})(?:\s*-?(?P<unit>ft\.?|feet|foot|squares?)|['’′])"
_SHORT: Final[dict[str, Direction]] = {"".join(word[0] for word in re.findall("north|south|east|west", way)): way for way in ROUND}
"""The short forms of the directions, in which answers write them: "ne"."""
_ROUND: Final = rf"(?P<way>(?:north|south)[ -]?(?:east|west)|north|south|east|west|{'|'.join(_SHORT)})"
_WITH_COVER: Final = re.compile(r" with cover(?: from (?=\S))?", re.IGNORECASE)
_Form = Callable[[re.Match[str]], Iterator[Unsheltered]]


def read(words: str, is_name: Callable[[str], bool]) -> AskedPlace | None:
    """The first form of the words whose names all mean something; None if no form fits."""
    return next((asked for asked in forms(words) if all(map(is_name, names_in(asked)))), None)


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
    if square := read_square(_BEFORE_SQUARES.sub("", text).removesuffix(".")):
        yield AtSquare(square)
    for pattern, form in _ROWS:
        if found := pattern.fullmatch(text):
            yield from form(found)


def _feet(found: re.Match[str]) -> int:
    """The feet that a number and its unit mean; a square is 5 ft wide."""
    number = found["feet"].casefold()
    feet = _NUMBERS[number] if number in _NUMBERS else int(number)
    return feet * SQUARE_FEET if (found["unit"] or "").casefold().startswith("square") else feet


def _feet_from(found: re.Match[str]) -> Iterator[FeetFrom]:
    feet = _feet(found)
    if feet >= SQUARE_FEET:
        yield FeetFrom(found["x"], feet - SQUARE_FEET + 1, feet)


def _within(found: re.Match[str]) -> Iterator[FeetFrom]:
    if _feet(found) >= SQUARE_FEET:
        yield FeetFrom(found["x"], 0, _feet(found))


def _at_least(found: re.Match[str]) -> Iterator[FeetFrom]:
    is_more = (found.groupdict().get("more") or "").casefold() not in ("", "at least")
    yield FeetFrom(found["x"], _feet(found) + is_more, FAR)


def _way(found: re.Match[str]) -> Direction:
    way = re.sub(r"[ -]", "", found["way"].casefold())
    return _SHORT[way] if way in _SHORT else next(one for one in ROUND if one == way)


def _in_direction(found: re.Match[str]) -> Iterator[InDirection]:
    if _feet(found) >= SQUARE_FEET:
        yield InDirection(_feet(found), _way(found), found.groupdict().get("x") or "")


def _beside_in_direction(found: re.Match[str]) -> Iterator[InDirection]:
    yield InDirection(SQUARE_FEET, _way(found), found["x"])


def _corner(found: re.Match[str]) -> Iterator[InPart]:
    way = _way(found) if found["way"] else None
    if way is None or way not in _SIDES:
        yield InPart("corner", way)


def _side(found: re.Match[str]) -> Iterator[InPart]:
    way = _way(found) if found["way"] else None
    if way is None or way in _SIDES:
        yield InPart("side", way)


def _staying(_: re.Match[str]) -> Iterator[BareName]:
    yield BareName(HERE)


def _middle(_: re.Match[str]) -> Iterator[InPart]:
    yield InPart("middle")


def _above(found: re.Match[str]) -> Iterator[Above]:
    feet = _feet(found) if found.groupdict().get("feet") else SQUARE_FEET
    if SQUARE_FEET <= feet <= HIGHEST_LEVEL:
        is_down = found["over"].casefold() in ("below", "beneath", "under", "down")
        yield Above(-feet if is_down else feet, found.groupdict().get("x") or "")


def _in_the_air(found: re.Match[str]) -> Iterator[Above]:
    if SQUARE_FEET <= _feet(found) <= HIGHEST_LEVEL:
        yield Above(_feet(found), is_from_ground=True)


def _behind(found: re.Match[str]) -> Iterator[Behind]:
    feet = _feet(found) if found["feet"] else None
    if feet is None or feet >= SQUARE_FEET:
        yield Behind(found["x"], "", feet)
        yield from (Behind(x, y, feet) for x, y in _split(found["x"], " from "))


def _between(found: re.Match[str]) -> Iterator[Between | MiddleOf]:
    yield from (Between(x, y) for x, y in _split(found["x"], " and "))
    yield MiddleOf(found["x"], is_among=True)


def _split(text: str, by: str) -> Iterator[tuple[str, str]]:
    """The text in two, at each place where the word stands."""
    for cut in re.finditer(rf"(?<=\S){by}(?=\S)", text, re.IGNORECASE):
        yield text[: cut.start()], text[cut.end() :]


def _as_far(kind: type[Toward | AwayFrom]) -> _Form:
    """The form of what movement leads to; without a name, away from the nearest foe."""

    def form(found: re.Match[str]) -> Iterator[Unsheltered]:
        groups = found.groupdict()
        feet = _feet(found) if groups.get("feet") else None
        if feet is None or feet >= SQUARE_FEET:
            yield kind(groups.get("x") or ENEMIES, feet)

    return form


def _of_x(
    kind: type[
        BareName
        | On
        | OutOf
        | EdgeOf
        | MiddleOf
        | Through
        | NextTo
        | InReach
        | Opposite
        | Flanking
        | InFrontOf
        | CoverFrom
        | InSight
        | OutOfReach
        | OutOfSight
    ],
) -> _Form:
    def form(found: re.Match[str]) -> Iterator[Unsheltered]:
        yield kind(found.groupdict().get("x") or ENEMIES)

    return form


_BEFORE_SQUARES: Final = re.compile(r"^(?:(?:to|at|on|in) )?(?:the )?(?:square )?", re.IGNORECASE)
_SIDES: Final[frozenset[Direction]] = frozenset(("north", "east", "south", "west"))
_X: Final = r"(?P<x>\S.*)"
_OF_ROOM: Final = r"(?: of (?:the |this )?(?:room|ground|map|chamber|hall))?"
_AT_WALL: Final = r"(?:(?:along|against|at|by|to|near|next to|beside|on)|(?:with )?(?:(?:my|his|her|its|their|the) )?back (?:to|against))"
_STAYING: Final = r"(?:stay|stand|remain|wait|hold)"
_I: Final = r"(?:i|we|you|he|she|it|they)"
_ROWS: Final[tuple[tuple[re.Pattern[str], _Form], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.ASCII), form)
    for pattern, form in (
        (rf"(?:right |directly )?(?:next to|beside|adjacent to|close to|near|by|alongside|with) {_X}", _of_x(NextTo)),
        (rf"(?:up to|to|at) {_X}", _of_x(BareName)),
        (rf"(?:up )?(?:on(?:to)?(?: top of)?|atop|in(?:to|side)?) {_X}", _of_x(On)),
        (rf"(?:out )?through {_X}", _of_x(Through)),
        (rf"(?:get )?(?:out(?:side)? of|outside|off|clear of) {_X}", _of_x(OutOf)),
        (rf"out(?: at| by)? {_X}", _of_x(Through)),
        (rf"(?:(?:to|at|on|along|near) )?(?:the )?(?:very )?(?:edge|rim|brink|border|lip|bank|shore) of {_X}", _of_x(EdgeOf)),
        (rf"(?:in(?:to)? |at |to )?(?:the )?(?:middle|cent(?:er|re)|midst) of {_X}", _of_x(MiddleOf)),
        (rf"(?:in )?among(?:st)? {_X}", _between),
        (rf"(?:with)?in reach of {_X}", _of_x(InReach)),
        (rf"(?:in(?:to)?|within) melee (?:with|range of|reach of) {_X}", _of_x(InReach)),
        (rf"{_FEET} (?:away )?from {_X}", _feet_from),
        (rf"(?P<more>at least|more than|farther than|further than|over) {_FEET} (?:away )?from {_X}", _at_least),
        (rf"{_FEET} or (?:more|farther|further) (?:away )?from {_X}", _at_least),
        (rf"(?:with)?in {_FEET} (?:of|from) {_X}", _within),
        (rf"at most {_FEET} (?:away )?from {_X}", _within),
        (rf"{_FEET} (?:to the )?(?:due )?{_ROUND} (?:of|from) {_X}", _in_direction),
        (rf"(?:(?:to|on|at) the )?{_ROUND}(?: side)? of {_X}", _beside_in_direction),
        (rf"{_ROUND} (?:by )?{_FEET}", _in_direction),
        (rf"{_FEET} (?:to the )?(?:due )?{_ROUND}", _in_direction),
        (rf"{_FEET} (?:directly |right |straight )?(?P<over>above|over|below|beneath|under) {_X}", _above),
        (rf"(?P<over>above) {_X}", _above),
        (rf"{_FEET} (?:straight )?(?P<over>up|down)", _above),
        (rf"(?:straight )?(?P<over>up|down) {_FEET}", _above),
        (rf"{_FEET} (?:up )?(?:in the air|above (?:the )?ground|off the ground)", _in_the_air),
        (rf"(?:hide |directly |right )?(?:{_FEET} )?behind {_X}", _behind),
        (rf"(?:(?:on|to) )?(?:the )?(?:opposite|other|far) side of {_X}", _of_x(Opposite)),
        (rf"(?:opposite(?: to| of)?|across from) {_X}", _of_x(Opposite)),
        (rf"(?:to )?flank(?:s|ing)? {_X}", _of_x(Flanking)),
        (rf"in front of {_X}", _of_x(InFrontOf)),
        (rf"(?:in |midway |halfway )?between {_X}", _between),
        (rf"(?:{_FEET} )?(?:towards?|closer to|nearer to) {_X}", _as_far(Toward)),
        (r"as (?:close|near) to (?P<x>\S.*) as possible", _as_far(Toward)),
        (rf"(?:(?:back |run |get )?away|back|back off|retreat|flee|farther|further) from {_X}", _as_far(AwayFrom)),
        (r"as far (?:away )?from (?P<x>\S.*) as possible", _as_far(AwayFrom)),
        (rf"(?:back(?:wards?)? {_FEET}|back (?:off|away))", _as_far(AwayFrom)),
        (rf"{_FEET} back(?:wards?)?", _as_far(AwayFrom)),
        (rf"(?:(?:take|find|into|in|to|behind) )?(?:half |three[- ]quarters )?cover from {_X}", _of_x(CoverFrom)),
        (rf"(?:(?:take|find|into|in|to|behind) )?(?:full|total) cover from {_X}", _of_x(OutOfSight)),
        (r"(?:take|find|into|in|to|behind) (?:full|total) cover", _of_x(OutOfSight)),
        (r"(?:take|find|into|in|to|behind) cover", _of_x(CoverFrom)),
        (rf"out of (?:sight|view) of {_X}", _of_x(OutOfSight)),
        (rf"(?:in(?:to)?|within) (?:sight|view) of {_X}", _of_x(InSight)),
        (rf"(?:with )?(?:an? )?(?:clear|open|good) (?:shot|line)(?: (?:at|to|on|of sight to))? {_X}", _of_x(InSight)),
        (rf"out of (?:melee|reach of|the reach of|melee with|melee range of) {_X}", _of_x(OutOfReach)),
        (r"out of (?:sight|view)", _of_x(OutOfSight)),
        (rf"(?:(?:in(?:to)?|to|at) )?(?:the |a )?(?:nearest )?(?:{_ROUND}(?:ern)? )?corner{_OF_ROOM}", _corner),
        (
            rf"(?:{_AT_WALL} )?(?:the |a |any )?(?:nearest |closest )?(?:{_ROUND}(?:ern)? )?(?:wall|side|edge|end)s?{_OF_ROOM}",
            _side,
        ),
        (rf"(?:{_STAYING} )?where {_I} (?:already )?(?:am|are|is|stands?)(?: now| already)?", _staying),
        (rf"{_STAYING}(?: here| put| still| there| in place)?|in place", _staying),
        (rf"(?:(?:in(?:to)?|at|to) )?(?:the )?(?:middle|cent(?:er|re)){_OF_ROOM}", _middle),
    )
)
"""The rows of the table from the top, each with the forms that its words may have."""
