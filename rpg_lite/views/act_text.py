"""An act in a few words: its cost, its reach and its steps."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import (
    Act,
    ApplyStep,
    AttackStep,
    CheckStep,
    ChooseStep,
    EffectModel,
    IfStep,
    PoolStep,
    SaveStep,
    TableStep,
    Trigger,
    ZoneStep,
)
from rpg_lite.rules.acts.plain_steps import (
    THINGS,
    AnswerStep,
    BecomeStep,
    CorrodeStep,
    DamageStep,
    DoStep,
    FilledModifier,
    GainStep,
    HealStep,
    LoseStep,
    MakeStep,
    MendStep,
    MoveStep,
    RemoveStep,
    ReviveStep,
    SayStep,
    StepModel,
    TempHpStep,
    Up,
)
from rpg_lite.vocabulary import ABILITIES

_COSTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "attack": "one attack of an action",
        "bonus": "bonus action",
        "legendary": "legendary action",
        "free": "no action",
        "half_move": "half of the speed",
    }
)


def cost_text(act: Act) -> str:
    return _COSTS.get(act.cost, act.cost)


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
    count, plus, _ = targets.partition("+per_slot")
    if not count.isdigit() or targets == "1":
        return ""
    return f"{count} target{'' if count == '1' else 's'}{', one more per higher slot' if plus else ''}"


def spend_text(act: Act) -> str:
    """The resources that an act uses up in addition to a slot."""
    return ", ".join(s.replace("resource:", "").replace("recharge:5", "recharge 5-6").replace(":", " ") for s in act.spends if s != "slot")


def steps_text(steps: Sequence[StepModel] | str) -> str:
    """The text of all steps, in the order in which they are played."""
    if isinstance(steps, str):
        return steps
    return "; ".join(filter(None, map(_step, steps)))


def change(m: FilledModifier) -> str:
    """A modifier of an effect in words; its value may be a formula."""
    if m.target == "flag":
        return str(m.value).replace("_", " ")
    sign = {"add": "+", "mul": "×", "raise_to": "at least"}.get(m.op, m.op.replace("_", " "))
    amount = "" if m.value is None or m.value is True else str(m.value)
    joined = f"{sign}{amount}" if sign == "+" and not amount.startswith("-") else amount if sign == "+" else f"{sign} {amount}".strip()
    return f"{m.target} {joined}".replace("_", " ")


def _step(step: StepModel) -> str:
    told = _STEPS.get(type(step), _plain)(step)
    return f"{step.to}: {told}" if step.to and told else told


def _attack(step: AttackStep) -> str:
    bonus = f" {step.attack:+d}" if isinstance(step.attack, int) else f" {step.attack}"
    times = f" × {step.times}" if step.times else ""
    missed = f"; miss: {steps_text(step.miss)}" if step.miss else ""
    hit = steps_text(step.hit)
    return f"{step.kind}{bonus} attack{times}{f': {hit}' if hit else ''}{missed}"


def _save(step: SaveStep) -> str:
    against = f" DC {step.dc}" if step.dc else ""
    passed = "; half on a success" if step.passed == "half" else f"; success: {steps_text(step.passed)}" if step.passed else ""
    return f"{_abilities(step)} save{against} or {steps_text(step.fail) or 'nothing'}{passed}"


def _up(up: str | Up | None) -> str:
    if isinstance(up, Up):
        return f" (+{up.add} per {up.per} higher slot levels)" if up.per > 1 else f" (+{up.add} per higher slot)"
    return f" (+{up} per higher slot)" if up else ""


def _damage(step: DamageStep) -> str:
    grows = " (more dice at levels 5, 11, 17)" if step.cantrip else _up(step.up)
    return f"{step.damage} {step.type}{f' × {step.times}' if step.times else ''}{grows}"


def _apply(step: ApplyStep) -> str:
    told = step.apply if isinstance(step.apply, str) else _effect(step.apply)
    lasts = f" for {step.for_}" if step.for_ else ""
    retry = f", a new save at each {step.retry.at.replace('_', ' ')}" if step.retry else ""
    ends = f" (ends: {', '.join(e.replace('_', ' ') for e in step.ends)})" if step.ends else ""
    return f"{told}{lasts}{retry}{ends}"


def _effect(effect: EffectModel) -> str:
    flags = (f.replace("_", " ") for f in effect.flags)
    parts = [*effect.conditions, *map(change, effect.modifiers), *flags, *map(_trigger, effect.on)]
    parts += [f"may use {a.name}" for a in effect.acts]
    return ", ".join(parts) or effect.name or "an effect"


def _trigger(trigger: Trigger) -> str:
    return f"on {trigger.on.replace('_', ' ')}: {steps_text(trigger.then)}"


def _zone(step: ZoneStep) -> str:
    zone = step.zone
    parts = [r.replace("_", " ").replace(":", " ") for r in zone.rules]
    parts += [*([_effect(zone.apply)] if zone.apply else []), *map(_trigger, zone.on), *(f"may use {a.name}" for a in zone.acts)]
    return f"zone {zone.shape} {zone.ft} ft{': ' if parts else ''}{', '.join(parts)}"


def _if(step: IfStep) -> str:
    words = " and ".join(w.replace("target:", "").replace("_", " ").replace("|", " or ") for w in step.if_)
    return f"if {words}: {steps_text(step.then)}{f'; else {steps_text(step.else_)}' if step.else_ else ''}"


def _check(step: CheckStep) -> str:
    name = step.check.upper() if step.check in ABILITIES else step.check.replace("_", " ")
    against = step.against if isinstance(step.against, str) or not step.against else " or ".join(step.against)
    target = f" DC {step.dc}" if step.dc else f" against {against}" if against else ""
    passed, failed = steps_text(step.passed), steps_text(step.fail)
    return f"{name} check{target}: {'; '.join(filter(None, (passed and f'success: {passed}', failed and f'failure: {failed}')))}"


def _forms(step: BecomeStep) -> str:
    """The forms in words: "a beast (CR 1 at most)", "a Rat"."""
    rating, _, kind = step.become.rpartition(":")
    if not rating:
        return names.with_article(step.become)
    most = rating.removeprefix("cr<=")
    told = "at most its own CR" if most == "their" else "CR by level" if "{" in most else f"CR {most} at most"
    return f"{_kind(kind)} ({told})"


def _kind(types: str) -> str:
    """The types of a form in words: "a beast", "a creature", "a creature, no construct or undead"."""
    if types == "any":
        return "a creature"
    told = types.replace("|", " or ")
    return f"a creature, no {told.removeprefix('not ')}" if types.startswith("not ") else names.with_article(told)


def _parts(parts: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}: {steps_text(part)}" for name, part in parts.items())


def _move(step: MoveStep) -> str:
    return f"{step.how or 'move'} {step.what or ''} {step.move} ft".replace("  ", " ")


def _do(step: DoStep) -> str:
    return f"{step.do}{f' × {step.times}' if step.times else ''}"


def _gain(step: GainStep) -> str:
    """What comes back. A number of slots is that of their levels together (SRD, Arcane Recovery)."""
    if step.gain == "slots":
        return f"gains spent slots, none above level 5, whose levels add up to at most {step.n}"
    return f"gains {step.n} {step.gain.removeprefix('resource:')}"


def _answer(step: AnswerStep) -> str:
    given = step.answer if isinstance(step.answer, str) else ", ".join(f"{k} {v}" for k, v in step.answer.items())
    return f"{given.replace('_', ' ').replace(':', ', ')} the act that it answers"


def _plain(step: StepModel) -> str:
    word = next(iter(type(step).model_fields.keys() - {"to"}))
    return f"{word} {getattr(step, word)}".replace("_", " ")


_LOST: Final[Mapping[str, str]] = {
    "tempHp": "its temporary hit points",
    "tempHp:this": "the temporary hit points that this gave",
    "half_hp": "half of its hit points",
}
"""What `lose` takes as a whole, in words."""
_STEPS: Final[Mapping[type[StepModel], Callable[[Any], str]]] = {
    AttackStep: _attack,
    SaveStep: _save,
    DamageStep: _damage,
    HealStep: lambda s: f"heals {s.heal}{_up(s.up)}",
    TempHpStep: lambda s: f"{s.temp_hp} temporary hit points{_up(s.up)}",
    ReviveStep: lambda s: f"revives with {s.revive} HP",
    ApplyStep: _apply,
    ZoneStep: _zone,
    IfStep: _if,
    CheckStep: _check,
    PoolStep: lambda s: f"{s.pool} hit points of creatures{_up(s.up)}: {steps_text(s.then)}",
    TableStep: lambda s: f"{s.table}: {_parts(s.rows)}",
    ChooseStep: lambda s: f"one of {_parts(s.choose)}",
    MakeStep: lambda s: f"makes {s.count or 1} {s.make.removeprefix(THINGS)}",
    BecomeStep: lambda s: f"takes the form of {_forms(s)}",
    MoveStep: _move,
    RemoveStep: lambda s: f"ends {', '.join(s.remove)}".replace("_", " ").replace(":", " "),
    GainStep: _gain,
    CorrodeStep: lambda s: f"corrodes {'its armor or weapon' if s.corrode == 'gear' else f'the {s.corrode}'}",
    MendStep: lambda s: "mends corrosion",
    LoseStep: lambda s: "loses " + (_LOST.get(s.lose) or f"{s.n} {s.lose.removeprefix('resource:')}"),
    DoStep: _do,
    AnswerStep: _answer,
    SayStep: lambda s: s.say.rstrip("."),
}


def act_text(act: Act) -> str:
    """An act in words: "Fire Breath (recharge 5-6): DEX save DC 21 or 18d6 fire; half on a success"."""
    spent = spend_text(act)
    head = ", ".join(filter(None, ("" if act.cost == "action" else cost_text(act), spent)))
    return f"{act.name}{f' ({head})' if head else ''}: {steps_text(act.steps)}"


def brief_text(act: Act, types: bool = True) -> str:
    """The name and the main numbers of an act: "Rend +11 2d6+6 slashing, 1d8 acid"; for an act that plays several others, those of the
    others. `types`: with the types of damage.
    """
    if act.steps and all(isinstance(step, DoStep) for step in act.steps):
        return f"{act.name} ({steps_text(act.steps)})"
    step = next((s for s in act.steps if isinstance(s, AttackStep | SaveStep)), None)
    spent = next((f" ({spend_text(act)})" for s in act.spends if s.startswith("recharge")), "")
    return f"{act.name}{spent}{_main_numbers(step, types) if step else ''}"


def _main_numbers(step: AttackStep | SaveStep, types: bool) -> str:
    dealt = step.hit if isinstance(step, AttackStep) else step.fail
    damage = ", ".join(f"{s.damage} {s.type}" if types else str(s.damage) for s in dealt if isinstance(s, DamageStep))
    if isinstance(step, AttackStep):
        needs = f"{step.attack:+d}" if isinstance(step.attack, int) else ""
    else:
        needs = f"{_abilities(step)}{f' DC {step.dc}' if step.dc else ''}"
    return "".join(f" {part}" for part in (needs, damage) if part)


def _abilities(step: SaveStep) -> str:
    return " or ".join(a.upper() for a in ([step.save] if isinstance(step.save, str) else step.save))
