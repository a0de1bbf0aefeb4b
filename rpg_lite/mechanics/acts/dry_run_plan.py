"""The plan of an act, made without a roll for a dry run: its attack, its save, its dice with their ranges, the effects that it applies."""

from collections.abc import Iterator, Sequence
from math import floor

from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.acts import nested_act_lookup, secret_spell_levels, target_requirements
from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
from rpg_lite.mechanics.acts.act_results import ActPlan, PlannedDice
from rpg_lite.mechanics.acts.steps import attacking, playing_acts
from rpg_lite.mechanics.acts.steps.branch_steps import holds, is_unforeseen
from rpg_lite.mechanics.acts.steps.ending_steps import ACTION
from rpg_lite.mechanics.acts.wish_and_casting import Casting, attack_bonus, double_dice, scale_dice
from rpg_lite.rules import dice, durations, names
from rpg_lite.rules.acts.act import ApplyStep, AttackStep, CheckStep, ChooseStep, EffectModel, IfStep, PoolStep, SaveStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep, TempHpStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.rules.stats.attacks import AttackStats


def plan_of(p: Performance, plays: int = 1) -> ActPlan:
    """The plan of an act that is played so often, without numbers that are known only when the act is played."""
    cast = p.cast
    steps = list(_steps_that_play(p, cast.act.steps))
    attack = next((s for s in steps if isinstance(s, AttackStep)), None)
    save = next((s for s in steps if isinstance(s, SaveStep)), None)
    way = attacking.way_of(p, attack) if attack else None
    shots = target_requirements.shots_of(cast) or 1
    harm = [s for s in steps if isinstance(s, DamageStep)]
    return ActPlan(
        cost=cast.act.cost,
        slot=cast.slot if cast.act.spends else None,
        targets_max=target_requirements.most_targets(cast),
        times=shots * plays,
        attack=(attack.kind or "weapon", way.to_hit.value if way else attack_bonus(cast, attack.attack)) if attack else None,
        save=_save(cast, save) if save else None,
        concentration=cast.act.concentration,
        duration=cast.act.duration,
        rounds=_rounds(cast.act.duration),
        damage=(*_dice_of_weapon(way), *_dice(cast, harm, joins=shots == 1)),
        heal=tuple(_dice(cast, [s for s in steps if isinstance(s, HealStep)])),
        temp_hp=tuple(_dice(cast, [s for s in steps if isinstance(s, TempHpStep)])),
        pool=tuple(_dice(cast, [s for s in steps if isinstance(s, PoolStep)])),
        parts=tuple(_parts(cast, steps)),
        escape_dc=next((dc for s in steps if isinstance(s, ApplyStep) for dc in _escapes(cast, s)), None),
        added=cast.changes.added if shots > 1 and any(_joins(cast, s) for s in harm) else 0,
        moved=tuple((Called(one.who), one.text, one.earlier + one.moved) for one in p.shifts.values() if one.who not in _unknown(p)),
        lays=tuple(dict.fromkeys(word for s in steps if isinstance(s, ApplyStep) for word in _list_laid(cast, s))),
    )


def _unknown(p: Performance) -> frozenset[str]:
    """Those inside an area of whom a player who tries it knows nothing."""
    return p.cast.filled.unknown if p.cast.filled and p.draft.situation.hides_others else frozenset()


def _steps_that_play(p: Performance, steps: Sequence[StepModel], depth: int = 0) -> Iterator[StepModel]:
    """The steps that are certain to play, and those that depend on a hit, a failed save or a check; in a choice, the chosen steps; under an
    `if`, the steps that play for the first target; of a part of the same cast, its steps (SRD, Spiritual Weapon).
    """
    for step in steps:
        if secret_spell_levels.hides(p, step):
            continue
        yield step
        match step:
            case AttackStep():
                yield from _steps_that_play(p, step.hit, depth)
            case SaveStep():
                yield from _steps_that_play(p, step.fail, depth)
            case CheckStep():
                yield from _steps_that_play(p, step.passed or step.fail, depth)
            case DoStep(part=True):
                yield from _steps_of_part(p, step, depth)
            case IfStep():
                whom = next((t for t in p.targets if t in p.draft.world.things), p.cast.by)  # a summoned creature may be gone by now
                if not is_unforeseen(p, step.if_, whom, Spot("plan")):
                    yield from _steps_that_play(p, step.then if holds(p, step.if_, whom, Spot("plan")) else step.else_, depth)
            case ChooseStep():
                words = {names.fold(w) for w in p.cast.wish.choice.values()}
                for word, part in step.choose.items():
                    yield from _steps_that_play(p, part, depth) if names.fold(word) in words else ()


def _steps_of_part(p: Performance, step: DoStep, depth: int) -> Iterator[StepModel]:
    """The steps of an act that belongs to the same cast and is played with its numbers."""
    act = nested_act_lookup.act_named(p, p.cast.fill(step.do)) if depth < playing_acts.DEEPEST else None
    if act:
        yield from _steps_that_play(p, act.steps, depth + 1)


def _parts(cast: Casting, steps: Sequence[StepModel]) -> Iterator[tuple[str, int]]:
    """The other acts that the act plays, each with its number (SRD, Multiattack); what parts of the same cast do is told as its own."""
    for step in steps:
        if isinstance(step, DoStep) and not step.part:
            yield step.do, cast.times(step.times) if step.times else 1


def _rounds(duration: str | None) -> int | None:
    """The rounds of a duration; None for one without a known end."""
    parsed = durations.parse(duration) if duration else None
    is_counted = parsed and parsed.count.isdigit() and not parsed.turn
    return round(parsed.minutes(int(parsed.count)) * durations.ROUNDS_A_MINUTE) if parsed and is_counted else None


def _escapes(cast: Casting, step: ApplyStep) -> Iterator[int]:
    """The DCs of the actions that end the effects of the step."""
    for word in step.ends:
        dc = cast.fill(word).rpartition(":")[2] if word.startswith(ACTION) else ""
        if dc.isdigit():
            yield int(dc)


def _dice_of_weapon(way: AttackStats | None) -> Iterator[PlannedDice]:
    """The damage that the weapon or the unarmed strike deals by itself."""
    if way and not way.is_harmless:
        yield of_dice(way.damage, way.damage_type, way.factor)


def _save(cast: Casting, step: SaveStep) -> tuple[str, int, str]:
    """The abilities, the DC, and the effect of a passed save."""
    abilities = [step.save] if isinstance(step.save, str) else step.save
    dc = cast.number(step.dc) if step.dc is not None else cast.dc
    return "/".join(a.upper() for a in abilities), dc, "half" if step.passed == "half" else "less" if step.passed else "none"


def _dice(cast: Casting, steps: Sequence[DamageStep | HealStep | TempHpStep | PoolStep], joins: bool = True) -> Iterator[PlannedDice]:
    """The dice as riders change them: points added to one damage roll, or every die at its highest (SRD, Empowered Evocation; Overchannel).
    `joins`: whether the points join the dice, which they do not where each of several shots rolls them.
    """
    added = cast.changes.added if joins else 0
    for step in steps:
        try:
            planned = _plan_dice(cast, step)
        except FormulaFault:
            continue  # it needs a value that is known only when the act is played
        is_damage = isinstance(step, DamageStep)
        if added and is_damage and cast.changes.added_to in (None, planned.type):
            planned, added = _with_points(planned, added), 0
        is_highest = (is_damage and cast.changes.maximum) or (isinstance(step, HealStep) and cast.changes.heals_most)
        yield _at_highest(planned) if is_highest else planned


def _joins(cast: Casting, step: DamageStep) -> bool:
    return cast.changes.added_to in (None, cast.fill(step.type))


def _with_points(planned: PlannedDice, points: int) -> PlannedDice:
    low, high = planned.bounds
    critical = (planned.critical[0] + points, planned.critical[1] + points)
    return PlannedDice(f"{planned.dice}{points:+d}", planned.type, (low + points, high + points), critical)


def _at_highest(planned: PlannedDice) -> PlannedDice:
    most, critical = planned.bounds[1], planned.critical[1]
    return PlannedDice(planned.dice, planned.type, (most, most), (critical, critical))


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
    return of_dice(text, kind)


def of_dice(text: str, type: str | None, factor: float = 1) -> PlannedDice:
    """Dice with their ranges; a `factor` multiplies the total, rounded down."""
    written = text.replace("+-", "-")
    usual, critical = dice.bounds(written), dice.bounds(double_dice(written))
    low, high = (max(0, floor(n * factor)) for n in usual)
    return PlannedDice(written, type, (low, high), (max(0, floor(critical[0] * factor)), floor(critical[1] * factor)))


def _list_laid(cast: Casting, step: ApplyStep) -> Iterator[str]:
    """The conditions that the step applies, or else the name of the effect."""
    if isinstance(step.apply, EffectModel):
        yield from step.apply.conditions or ([cast.fill(step.apply.name)] if step.apply.name else [])
    else:
        yield step.apply
