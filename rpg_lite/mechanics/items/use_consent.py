"""Consent to things that a player uses on somebody else: another player's hero must agree, and nobody is given an unknown thing. Apart
because it is a rule between players, not about the thing.
"""

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules.acts.act import AttackStep, SaveStep
from rpg_lite.rules.acts.plain_steps import RemoveStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def refuse_without_consent(command: Command, seen: World, bag: Thing, target: Thing, book: Rulebook) -> Rejected | None:
    """The refusal to use a thing on a creature that the caller does not own, or None. An unconscious creature is not asked about what only
    helps it.
    """
    thing = targets.find_carried(seen, bag, *command.thing, book)
    if isinstance(thing, Rejected):
        return None  # the decider refuses it later, with its own code
    item = thing_stats.item_of(thing, book)
    if item.type != "consumable" and (item.plays or not thing.item.is_identified):
        return None  # the thing is aimed at somebody, as with `targets`, who does not take it
    is_hero = target.creature.is_member
    if thing.item.is_identified:
        if not is_hero or (_only_helps(item) and _lies_unconscious(seen, target)):
            return None
    field = targets.field_of(*command.target, "targetName")
    holder = bag if bag.kind == "character" else seen.bearer_of(bag.id) or bag
    if not is_hero:  # nobody gives an enemy a thing that nobody has identified
        return Rejected("target_not_asked", field, {"name": thing.name, "target": target.name})
    handing = {"operation": "transfer", "characterId": holder.id, "itemId": thing.id, "quantity": 1, "toCharacterId": target.id}
    return Rejected("target_not_asked", field, {"name": thing.name, "target": target.name}, instead=handing)


def _only_helps(item: Item) -> bool:
    """Whether a use of the item heals, stabilizes or frees from conditions, and harms nobody (Healer's Kit, Goodberry)."""
    if item.heals is not None or (item.on_use and item.on_use.stabilizes):
        return True
    steps = [step for act in item.acts for step in walk(act.steps)]
    return any(isinstance(s, HealStep | RemoveStep) for s in steps) and not any(
        isinstance(s, DamageStep | SaveStep | AttackStep) for s in steps
    )


def _lies_unconscious(seen: World, target: Thing) -> bool:
    return not thing_stats.is_dead(target) and any(a.name == "unconscious" for a in thing_stats.afflictions(seen, target))
