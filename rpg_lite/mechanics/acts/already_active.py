"""Acts that would be wasted because their effect lies on the creature already. Apart because each kind of waste is its own rule, with its
own refusal.
"""

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ApplyStep, Spell
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.world.world_model import Thing


def refuse(caster: Thing, act: Act, wish: Wish) -> Rejected | None:
    """The refusal of an act with a price that would only restart an effect that the creature has applied to itself: a rage within a rage. A
    rider named with the act, such as Frenzy, adds something new.
    """
    laid = [step for step in act.steps if not isinstance(step, SayStep)]
    if isinstance(act, Spell) or not act.spends or act.targets != "self" or wish.told or not laid:
        return None
    lying = {(names.fold(e.name), e.cause.act) for e in caster.creature.lasting("effects") if e.cause.by == caster.id}
    if all(isinstance(step, ApplyStep) and (names.fold(_name_of(step, act)), act.name) in lying for step in laid):
        return Rejected("lies_already", "act", {"name": caster.name, "act": act.name})
    return None


def _name_of(step: ApplyStep, act: Act) -> str:
    return step.apply if isinstance(step.apply, str) else step.apply.name or act.name
