"""Tags of modifiers in words: "against:poison" becomes against poison, "target:dragon" against dragon targets."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

_WORDS: Final[Mapping[str, str]] = MappingProxyType({"natural20": "on a natural 20", "others": "for others", "once_a_turn": "once a turn"})
_HEADS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "against": "against {}",
        "target": "against {} targets",
        "attack": "{} attacks",
        "attacker": "against {} attackers",
        "source": "from {}",
        "damage": "{} damage",
        "weapon": "with {}",
        "within": "within {}",
        "race": "{}",
        "class": "{}",
        "alignment": "{} alignment",
        "proficient": "proficient with {}",
    }
)
OTHER_THAN_GRAPPLER: Final = "target:other_than_grappler"
_LEADING: Final = frozenset(("against", "for", "from", "on", "with", "within", "while", "when"))


def words(tag: str) -> str:
    """
    >>> [words(t) for t in ("against:spell|magic", "target:sworn_enemy", "attack:ranged", "not race:dwarf", "sight", "natural20")]
    ['against spell or magic', 'against sworn enemy targets', 'ranged attacks', 'not dwarf', 'sight', 'on a natural 20']
    """
    if tag in _WORDS:
        return _WORDS[tag]
    no, tag = ("not ", tag[4:]) if tag.startswith("not ") else ("", tag)
    head, colon, rest = (part.replace("_", " ").replace("|", " or ") for part in tag.partition(":"))
    return no + (_HEADS.get(head, "{} " + head).format(rest) if colon else head)


def say_immunity(word: str) -> str:
    """A resistance or an immunity of a creature in words.

    >>> say_immunity("act:Sleep"), say_immunity("spell<=6"), say_immunity("cold"), say_immunity("spell<=0")
    ('Sleep', 'spells of level 6 or lower', 'cold', 'cantrips')
    """
    counted, sign, level = word.partition("<=")
    if sign:
        return "cantrips" if level == "0" else f"spells {'cast at' if counted == 'slot' else 'of'} level {level} or lower"
    return word.removeprefix("act:")


def say_tags(tags: Iterable[str]) -> str:
    """All the tags in words, separated by commas."""
    return ", ".join(map(words, tags))


def only(tags: Iterable[str]) -> str:
    """
    >>> only(("against:poison",)), only(("sight",))
    ('only against poison', 'only for sight')
    """
    text = say_tags(tags)
    return f"only {text}" if text.split(maxsplit=1)[0] in _LEADING else f"only for {text}"
