"""Fog and magical darkness that lie between two creatures where places count (SRD 5.1 and 5.2, Vision and Light).

Apart because sight itself is the same with and without places.
"""

from collections.abc import Sequence

from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.space import standing, zone_places
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space import lines
from rpg_lite.rules.space.shapes import squares_inside
from rpg_lite.rules.space.squares import Square
from rpg_lite.world.world_model import Thing, World

BLOCKS_SIGHT = "blocks_sight"


def lies_between(world: World, looker: Thing, other: Thing, opaque: Sequence[StandingZone], book: Rulebook) -> bool:
    """Whether every line between two creatures passes through one of these zones. Whoever stands in one is another question."""
    placed = [found for found in opaque if found.zone.area is not None]
    room = world.room_of(looker.id) if placed else None
    if room is None or not standing.is_measured(world, room.id):
        return False
    now = standing.standing_in(world, room, book)
    a, b = now.spaces.get(looker.id), now.spaces.get(other.id)
    if a is None or b is None:
        return False
    squares = frozenset[Square]()
    for found in placed:
        if (area := zone_places.area_of(now, found)) is not None:
            squares |= squares_inside(now.ground, area)
    squares -= {*a.squares, *b.squares}
    return bool(squares) and lines.sees(now.ground, a, b) and not lines.sees(standing.with_walls(now.ground, squares), a, b)
