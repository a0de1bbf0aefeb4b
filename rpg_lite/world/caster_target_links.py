"""Spells that tie creatures together: an event that happens to one of them may end the spell of another."""

from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import Thing


def tied_to(creature: Thing) -> frozenset[str]:
    """The ids of the creatures that this creature's concentration affects, and of those that cast the spells on it."""
    if creature.kind != "character":
        return frozenset()
    mind = creature.creature.concentration
    casts = (e.cause for kind in LASTING for e in creature.creature.lasting(kind) if e.cause.cast)
    return frozenset((*(mind.on if mind else ()), *(cause.by for cause in casts if cause.by)))
