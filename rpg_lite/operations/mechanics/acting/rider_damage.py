"""Riders that set the damage and the healing of an act, or the damage after a passed save or a miss."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.operations.mechanics.acting.rider_in_play import Setting
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import AttackStep, SaveStep
from rpg_lite.rules.acts.mapped import is_of, map_steps, with_steps
from rpg_lite.rules.acts.plain_steps import DamageStep, HealStep, StepModel
from rpg_lite.rules.acts.walk import walk

TRANSMUTABLE: Final = ("acid", "cold", "fire", "lightning", "poison", "thunder")
"""The damage types that change into each other (SRD 5.2, Transmuted Spell)."""


def set_type(s: Setting, value: Any) -> Setting:
    wanted = next((w for w in map(names.fold, s.cast.wish.choice.values()) if w in TRANSMUTABLE), None)
    dealt = [step for step in walk(s.act.steps) if isinstance(step, DamageStep) and step.type in TRANSMUTABLE]
    if not dealt:
        return s.without(f"the act deals none of {', '.join(TRANSMUTABLE)}")
    if wanted is None:
        details = {"act": s.name, "choice": "type", "given": ", ".join(s.cast.wish.choice.values())}
        return replace(s, refused=Rejected("choice_required", "choice", details, allowed=TRANSMUTABLE))
    return s.with_act(with_steps(s.act, map_steps(s.act.steps, lambda step: _of_type(step, wanted))))


def _of_type(step: StepModel, wanted: str) -> StepModel:
    return step.model_copy(update={"type": wanted}) if isinstance(step, DamageStep) and step.type in TRANSMUTABLE else step


def set_damage(s: Setting, value: Any) -> Setting:
    """Add damage to each hit, or to the blow of an act without attacks."""
    more, found = s.number(value), [step for step in walk(s.act.steps) if isinstance(step, AttackStep)]
    if found:
        steps = map_steps(s.act.steps, lambda step: _hitting(step, more))
    else:
        steps = _first(s.act.steps, DamageStep, lambda step: _more(step, "damage", more))
        if steps == s.act.steps:
            steps = _first(s.act.steps, SaveStep, lambda step: _failing(step, more))
    return s.with_act(with_steps(s.act, steps)) if steps != s.act.steps else s.without("the act deals no damage")


def set_damage_once(s: Setting, value: Any) -> Setting:
    """Add to one damage roll of the act; with `of`, to one of this type (SRD, Elemental Affinity)."""
    kind = str(s.rider.set.get("of", "")) or None
    chosen = s.cast.wish.choice
    dealt = [chosen.get(step.type.strip("{}"), step.type) for step in walk(s.act.steps) if isinstance(step, DamageStep)]
    if not dealt or (kind and kind not in dealt):
        return s.without(f"the act deals no {f'{kind} ' if kind else ''}damage")
    return replace(s, changes=replace(s.changes, added=s.number(value), added_to=kind))


def set_maximum(s: Setting, value: Any) -> Setting:
    """Deal the highest damage that the dice of the act can show (SRD, Overchannel)."""
    if not any(isinstance(step, DamageStep) for step in walk(s.act.steps)):
        return s.without("the act deals no damage")
    return replace(s, changes=replace(s.changes, maximum=bool(value)))


def _hitting(step: StepModel, more: int) -> StepModel:
    if not isinstance(step, AttackStep):
        return step
    return step.model_copy(update={"hit": _first(step.hit, DamageStep, lambda inner: _more(inner, "damage", more))})


def _failing(step: StepModel, more: int) -> StepModel:
    """Add damage to a failed save."""
    if not isinstance(step, SaveStep):
        return step
    return step.model_copy(update={"fail": _first(step.fail, DamageStep, lambda inner: _more(inner, "damage", more))})


def set_heal_dice(s: Setting, value: Any) -> Setting:
    """Let each healing die count as its highest face (SRD, Supreme Healing)."""
    if not any(isinstance(step, HealStep) for step in walk(s.act.steps)):
        return s.without("the act heals nobody")
    return replace(s, changes=replace(s.changes, heals_most=value == "max"))


def set_heal(s: Setting, value: Any) -> Setting:
    if not any(isinstance(step, HealStep) for step in walk(s.act.steps)):
        return s.without("the act heals nobody")
    more = s.number(value)
    return s.with_act(
        with_steps(s.act, map_steps(s.act.steps, lambda step: _more(step, "heal", more) if isinstance(step, HealStep) else step))
    )


def _more(step: StepModel, key: str, points: int) -> StepModel:
    return step.model_copy(update={key: f"{getattr(step, key)}{points:+d}"}) if points else step


def _first(steps: Sequence[StepModel], kind: type[StepModel], change: Callable[[StepModel], StepModel]) -> tuple[StepModel, ...]:
    place = next((n for n, step in enumerate(steps) if isinstance(step, kind)), None)
    return tuple(change(step) if n == place else step for n, step in enumerate(steps))


def set_pass(s: Setting, value: Any) -> Setting:
    steps = map_steps(s.act.steps, _half_after_a_save)
    return (
        s.with_act(with_steps(s.act, steps))
        if not is_of(steps, s.act.steps)
        else s
        if "miss" in s.rider.set
        else s.without("no save decides it")
    )


def _half_after_a_save(step: StepModel) -> StepModel:
    fits = isinstance(step, SaveStep) and not step.passed and any(isinstance(inner, DamageStep) for inner in step.fail)
    return step.model_copy(update={"passed": "half"}) if fits else step


def set_miss(s: Setting, value: Any) -> Setting:
    return s.with_act(with_steps(s.act, map_steps(s.act.steps, _half_after_a_miss)))


def _half_after_a_miss(step: StepModel) -> StepModel:
    fits = isinstance(step, AttackStep) and not step.miss and any(isinstance(inner, DamageStep) for inner in step.hit)
    return step.model_copy(update={"miss": "half"}) if fits else step
