"""Fog and magical darkness that lie between two creatures where places count (SRD 5.1 and 5.2, Vision and Light).

Apart because sight itself is the same with and without places.
"""

from collections.abc import Sequence
from typing import Final

from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.space import zone_places
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space import barriers, lines
from rpg_lite.rules.space.features import places_of
from rpg_lite.rules.space.shapes import squares_inside
from rpg_lite.rules.space.squares import Square
from rpg_lite.world.world_model import Thing

BLOCKS_SIGHT: Final = "blocks_sight"
_OPAQUE: Final = frozenset({"heavily_obscured", "magical_darkness", BLOCKS_SIGHT})


def lies_between(now: Standing, looker: Thing, other: Thing, opaque: Sequence[StandingZone]) -> bool:
    """Whether every line between two creatures passes through one of these zones, or through what is heavily obscured in the room. Whoever stands in a
    zone is another question; whoever stands in such a part of the room sees nothing and is not seen.
    """
    a, b = now.spaces[looker.id], now.spaces[other.id]
    squares = thick(now)
    if not squares.isdisjoint({*a.squares, *b.squares}) and looker.id != other.id:
        return True
    placed = [found for found in opaque if found.zone.area is not None]
    for found in placed:
        if (area := zone_places.area_of(now, found)) is not None:
            squares |= squares_inside(now.ground, area)
    squares -= {*a.squares, *b.squares}
    return bool(squares) and lines.sees(now.ground, a, b) and not lines.sees(barriers.with_walls(now.ground, squares), a, b)


def is_thick(room: Thing) -> bool:
    """Whether a part of the room is heavily obscured (SRD, Vision and Light)."""
    return any(feature.word == "obscured" and not feature.is_thin for feature in room.room.ground.features.values())


def thick(now: Standing) -> frozenset[Square]:
    """The squares of the ground that are heavily obscured."""
    found = (f for f in now.room.room.ground.features.values() if f.word == "obscured" and not f.is_thin)
    return frozenset(square for feature in found for square in places_of(feature.feature).squares)


def opaque(now: Standing) -> frozenset[Square]:
    """The squares of fog and of magical darkness."""
    lying = [found for found in zone_places.of_room(now) if _OPAQUE.intersection(found[0].model.rules)]
    return thick(now).union(*(squares_inside(now.ground, area) for _, area in lying))
