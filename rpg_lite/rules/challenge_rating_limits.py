"""Creatures of the book up to a challenge rating, as a step or a choice of an act names them: "cr<=0:beast"."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook

ANY: Final = "any"
_LIMITS: Final = re.compile(r"cr<=([\d.]+):(\w+)", re.ASCII)


class CreatureLimits(NamedTuple):
    """The highest challenge rating and the type of a creature."""

    most: str
    type: str

    def __str__(self) -> str:
        return f"{'creature' if self.type == ANY else self.type} of challenge rating {self.most} or lower"


def limits_in(word: str) -> CreatureLimits | None:
    """The limits that a word sets.

    >>> str(limits_in("cr<=0:beast")), limits_in("owl")
    ('beast of challenge rating 0 or lower', None)
    """
    found = _LIMITS.fullmatch(word)
    return CreatureLimits(found[1], found[2]) if found else None


def creatures_within(limits: CreatureLimits, book: Rulebook) -> Iterator[tuple[str, str]]:
    """(key, name) of each creature of the book within the limits."""
    for key, written in book.creatures.items():
        about = written.get("character", {})
        rating = about.get("cr")
        if limits.type in (ANY, about.get("type")) and rating is not None and float(rating) <= float(limits.most):
            yield key, str(about.get("name", key))


def with_creatures(act: Act, book: Rulebook) -> Act:
    """The act with the creatures of the book in place of the limits among its options (SRD 5.2, Find Familiar)."""
    if not any(limits_in(word) for words in act.choices.values() for word in words):
        return act
    made = {name: tuple(dict.fromkeys(o for word in words for o in _options(word, book))) for name, words in act.choices.items()}
    return act.model_copy(update={"choices": made})


def _options(word: str, book: Rulebook) -> Iterator[str]:
    if limits := limits_in(word):
        yield from (names.fold(called) for _, called in creatures_within(limits, book))
    else:
        yield word
