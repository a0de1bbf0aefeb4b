"""The ranges of an act in feet: the normal one, and the long one of an attack, which stat blocks print in their text (SRD 5.1 and 5.2, Range)."""

import re
from typing import Final

from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.space.squares import SQUARE_FEET

RANGES: Final = re.compile(r"Range (\d+/\d+) feet\.|Long range (\d+) feet, with disadvantage\.")
"""A description that says nothing but the ranges of an attack."""

RANGED: Final = " (ranged)"
"""The end of the name of an act that is the throw of a blow of the same creature: "Spear (ranged)" beside "Spear"."""


def ranges_of(act: Act) -> tuple[int, int] | None:
    """The normal range and the longest one, which are the same where a text prints only one; None where nothing measures it.

    Touch is 5 ft.
    """
    if act.range == "touch":
        return SQUARE_FEET, SQUARE_FEET
    if not isinstance(act.range, int):
        return None
    found = RANGES.fullmatch((act.description or "").strip())
    if found is None:
        return act.range, act.range
    return act.range, int((found[1] or "").partition("/")[2] or found[2] or act.range)
