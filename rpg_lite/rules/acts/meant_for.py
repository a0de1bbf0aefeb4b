"""Tell whom an area is meant for, where a call does not say it: foes, friends, or nobody in particular."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import Act, ApplyStep, ChooseStep, EffectModel, PoolStep, SaveStep, ZoneStep
from rpg_lite.rules.acts.harmful_acts import harms
from rpg_lite.rules.acts.steps.hit_points import HealStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import parts_of

_BOONS: Final = frozenset(("invisible",))
"""The conditions that help."""
_HINDERS: Final = frozenset(
    (creature_flags.NO_HEALING, creature_flags.REGAINS_NOTHING, creature_flags.NO_ACTIONS, creature_flags.NO_REACTIONS)
)
_MANY: Final = ("area", "any", "each_enemy")
_WARDS: Final = frozenset(("immune", "resist", "condition_immunity"))


def is_for_foes(act: Act, choice: Mapping[str, str] | None = None) -> bool | None:
    """Whether an act is for foes (it harms), for friends (False), or None for a zone that does neither by itself, such as fog. `choice`: what the call
    chooses, of whose parts alone it is asked.
    """
    chosen = frozenset(names.fold(word) for word in (choice or {}).values())
    steps = [*_steps(act.steps, chosen)]
    nears = {step.zone.near for step in steps if isinstance(step, ZoneStep)} - {None}
    if len(nears) == 1:
        (near,) = nears
        return {"foes": True, "friends": False}.get(str(near))
    if any(_harms(step, chosen) for step in steps):
        return True
    laid = any(isinstance(step, HealStep | SaveStep) or (isinstance(step, ApplyStep) and not step.to) for step in steps)
    return False if laid or any(isinstance(step, ZoneStep) and step.zone.apply for step in steps) else None


def _steps(parts: Sequence[StepModel], chosen: Collection[str]) -> Iterator[StepModel]:
    """Every one of these steps and of those within them, but what the call does not choose, and what a zone does to one creature at a time later."""
    for step in parts:
        yield step
        if isinstance(step, ChooseStep) and (word := next((one for one in step.choose if names.fold(one) in chosen), None)):
            yield from _steps(step.choose[word], chosen)
            continue
        inner = [*parts_of(step, inner_acts=not isinstance(step, ZoneStep))]
        inner += [one.steps for one in step.zone.acts if one.targets in _MANY] if isinstance(step, ZoneStep) else []
        for part in inner:
            yield from _steps(part, chosen)


def _harms(step: StepModel, chosen: Collection[str]) -> bool:
    """Whether the step harms, or lays what hinders; a save against a boon does neither (SRD, Calm Emotions)."""
    match step:
        case PoolStep():
            return True
        case ApplyStep(apply=str()):
            return True
        case ApplyStep(apply=EffectModel() as effect):
            return _hinders(effect)
        case ZoneStep():
            return step.zone.apply is not None and _hinders(step.zone.apply)
        case SaveStep():
            return not _is_against_a_boon(step, chosen)
    return harms([step])


def _hinders(effect: EffectModel) -> bool:
    return not _BOONS.issuperset(effect.conditions) or not _HINDERS.isdisjoint(effect.flags)


def _is_against_a_boon(step: SaveStep, chosen: Collection[str]) -> bool:
    inner = [one for part in parts_of(step) for one in _steps(part, chosen)]
    effects = [one.apply for one in inner if isinstance(one, ApplyStep) and isinstance(one.apply, EffectModel)]
    return bool(effects) and all(each.modifiers and all(one.target in _WARDS for one in each.modifiers) for each in effects)
