"""The worth of an act for a creature that nobody plays: the damage that it and the acts and spells within it deal on average, what it lays on a
foe, and whether it only helps the creature itself.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ApplyStep, AttackStep, SaveStep
from rpg_lite.rules.acts.plain_steps import DoStep, EndStep, SayStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook

_DICE: Final = re.compile(r"(?:(\d+)d(\d+))?([+-]?\d+)?")
_AREAS: Final = ("area", "each_enemy")


@dataclass(frozen=True, slots=True)
class Worth:
    """The effect of an act. `damage`: on average; `lays`: the conditions and effects that it lays on a foe; `keeps`: those that help whoever has
    them; `harms`: whether somebody saves against it or loses concentration; `concentrates`: whether a spell in it needs concentration;
    `reaches_all`: whether it reaches everybody in an area; `inner`: the spells that it casts, by folded name.
    """

    damage: float
    lays: frozenset[str]
    keeps: frozenset[str]
    harms: bool
    concentrates: bool
    reaches_all: bool
    inner: Mapping[str, Act]


def of(act: Act, damages: Mapping[str, float], book: Rulebook) -> Worth:
    """The worth of an act. `damages`: the average damage of the creature's acts and attacks, by folded name."""
    spells = {names.fold(name): spell for name in _played(act.steps) if names.fold(name) not in damages and (spell := book.spell(name))}
    every = [*_steps(act.steps), *(step for spell in spells.values() for step in _steps(spell.steps))]
    dealt = sum(mean(str(s.damage)) for s in every if isinstance(s, DamageStep) and s.to != "self")
    played = max((damages.get(names.fold(name), 0.0) for name in _played(act.steps)), default=0.0)
    harms = any(isinstance(step, SaveStep | AttackStep) or (isinstance(step, EndStep) and step.end == "concentration") for step in every)
    laid, kept = set[str](), set[str]()
    for step in every:
        if isinstance(step, ApplyStep):
            (laid if harms and step.to != "self" else kept).update(_laid(step, harms))
    wide = act.targets in _AREAS or act.area is not None or any(spell.area is not None for spell in spells.values())
    concentrates = any(spell.concentration for spell in spells.values())
    return Worth(dealt + played, frozenset(laid), frozenset(kept), harms, concentrates, wide or (harms and _is_wide(act)), spells)


def _is_wide(act: Act) -> bool:
    """Whether an act without an area reaches everybody all the same: it has a range and any number of targets."""
    return act.targets == "any" and isinstance(act.range, int)


def mean(damage: str) -> float:
    """Return the average of damage as a sheet writes it.

    >>> mean("2d10+6 piercing + 1d8 acid"), mean("1 piercing"), mean("")
    (21.5, 1.0, 0.0)
    """
    found = (_DICE.match(part.strip()) for part in damage.split(" + "))
    return float(sum(int(m[1] or 0) * (int(m[2] or 0) + 1) / 2 + int(m[3] or 0) for m in found if m))


def _steps(steps: tuple[StepModel, ...] | str) -> Iterator[StepModel]:
    if not isinstance(steps, str):
        yield from walk(steps, inner_acts=False)


def _played(steps: tuple[StepModel, ...] | str) -> list[str]:
    return [step.do for step in _steps(steps) if isinstance(step, DoStep)]


def _laid(step: ApplyStep, harms: bool) -> Iterator[str]:
    """The conditions that a step lays, or else the name of its effect; nothing for a mark, nor for a flag that only helps to get away."""
    if isinstance(step.apply, str):
        yield step.apply
    elif step.apply.conditions:
        yield from step.apply.conditions
    elif step.apply.name and (step.apply.modifiers or (harms and step.apply.flags)):
        yield step.apply.name


def strikes(act: Act) -> bool:
    """Whether a step of the act attacks."""
    return any(isinstance(step, AttackStep) for step in _steps(act.steps))


def attacks_often(act: Act) -> bool:
    """Whether the act plays other acts or shoots several times, and so may attack more than once."""
    return any(isinstance(step, DoStep) or (isinstance(step, AttackStep) and step.times) for step in _steps(act.steps))


def only_speaks(act: Act) -> bool:
    """Whether the act does nothing by itself: it only tells the game master what it means."""
    return isinstance(act.steps, str) or all(isinstance(step, SayStep) for step in act.steps)
