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
from rpg_lite.rules.acts.plain_steps import (
    DamageStep,
    DoStep,
    EndStep,
    RemoveStep,
    StepModel,
)
from rpg_lite.views.modifier_text import changes_text, flag_text, joined
from rpg_lite.views.plain_step_text import PLAIN, done_text, effect_name, up_text
from rpg_lite.views.span_text import cost_text, ends_text, moment_text, skill_text, span_text

_WHOM: Final[Mapping[str, str]] = {
    "self": "itself", "target": "the target", "source": "its source", "other": "the other creature", "named:heal": "the named creature",
}  # fmt: skip


def steps_text(steps: Sequence[StepModel] | str) -> str:
    """The text of all steps; damage that stands together is one blow."""
    if isinstance(steps, str):
        return steps
    told = [(isinstance(step, DamageStep), step_text(step)) for step in steps]
    return "; ".join((", " if is_damage else "; ").join(filter(None, (t for _, t in run))) for is_damage, run in _runs(told))


def _runs(told: Sequence[tuple[bool, str]]) -> Iterator[tuple[bool, list[tuple[bool, str]]]]:
    return ((is_damage, list(run)) for is_damage, run in groupby((row for row in told if row[1]), key=lambda row: row[0]))


def step_text(step: StepModel) -> str:
    told = _STEPS[type(step)](step)
    return f"{_WHOM[step.to]}: {told}" if step.to and step.to != "target" and told else told


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


def _save(step: SaveStep) -> str:
    against = f" DC {step.dc}" if step.dc else ""
    lasting, passed = _parted(step)
    mode, _, types = (step.mode or "").partition(":")
    of_types = f" for {types.replace('|', ' or ')}" if types else ""
    with_mode = f" with {mode}{of_types}" if mode else ""
    worse = "".join(f"; failed by {n} or more: {steps_text(part)}" for n, part in step.by.items())
    return f"{abilities_text(step)} save{against}{with_mode} or {steps_text(lasting) or 'nothing'}{worse}{passed}"


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
    told = step.apply if isinstance(step.apply, str) else effect_text(step.apply, with_acts=False)
    given = () if isinstance(step.apply, str) else step.apply.acts
    level = f" {step.level}" if step.level else ""
    found = f" (DC {step.dc})" if step.dc and "{" not in step.dc else ""
    lasts = f" {span}" if (span := span_text(step.for_)) else ""
    ends = [ends_text(step.ends), _retry(step.retry) if step.retry else ""]
    ended = f" ({'; '.join(filter(None, ends))})" if any(ends) else ""
    after = [("when it ends", step.on_end), ("when its time is up", step.on_time_up)]
    then = "".join(f"; {when}: {text}" for when, part in after if part and (text := steps_text(part)))
    return f"{told}{level}{found}{lasts}{ended}{then}{''.join(f'; {_given_act(act)}' for act in given)}"


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
    light = effect.light or {}
    parts = [
        joined(effect.conditions),
        changes_text(effect.modifiers),
        *map(flag_text, effect.flags),
        ", ".join(f"{kind.replace('_', ' ')} light {feet} ft" for kind, feet in light.items()),
        *map(trigger_text, effect.on),
        *map(_given_act, effect.acts if with_acts else ()),
    ]
    return ", ".join(filter(None, parts)) or effect_name(effect.name or "an effect")


def _given_act(act: Act) -> str:
    """An act that an effect lets its bearer take; one that only ends something needs no more than its name."""
    far = f"range {act.range} ft" if isinstance(act.range, int) else ""
    limits = ", ".join(filter(None, ("" if act.cost == "free" else cost_text(act.cost), far)))
    only_ends = act.steps and all(isinstance(s, EndStep | RemoveStep) for s in act.steps)
    does = "" if only_ends else steps_text(act.steps)
    return f"may use {act.name}{f' ({limits})' if limits else ''}{f': {does}' if does else ''}"


def trigger_text(trigger: Trigger) -> str:
    """The steps that play by themselves, and when."""
    clause = f" {told}" if (told := if_clause_text.clauses_text(trigger.if_)) else ""
    once = f" once a {trigger.once}" if trigger.once in ("turn", "round") else ""
    does = steps_text(trigger.then)
    if trigger.every:  # a time that passes whole plays it once, with the number of times as a factor
        does = _TIMES.sub(r"\1", does)
    return f"{moment_text(trigger.on, trigger.by, trigger.every)}{once}{clause}: {does}"


_TIMES: Final = re.compile(r"\{(\d+)\*count\}|(?<=\d)\{count\}(?=d)")


def _zone(step: ZoneStep) -> str:
    zone = step.zone
    moves = "moves with its caster" if zone.moves == "with:self" else f"may move {zone.moves} ft" if zone.moves else ""
    rules = [r.replace("_", " ").replace(":", " ") + (" ft" if r.startswith(("bright_light:", "dim_light:")) else "") for r in zone.rules]
    inside = (
        effect_text(zone.apply)
        if zone.apply and (zone.apply.modifiers or zone.apply.conditions or zone.apply.flags or zone.apply.on)
        else ""
    )
    parts = [*rules, f"inside: {inside}" if inside else "", moves, *map(trigger_text, zone.on), *map(_given_act, zone.acts)]
    told = ", ".join(filter(None, parts))
    return f"zone of {zone.ft} ft ({zone.shape}){f' {span}' if (span := span_text(step.for_)) else ''}{f': {told}' if told else ''}"


# ── branches ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _if(step: IfStep) -> str:
    then, otherwise = steps_text(step.then), steps_text(step.else_)
    if if_clause_text.is_for_the_untried(step.if_):
        return then
    if _is_a_choice(step):
        word = step.if_[0].removeprefix("choice:")
        said = word if then == word else f"{word}: {then}"
        return f"{said} or else {otherwise}" if otherwise else f"{said}, if chosen"
    clause = if_clause_text.clauses_text(step.if_)
    if not then:
        return f"{clause}: nothing; else: {otherwise}" if otherwise else ""
    return f"{clause}: {then}{f'; else: {otherwise}' if otherwise else ''}"


def _is_a_choice(step: IfStep) -> bool:
    return len(step.if_) == 1 and step.if_[0].startswith("choice:") and "|" not in step.if_[0]


def _choose(step: ChooseStep) -> str:
    return f"one of: {' | '.join(_option(name, part) for name, part in step.choose.items())}"


def _option(name: str, part: Sequence[StepModel]) -> str:
    """An option with what it does; the name alone if it says which acts are played and how often."""
    told = steps_text(part)
    if part and all(isinstance(step, DoStep) and _says(name, step) for step in part):
        return name
    return told if told.startswith(name) else f"{name}: {told}" if told else name


def _says(name: str, step: DoStep) -> bool:
    is_plain = step.dc is None and step.slot is None and step.bonus is None
    return is_plain and names.fold(done_text(step.do)) in names.fold(name) and (step.times is None or step.times in name)


def _table(step: TableStep) -> str:
    return f"roll {step.table}: {rows_text({row: steps_text(part) or 'nothing' for row, part in step.rows.items()})}"


def rows_text(rows: Mapping[str, str]) -> str:
    """The rows of a table; rows that differ only in their number are one, and words that all rows share stand once.

    >>> rows_text({"1": "blue for 1 day", "2": "blue for 2 days"}), rows_text({"1-2": "The picture of a cat in oil on wood", "3": "The picture of a dog in oil on wood"})
    ('blue for that many days', 'The picture of a (1-2: cat | 3: dog) in oil on wood')
    """
    counted = {_with_number(row, text) for row, text in rows.items()}
    if len(rows) > 1 and len(counted) == 1 and "that many" in (only := next(iter(counted))):
        return only
    texts = [text.split(" ") for text in rows.values()]
    head = _shared(texts) if len(rows) > 1 else 0
    tail = _shared([words[head:][::-1] for words in texts]) if len(rows) > 1 else 0
    start, end = (n if _is_worth(texts[0], n) else 0 for n in (head, tail))
    told = (f"{row}: {' '.join(words[start : len(words) - end])}" for row, words in zip(rows, texts, strict=True))
    rows_told = " | ".join(told)
    if not start and not end:
        return rows_told
    return " ".join(filter(None, (" ".join(texts[0][:start]), f"({rows_told})", " ".join(texts[0][len(texts[0]) - end :]))))


def _with_number(row: str, text: str) -> str:
    """The text with words in place of the number of its row."""
    return (
        re.sub(rf"(?<![\d-]){row}(?![\d-])(?: day\b)?", lambda m: "that many days" if m[0].endswith("day") else "that many", text)
        if row.isdigit()
        else text
    )


def _shared(texts: Sequence[Sequence[str]]) -> int:
    """The number of words with which all texts begin, but not all words of any."""
    most = min(map(len, texts)) - 1
    return next((n for n in range(most) if len({text[n] for text in texts}) > 1), max(most, 0))


def _is_worth(words: Sequence[str], n: int) -> bool:
    return n >= 3 and n < len(words)


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
