"""An act in a few words: its cost, its price, its reach and its steps."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules.acts import if_clause_text
from rpg_lite.rules.acts.act import Act, AnyOf, AttackStep, ChooseStep, IfStep, SaveStep
from rpg_lite.rules.acts.act_ranges import RANGES
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.views import span_text
from rpg_lite.views.step_text import abilities_text, attack_text, step_text, steps_text

_HOW_TO_CALL: Final = re.compile(r"The choices? .*")
"""The beginning of a description that says how a call names an option; the steps tell the options themselves."""


def cost_text(act: Act) -> str:
    return span_text.cost_text(act.cost)


def reach_text(act: Act) -> str:
    """The range and the area of an act: "range 150 ft, sphere 20 ft"."""
    feet = f"range {act.range} ft" if isinstance(act.range, int) else act.range or ""
    area = f"{act.area.shape} {act.area.ft} ft" if act.area else ""
    return ", ".join(filter(None, (feet, area, _count_text(act.targets))))


def _count_text(targets: str) -> str:
    """The number of targets, unless it is one.

    >>> _count_text("3+per_slot"), _count_text("1+per_slot"), _count_text("4"), _count_text("1"), _count_text("area")
    ('3 targets, one more per higher slot', '1 target, one more per higher slot', '4 targets', '', '')
    """
    if targets == "each_enemy":
        return "each enemy"
    count, plus, _ = targets.partition("+per_slot")
    if not count.isdigit() or targets == "1":
        return ""
    return f"{count} target{'' if count == '1' else 's'}{', one more per higher slot' if plus else ''}"


def spend_text(act: Act) -> str:
    """The resources that an act uses up in addition to a slot."""
    if isinstance(act.spend, AnyOf):
        return " or ".join({spend: span_text.spend_text(spend) or "a slot" for spend in act.spend.any}.values())
    return ", ".join(filter(None, map(span_text.spend_text, act.spends)))


@dataclass(frozen=True, slots=True)
class _Description:
    """The parts of an act's description that its steps do not say: the ranges of its attack, and sentences."""

    ranges: str = ""
    said: str = ""


def _described(act: Act) -> _Description:
    text = _HOW_TO_CALL.sub("", act.description or "").strip()
    found = RANGES.fullmatch(text)
    if found is None:
        return _Description(str(act.range) if isinstance(act.range, int) else "", text)
    return _Description(found[1] or f"{act.range}/{found[2]}")


def act_text(act: Act, in_section: bool = False) -> str:
    """An act in words: "Fire Breath (recharge 5-6, cone 60 ft): DEX save DC 21 or 18d6 fire; half on a success". `in_section`: the list in which it stands tells
    its cost.
    """
    does = doing_text(act)
    head = ", ".join(_head(act, in_section))
    return f"{act.name}{f' ({head})' if head else ''}{f': {does}' if does else ''}"


def doing_text(act: Act) -> str:
    """The effects of an act, with the sentences of its description."""
    said = _described(act).said.rstrip(".")
    return "; ".join(filter(None, (said, _steps(act))))


def _steps(act: Act) -> str:
    """The steps; an act that only plays a namesake, such as "Tail (legendary)", says no more than its name."""
    match act.steps:
        case (DoStep(do=name, times=None, slot=None, dc=None),) if act.name.startswith(f"{name} ("):
            return ""
    told = (attack_text(s, _range_of(act, s)) if isinstance(s, AttackStep) else step_text(s) for s in act.steps)
    return steps_text(act.steps) if not any(isinstance(s, AttackStep) for s in act.steps) else "; ".join(filter(None, told))


def _range_of(act: Act, step: AttackStep) -> str:
    return _described(act).ranges if step.kind != "melee" or step.reach is None else ""


def feet_of_strike(act: Act, step: AttackStep) -> str:
    """The reach of an attack in melee, or its range: "10 ft", "80/320 ft"; empty if nothing gives it."""
    if step.kind != "ranged" and step.reach is not None:
        return f"{step.reach} ft"
    feet = _described(act).ranges or (str(act.range) if isinstance(act.range, int) else "")
    return f"{feet} ft" if feet else ""


def _head(act: Act, in_section: bool) -> Iterator[str]:
    """The cost unless it is an action, the prices, the occasion, the needs, and the reach unless the attack says it."""
    if not in_section and act.cost != "action":
        yield cost_text(act)
    yield from filter(None, (spend_text(act), span_text.occasions_text(act.when), f"once a {act.once}" if act.once else ""))
    if act.needs:
        yield if_clause_text.needs_text(act.needs)
    if act.only:
        yield f"only on {' or '.join(act.only)}"
    is_attack = any(isinstance(s, AttackStep) and _range_of(act, s) for s in act.steps)
    if not is_attack and (reach := reach_text(act).removeprefix("self").removeprefix(", ")):
        yield reach.replace(f"range {act.range} ft", f"range {_described(act).ranges} ft") if _described(act).ranges else reach
    if act.duration:
        yield span_text.act_span_text(act.duration, act.concentration)


def twins(acts: Sequence[Act]) -> Iterator[tuple[Act, ...]]:
    """The acts, those that differ only in melee and range together: Dagger and Dagger (ranged)."""
    left = list(acts)
    while left:
        first = left.pop(0)
        other = next((a for a in left if _is_twin(first, a)), None)
        if other is not None:
            left.remove(other)
        yield (first, other) if other is not None else (first,)


def _is_twin(act: Act, other: Act) -> bool:
    if other.name != f"{act.name} (ranged)" or len(act.steps) != 1 or len(other.steps) != 1:
        return False
    one, two = act.steps[0], other.steps[0]
    alike = isinstance(one, AttackStep) and isinstance(two, AttackStep) and one.attack == two.attack and one.hit == two.hit
    return alike and not act.spends and not other.spends and not _described(act).said and not _described(other).said


def twin_text(act: Act, other: Act) -> str:
    """An attack in melee and at range in one line."""
    step = act.steps[0]
    assert isinstance(step, AttackStep)
    melee, colon, hit = attack_text(step).partition(": ")
    return f"{act.name} / {other.name}: {melee} or range {_described(other).ranges} ft{colon}{hit}"


def brief_text(act: Act, types: bool = True) -> str:
    """The name and the main numbers of an act: "Rend +11 2d6+6 slashing, 1d8 acid"; for an act that plays several others, those of the
    others. `types`: with the types of damage.
    """
    if act.steps and all(map(_only_plays_others, act.steps)):
        return f"{act.name} ({steps_text(act.steps).removeprefix('one of ').removeprefix('either ')})"
    step = next((s for s in _branches(act.steps) if isinstance(s, AttackStep | SaveStep)), None)
    spent = next((f" ({spend_text(act)})" for s in act.spends if s.startswith("recharge")), "")
    return f"{act.name}{spent}{_main_numbers(step, types) if step else ''}"


def _only_plays_others(step: StepModel) -> bool:
    """Whether the step plays other acts by their names, perhaps by choice, and nothing else."""
    match step:
        case IfStep(then=then, else_=otherwise):
            return all(map(_only_plays_others, (*then, *otherwise)))
        case ChooseStep(choose=options):
            return all(map(_only_plays_others, (one for part in options.values() for one in part)))
    return isinstance(step, DoStep)


def _branches(steps: Sequence[StepModel]) -> Iterator[StepModel]:
    """The steps, and those that depend on a condition."""
    for step in steps:
        yield step
        yield from _branches(step.then) if isinstance(step, IfStep) else ()


def _main_numbers(step: AttackStep | SaveStep, types: bool) -> str:
    dealt = step.hit if isinstance(step, AttackStep) else step.fail
    damage = ", ".join(f"{s.damage} {s.type}" if types else str(s.damage) for s in dealt if isinstance(s, DamageStep))
    if isinstance(step, AttackStep):
        needs = f"{step.attack:+d}" if isinstance(step.attack, int) else ""
    else:
        needs = f"{abilities_text(step)}{f' DC {step.dc}' if step.dc else ''}"
    return "".join(f" {part}" for part in (needs, damage) if part)
