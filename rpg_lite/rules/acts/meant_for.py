"""Tell whom an area is meant for, where a call does not say it: foes, friends, or nobody in particular."""

from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel, PoolStep, ZoneStep
from rpg_lite.rules.acts.harmful_acts import harms
from rpg_lite.rules.acts.steps.hit_points import HealStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk


def is_for_foes(act: Act) -> bool | None:
    """Whether an act is for foes (it harms), for friends (False), or None for a zone that does neither by itself, such as fog."""
    steps = [*walk(act.steps, inner_acts=True)]
    if harms(steps) or any(map(_hinders, steps)):
        return True
    if any(isinstance(step, HealStep) or (isinstance(step, ApplyStep) and not step.to) for step in steps):
        return False
    return False if any(isinstance(step, ZoneStep) and (step.zone.near == "friends" or step.zone.apply) for step in steps) else None


def _hinders(step: StepModel) -> bool:
    """Whether the step lays a condition, or divides hit points among those who fall to it (SRD 5.1, Sleep)."""
    match step:
        case PoolStep():
            return True
        case ApplyStep(apply=str()):
            return True
        case ApplyStep(apply=EffectModel(conditions=conditions)):
            return bool(conditions)
    return False
