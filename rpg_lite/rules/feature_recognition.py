"""Features that are in the rules but change no numbers here."""

import re
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook

_BEYOND_NAME: Final = re.compile(r"\s*(?:\(.*\)|[:,].*|\+?\d.*)$")


def is_known(feature: str, book: Rulebook) -> bool:
    """Whether the rules have this feature; a count or dice may follow its name: "Rage (3/day)", "Sneak Attack 2d6"."""
    short = _BEYOND_NAME.sub("", feature)
    return names.fold(feature) in book.known_features or (bool(short) and names.fold(short) in book.known_features)
