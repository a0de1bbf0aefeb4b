"""Suggested armor class and hit points of a thing that somebody wants to break (SRD 5.1, Objects; SRD 5.2, Breaking Objects). Apart because
its numbers are a table of the rulebook.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.rules import names

_SUBSTANCES: Final[dict[int, tuple[str, ...]]] = {
    11: ("cloth", "paper", "parchment", "rope", "tapestry", "curtain", "sack", "net", "book", "scroll"),
    13: ("crystal", "glass", "ice", "window", "mirror", "bottle", "vial", "flask"),
    15: ("wood", "wooden", "oak", "bone"),
    17: ("stone", "marble", "granite", "brick", "statue"),
    19: ("iron", "steel", "metal", "portcullis", "chain", "lock", "grate"),
    21: ("mithral",),
    23: ("adamantine",),
}
"""Armor class → the words of a name from which the substance is read; without any, the thing is of wood."""
_WOOD: Final = 15
_MOST_FRAGILE: Final = 13
_HIT_POINTS: Final[dict[str, tuple[int, int]]] = {"tiny": (2, 5), "small": (3, 10), "medium": (4, 18), "large": (5, 27)}
"""Size → the hit points of a fragile and of a resilient thing."""
_HEAVIEST: Final[tuple[tuple[float, "ObjectSize"], ...]] = ((2, "tiny"), (30, "small"), (300, "medium"))

ObjectSize = Literal["tiny", "small", "medium", "large"]


@dataclass(frozen=True, slots=True)
class ObjectNumbers:
    """The suggested numbers; the game master decides what the thing is made of."""

    ac: int
    hp: int
    size: ObjectSize


def suggest(described: Iterable[str], size: ObjectSize) -> ObjectNumbers:
    """The numbers of a thing with these words in its name and kind."""
    words = {word for text in described for word in names.fold(text.replace("_", " ")).split()}
    ac = next((ac for ac, known in sorted(_SUBSTANCES.items(), reverse=True) if words.intersection(known)), _WOOD)
    fragile, resilient = _HIT_POINTS[size]
    return ObjectNumbers(ac, fragile if ac <= _MOST_FRAGILE else resilient, size)


def size_of_weight(pounds: float) -> ObjectSize:
    """The size of a thing of this weight; the rulebooks give only examples, such as a lock, a chest and a barrel."""
    return next((size for most, size in _HEAVIEST if pounds <= most), "large")
