"""Strikes with things in hand that are no weapons (SRD, Improvised Weapons). Apart because it makes attacks of things that are no weapons,
and the sheet knows none of them.
"""

from collections.abc import Sequence
from dataclasses import replace

from rpg_lite.rules.equipment_slots import HAND_SLOTS
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import MAKESHIFT, AttackStats
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def attacks(world: World, creature: Thing, book: Rulebook) -> Sequence[AttackStats]:
    """One attack for each such thing. They are rare, so the numbers of a creature leave them out."""
    now = thing_stats.situation_of(world, creature, book)
    held = [g for g in now.gear if g.slot in HAND_SLOTS and not g.item.weapon_stats]
    if not held:
        return ()
    others = [g for g in now.gear if g not in held]
    armed = [replace(g, item=g.item.model_copy(update={"weapon_stats": MAKESHIFT}), improvised=True) for g in held]
    slots = {g.slot for g in held}
    return [a for a in replace(now, gear=(*others, *armed)).stats(book).attacks if a.slot in slots]
