"""The ground of a room in the text format of maps: rows of signs ("| ..##..~~"), and lines for what needs words ("~ pillar C4; called Altar")."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, get_args

from rpg_lite.content.entry_editions import Faulty
from rpg_lite.rules.space.features import GroundFeature
from rpg_lite.rules.space.ground_rows import MEANT, SIGNS, RowFault, read_rows, write_rows
from rpg_lite.rules.space.squares import Square
from rpg_lite.vocabulary import DoorState, FeatureWord
from rpg_lite.world.map_grounds import PlannedFeature, PlannedGround

Json = dict[str, Any]
WORDS: Final = {word.replace("_", " "): word for word in get_args(FeatureWord)}
_FEATURE_WORDS: Final = ("called NAME", "NUMBER ft", "climb", "hidden", "find NUMBER", "light NUMBER NUMBER", "lightly", "heavily", "open", "closed", "locked")
_ORDER: Final = {word: n for n, word in enumerate(SIGNS) if MEANT[SIGNS[word]] == word}
_FEET: Final = re.compile(r"([0-9]{1,10}) (?:ft|feet)")


def read_feature(text: str, fault: Callable[[str], Faulty]) -> Json:
    """A line such as "low wall B2|C2 C4; called Rail; 4 ft", under the keys of a plan. Raises the fault that `fault` makes of a text."""
    first, *words = (part.strip() for part in text.split(";"))
    plain = first.replace("_", " ")
    word = max((w for w in WORDS if plain.startswith(f"{w} ")), key=len, default=None)
    if word is None:
        raise fault(f'write a feature as "~ pillar C4 C7"; its word is one of: {", ".join(WORDS)}')
    feature: Json = {"is": WORDS[word], "at": plain[len(word) :].strip()}
    for said in words:
        more = _said(said)
        if more is None:
            raise fault(f"unknown {said[:60]!r}; allowed between semicolons: {', '.join(_FEATURE_WORDS)}")
        if feature.keys() & more.keys():
            raise fault(f"{said!r} repeats what was given before")
        feature |= more
    return feature


def _said(word: str) -> Json | None:
    first, _, rest = word.partition(" ")
    if first == "called" and rest:
        return {"called": rest}
    if word in ("climb", "hidden"):
        return {word: True}
    if word in ("lightly", "heavily"):
        return {"obscures": word}
    if word in get_args(DoorState):
        return {"door": word}
    if first == "find" and rest.isdigit():
        return {"dcToFind": int(rest)}
    if first == "light" and rest:
        return {"light": rest}
    feet = _FEET.fullmatch(word)
    return {"ft": int(feet[1])} if feet else None


def features_of(rows: Sequence[str]) -> tuple[str, list[Json]]:
    """The size of a ground in rows, and its features under the keys of a plan. Raises RowFault."""
    found = [{"is": feature.word, "at": feature.at} for feature in read_rows(rows)]
    return f"{len(rows[0])}x{len(rows)}", found


def write(ground: PlannedGround) -> Iterator[str]:
    """The lines of a ground, which read back as the same one. Without a size, there are no rows."""
    drawn = 0
    if size := ground.wide_and_high:
        drawn = _count_drawn(size, ground.features)
        yield from (f"| {row}" for row in write_rows(*size, (feature.feature for feature in ground.features[:drawn])))
    yield from map(_line, ground.features[drawn:])


def _line(feature: PlannedFeature) -> str:
    words = [f"~ {feature.is_.replace('_', ' ')} {feature.at}"]
    words += [f"called {feature.called}"] if feature.called else []
    words += [f"{feature.ft} ft"] if feature.ft else []
    words += ["climb"] if feature.climb else []
    words += ["hidden"] if feature.hidden else []
    words += [f"find {feature.dc_to_find}"] if feature.dc_to_find else []
    words += [f"light {feature.light[0]} {feature.light[1]}"] if feature.light else []
    words += [feature.obscures] if feature.obscures else []
    words += [feature.door] if feature.door else []
    return "; ".join(words)


def _count_drawn(size: Square, features: Sequence[PlannedFeature]) -> int:
    """How many of the first features rows can draw so that they read back as the same: rows know no order of their own, and one sign a square."""
    first = [GroundFeature(feature.is_, feature.at) for feature in features[: _count_in_order(features)]]
    # The features of one sign belong together, so only where the word changes may the rows end.
    for n in (n for n in range(len(first), 0, -1) if n == len(first) or first[n].word != first[n - 1].word):
        if read_rows(write_rows(*size, first[:n])) == first[:n]:
            return n
    return 0


def _count_in_order(features: Sequence[PlannedFeature]) -> int:
    """How many of the first features have words that rows read, in the order in which they read them, and nothing else to say."""
    last = 0
    for n, feature in enumerate(features):
        place = _ORDER.get(feature.is_, -1)
        if place < last or not feature.is_plain:
            return n
        last = place
    return len(features)


def row_fault(fault: RowFault, lines: Sequence[int]) -> Faulty:
    """The fault of a row at its line. `lines`: the line of each row."""
    return Faulty((f"line {lines[min(fault.row, len(lines) - 1)]}", str(fault)))
