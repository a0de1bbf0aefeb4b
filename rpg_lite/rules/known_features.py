"""Which features the rules know by name, though no number follows from them here."""

import re
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook

_BEYOND_NAME: Final = re.compile(r"\s*(?:\(.*\)|[:,].*|\+?\d.*)$")


def is_known(feature: str, book: Rulebook) -> bool:
    """By its name, also with what it is of or how often behind it: "Rage (3/day)", "Sneak Attack 2d6"."""
    short = _BEYOND_NAME.sub("", feature)
    return names.fold(feature) in book.known_features or (bool(short) and names.fold(short) in book.known_features)
