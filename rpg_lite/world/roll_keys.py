"""The keys of recorded rolls: which creature rolls, and against which other."""

import re
from typing import Final

from rpg_lite.world.events import Rolled

_CREATURES: Final = re.compile(r" (c[0-9]+\.[0-9]+)(?:>(c[0-9]+\.[0-9]+))?(?![0-9])")
"""The creatures in the key of a roll: the first one rolls, and the one after the arrow is its target."""


def pair_of(rolled: Rolled) -> tuple[str | None, str | None]:
    """The creature that rolls, and its target.

    >>> pair_of(Rolled("1d20", (7,), 7, "attack", "attack c1.1>c2.1")), pair_of(Rolled("1d6", (2,), 2, "charges"))
    (('c1.1', 'c2.1'), (None, None))
    """
    found = _CREATURES.search(rolled.key)
    return (found[1], found[2]) if found else (None, None)
