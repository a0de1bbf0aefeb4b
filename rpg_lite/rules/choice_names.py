"""The names under which the choices of a character are kept, whatever names people use."""

import re
from typing import Final

from rpg_lite.rules import names

SUBCLASS: Final = "subclass"
SUBCLASS_KEYS: Final = (
    "subclass", "archetype", "domain", "oath", "circle", "patron", "college", "tradition", "school", "path", "bloodline",
)  # fmt: skip
"""The words of the classes for their subclasses."""
_LONGER: Final = (
    "sub class", "martial archetype", "roguish archetype", "ranger archetype", "divine domain", "cleric domain", "sacred oath",
    "paladin oath", "druid circle", "otherworldly patron", "warlock patron", "bard college", "bardic college", "arcane tradition",
    "monastic tradition", "arcane school", "primal path", "sorcerous origin",
)  # fmt: skip
_OF_SUBCLASSES: Final = frozenset(map(names.fold, (*SUBCLASS_KEYS, *_LONGER)))
_WORD_START: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def choice_key(name: str) -> str:
    """A choice in any spelling: "fightingStyle" is "fighting style", and each class's own word for its subclass is "subclass".

    >>> choice_key("fightingStyle"), choice_key("Fighting_Style"), choice_key("divineDomain")
    ('fighting style', 'fighting style', 'subclass')
    """
    key = names.fold(_WORD_START.sub(" ", name))
    return SUBCLASS if key in _OF_SUBCLASSES else key
