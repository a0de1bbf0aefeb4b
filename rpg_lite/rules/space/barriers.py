"""Walls that spells raise on a ground: those that fill squares, and those that close the edges around an area (SRD, Wall of Stone, Wall of Force,
Forcecage, Antilife Shell).
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final

from rpg_lite.rules.space.features import GroundFeature, OfMagic
from rpg_lite.rules.space.ground import Ground, ground_of
from rpg_lite.rules.space.shapes import EffectArea, squares_inside
from rpg_lite.rules.space.squares import Square, square_name
from rpg_lite.vocabulary import FeatureWord

_KEPT: Final = 32
"""Grounds that stay built: a fight asks for the same one with every roll."""
OF_MAGIC: Final[tuple[OfMagic, ...]] = ("force", "barrier")
SIGHT: Final = "sight"
EFFECTS: Final = "effects"


def features_of(
    ground: Ground, area: EffectArea, own: Collection[Square], name: str, lets: Collection[str], holes: frozenset[Square] = frozenset()
) -> Iterator[GroundFeature]:
    """The features that an area raises which nothing passes. A wall fills its squares but for its `holes`, and any other area closes the edges around
    it. `own`: the squares of a creature that it surrounds; `lets`: "effects" or "sight", if these pass.
    """
    word: FeatureWord | OfMagic = "barrier" if EFFECTS in lets else "force" if SIGHT in lets else "wall"
    inside = squares_inside(ground, area)
    at = _squares(inside - holes) if area.shape == "wall" else _edges_around(ground, inside | frozenset(own))
    if at:
        yield GroundFeature(word, at, name)


def cover_of(ground: Ground, area: EffectArea, name: str) -> Iterator[GroundFeature]:
    """The features of an area that gives three-quarters cover to whoever is behind it (SRD, Blade Barrier)."""
    if at := _squares(squares_inside(ground, area)):
        yield GroundFeature("blades", at, name, area.height)


def _squares(squares: Collection[Square]) -> str:
    return " ".join(square_name(square) for square in sorted(squares))


def _edges_around(ground: Ground, inside: Collection[Square]) -> str:
    edges = list[str]()
    for x, y in sorted(inside):
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            other = x + dx, y + dy
            if other not in inside and 0 <= other[0] < ground.w and 0 <= other[1] < ground.h:
                first, second = sorted([(x, y), other])
                edges.append(f"{square_name(first)}|{square_name(second)}")
    return " ".join(edges)


def raised_on(ground: Ground, features: tuple[GroundFeature, ...]) -> Ground:
    """The ground with these features on it."""
    return _raised_on(ground, features) if features else ground


@lru_cache(maxsize=_KEPT)
def _raised_on(ground: Ground, features: tuple[GroundFeature, ...]) -> Ground:
    # What spells raise does not count among the features that a room may have.
    return ground_of(ground.w, ground.h, (*ground.features, *features), most=len(ground.features) + len(features))


def with_walls(ground: Ground, squares: frozenset[Square]) -> Ground:
    """The ground with these squares filled."""
    return raised_on(ground, (GroundFeature("wall", _squares(squares)),))


@lru_cache(maxsize=_KEPT)
def seen_through(ground: Ground) -> Ground:
    """The ground for those who look: without the force that they see through."""
    left = tuple(feature for feature in ground.features if feature.word != "force")
    return ground if len(left) == len(ground.features) else ground_of(ground.w, ground.h, left)


@lru_cache(maxsize=_KEPT)
def without(ground: Ground, names: frozenset[str]) -> Ground:
    """The ground without the barriers of these names."""
    left = tuple(feature for feature in ground.features if feature.word not in OF_MAGIC or feature.called not in names)
    return ground if len(left) == len(ground.features) else ground_of(ground.w, ground.h, left)
