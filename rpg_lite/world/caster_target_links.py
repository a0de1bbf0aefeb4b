"""What ties creatures together, so that a command about one of them needs the other: spells, whose end may come from either side, and nearness."""

from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import Thing, World


def ties(world: World, creature: Thing) -> frozenset[str]:
    """The ids of the creatures that this creature's concentration affects, of those inside its zones, of those that have laid its conditions
    and effects, and of those that are said to be near it.
    """
    if creature.kind != "character":
        return frozenset()
    mind, own = creature.creature.concentration, creature.creature
    causes = (entry.cause.by for kind in LASTING for entry in own.lasting(kind))
    inside = (id for zone in own.zones.values() for id in zone.inside)
    room = world.room_of(creature.id)
    near = (id for pair in room.room.near if creature.id in pair for id in pair) if room and room.room.near else ()
    return frozenset((*(mind.on if mind else ()), *inside, *near, *filter(None, causes))) - {creature.id}
