"""Uses of things as acts: the keys `onUse`, `effect: Heal 2d4+2`, `activated` and `burns` of an item become steps, so that one
interpreter plays everything that is used (SRD, Use an Object; Potions; Torch).
"""

from collections.abc import Iterator
from typing import Final

from pydantic.alias_generators import to_snake

from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel
from rpg_lite.rules.acts.plain_steps import FilledModifier, GainStep, SwitchStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.item_part_models import OnUse
from rpg_lite.rules.modifiers import Modifier, as_written

FOR_GOOD: Final = "for_good"
"""The gain of ability scores that is written into the sheet (SRD, Manual of Bodily Health)."""
A_CHARGE: Final = "charges:1"
_OF_A_WORN_THING: Final = frozenset(("needs", "persistsWhenRemoved"))
"""The keys of a modifier that mean nothing in an effect, which needs no attunement and is not taken off."""


def use_act(name: str, use: OnUse | None, heals: str | None, has_charges: bool, is_magical: bool) -> Act:
    """The act of a use, named as the thing. `heals`: its healing dice; `is_magical`: whether it heals by magic. A thing whose keys say
    nothing has an act without steps, which is left to the game master.
    """
    steps = (*_of_hit_points(use, heals, is_magical), *(_laid(name, use) if use else ()))
    return Act(
        name=name,
        cost=use.cost if use and use.cost else "free",
        spend=A_CHARGE if has_charges else None,
        range="touch",
        targets="1",
        steps=steps,
    )


def switch_act(name: str, property: str, cost: str | None = None, charges: int | None = None) -> Act:
    """The act that switches a property of the thing, or lights it, named as the thing. Its uses and minutes are those of the property."""
    return Act(
        name=name,
        cost=cost or "free",
        spend=f"charges:{charges}" if charges and charges > 0 else None,
        range="self",
        steps=(SwitchStep(switch=property),),
    )


def _of_hit_points(use: OnUse | None, heals: str | None, is_magical: bool) -> Iterator[StepModel]:
    if heals:
        yield HealStep(heal=heals, magical=is_magical)
    if use and use.damage:
        yield DamageStep(damage=use.damage.dice, type=use.damage.type)
    if use and use.stabilizes:
        yield GainStep(gain="stable", to="target", needed=True)


def _laid(name: str, use: OnUse) -> Iterator[StepModel]:
    """The effects of the use. The item has checked its words, by its own rulebook; its duration may be any words, such as "until dawn"."""
    if use.effect:
        yield ApplyStep.model_construct(apply=use.effect, for_=use.duration)
    if lasting := [m for m in use.modifiers if not m.permanent]:
        effect = EffectModel.model_construct(name=name, modifiers=tuple(map(_filled, lasting)))
        yield ApplyStep.model_construct(apply=effect, for_=use.duration)
    if gained := tuple(m for m in use.modifiers if m.permanent):
        yield GainStep(gain=FOR_GOOD, to="target", modifiers=gained)
    if use.conditions:
        yield ApplyStep.model_construct(apply=EffectModel.model_construct(conditions=use.conditions), for_=use.duration)


def _filled(m: Modifier) -> FilledModifier:
    return FilledModifier.model_construct(**{to_snake(key): value for key, value in as_written(m).items() if key not in _OF_A_WORN_THING})
