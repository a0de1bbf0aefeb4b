"""Class levels and subclasses as people write them: "Barbarian (Berserker) 5"."""

import re
from collections.abc import Sequence
from typing import Final

from rpg_lite.rules import names

_CLASS_LEVEL: Final = re.compile(r"(.+?)\s+(\d{1,9})", re.ASCII)
HIGHEST_LEVEL: Final = 20
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


def levels_fault(written: Sequence[str]) -> str | None:
    """The fault of levels that no character has, with what to send instead.

    >>> levels_fault(["wizard 25"])
    'each level is 1 to 20; send wizard 20 in place of wizard 25'
    >>> levels_fault(["wizard 15", "cleric 10"])
    'each level is 1 to 20, and the total is at most 20; these are 25, so take off 5'
    """
    levels = {name: n for name, n in class_levels(written) if n is not None}
    for name, n in levels.items():
        if not 1 <= n <= HIGHEST_LEVEL:
            return f"each level is 1 to {HIGHEST_LEVEL}; send {name} {min(max(n, 1), HIGHEST_LEVEL)} in place of {name} {n}"
    total = sum(n or 0 for _, n in class_levels(written))
    over = total - HIGHEST_LEVEL
    most = f"each level is 1 to {HIGHEST_LEVEL}, and the total is at most {HIGHEST_LEVEL}"
    return f"{most}; these are {total}, so take off {over}" if over > 0 else None
