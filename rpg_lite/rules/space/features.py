"""Features of a ground: the closed list, the rules of each word, and the squares and edges that a feature names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.rules.space.squares import Square, read_edge, read_squares
from rpg_lite.vocabulary import FeatureWord

CLEAR: Final = 0
HALF: Final = 1
THREE_QUARTERS: Final = 2
STOPPED: Final = 3
"""The degrees to which a thing hinders a line that passes it (SRD 5.1 and 5.2, Cover)."""
FARTHEST_LIGHT: Final = 500
"""Feet that the bright or the dim light of a feature reaches at most."""
ENDLESS: Final = 1 << 20
"""The height, in half feet, of what no line passes over."""


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """The rules of a feature.

    `hinders`: CLEAR to STOPPED, for lines below its height; `feet`: its height without a number of its own, None for as high as the room;
    `is_solid`: nobody walks in; `is_difficult`: a step in costs 5 ft more, once; `is_deep`: one swims; `floor`: whether its
    floor lies above the ground, 1, or below, -1; `may_be_edge`: it may lie on the edge between two squares.
    """

    hinders: int = CLEAR
    feet: int | None = None
    is_solid: bool = False
    is_difficult: bool = False
    is_deep: bool = False
    floor: int = 0
    may_be_edge: bool = False


OfMagic = Literal["force", "barrier", "blades", "trap"]
"""The features that no ground has: what only spells raise, force, which stops lines and is seen through, a barrier that stops bodies alone, and blades,
which cover and stop nobody; and a trap, which is drawn."""
FEATURE_KINDS: Final[Mapping[FeatureWord | OfMagic, FeatureKind]] = {
    "wall": FeatureKind(STOPPED, is_solid=True, may_be_edge=True),
    "pillar": FeatureKind(STOPPED, is_solid=True),
    "low_wall": FeatureKind(HALF, 3, is_difficult=True, may_be_edge=True),
    "furniture": FeatureKind(HALF, 3, is_difficult=True),
    "arrow_slit": FeatureKind(THREE_QUARTERS, is_solid=True, may_be_edge=True),
    "portcullis": FeatureKind(THREE_QUARTERS, is_solid=True, may_be_edge=True),
    "thick_tree": FeatureKind(THREE_QUARTERS, is_solid=True),
    "difficult": FeatureKind(is_difficult=True),
    "stairs": FeatureKind(is_difficult=True),
    "shallow_water": FeatureKind(is_difficult=True),
    "deep_water": FeatureKind(is_deep=True),
    "pit": FeatureKind(floor=-1),
    "ledge": FeatureKind(floor=1),
    "light": FeatureKind(),
    "obscured": FeatureKind(),
    "door": FeatureKind(STOPPED, is_solid=True, may_be_edge=True),
    "force": FeatureKind(STOPPED, is_solid=True, may_be_edge=True),
    "barrier": FeatureKind(is_solid=True, may_be_edge=True),
    "blades": FeatureKind(THREE_QUARTERS),
    "trap": FeatureKind(),
}
"""Each word of the closed list and what it does (SRD 5.1, Cover and Difficult Terrain; SRD 5.2, Cover and Difficult Terrain)."""


_GAP: Final = FeatureKind(may_be_edge=True)
"""An open door, through which everything passes."""


class GroundFault(ValueError):
    """A ground that cannot be: its size, a feature, a door or an exit. The text says which and why."""


@dataclass(frozen=True, slots=True)
class GroundFeature:
    """A feature on squares ("C4", "B2-D4", "C4 C7") or on edges ("B2|C2").

    `called`: its own name, empty without; `ft`: its height or depth in feet; `may_be_climbed`: a wall that may; `is_open`: a door that is a gap.
    """

    word: FeatureWord | OfMagic
    at: str
    called: str = ""
    ft: int | None = None
    may_be_climbed: bool = False
    is_open: bool = False

    @property
    def name(self) -> str:
        """The name by which an answer speaks of it."""
        return self.called or self.word.replace("_", " ")

    @property
    def kind(self) -> FeatureKind:
        """The rules of its word."""
        return _GAP if self.is_open else FEATURE_KINDS[self.word]

    @property
    def told(self) -> str:
        """The same name with what is to be seen of its state: "open door", "Red Gate (open)"."""
        if not self.is_open:
            return self.name
        return f"{self.called} (open)" if self.called else f"open {self.name}"

    @property
    def half_feet(self) -> int:
        """The height below which it hinders lines, in half feet above the ground."""
        feet = self.ft if self.ft is not None else self.kind.feet
        return ENDLESS if feet is None else 2 * feet


@dataclass(frozen=True, slots=True)
class FeaturePlaces:
    """The squares and the edges on which a feature lies."""

    squares: tuple[Square, ...] = ()
    edges: tuple[tuple[Square, Square], ...] = ()


def places_of(feature: GroundFeature) -> FeaturePlaces:
    """The squares and edges of `at`. Raises GroundFault for words that name none, and for an edge under a feature that fills squares."""
    words = feature.at.split()
    edges = [(word, read_edge(word)) for word in words if "|" in word]
    others = " ".join(word for word in words if "|" not in word)
    squares = read_squares(others) if others else ()
    if not words or squares is None or any(edge is None for _, edge in edges):
        raise GroundFault(f"{feature.at!r} is no square, such as C4, C4 C7 or B2-D4, and no edge, such as B2|C2")
    if edges and not feature.kind.may_be_edge:
        raise GroundFault(f"{feature.name} lies on squares, not on the edge {edges[0][0]}")
    return FeaturePlaces(squares, tuple(edge for _, edge in edges if edge))
