"""The squares of a ground that somebody in a space sees (SRD 5.1 and 5.2, Cover).

Apart because one look over a whole ground follows thousands of lines, so what it found is kept.
"""

from functools import lru_cache
from typing import Final

from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.lines import sees
from rpg_lite.rules.space.measure import STEPS
from rpg_lite.rules.space.squares import Space, Square

_KEPT: Final = 160
"""Looks that stay known: those of a party and of where it has stood. One over 60 × 60 squares takes half a megabyte."""


@lru_cache(maxsize=_KEPT)
def squares_in_sight(ground: Ground, space: Space) -> frozenset[Square]:
    """The squares to which a line from the space is open, at its own level, its own squares included. What fills a square is seen from outside.

    A line comes from square to square, so only the neighbours of what is seen are looked at, so that what lies behind walls costs nothing.
    """
    found, waiting = set(space.squares), [*space.squares]
    refused = set[Square]()
    while waiting:
        x, y = waiting.pop()
        for dx, dy in STEPS:
            square = x + dx, y + dy
            if square in found or square in refused or not ground.holds(Space(*square)):
                continue
            if sees(ground, space, Space(*square, 1, space.z)):
                found.add(square)
                waiting.append(square)
            else:
                refused.add(square)
    return frozenset(found)
