"""The steps of an act in words, in the order in which they are played."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.acts import if_clause_text
from rpg_lite.rules.acts.act import (
    Act,
    ApplyStep,
    AttackStep,
    CheckStep,
    ChooseStep,
    EffectModel,
    IfStep,
    Part,
    PoolStep,
    Retry,
    SaveStep,
    TableStep,
    Trigger,
    ZoneStep,
)
from rpg_lite.rules.acts.plain_steps import DoStep, EndStep, RemoveStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel, up_text
from rpg_lite.views.modifier_text import changes_text, flag_text, joined
from rpg_lite.views.option_text import options_text, rows_text, types_together
from rpg_lite.views.plain_step_text import PLAIN, done_text, effect_name
from rpg_lite.views.span_text import cost_text, ends_text, moment_text, skill_text, span_text
from rpg_lite.views.subject_text import WHOM, with_subject


def steps_text(steps: Sequence[StepModel] | str) -> str:
    """The text of all steps; damage that stands together is one blow."""
    if isinstance(steps, str):
        return steps
    return "; ".join(_parts(steps))


def sentences_text(steps: Sequence[StepModel]) -> str:
    """The text of all steps, each a sentence."""
    return " ".join(f"{names.capitalize(part.rstrip('.'))}." for part in _parts(steps))


def _parts(steps: Sequence[StepModel]) -> Iterator[str]:
    told = [(_manner(step), step_text(step), step) for step in steps]
    for manner, run in groupby((row for row in told if row[1]), key=lambda row: row[0]):
        texts = [(text, step) for _, text, step in run]
        if manner == "damage":
            yield ", ".join(text for text, _ in texts)
        elif manner.startswith("ends"):
            yield f"ends {joined([text.removeprefix('ends ') for text, _ in texts])}" if len(texts) > 1 else texts[0][0]
        else:
            yield from (text for text, _ in texts)


def _manner(step: StepModel) -> str:
    """The kind of steps that are told as one if they stand together: blows to one creature, ends of several effects."""
    if isinstance(step, DamageStep):
        return "damage" if step.to in (None, "target") else f"damage to {step.to}"
    is_named = isinstance(step, EndStep) and step_text(step).startswith("ends ")
    return f"ends for {step.to}" if is_named else "other"


def step_text(step: StepModel) -> str:
    told = _STEPS[type(step)](step)
    return with_subject(WHOM[step.to], told) if step.to and step.to != "target" and told else told


# ── rolls ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def attack_text(step: AttackStep, range_ft: str = "") -> str:
    """An attack with what a hit does: "melee +7, reach 5 ft: 2d6+4 slashing". `range_ft`: the range of its act, such as "20/60"."""
    bonus = f" {step.attack:+d}" if isinstance(step.attack, int) else f" +{step.attack}" if "{" in step.attack else f" {step.attack}"
    far = f", range {range_ft} ft" if range_ft else ""
    reach = f", reach {step.reach} ft" if step.reach is not None else ""
    head = f"{step.kind or 'weapon'}{bonus if step.kind or step.attack != 'weapon' else ''}{' attack' if not _has_bonus(step) else ''}"
    mode = f" with {step.mode}" if step.mode else ""
    times = f" × {step.times}" if step.times else ""
    hit = steps_text(step.hit)
    missed = f"; on a miss: {'half the damage' if step.miss == 'half' else steps_text(step.miss)}" if step.miss else ""
    return f"{head}{mode}{times}{reach}{far}{f': {hit}' if hit else ''}{missed}"


def _has_bonus(step: AttackStep) -> bool:
    return isinstance(step.attack, int) or "{" in step.attack


def _save(step: SaveStep, when: str = "") -> str:
    against = f" DC {step.dc}" if step.dc else ""
    lasting, passed = _parted(step)
    mode, _, types = (step.mode or "").partition(":")
    of_types = f" for {types.replace('|', ' or ')}" if types else ""
    with_mode = f" with {mode}{of_types}" if mode else ""
    worse = "".join(f"; failed by {n} or more: {steps_text(part)}" for n, part in step.by.items())
    return f"{abilities_text(step)} save{against}{with_mode}{when} or {steps_text(lasting) or 'nothing'}{worse}{passed}"


def _parted(step: SaveStep) -> tuple[Part, str]:
    """The steps of a failure and the words of a success. An immunity that a success gives at once and a failure in the end is told once."""
    if step.passed == "half":
        return step.fail, "; half on a success"
    match step.passed:
        case (ApplyStep() as mark,) if _withstood(mark) is not None:
            ended = [one for one in step.fail if isinstance(one, ApplyStep) and one.on_end == step.passed]
            plain = tuple(one.model_copy(update={"on_end": ()}) if one in ended else one for one in step.fail)
            return plain, f"; {'then or ' if ended else ''}on a success {_apply(mark)}"
    return step.fail, f"; success: {steps_text(step.passed)}" if step.passed else ""


def abilities_text(step: SaveStep) -> str:
    return " or ".join(a.upper() for a in ([step.save] if isinstance(step.save, str) else step.save))


def _check(step: CheckStep) -> str:
    name = step.check if step.check.startswith(("+", "-")) else skill_text(step.check)
    others = [step.against] if isinstance(step.against, str) else step.against or ()
    against = f" against {' or '.join(map(skill_text, others))}" if others else ""
    mode = f" with {step.mode}" if step.mode else ""
    parts = [(what, steps_text(part)) for what, part in (("success", step.passed), ("failure", step.fail)) if part]
    told = "; ".join(f"{what}: {text}" for what, text in parts if text)
    return f"{name} check{f' DC {step.dc}' if step.dc else ''}{against}{mode}{f': {told}' if told else ''}"


# ── effects ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _apply(step: ApplyStep) -> str:
    if _withstood(step) is not None:
        return f"immune to it {span_text(step.for_)}".strip()
    told = step.apply if isinstance(step.apply, str) else _marked(step)
    given = () if isinstance(step.apply, str) else step.apply.acts
    level = f" {step.level}" if step.level else ""
    found = f" (DC {step.dc})" if step.dc and "{" not in step.dc else ""
    lasts = f" {span}" if (span := span_text(step.for_)) else ""
    ends = [ends_text(step.ends), _retry(step.retry) if step.retry else ""]
    ended = f" ({'; '.join(filter(None, ends))})" if any(ends) else ""
    after = [("when it ends", step.on_end), ("when its time is up", step.on_time_up)]
    then = [f"{when}: {text}" for when, part in after if part and (text := steps_text(part))]
    shown = f"{told}{level}{found}{lasts}{ended}".strip() if told or step.for_ else ""
    return "; ".join(filter(None, (shown, *then, *map(_given_act, given))))


def _marked(step: ApplyStep) -> str:
    """The effect of a step in words. One that only lets its bearer act needs no word for itself; any other mark is told by its name."""
    assert not isinstance(step.apply, str)
    if told := _changes(step.apply, with_acts=False):
        return told
    is_told_by_acts = step.apply.acts and not (step.ends or step.retry)
    if not step.apply.name or is_told_by_acts or not (step.for_ or step.ends or step.retry or step.on_end or step.on_time_up):
        return ""
    return f"under {effect_name(step.apply.name)}"


def _withstood(step: ApplyStep) -> str | None:
    """The act to which a mark makes its target immune for a while; None if the step lays anything else."""
    name = step.apply if isinstance(step.apply, str) else step.apply.name or ""
    of, found, rest = name.partition(": withstood")
    is_mark = isinstance(step.apply, str) or not (step.apply.modifiers or step.apply.conditions or step.apply.flags or step.apply.on)
    return of if found and not rest and is_mark else None


def _retry(retry: Retry) -> str:
    save = f"{retry.save.upper()} save" if retry.save else "save"
    moment = {"turn_end": "each turn's end", "turn_start": "each turn's start", "damage": "damage"}.get(retry.at, retry.at)
    need = f", {retry.need} successes end it" if retry.need > 1 else ""
    failed = f"; {f'{retry.need} failures' if retry.need > 1 else 'failure'}: {steps_text(retry.fail)}" if retry.fail else ""
    passed = f"; success: {steps_text(retry.passed)}" if retry.passed else ""
    return f"{save} at {moment}{need}{failed}{passed}"


def effect_text(effect: EffectModel, with_acts: bool = True) -> str:
    """The changes that an effect brings to its bearer, or else its name. `with_acts`: also the acts that it lets its bearer take."""
    return _changes(effect, with_acts) or effect_name(effect.name or "an effect")


def _changes(effect: EffectModel, with_acts: bool) -> str:
    light = effect.light or {}
    parts = [
        joined(effect.conditions),
        changes_text(effect.modifiers),
        *map(flag_text, effect.flags),
        ", ".join(f"{kind.replace('_', ' ')} light {feet} ft" for kind, feet in light.items()),
        *triggers_texts(effect.on),
        *map(_given_act, effect.acts if with_acts else ()),
    ]
    return ", ".join(filter(None, parts))


def _given_act(act: Act) -> str:
    """An act that an effect lets its bearer take; one that only ends something needs no more than its name."""
    far = f" (range {act.range} ft)" if isinstance(act.range, int) else ""
    how = "" if act.cost == "free" else f" as {names.with_article(cost_text(act.cost))}"
    only_ends = act.steps and all(isinstance(s, EndStep | RemoveStep) for s in act.steps)
    does = "" if only_ends else steps_text(act.steps)
    return f"may use {done_text(act.name)}{how}{far}{f': {does}' if does else ''}"


def triggers_texts(triggers: Sequence[Trigger]) -> list[str]:
    """The triggers of an effect or a zone; those that do the same at several moments are told once."""
    alike: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for trigger in triggers:
        moment, once, clause, does = _trigger_parts(trigger)
        alike.setdefault((clause, does), []).append((moment, once))
    return types_together([f"{_moments(moments)}{clause}: {does}" for (clause, does), moments in alike.items()])


def _moments(moments: Sequence[tuple[str, str]]) -> str:
    """Moments, each with how often it counts; a limit that all share stands once."""
    limits = {once for _, once in moments}
    if len(moments) > 1 and len(limits) == 1 and (limit := limits.pop()):
        return f"{joined([moment for moment, _ in moments])},{limit}"
    return joined([f"{moment}{once}" for moment, once in moments])


def trigger_text(trigger: Trigger) -> str:
    """The steps that play by themselves, and when."""
    (told,) = triggers_texts([trigger])
    return told


def _trigger_parts(trigger: Trigger) -> tuple[str, str, str, str]:
    """When the trigger plays, how often, under which conditions, and what it does."""
    clause = f" {told}" if (told := if_clause_text.clauses_text(trigger.if_)) else ""
    once = f" once a {trigger.once}" if trigger.once in ("turn", "round") else ""
    does = steps_text(trigger.then)
    if trigger.every:  # a time that passes whole plays it once, with the number of times as a factor
        does = _TIMES.sub(r"\1", does)
    return moment_text(trigger.on, trigger.by, trigger.every), once, clause, does


_TIMES: Final = re.compile(r"\{(\d+)\*count\}|(?<=\d)\{count\}(?=d)")


def _zone(step: ZoneStep) -> str:
    zone = step.zone
    moves = "moves with its caster" if zone.moves == "with:self" else f"may move {zone.moves} ft" if zone.moves else ""
    if zone.drifts:
        moves = f"moves {zone.moves} ft away from its caster at the start of each of the caster's turns"
    inside = (
        effect_text(zone.apply)
        if zone.apply and (zone.apply.modifiers or zone.apply.conditions or zone.apply.flags or zone.apply.on)
        else ""
    )
    parts = [
        *map(_zone_rule, zone.rules),
        f"inside: {inside}" if inside else "",
        moves,
        *triggers_texts(zone.on),
        f"within {zone.beside} ft of one side the same at the edges of turns" if zone.beside else "",
        *map(_given_act, zone.acts),
    ]
    told = ", ".join(filter(None, parts))
    shape = f"{zone.shape} of {zone.ft} ft"
    return f"{names.with_article(shape)}{f' {span}' if (span := span_text(step.for_)) else ''}{f': {told}' if told else ''}"


_ZONE_RULES: Final[Mapping[str, str]] = {
    "difficult": "difficult terrain", "no_passage": "nothing passes", "no_dispel": "it cannot be dispelled", "no_magic": "no magic works",
    "no_sound": "no sound", "breach": "a breach in the wall",
}  # fmt: skip


def _zone_rule(rule: str) -> str:
    """A rule of a zone in words: "difficult terrain", "bright light 20 ft"."""
    words = rule.replace("_", " ").replace(":", " ")
    return _ZONE_RULES.get(rule) or (f"{words} ft" if rule.startswith(("bright_light:", "dim_light:")) else words)


# ── branches ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _if(step: IfStep) -> str:
    then, otherwise = steps_text(step.then), steps_text(step.else_)
    if if_clause_text.is_for_the_untried(step.if_):
        return then
    if _is_a_choice(step):
        word = step.if_[0].removeprefix("choice:")
        said = word if then == word else f"{word} ({then})"
        return f"{said} or else {otherwise}" if otherwise else f"{said}, if chosen"
    clause = if_clause_text.clauses_text(step.if_)
    if saved := _save_that_only_some_make(step):
        return f"{steps_text(step.else_)} ({clause}, {abilities_text(saved)} save{f' DC {saved.dc}' if saved.dc else ''} against it)"
    if easier := _same_save_with_a_mode(step):
        return f"{_save(easier, f' (with {_of_one_save(step).mode} {clause})')}"
    if not then:
        return f"{clause}: nothing; otherwise: {otherwise}" if otherwise else ""
    return f"{clause}: {then}{f'; otherwise: {otherwise}' if otherwise else ''}"


def _save_that_only_some_make(step: IfStep) -> SaveStep | None:
    """The save that stands before steps that happen to everybody else without one."""
    match step.then:
        case (SaveStep(passed=(), by={}) as save,) if step.else_ and save.fail == step.else_ and not save.mode:
            return save
    return None


def _same_save_with_a_mode(step: IfStep) -> SaveStep | None:
    """The save that both branches make, of which one has advantage or disadvantage."""
    match step.then, step.else_:
        case (SaveStep() as then,), (SaveStep(mode=None) as plain,) if then.mode and then.model_copy(update={"mode": None}) == plain:
            return plain
    return None


def _of_one_save(step: IfStep) -> SaveStep:
    (save,) = step.then
    assert isinstance(save, SaveStep)
    return save


def _is_a_choice(step: IfStep) -> bool:
    return len(step.if_) == 1 and step.if_[0].startswith("choice:") and "|" not in step.if_[0]


def _choose(step: ChooseStep) -> str:
    shared = _shared_steps(list(step.choose.values()))
    told = options_text({name: _option(name, [s for s in part if s not in shared]) for name, part in step.choose.items()})
    return f"{told}; in each case {steps_text(shared)}" if shared else told


def _shared_steps(parts: Sequence[Sequence[StepModel]]) -> list[StepModel]:
    """The steps that every option has, which are told once."""
    return [s for s in parts[0] if all(s in other for other in parts[1:])] if len(parts) > 1 else []


def _option(name: str, part: Sequence[StepModel]) -> str:
    """The effects of an option; its name alone if that says which acts are played and how often."""
    if part and all(isinstance(step, DoStep) and _says(name, step) for step in part):
        return name
    return steps_text(part)


def _says(name: str, step: DoStep) -> bool:
    is_plain = step.dc is None and step.slot is None and step.bonus is None and step.for_ is None
    called = step.do.partition(": ")[2] or step.do
    return (
        is_plain and any(names.fold(word) in names.fold(name) for word in (step.do, called)) and (step.times is None or step.times in name)
    )


def _table(step: TableStep) -> str:
    return f"roll {step.table}: {rows_text({row: _row(step, part) or 'nothing' for row, part in step.rows.items()})}"


def _row(table: TableStep, part: Part) -> str:
    """The effects of a row; one that rolls again among the other rows says so instead of repeating them."""
    again = [s for s in part if isinstance(s, TableStep) and all(table.rows.get(row) == steps for row, steps in s.rows.items())]
    if not again or len(again) != len(part):
        return steps_text(part)
    return f"{'both of two rolls' if len(again) == 2 else 'another roll' if len(again) == 1 else f'{len(again)} rolls'} of {again[0].table} by these rows"


_STEPS: Final[Mapping[type[StepModel], Callable[[Any], str]]] = {
    **PLAIN,
    AttackStep: attack_text,
    SaveStep: _save,
    ApplyStep: _apply,
    ZoneStep: _zone,
    IfStep: _if,
    CheckStep: _check,
    PoolStep: lambda s: f"{s.pool} hit points of creatures{up_text(s.up)}: {steps_text(s.then)}",
    TableStep: _table,
    ChooseStep: _choose,
}
