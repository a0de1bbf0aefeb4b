"""The scopes of changes that count only for some rolls ("against:poison"), checked when such a roll is made."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

OTHER_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "poisoned": "poison", "poisons": "poison", "charmed": "charm", "charms": "charm", "charming": "charm",
        "frightened": "fear", "fright": "fear", "fears": "fear", "frightening": "fear", "magical": "magic", "spells": "spell",
        "turned": "turning", "turn_undead": "turning", "possession": "possessed", "diseases": "disease", "diseased": "disease",
        "paralysis": "paralyzed", "petrification": "petrified", "stun": "stunned", "asleep": "sleep", "curses": "curse", "cursed": "curse",
    }
)  # fmt: skip
"""Other words for the same tag: a save against poison is also a save against being poisoned."""
_OF_THE_CAUSE: Final = frozenset(("against", "source"))
"""First words of tags for the things that a roll is made against."""


def tags(written: Iterable[str]) -> frozenset[str]:
    """The tags for everything that a roll is made against; a spell also gets the tag magic.

    >>> sorted(tags(["Poisoned", "spell", "dragon breath"]))
    ['dragon_breath', 'magic', 'poison', 'spell']
    """
    return _tags(tuple(written))


@lru_cache(maxsize=1024)
def _tags(written: tuple[str, ...]) -> frozenset[str]:
    found = {_tag(word) for word in written}
    return frozenset(found | {"magic"} if "spell" in found else found)


def holds(scope: Collection[str], against: frozenset[str]) -> bool:
    """Whether a change with this scope counts for a roll against these tags: each part of the scope needs one of its words among the tags.

    >>> holds(("against:charmed|frightened",), tags(["fear"])), holds(("against:spell", "targets_only_you"), tags(["spell"]))
    (True, False)
    """
    return all(_is_met(part, against) for part in scope)


ONE_TARGET: Final = "targets_only_you"
"""The tag of an act that has one target and no area."""
OF_MAGIC: Final = ("source:magic",)
"""The scope of an immunity that counts only against magic."""
ATTACKER: Final = "attacker:"
"""The beginning of a tag for the type of a creature that attacks or causes a save."""


def of_attacker(types: Iterable[str]) -> list[str]:
    """The tags of a creature of these types."""
    return [f"{ATTACKER}{word}" for word in types]


_DAMAGE: Final = "damage:"


def of_damage(type: str) -> str:
    """The tag of a threat that deals damage of a type. It meets "against:poison" but not "against:poisoned": SRD 5.2 speaks only of the
    condition, SRD 5.1 of every poison.

    >>> venom = tags([of_damage("poison")])
    >>> holds(("against:poison",), venom), holds(("against:poisoned",), venom), holds(("against:poisoned",), tags(["poison"]))
    (True, False, True)
    """
    return f"{_DAMAGE}{type}"


def is_of_attacker(scope: Collection[str], types: Iterable[str]) -> bool:
    """Whether a change counts only against creatures of these types.

    >>> is_of_attacker(("attacker:fiend|undead",), ["undead"]), is_of_attacker(("attacker:fiend",), ["beast"]), is_of_attacker((), ["fiend"])
    (True, False, False)
    """
    return bool(scope) and all(part.startswith(ATTACKER) for part in scope) and holds(scope, tags(of_attacker(types)))


def _is_met(part: str, against: frozenset[str]) -> bool:
    negated = part.startswith("not ")
    head, colon, rest = part.removeprefix("not ").partition(":")
    words = (rest if colon else head).split("|")
    prefix = f"{head}:" if colon and head not in _OF_THE_CAUSE else ""
    dealt = [f"{_DAMAGE}{word}" for word in words] if head in _OF_THE_CAUSE else []
    return negated == against.isdisjoint((*(f"{prefix}{_tag(word)}" for word in words), *dealt))


@lru_cache(maxsize=1024)
def _tag(word: str) -> str:
    plain = "_".join(word.casefold().replace("-", " ").split())
    return OTHER_WORDS.get(plain, plain)
