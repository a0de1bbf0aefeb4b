"""Find locks and keys in the notes of a map: "a gate with two keyholes to the east", "a chest with a bat-shaped key"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.vocabulary import Direction

MOST: Final = 40
"""The maximum number of keys of one map."""
NOWHERE: Final = "Gate Key"
"""The name of the key to a lock for which the map names none."""
_NUMBERS: Final[Mapping[str, int]] = {"two": 2, "three": 3, "four": 4, "five": 5}
_KEYHOLE: Final = re.compile(r"(?:\b(\w+) )?\bkeyholes?\b", re.IGNORECASE)
_KEY: Final = re.compile(r"\b(?:(a|an|the|one|two|three|four|five|[2-5]) )?((?:[\w'’-]{1,30} ){0,2})keys?\b", re.IGNORECASE)
_SIDE: Final = re.compile(r"\b(north|south|east|west)(?:ern)?\b", re.IGNORECASE)
_NO_NAME: Final = frozenset(
    "a an the of with and or has have holding holds hold in by some for this that its his her their no old your to from single".split()
)


@dataclass(frozen=True, slots=True)
class Keyhole:
    """Keyholes that a note mentions. `side`: the side of the door, according to the note."""

    count: int
    side: Direction | None


def keyhole(note: str) -> Keyhole | None:
    """The lock that a note mentions.

    >>> keyhole("A gate with two keyholes on the southern wall.")
    Keyhole(count=2, side='south')
    """
    found = _KEYHOLE.search(note)
    if found is None:
        return None
    side = _SIDE.search(note)
    return Keyhole(_number(found.group(1)), side.group(1).lower() if side else None)  # type: ignore[arg-type]  # a word of the pattern


def keys(note: str) -> Iterator[str]:
    """The names of the keys that a note mentions.

    >>> list(keys("A chest with a bat-shaped key.")), list(keys("Two keys on a hook.")), list(keys("A keyhole."))
    (['Bat-Shaped Key'], ['Key', 'Key'], [])
    """
    for found in _KEY.finditer(note):
        words: list[str] = []
        for word in reversed(found.group(2).split()):
            if word.lower() in _NO_NAME or word.lower() in _NUMBERS:
                break
            words.insert(0, word)
        told = found.group(1) or next((w for w in found.group(2).split() if w.lower() in _NUMBERS), None)
        name = " ".join((*words, "key")).title().replace("’S", "’s").replace("'S", "'s")
        yield from [name] * _number(told)


def _number(word: str | None) -> int:
    word = (word or "").lower()
    return int(word) if word in ("2", "3", "4", "5") else _NUMBERS.get(word, 1)


def share_keys(locks: Sequence[int], found: Sequence[str]) -> list[Sequence[str]]:
    """The keys for each lock, one for each of its keyholes, in the order of the notes."""
    given: list[Sequence[str]] = []
    left = list(found)
    for count in locks:
        given.append(left[:count])
        left = left[count:]
    return given
