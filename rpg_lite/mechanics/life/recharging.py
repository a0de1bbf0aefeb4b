"""Recharging at the start of a creature's turn: acts that recharge on a d6, and legendary actions (SRD, Limited Usage). Apart because it is
the only part of resources that rolls dice.
"""

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.life import resources
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.rules.act_uses import LEGENDARY, least_face, supply_name
from rpg_lite.rules.class_resources import find_resource
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


def at_turn(draft: Draft, creature: Thing) -> tuple[str, ...]:
    """Roll for each spent act; return the outcome of each in words. The dead roll nothing."""
    if thing_stats.is_dead(draft.world.things[creature.id]):
        return ()
    sheet = thing_stats.sheet(draft.world.things[creature.id], draft.situation.book)
    if find_resource(LEGENDARY, sheet.resources):
        resources.recover(draft, creature, LEGENDARY)
    told, thrown = [], set[str]()
    for act in (*sheet.acts, *(act for feature in sheet.feature_rules for act in feature.acts)):
        least, name = least_face(act), find_resource(supply_name(act), sheet.resources)
        if least is None or name is None or name in thrown or sheet.resources[name].left:
            continue
        thrown.add(name)  # one roll for the acts that share it
        face = roll_dice(draft, "1d6", f"recharge {name}").total
        if face >= least:
            resources.recover(draft, creature, name)
        told.append(f"{name} {'recharges' if face >= least else 'does not recharge'} ({face})")
    return tuple(told)
