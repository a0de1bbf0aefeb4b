"""Multiattack: the attacks that a creature makes with one action, played one by one (SRD, Multiattack)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, AttackStep, ChooseStep, IfStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk

MULTIATTACK: Final = "multiattack"


@dataclass(frozen=True, slots=True)
class Attacks:
    """The number of attacks of one action, and the folded names of the acts that are such attacks."""

    count: int
    acts: frozenset[str]


NONE: Final = Attacks(0, frozenset())


def attacks_of(acts: Sequence[Act]) -> Attacks:
    """The attacks of a creature with these acts; if there are several ways to choose them, the largest number."""
    whole = next((act for act in acts if names.fold(act.name) == MULTIATTACK), None)
    if whole is None:
        return NONE
    strikes = frozenset(names.fold(act.name) for act in acts if any(isinstance(step, AttackStep) for step in act.steps))
    named = {names.fold(step.do) for step in walk(whole.steps) if isinstance(step, DoStep)}
    count = _count(whole.steps, strikes)
    return Attacks(count, strikes & named) if count else NONE


def _count(steps: Sequence[StepModel] | str, strikes: frozenset[str]) -> int:
    return 0 if isinstance(steps, str) else sum(_of_step(step, strikes) for step in steps)


def _of_step(step: StepModel, strikes: frozenset[str]) -> int:
    match step:
        case DoStep() if names.fold(step.do) in strikes:
            return int(step.times) if step.times and str(step.times).isdecimal() else 1
        case ChooseStep() if not is_open(step):
            return max((_count(part, strikes) for part in step.choose.values()), default=0)
        case IfStep():
            return max(_count(step.then, strikes), _count(step.else_, strikes))
        case _:
            return 0


def is_open(step: ChooseStep) -> bool:
    """Whether the parts differ only in a number that no sheet knows, such as the number of a hydra's heads."""
    named = {tuple(inner.do for inner in walk(part) if isinstance(inner, DoStep)) for part in step.choose.values()}
    return len(step.choose) > 1 and len(named) == 1
