"""Steps that apply an effect to a creature or move the creature: apply and move."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pydantic import TypeAdapter

from rpg_lite.decision import effect_removal
from rpg_lite.decision.occasions import Alteration
from rpg_lite.mechanics.acts import effect_potency, ends_by_attack
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.riders import enchanted_weapon
from rpg_lite.mechanics.acts.steps import target_formula_values
from rpg_lite.mechanics.acts.steps.pushes_and_pulls import force_away
from rpg_lite.mechanics.creature import creature_type_of, effect_source
from rpg_lite.mechanics.fight import initiative
from rpg_lite.mechanics.life.conditions import add_condition, add_effect, one_more
from rpg_lite.mechanics.life.kept_spells import PERMANENT
from rpg_lite.mechanics.space import auras, stealth
from rpg_lite.rules import creature_flags, durations, roll_scopes
from rpg_lite.rules.acts import form_changes
from rpg_lite.rules.acts.act import ApplyStep, EffectModel, Spell
from rpg_lite.rules.acts.plain_steps import MoveStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import step_at
from rpg_lite.rules.acts.words import TOLD_ENDS
from rpg_lite.rules.modifiers import Modifier, ModifierField
from rpg_lite.rules.sheet_document import LONGEST_KEPT_STEPS
from rpg_lite.world import clock
from rpg_lite.world.creature_states import FOUND, LASTING, Cause

_MODIFIER: Final[TypeAdapter[Modifier]] = TypeAdapter(ModifierField)
NO_CONCENTRATION: Final = " no_concentration"
"""The end of a duration that does not require concentration: an effect with such a duration outlasts its spell."""


def apply(p: Performance, step: ApplyStep, targets: Sequence[str], spot: Spot) -> None:
    """Apply an effect of the act to each target: its changes, its conditions, its triggers and acts."""
    effect = EffectModel(name=step.apply) if isinstance(step.apply, str) else step.apply
    by_name = step.apply if isinstance(step.apply, str) else None
    dc = None if step.dc is None else p.cast.number(step.dc, rolled=spot.rolled)
    if step.by == "made" and not p.made:
        return
    spot = replace(spot, path=_path_in_book(p, step, spot), dc=dc, laid_by=_source(p, step))
    kept = kept_steps(p, step, spot) if _goes_on(step, effect) else None
    for target in targets:
        ends = [p.cast.fill(word) for word in step.ends]
        _tell_ends(p, p.cast.fill(effect.name or p.cast.act.name), ends)
        _keep_for_answered_attack(p, ends)
        if FOUND in ends:
            stealth.come_out(p.draft, p.thing(target))
        if form_changes.begins_to_petrify(step) and p.keeps_its_form(target):
            p.record(target).ended.append(f"immune to {form_changes.PETRIFIED}")
        elif not p.wards_off(target):
            lay_effect(p, effect, target, spot, lasts(p, step.for_), ends, step.level, by_name, kept, _outlasts(step.for_))


def _keep_for_answered_attack(p: Performance, ends: Sequence[str]) -> None:
    """Let an effect that ends with one attack count for the attack that the act answers, which may not be the first of its deed."""
    on = p.draft.situation.answers
    if on is not None and any(word.partition(":")[0] in ends_by_attack.WORDS for word in ends):
        p.draft.alterations.append(Alteration("guard", on, p.cast.act.name))


def _source(p: Performance, step: ApplyStep) -> str | None:
    """The creature that an effect comes from, if it is not the one that plays the act."""
    match step.by:
        case "made":
            return p.made[-1]
        case "target":
            return p.targets[0] if p.targets else None
    return None


def _outlasts(duration: str | None) -> bool:
    """Whether an effect with this duration outlasts its spell."""
    return duration is not None and (duration == PERMANENT[0] or duration.endswith(NO_CONCENTRATION))


def _goes_on(step: ApplyStep, effect: EffectModel) -> bool:
    """Whether some part of the act plays later."""
    return bool(
        effect.on or effect.acts or step.on_end or step.on_time_up or step.retry or any(word.startswith("save") for word in step.ends)
    )


def kept_steps(p: Performance, step: StepModel, spot: Spot) -> Sequence[Mapping[str, Any]] | None:
    """The steps of the act, if its name and the path could not lead back to this step; None if the act is in the book or too long."""
    act = p.cast.base or p.cast.act
    cause = Cause(by=p.cast.by, act=act.name, at=p.step_path(spot))
    found = effect_source.laid_step(p.draft.world, cause, p.book)
    if found is step or found == step:
        return None
    written = effect_source.write_steps(act.steps)
    if len(json.dumps(written)) > LONGEST_KEPT_STEPS or step_at(act, p.step_path(spot)) is None:
        p.say(f"The game master plays the later steps of {act.name}: they cannot be kept.")
        return None
    return written


def _path_in_book(p: Performance, step: ApplyStep, spot: Spot) -> str:
    """The path of the step in the act of the book, even if riders or the damage of a weapon have put other steps before the step."""
    act = p.cast.base or p.cast.act
    return next((path for path, one in act.steps_by_path.items() if one is step), spot.path)


def lay_effect(
    p: Performance, effect: EffectModel, target: str, spot: Spot, duration: str | None = None, ends: Sequence[str] = (),
    level: int | None = None, by_name: str | None = None, kept: Sequence[Mapping[str, Any]] | None = None, outlasts: bool = False,
) -> None:  # fmt: skip
    """Apply an effect: each of its conditions is an entry of the cast, and so is the rest of the effect. `by_name`: an effect or condition
    of the rulebook; `kept`: the steps of an act that is in no book; `outlasts`: it does not end with its spell (prone after a fall on ice).
    """
    name, cause = p.cast.fill(effect.name or p.cast.act.name), replace(_cause(p, spot), steps=kept)
    cause = replace(cause, cast=None) if outlasts else cause
    if effect.adds_up:
        name = one_more(p.draft.world, p.thing(target), name)
    elif effect.on and target != p.cast.by and not isinstance(p.cast.act, Spell):
        if effect_potency.lies_stronger(p, name, effect, target):
            p.say(f"{name} on {p.thing(target).name} is stronger already, and stays as it is.")
            p.lay(target)
            return
        _end_older(p, name, effect, target)
    condition = p.book.condition(by_name) if by_name else None
    governing = [word for word in effect.conditions if effect_removal.governs(word, ends) and lays_more(effect)]
    if spared := next((word for word in governing if _is_immune(p, word, target)), None):
        p.record(target).ended.append(f"immune to {spared}")
        return
    for word in (condition,) if condition else effect.conditions:
        _lay_condition(p, word, target, cause, duration, level, ends)
    changes = [*enchanted_weapon.bind(p, target, _modifiers(p, effect, spot)), *_flags(effect)]
    if not condition and (by_name or lays_more(effect)) and not p.is_broken_off:
        laid_by = replace(cause, act=None, at=None) if by_name else cause
        add_effect(p.draft, p.thing(target), by_name or name, changes, laid_by, duration, ends)
        told = cause.look or by_name or name
        if p.cast.cause is None or told != p.cast.act.name:  # the effect of a use is that of the thing
            p.record(target).effects.append(told)
        _tell_flags(p, told, changes)
        if creature_flags.SHARES_INITIATIVE in effect.flags and laid_by.by is not None:
            initiative.follow(p.draft, laid_by.by, target)
        _count(p, target, cause)


def _end_older(p: Performance, name: str, effect: EffectModel, target: str) -> None:
    """End what an earlier use of the act has laid, because a condition does not stack with itself, and what it brings comes once (SRD 5.2,
    Otyugh); neither does a state such as fire. What the source does in its own turns ends only if the same creature has laid it: two stirges
    suck blood twice.
    """
    is_state = bool(effect.conditions) or all(trigger.by != "source" for trigger in effect.on)
    older = [
        entry.cause
        for entry in p.thing(target).creature.lasting("effects")
        if entry.name == name and (is_state or entry.cause.by == p.cast.by)
    ]
    own = (name, *effect.conditions)
    effect_removal.end_where(p.draft, target, lambda entry: entry.name in own and any(_is_of_one_use(entry.cause, c) for c in older))


def _is_of_one_use(cause: Cause, other: Cause) -> bool:
    return (cause.by, cause.act, cause.at, cause.cast) == (other.by, other.act, other.at, other.cast)


def lays_more(effect: EffectModel) -> bool:
    """Whether an effect is an entry of its own, in addition to its conditions."""
    has_more = effect.modifiers or effect.flags or effect.on or effect.acts or effect.light
    return bool(has_more or (not effect.conditions and effect.name))


def _tell_ends(p: Performance, name: str, ends: Sequence[str]) -> None:
    """Say what ends an effect that the table has to end, such as "Guidance ends after one check"."""
    parts = (word.partition(":") for word in ends)
    if told := [TOLD_ENDS[head].format(rest) for head, _, rest in parts if head in TOLD_ENDS and not (head == "save" and rest)]:
        p.say(f"{name} ends {' or '.join(told)} (manage_condition remove).")


def _tell_flags(p: Performance, name: str, changes: Sequence[Modifier]) -> None:
    """Say what the table must remember about an effect, such as "Turned: flees"."""
    if words := creature_flags.list_told([str(m.value) for m in changes if m.target == "flag" and m.op == "grant"]):
        p.say(f"{name}: {', '.join(words)}.")


def _lay_condition(
    p: Performance, word: str, target: str, cause: Cause, duration: str | None, level: int | None, ends: Sequence[str]
) -> None:  # fmt: skip
    if p.is_broken_off:
        return
    if _is_immune(p, word, target):
        p.record(target).ended.append(f"immune to {word}")
        return
    if auras.ward(p.draft, p.thing(target), word):
        p.record(target).ended.append(f"immune to {word}")
        return
    add_condition(p.draft, p.thing(target), word, cause, duration, level, ends)
    p.record(target).conditions.append(word)
    _count(p, target, cause)


def _is_immune(p: Performance, word: str, target: str) -> bool:
    return word in p.stats(target).defenses.conditions or _is_warded(p, word, target)


def _count(p: Performance, target: str, cause: Cause) -> None:
    """Count the new entry as a part of the spell, unless it outlasts the spell and so requires no concentration."""
    if cause.cast is not None:
        p.lay(target)


def _is_warded(p: Performance, word: str, target: str) -> bool:
    """Whether the target is warded against this when magic applies it (SRD, Freedom of Movement), or when creatures of the caster's type do
    (SRD, Protection from Evil and Good).
    """
    wards = [m for m in p.stats(target).scoped if m.target == "condition_immunity" and m.op == "grant" and m.value == word]
    if p.is_magical and any(m.scope == roll_scopes.OF_MAGIC for m in wards):
        return True
    return any(roll_scopes.is_of_attacker(m.scope, creature_type_of.types_of(p.thing(p.cast.by), p.book)) for m in wards)


def lay_mark(
    p: Performance, target: str, name: str, spot: Spot, for_: str | None, outlasts: bool = False, kept: Mapping[str, Any] | None = None,
    flags: Sequence[str] = (), ends: Sequence[str] = (),
) -> None:  # fmt: skip
    """Add an entry that marks the creature as affected by the cast, so that the end of the cast is noticed. `outlasts`: the entry has
    its own end, and does not end with the concentration on the cast. `kept`: the step that the entry keeps, if no act of the book leads
    back to the step.
    """
    cause = _cause(p, spot)
    cause = cause if kept is None else replace(cause, at="0", steps=[kept])
    facts = [Modifier("flag", "grant", flag) for flag in flags]
    add_effect(p.draft, p.thing(target), name, facts, replace(cause, cast=None) if outlasts else cause, lasts(p, for_), ends)
    p.lay(target)


def lasts(p: Performance, own: str | None) -> str | None:
    """The duration of a step: its own, or that of the act at this slot; None if it has no end of its own. Anything that a later part of a
    cast applies ends with the cast.
    """
    by_slot = [text for slot, text in p.cast.act.duration_by_slot.items() if int(slot) <= p.cast.slot]
    text = own or (by_slot[-1] if by_slot else p.cast.act.duration)
    plain = text and text.removesuffix(NO_CONCENTRATION)
    filled = None if plain is None or plain in PERMANENT else p.cast.fill(plain)
    return filled if own or p.rounds_left is None else _within(filled, p.rounds_left)


def _within(duration: str | None, rounds: int) -> str:
    """The duration, or the rounds that are left if those are fewer."""
    span = durations.parse(duration) if duration else None
    if duration and span and span.count.isdigit() and span.minutes(int(span.count)) * durations.ROUNDS_A_MINUTE <= rounds:
        return duration
    return f"{rounds} rounds"


def rounds_left(p: Performance) -> int | None:
    """The rounds that are left of a cast that began earlier, as the entries on the creatures at hand show; None if the cast begins now or
    has no known end.
    """
    everybody = [thing.creature for thing in p.draft.world.things.values() if thing.kind == "character"]
    spans = [e.span for one in everybody for kind in LASTING for e in one.lasting(kind) if e.cause.cast == p.cast.id]
    spans += [one.zones[key].span for one in everybody if (key := p.cast.id.replace(".", "_")) in one.zones]
    left = max((span.ends for span in spans if span.ends is not None), default=0) - clock.now(p.draft.world)
    return left if left > 0 else None


def _cause(p: Performance, spot: Spot) -> Cause:
    """The cause of an entry: the act's name and the path lead back to the step; for a use of a thing, the thing."""
    if p.cast.cause is not None:
        return p.cast.cause
    choice, by = dict(p.cast.wish.choice), spot.laid_by or p.cast.by
    return Cause(
        source=p.thing(by).name, by=by, is_magical=p.is_magical, cast=p.cast.id, act=p.cast.act.name, at=p.step_path(spot),
        slot=p.cast.slot, dc=p.cast.dc if spot.dc is None else spot.dc, mod=p.cast.mod, choice=choice or None, look=p.cast.look,
    )  # fmt: skip


def _modifiers(p: Performance, effect: EffectModel, spot: Spot) -> list[Modifier]:
    return [
        _MODIFIER.validate_python(_with_choices(p, m.as_modifier(lambda text: _fill_in(p, text, spot))), context=p.book.words)
        for m in effect.modifiers
    ]


def _with_choices(p: Performance, row: dict[str, Any]) -> dict[str, Any]:
    """The modifier with the choices of the cast in its target, its scope and its type of damage."""
    return {key: _chosen(p, value) if key in ("target", "scope", "damageType") else value for key, value in row.items()}


def _chosen(p: Performance, written: Any) -> Any:
    if isinstance(written, str):
        return p.cast.fill(written)
    return [p.cast.fill(part) for part in written] if isinstance(written, list | tuple) else written


def _fill_in(p: Performance, text: str, spot: Spot) -> int | str:
    """The text with its formulas filled in; `taken`: the damage of this act or event, `rolled`: the check or table that led here."""
    theirs = target_formula_values.values_for(p, text)
    filled = p.cast.fill(text, taken=p.happened_taken if spot.taken is None else spot.taken, rolled=spot.rolled, **theirs)
    return int(filled) if filled.lstrip("-").isdigit() else filled


def _flags(effect: EffectModel) -> list[Modifier]:
    return [Modifier("flag", "grant", flag) for flag in effect.flags]


def move(p: Performance, step: MoveStep, targets: Sequence[str], spot: Spot) -> None:
    """Push or pull the targets where places count; tell any other movement to the table, which moves its own figures."""
    feet = p.cast.number(step.move)
    if step.what == "zone":
        if not p.zone_moved:
            p.say(f"The zone may move {feet} ft.")
        return
    how = {"push": "is pushed", "pull": "is pulled", "teleport": "teleports", "fly": "may fly"}.get(step.how or "", "may move")
    for target in targets:
        if step.how in ("push", "pull") and force_away(p, step, step.how, target, feet, spot):
            continue
        told, start = p.record(target).effects, f"{how} "
        before = next((n for n, text in enumerate(told) if text.startswith(start) and step.how in ("push", "pull")), None)
        if before is None:
            told.append(f"{start}{feet} ft")
        else:  # one shot after another: the feet add up
            told[before] = f"{start}{feet + int(told[before].removeprefix(start).removesuffix(' ft'))} ft"


PLAYS: Final[Plays] = {ApplyStep: apply, MoveStep: move}
"""Kind of step → the function that plays it."""
