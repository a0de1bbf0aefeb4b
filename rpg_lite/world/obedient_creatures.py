"""Creatures that obey others: those that a hero has summoned, which the hero's player plays as well (SRD, Find Familiar, Conjure Animals), and
those under somebody's control (SRD, Dominate Person). Apart because who obeys whom is a fact of the world, and callers come later.
"""

from rpg_lite.rules import creature_flags
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import flagged_effects
from rpg_lite.world.world_model import Thing, World


def makers_of(creature: Thing) -> frozenset[str]:
    """The ids of the party members that summoned the creature and that it obeys; empty for any other creature."""
    return frozenset(
        entry.cause.by
        for entry in creature.creature.effects
        if entry.cause.by
        and entry.has_modifiers
        and any(m.get("value") == creature_flags.OBEYS_ITS_MAKER for m in entry.document["modifiers"])
    )


def controller_of(world: World, creature: Thing, book: Rulebook) -> str | None:
    """The id of the creature under whose control this one is now, by the effect laid last; None for a creature that is its own master.

    Who is immune to being charmed by now is its own master, too: the flag of such an effect counts only for a charmed creature.
    """
    return flagged_effects.source_of(world, creature, creature_flags.CONTROLLED_BY_SOURCE, book)
