"""Acts that would be wasted because there is nothing to end: spells and items that do nothing but remove conditions and effects. Apart
because each kind of waste is its own rule, with its own refusal.
"""

from collections.abc import Sequence
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import needless_healing
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.steps.dispelling import DISPELS
from rpg_lite.rules.acts.act import ChooseStep, IfStep
from rpg_lite.rules.acts.plain_steps import RemoveStep, SayStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk

_AROUND: Final = (SayStep, IfStep, ChooseStep)
"""Steps that do nothing by themselves."""


def refuse(p: Performance, targets: Sequence[str], *, has_price: bool) -> Rejected | None:
    """The refusal of an act that costs more than an action, only ends things, and has ended none; `force` spends the price anyway.
    Dispelling is allowed, because it is an attempt: its caster need not know what is there.
    """
    steps = [step for step in walk(p.cast.act.steps, inner_acts=False) if not isinstance(step, _AROUND)]
    if not has_price or p.cast.wish.force or not targets or not steps or not all(map(_removes, steps)):
        return None
    if any(record.ended for record in p.records.values()):
        return None
    whom = [p.thing(target) for target in targets]
    details = {"act": p.cast.act.name, "texts": [t.name for t in whom]}
    return Rejected("ends_nothing", "targets", details, instead=needless_healing.with_force(p.cast, p.thing(p.cast.by), whom))


def _removes(step: StepModel) -> bool:
    """Whether the step only ends things by their names."""
    return isinstance(step, RemoveStep) and not any(word.startswith(DISPELS) for word in step.remove)
