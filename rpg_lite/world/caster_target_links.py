"""Spells that tie creatures together: an event that happens to one of them may end the spell of another."""

from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import Thing


def tied_to(creature: Thing) -> frozenset[str]:
    """The ids of the creatures that this creature's concentration affects, of those inside its zones, and of those that have laid its
    conditions and effects.
    """
    if creature.kind != "character":
        return frozenset()
    mind = creature.creature.concentration
    causes = (entry.cause.by for kind in LASTING for entry in creature.creature.lasting(kind))
    inside = (id for zone in creature.creature.zones.values() for id in zone.inside)
    return frozenset((*(mind.on if mind else ()), *inside, *filter(None, causes)))
