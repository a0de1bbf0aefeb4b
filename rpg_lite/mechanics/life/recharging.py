"""Recharging at the start of a creature's turn, in a fight and outside: acts that recharge on a d6, and legendary actions (SRD, Limited Usage).
Apart because it is the only part of resources that rolls dice.
"""

from dataclasses import dataclass

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.life import resources
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.rules.act_uses import LEGENDARY, least_face, supply_name
from rpg_lite.rules.class_resources import find_resource
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class Recharged:
    """The roll for an act at the start of a turn."""

    name: str
    face: int
    is_back: bool

    def __str__(self) -> str:
        return f"{self.name} {'recharges' if self.is_back else 'does not recharge'} ({self.face})"


def at_turn(draft: Draft, creature: Thing) -> tuple[Recharged, ...]:
    """Roll for each spent act, and give the legendary actions back. The dead roll nothing."""
    if thing_stats.is_dead(draft.world.things[creature.id]):
        return ()
    sheet = thing_stats.sheet(draft.world.things[creature.id], draft.situation.book)
    if find_resource(LEGENDARY, sheet.resources):
        resources.recover(draft, creature, LEGENDARY)
    return tuple(_roll(draft, creature, name, least) for name, least in _spent(sheet))


def is_due(draft: Draft, creature: Thing) -> bool:
    """Whether the start of a turn gives the creature something back, or may do so."""
    if not creature.creature.spent:
        return False
    sheet = thing_stats.sheet(creature, draft.situation.book)
    legendary = find_resource(LEGENDARY, sheet.resources)
    return bool(_spent(sheet)) or (legendary is not None and sheet.resources[legendary].spent > 0)


def _spent(sheet: Sheet) -> list[tuple[str, int]]:
    """The resources of spent acts with the lowest face that brings each back: one row for the acts that share it."""
    found: dict[str, int] = {}
    for act in (*sheet.acts, *(act for feature in sheet.feature_rules for act in feature.acts)):
        least, name = least_face(act), find_resource(supply_name(act), sheet.resources)
        if least is not None and name is not None and not sheet.resources[name].left:
            found.setdefault(name, least)
    return [*found.items()]


def _roll(draft: Draft, creature: Thing, name: str, least: int) -> Recharged:
    face = roll_dice(draft, "1d6", f"recharge {name}").total
    if face >= least:
        resources.recover(draft, creature, name)
    return Recharged(name, face, face >= least)
