"""Class levels and subclasses as people write them: "Barbarian (Berserker) 5"."""

import re
from collections.abc import Sequence
from typing import Final

from rpg_lite.rules import names

_CLASS_LEVEL: Final = re.compile(r"(.+?)\s+(\d{1,2})")
_SUBCLASS: Final = re.compile(r"\s*\(([^()]+)\)")


def subclass_words(written: Sequence[str]) -> list[str]:
    """The words in brackets after a class, which name the subclass.

    >>> subclass_words(["Barbarian (Berserker) 5", "rogue 2"])
    ['Berserker']
    """
    return [word.strip() for c in written for word in _SUBCLASS.findall(c)]


def class_levels(written: Sequence[str]) -> list[tuple[str, int | None]]:
    """The classes with the levels in their text.

    >>> class_levels(["fighter 3", "Wizard", "Barbarian (Berserker) 5"])
    [('fighter', 3), ('wizard', None), ('barbarian', 5)]
    """
    plain = [_SUBCLASS.sub("", c).strip() for c in written]
    split = [(_CLASS_LEVEL.fullmatch(c), c) for c in plain]
    return [(names.fold(m[1]), int(m[2])) if m else (names.fold(c), None) for m, c in split]
