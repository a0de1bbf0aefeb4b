"""A plain thing that the game master invents and that no template describes: a key, a letter, an idol."""

import re
from typing import Any, Final

from rapidfuzz import fuzz

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook

_PLAIN: Final = re.compile(r"[^\W\d_]+(?:['’ -]{1,2}[^\W\d_]+){0,5}")
_LETTERS: Final = range(3, 61)
_RULED: Final = frozenset(("weapon", "armor", "consumable", "ammunition"))
"""Types of things that are useless without numbers."""
_MISSPELT: Final = 80
"""The percentage of letters that a misspelled name shares with the right one."""
_TREASURE: Final = frozenset(
    """gem gemstone jewel jewelry ruby diamond emerald sapphire pearl opal topaz jade amber garnet amethyst jasper onyx quartz moonstone
    bloodstone agate aquamarine peridot citrine lapis obsidian coral necklace pendant bracelet brooch tiara diadem goblet chalice
    statuette figurine painting tapestry ingot""".split()
)
"""Things with a price and no effect."""


def plain_item(name: str, book: Rulebook) -> dict[str, Any] | None:
    """The inline item for the name; None if the name means a thing of the rules, such as a potion, another sword, or a misspelled name."""
    said = names.tidy(name)
    if len(said) not in _LETTERS or not _PLAIN.fullmatch(said) or " of " in said.casefold():
        return None
    head = names.fold(said).split()[-1]
    if any(_is_head(head, t.item.name) for t in book.templates.values() if t.item.type in _RULED):
        return None
    return {"name": said, "type": "treasure" if head in _TREASURE else "adventuring_gear"}


def alike(name: str, near: tuple[str, ...]) -> tuple[str, ...]:
    """The similar names that this name misspells, or that mean the same kind of thing."""
    head = names.fold(name).split()[-1]
    return tuple(n for n in near if head in names.fold(n).split() or fuzz.ratio(name.casefold(), n.casefold()) >= _MISSPELT)


def _is_head(head: str, name: str) -> bool:
    """Whether the name means this kind of thing: "sword" for Longsword, "potion" for Potion of Healing."""
    return any(word.endswith(head) for word in names.fold(name).split())
