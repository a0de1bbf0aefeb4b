"""The plan of an act, made without a roll for a dry run: its attack, its save, its dice with their ranges, the effects that it applies."""

from collections.abc import Iterator, Sequence

from rpg_lite.operations.mechanics.acting import attacking, preconditions
from rpg_lite.operations.mechanics.acting.act_result_models import ActPlan, PlannedDice
from rpg_lite.operations.mechanics.acting.branching import holds
from rpg_lite.operations.mechanics.acting.casting_numbers import Casting, attack_bonus, double_dice, scale_dice
from rpg_lite.operations.mechanics.acting.ending_steps import ACTION
from rpg_lite.operations.mechanics.acting.performance import Performance, Spot
from rpg_lite.rules import dice, names
from rpg_lite.rules.acts.act import ApplyStep, AttackStep, CheckStep, ChooseStep, EffectModel, IfStep, PoolStep, SaveStep
from rpg_lite.rules.acts.plain_steps import DamageStep, DoStep, HealStep, StepModel, TempHpStep
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.rules.stats.attacks import AttackStats


def plan_of(p: Performance) -> ActPlan:
    """The plan of an act, without numbers that are known only when the act is played."""
    cast = p.cast
    steps = list(_steps_that_play(p, cast.act.steps))
    attack = next((s for s in steps if isinstance(s, AttackStep)), None)
    save = next((s for s in steps if isinstance(s, SaveStep)), None)
    way = attacking.way_of(p, attack) if attack else None
    return ActPlan(
        cost=cast.act.cost,
        slot=cast.slot if cast.act.spends else None,
        targets_max=preconditions.most_targets(cast),
        times=preconditions.shots_of(cast) or 1,
        attack=(attack.kind or "weapon", way.to_hit.value if way else attack_bonus(cast, attack.attack)) if attack else None,
        save=_save(cast, save) if save else None,
        concentration=cast.act.concentration,
        duration=cast.act.duration,
        damage=(*_dice_of_weapon(way), *_dice(cast, [s for s in steps if isinstance(s, DamageStep)])),
        heal=tuple(_dice(cast, [s for s in steps if isinstance(s, HealStep)])),
        temp_hp=tuple(_dice(cast, [s for s in steps if isinstance(s, TempHpStep)])),
        pool=tuple(_dice(cast, [s for s in steps if isinstance(s, PoolStep)])),
        parts=tuple(_parts(cast, steps)),
        escape_dc=next((dc for s in steps if isinstance(s, ApplyStep) for dc in _escapes(cast, s)), None),
        lays=tuple(dict.fromkeys(word for s in steps if isinstance(s, ApplyStep) for word in _list_laid(cast, s))),
    )


def _steps_that_play(p: Performance, steps: Sequence[StepModel]) -> Iterator[StepModel]:
    """The steps that are certain to play, and those that depend on a hit, a failed save or a check; in a choice, the chosen steps; under an
    `if`, the steps that play for the first target.
    """
    for step in steps:
        yield step
        match step:
            case AttackStep():
                yield from _steps_that_play(p, step.hit)
            case SaveStep():
                yield from _steps_that_play(p, step.fail)
            case CheckStep():
                yield from _steps_that_play(p, step.passed or step.fail)
            case IfStep():
                whom = p.targets[0] if p.targets else p.cast.by
                yield from _steps_that_play(p, step.then if holds(p, step.if_, whom, Spot("plan")) else step.else_)
            case ChooseStep():
                words = {names.fold(w) for w in p.cast.wish.choice.values()}
                for word, part in step.choose.items():
                    yield from _steps_that_play(p, part) if names.fold(word) in words else ()


def _parts(cast: Casting, steps: Sequence[StepModel]) -> Iterator[tuple[str, int]]:
    """The acts that the act plays, each with its number (SRD, Multiattack)."""
    for step in steps:
        if isinstance(step, DoStep):
            yield step.do, cast.times(step.times) if step.times else 1


def _escapes(cast: Casting, step: ApplyStep) -> Iterator[int]:
    """The DCs of the actions that end the effects of the step."""
    for word in step.ends:
        dc = cast.fill(word).rpartition(":")[2] if word.startswith(ACTION) else ""
        if dc.isdigit():
            yield int(dc)


def _dice_of_weapon(way: AttackStats | None) -> Iterator[PlannedDice]:
    """The damage that the weapon or the unarmed strike deals by itself."""
    if way and not way.is_harmless:
        yield PlannedDice(way.damage, way.damage_type, dice.bounds(way.damage), dice.bounds(double_dice(way.damage)))


def _save(cast: Casting, step: SaveStep) -> tuple[str, int, str]:
    """The abilities, the DC, and the effect of a passed save."""
    abilities = [step.save] if isinstance(step.save, str) else step.save
    dc = cast.number(step.dc) if step.dc is not None else cast.dc
    return "/".join(a.upper() for a in abilities), dc, "half" if step.passed == "half" else "less" if step.passed else "none"


def _dice(cast: Casting, steps: Sequence[DamageStep | HealStep | TempHpStep | PoolStep]) -> Iterator[PlannedDice]:
    for step in steps:
        try:
            yield _plan_dice(cast, step)
        except FormulaFault:
            continue  # it needs a value that is known only when the act is played


def _plan_dice(cast: Casting, step: DamageStep | HealStep | TempHpStep | PoolStep) -> PlannedDice:
    match step:
        case DamageStep():
            text = "+".join(scale_dice(step.damage, step.up, cast, step.cantrip))
            kind: str | None = None if step.type in ("weapon", "as_taken") else cast.fill(step.type)
        case HealStep():
            text, kind = "+".join(scale_dice(step.heal, step.up, cast, step.cantrip)), None
        case TempHpStep():
            text, kind = "+".join(scale_dice(step.temp_hp, step.up, cast, False)), None
        case PoolStep():
            text, kind = "+".join(scale_dice(step.pool, step.up, cast, False)), None
    text = text.replace("+-", "-")
    return PlannedDice(text, kind, dice.bounds(text), dice.bounds(double_dice(text)))


def _list_laid(cast: Casting, step: ApplyStep) -> Iterator[str]:
    """The conditions that the step applies, or else the name of the effect."""
    if isinstance(step.apply, EffectModel):
        yield from step.apply.conditions or ([cast.fill(step.apply.name)] if step.apply.name else [])
    else:
        yield step.apply
