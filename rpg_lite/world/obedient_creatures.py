"""Creatures that obey whoever summoned them; the player of a hero plays them as well (SRD, Find Familiar, Conjure Animals). Apart because
who obeys whom is a fact of the world, and callers come later.
"""

from rpg_lite.rules import creature_flags
from rpg_lite.world.world_model import Thing


def makers_of(creature: Thing) -> frozenset[str]:
    """The ids of the party members that summoned the creature and that it obeys; empty for any other creature."""
    return frozenset(
        entry.cause.by
        for entry in creature.creature.effects
        if entry.cause.by
        and entry.has_modifiers
        and any(m.get("value") == creature_flags.OBEYS_ITS_MAKER for m in entry.document["modifiers"])
    )
