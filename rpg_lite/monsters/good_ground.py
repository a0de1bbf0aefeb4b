"""The ground on which a creature that nobody plays ends its walk: out of zones that harm, and out of deep water if it does not swim. Apart because it knows
the ground, and the turns that ask it know the table.
"""

from rpg_lite.mechanics.space import standing, zone_places
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import Space
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def is_good(world: World, who: Thing, space: Space, book: Rulebook) -> bool:
    """Whether the creature, where it stands before the walk, would rather end it in this space than stay."""
    room = world.room_of(who.id)
    if room is None:
        return True
    now = standing.standing_in(world, room, book)
    if not zone_places.harmful(now, who).isdisjoint(space.squares):
        return False
    speed = thing_stats.stats_of(world, who, book).speed
    swims = "swim" in speed and speed["swim"].value > 0
    return swims or not any(now.ground.index(*square) in now.ground.deep for square in space.squares)
