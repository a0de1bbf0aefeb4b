"""Words of `with` that say whose aura reaches the creatures of a call: "aura of Roland", "aura of protection of Roland: Pip, Oda"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules import names

_WORD: Final = re.compile(
    r"\s*(?:in\s+)?(?:the\s+|an\s+)?(?P<what>aura)\s+of\s+(?P<by>[^:]*[^:\s])\s*(?::\s*(?P<on>.*\S))?\s*", re.IGNORECASE
)
_OF: Final = re.compile(r"\s+of\s+", re.IGNORECASE)
_COMMA: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


@dataclass(frozen=True, slots=True)
class AuraWord:
    """A word that speaks of an aura. `readings`: (the name of the aura or none, the name of the creature), the likeliest first; `on`: the names
    of the creatures that it reaches, none for all that the call is about.
    """

    word: str
    readings: tuple[tuple[str | None, str], ...]
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldAura:
    """The aura of a creature, by its id, that reaches others here. `name`: only the aura of this name; `on`: the ids of the only creatures
    that it reaches, none for all friends.
    """

    word: str
    by: str
    name: str | None = None
    on: tuple[str, ...] = ()


def read(word: str) -> AuraWord | None:
    """The reading of a word about an aura; None for a word about anything else.

    >>> read("in the aura of Roland").readings
    ((None, 'Roland'),)
    >>> read("Aura of Protection of Roland: Pip and Oda")
    AuraWord(word='Aura of Protection of Roland: Pip and Oda', readings=((None, 'Protection of Roland'), ('aura of Protection', 'Roland')), on=('Pip', 'Oda'))
    >>> read("half_cover") is None
    True
    """
    found = _WORD.fullmatch(word.replace("_", " "))
    if found is None:
        return None
    parts = _OF.split(found["by"])
    split = [(f"aura of {' of '.join(parts[:n])}", " of ".join(parts[n:])) for n in range(1, len(parts))]
    on = tuple(_COMMA.split(found["on"])) if found["on"] else ()
    return AuraWord(word, ((None, found["by"]), *split), on)


def words_in(words: Sequence[str]) -> list[AuraWord]:
    """The words of a list that speak of an aura."""
    return [found for word in words if (found := read(word))]


def is_called(aura: str, name: str | None) -> bool:
    """Whether the aura has this name; any aura, if none is given. The name of an item or an effect, or its beginning, will do.

    >>> is_called("aura_of_protection", "aura of protection"), is_called("Holy Avenger Longsword", "aura of holy avenger"), is_called("Rage", None)
    (True, True, True)
    """
    if name is None:
        return True
    whole = names.fold(name)
    forms = (whole, names.fold(whole.removeprefix("aura of ")))
    return names.fold(aura) in forms or names.fold(aura).startswith(tuple(f"{form} " for form in forms))
