"""Creatures that lurk: hidden by the game master's word or by a map, as if they had hidden by themselves.

Apart because the command that hides, the import of maps and their export must mean the same.
"""

from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.life.conditions import add_effect
from rpg_lite.mechanics.space import stealth
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.world.creature_states import FOUND, Cause
from rpg_lite.world.world_model import Thing

HIDDEN: Final = "Hidden"
"""The effect of whoever hides, as the act Hide lays it."""
_UNSEEN: Final = (Modifier("attack.all", "advantage"), Modifier("attacks_against_you", "disadvantage"))


def lurk(draft: Draft, one: Thing, dc: int | None) -> int:
    """Hide a creature, as if it had hidden by itself or passed for a thing (SRD 5.1, False Appearance; SRD 5.2, Mimic). Without `dc`, its
    passive Stealth is the DC that finds it. Return the DC.
    """
    found = 10 + draft.stats(one).skills.values["stealth"].value if dc is None else dc
    stealth.come_out(draft, one)
    add_effect(draft, draft.world.things[one.id], HIDDEN, _UNSEEN, Cause(by=one.id, dc=found), ends_by=("attack_or_cast", FOUND))
    return found


def dc_of_lurker(one: Thing) -> int | None:
    """The DC that finds a creature that lurks and on which no other effect lies; None for every other creature."""
    effects = one.creature.effects
    if len(effects) != 1 or effects[0].name != HIDDEN or effects[0].cause.by != one.id or FOUND not in effects[0].span.ends_by:
        return None
    return effects[0].cause.dc
