"""Steps that lay something on a creature, or end it: apply, remove, end, gain, lose, move."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from pydantic import TypeAdapter

from rpg_lite.operations.mechanics import concentration, forms, hit_points, resources, turn_economy
from rpg_lite.operations.mechanics.acting import creature_types, laid_acts, saving, watching
from rpg_lite.operations.mechanics.acting.performance import Performance, Spot
from rpg_lite.operations.mechanics.condition_onset import add_condition, add_effect
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import creature_flags, names, roll_scopes
from rpg_lite.rules.acts.act import ApplyStep, EffectModel
from rpg_lite.rules.acts.plain_steps import EndStep, GainStep, LoseStep, MoveStep, RemoveStep, StepModel
from rpg_lite.rules.acts.walk import step_at
from rpg_lite.rules.acts.words import TOLD_ENDS
from rpg_lite.rules.conditions import EXHAUSTION
from rpg_lite.rules.modifiers import Modifier, ModifierField
from rpg_lite.rules.sheet_document import LONGEST_KEPT_STEPS
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.world import bearers, body_paths
from rpg_lite.world.creature_states import LASTING, Cause, Lasting
from rpg_lite.world.things import Thing

_MODIFIER: Final[TypeAdapter[Modifier]] = TypeAdapter(ModifierField)
DISPEL_DC: Final = 10
"""What the level of a spell is added to, when it is dispelled."""
DISPELS: Final = "spell<="
"""The beginning of the word of `remove` for spells up to a level."""
HELD: Final = "held"
"""The word of the step `end` for whatever an action ends."""
MIND: Final = "concentration"
"""The word of the step `end` for the spell on which somebody concentrates."""
FORM: Final = "form"
"""The word of the step `end` for the form that a creature has taken."""
ACTION: Final = "action:"
PERMANENT: Final = ("permanent", "until_dispelled")


def apply(p: Performance, step: ApplyStep, targets: Sequence[str], spot: Spot) -> None:
    """An effect of the act on each target: its changes, its conditions, its triggers and acts."""
    effect = EffectModel(name=step.apply) if isinstance(step.apply, str) else step.apply
    by_name = step.apply if isinstance(step.apply, str) else None
    dc = None if step.dc is None else p.cast.number(step.dc, rolled=spot.rolled)
    spot = replace(spot, path=_path_in_book(p, step, spot), dc=dc)
    kept = kept_steps(p, step, spot) if _goes_on(step, effect) else None
    for target in targets:
        ends = [p.cast.fill(word) for word in step.ends]
        _tell_ends(p, p.cast.fill(effect.name or p.cast.act.name), ends)
        if watching.FOUND in ends:
            watching.come_out(p.draft, p.thing(target))
        if not p.wards_off(target):
            lay_effect(p, effect, target, spot, lasts(p, step.for_), ends, step.level, by_name, kept, step.for_ == PERMANENT[0])


def _goes_on(step: ApplyStep, effect: EffectModel) -> bool:
    """Whether something of the act plays later."""
    return bool(effect.on or effect.acts or step.on_end or step.retry or any(word.startswith("save") for word in step.ends))


def kept_steps(p: Performance, step: StepModel, spot: Spot) -> Sequence[Mapping[str, Any]] | None:
    """The steps of the act, where nobody finds this one again by its name and path; None where it stands in a book or is too long."""
    act = p.cast.base or p.cast.act
    cause = Cause(by=p.cast.by, act=act.name, at=p.step_path(spot))
    found = laid_acts.laid_step(p.draft.world, cause, p.book)
    if found is step or found == step:
        return None
    written = laid_acts.write_steps(act.steps)
    if len(json.dumps(written)) > LONGEST_KEPT_STEPS or step_at(act, p.step_path(spot)) is None:
        p.say(f"What plays later of {act.name} is the game master's: its steps cannot be kept.")
        return None
    return written


def _path_in_book(p: Performance, step: ApplyStep, spot: Spot) -> str:
    """The path of the step in the act as it stands in the book, where riders, or the damage of a weapon, have put others before it."""
    act = p.cast.base or p.cast.act
    return next((path for path, one in act.steps_by_path.items() if one is step), spot.path)


def lay_effect(
    p: Performance, effect: EffectModel, target: str, spot: Spot, duration: str | None = None, ends: Sequence[str] = (),
    level: int | None = None, by_name: str | None = None, kept: Sequence[Mapping[str, Any]] | None = None, outlasts: bool = False,
) -> None:  # fmt: skip
    """Lay an effect: each condition and the rest of it is an entry of the cast. `by_name`: an effect or a condition of the rulebook; `kept`:
    the steps of an act that is kept nowhere else; `outlasts`: it does not end with its spell, like prone after a fall on ice.
    """
    name, cause = p.cast.fill(effect.name or p.cast.act.name), replace(_cause(p, spot), steps=kept)
    cause = replace(cause, cast=None) if outlasts else cause
    condition = p.book.condition(by_name) if by_name else None
    for word in (condition,) if condition else effect.conditions:
        _lay_condition(p, word, target, cause, duration, level, ends)
    changes = [*_modifiers(p, effect), *_flags(effect)]
    if not condition and (by_name or lays_more(effect)) and not p.is_broken_off:
        laid_by = replace(cause, act=None, at=None) if by_name else cause
        add_effect(p.draft, p.thing(target), by_name or name, changes, laid_by, duration, ends)
        p.record(target).effects.append(by_name or name)
        _tell_flags(p, name, changes)
        p.lay(target)


def lays_more(effect: EffectModel) -> bool:
    """Whether an effect is an entry of its own besides its conditions."""
    has_more = effect.modifiers or effect.flags or effect.on or effect.acts or effect.light
    return bool(has_more or (not effect.conditions and effect.name))


def _tell_ends(p: Performance, name: str, ends: Sequence[str]) -> None:
    """Say what ends an effect where the table ends it: "Guidance ends after one check."."""
    parts = (word.partition(":") for word in ends)
    if told := [TOLD_ENDS[head].format(rest) for head, _, rest in parts if head in TOLD_ENDS and not (head == "save" and rest)]:
        p.say(f"{name} ends {' or '.join(told)} (manage_condition remove).")


def _tell_flags(p: Performance, name: str, changes: Sequence[Modifier]) -> None:
    """Say what the table must remember about an effect: "Turned: flees."."""
    if words := creature_flags.list_told([str(m.value) for m in changes if m.target == "flag" and m.op == "grant"]):
        p.say(f"{name}: {', '.join(words)}.")


def _lay_condition(
    p: Performance, word: str, target: str, cause: Cause, duration: str | None, level: int | None, ends: Sequence[str]
) -> None:  # fmt: skip
    if p.is_broken_off:
        return
    if word in p.stats(target).defenses.conditions or _is_warded(p, word, target):
        p.record(target).ended.append(f"immune to {word}")
        return
    add_condition(p.draft, p.thing(target), word, cause, duration, level, ends)
    p.record(target).conditions.append(word)
    p.lay(target)


def _is_warded(p: Performance, word: str, target: str) -> bool:
    """Whether creatures of the player's type cannot lay this on the target (SRD, Protection from Evil and Good)."""
    wards = [m for m in p.stats(target).scoped if m.target == "condition_immunity" and m.op == "grant" and m.value == word]
    return any(roll_scopes.is_of_attacker(m.scope, creature_types.types_of(p.thing(p.cast.by), p.book)) for m in wards)


def lay_mark(p: Performance, target: str, name: str, spot: Spot, for_: str | None) -> None:
    """An entry that only says that the cast lies there, so that its end is noticed."""
    add_effect(p.draft, p.thing(target), name, (), _cause(p, spot), lasts(p, for_))
    p.lay(target)


def lasts(p: Performance, own: str | None) -> str | None:
    """How long a step lasts: as it says itself, or as the act does at this slot; None has no end of its own."""
    by_slot = [text for slot, text in p.cast.act.duration_by_slot.items() if int(slot) <= p.cast.slot]
    text = own or (by_slot[-1].removesuffix(" no_concentration") if by_slot else p.cast.act.duration)
    return None if text is None or text in PERMANENT else p.cast.fill(text)


def _cause(p: Performance, spot: Spot) -> Cause:
    """The cause of an entry: the reader finds the step again by the act's name and the path."""
    choice = dict(p.cast.wish.choice)
    return Cause(
        source=p.thing(p.cast.by).name, by=p.cast.by, is_magical=p.is_magical, cast=p.cast.id, act=p.cast.act.name, at=p.step_path(spot),
        slot=p.cast.slot, dc=p.cast.dc if spot.dc is None else spot.dc, mod=p.cast.mod, choice=choice or None,
    )  # fmt: skip


def _modifiers(p: Performance, effect: EffectModel) -> list[Modifier]:
    return [_MODIFIER.validate_python(_with_choices(p, m.as_modifier(lambda text: _fill_in(p, text)))) for m in effect.modifiers]


def _with_choices(p: Performance, row: dict[str, Any]) -> dict[str, Any]:
    return {k: p.cast.fill(v) if k == "target" and isinstance(v, str) else v for k, v in row.items()}


def _fill_in(p: Performance, text: str) -> int | str:
    filled = p.cast.fill(text)
    return int(filled) if filled.lstrip("-").isdigit() else filled


def _flags(effect: EffectModel) -> list[Modifier]:
    return [Modifier("flag", "grant", flag) for flag in effect.flags]


# ── ending ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def remove(p: Performance, step: RemoveStep, targets: Sequence[str], spot: Spot) -> None:
    """Conditions, effects, exhaustion (SRD, Lesser and Greater Restoration, Dispel Magic); `one`: what the call chose, else the first there is."""
    wanted = {names.fold(w) for w in p.cast.wish.choice.values()}
    for target in targets:
        words = [w for w in step.remove if not step.one or not wanted or names.fold(w.partition(":")[0]) in wanted]
        ended = len(p.record(target).ended)
        for word in words:
            if _remove_entries(p, word, target, spot) and step.one:
                break
        if len(p.record(target).ended) == ended:
            p.say(f"{p.thing(target).name} has nothing that this ends.{_zones_to_name(p, step, target)}")


def _zones_to_name(p: Performance, step: RemoveStep, target: str) -> str:
    """The zones of the target, of which a spell that dispels could end one."""
    laid = [zone.act for zone in p.thing(target).creature.zones.values()]
    return f" Zones: {', '.join(laid)} (choice)." if laid and any(word.startswith(DISPELS) for word in step.remove) else ""


def _remove_entries(p: Performance, word: str, target: str, spot: Spot) -> bool:
    head, _, number = word.partition(":")
    thing = p.thing(target)
    now = bearers.lasting(p.draft.world, thing, "conditions")
    if head == EXHAUSTION:
        return _ease(p, thing, now, int(number or 1))
    if head == "dying":
        return _stabilize(p, thing)
    if head in ("curse", "disease"):
        return _take_off(p, target, lambda entry: head in entry.span.ends_by)
    if head.startswith(DISPELS):
        on_it = _take_off(p, target, lambda entry: _is_dispelled(p, entry))
        return _dispel_zones(p, thing) or on_it
    found = [c for c in now if c.name == head]
    if found:
        change(p.draft, thing, body_paths.CONDITIONS, [c for c in now if c not in found] or None)
        p.record(target).ended.append(head)
        concentration.tidy(p.draft)
    return bool(found)


def _take_off(p: Performance, target: str, is_over: Callable[[Lasting], bool]) -> bool:
    """Every condition and effect of which this holds ends."""
    found: list[Lasting] = []
    for kind in LASTING:
        now = p.thing(target).creature.lasting(kind)
        over = [entry for entry in now if is_over(entry)]
        if over:
            change(p.draft, p.thing(target), body_paths.of_lasting(kind), [e for e in now if e not in over] or None)
            found += over
    p.record(target).ended += [entry.name for entry in found]
    concentration.tidy(p.draft)
    return bool(found)


def _is_dispelled(p: Performance, entry: Lasting) -> bool:
    """A spell of no higher level than the slot ends at once, a higher one on a check of the casting ability (SRD, Dispel Magic)."""
    cause = entry.cause
    return cause.act is not None and cause.cast not in (None, p.cast.id) and _yields(p, cause.act, cause.slot, cause.cast or entry.name)


def _dispel_zones(p: Performance, caster: Thing) -> bool:
    """The zones of a creature that the call names by their spells: "Web" (SRD, Dispel Magic: a magical effect)."""
    wanted = {names.fold(word) for word in p.cast.wish.choice.values()}
    ended = []
    for key, zone in caster.creature.zones.items():
        cast = key.replace("_", ".")
        if names.fold(zone.act) in wanted and cast != p.cast.id and _yields(p, zone.act, zone.slot, cast):
            concentration.end_cast(p.draft, cast, zone.act, p.cast.act.name)
            concentration.end_zone(p.draft, caster, cast)
            ended.append(zone.act)
    p.record(caster.id).ended += ended
    return bool(ended)


def _yields(p: Performance, act: str, slot: int | None, key: str) -> bool:
    """Whether a spell that was cast with this slot is dispelled; a check counts for all that the same cast, its `key`, has laid."""
    spell = p.book.spell(act)
    if spell is None or spell.duration is None:
        return False  # an instantaneous spell is over: what it has left behind is no magic to dispel
    level = max(spell.level, slot or 0)
    if level <= p.cast.slot:
        return True
    if key not in p.tried:
        p.tried[key] = saving.passes_check(p, p.cast.by, "spell", DISPEL_DC + level)
    return p.tried[key]


def _stabilize(p: Performance, thing: Thing) -> bool:
    """A creature at 0 hit points makes no more death saves."""
    if not hit_points.is_dying(thing):
        return False
    hit_points.stabilize(p.draft, thing)
    p.record(thing.id).ended.append("dying")
    return True


def _ease(p: Performance, thing: Thing, now: Sequence[Lasting], by: int) -> bool:
    tired = next((c for c in now if c.name == EXHAUSTION), None)
    if tired is None:
        return False
    left = [tired.at_level(tired.level - by)] if tired.level > by else []
    change(p.draft, thing, body_paths.CONDITIONS, [*(c for c in now if c.name != EXHAUSTION), *left] or None)
    p.record(thing.id).ended.append(EXHAUSTION if not left else f"{EXHAUSTION} {tired.level} → {tired.level - by}")
    return True


def end(p: Performance, step: EndStep, targets: Sequence[str], spot: Spot) -> None:
    """An effect or condition by its name; `this`: all that this very cast laid; `held`: what an action ends, of its bearer or of another;
    `form`: the form that was taken; `concentration`: the spell on which the target concentrates.
    """
    if step.end == HELD:
        return _break_free(p, targets)
    if step.end == FORM:
        for target in targets:
            forms.leave(p.draft, p.thing(target))
        return None
    for target in targets:
        thing = p.thing(target)
        if step.end == MIND:
            concentration.end(p.draft, thing, p.cast.act.name)
        for kind in LASTING:
            now = thing.creature.lasting(kind)
            over = [e for e in now if (_is_of_this(p, e) if step.end == "this" else names.fold(e.name) == names.fold(step.end))]
            if over:
                p.draft.over += [(target, e) for e in over]
                change(p.draft, p.thing(target), body_paths.of_lasting(kind), [e for e in now if e not in over] or None)
                p.record(target).ended += [e.name for e in over]
    concentration.tidy(p.draft)


def _is_of_this(p: Performance, entry: Lasting) -> bool:
    """Whether this cast laid it; an act that an effect brings belongs to the cast that laid the effect."""
    return entry.cause.cast is not None and entry.cause.cast == p.cast.id


def _break_free(p: Performance, targets: Sequence[str]) -> None:
    """An action ends what says so: at once, or by a check of the one who acts (SRD, Web, Sleep)."""
    for target in targets:
        if not _take_off(p, target, partial(_is_broken, p, target)):
            p.say(f"{p.thing(target).name} stays as it is.")


def _is_broken(p: Performance, target: str, entry: Lasting) -> bool:
    """ "action:none" is what somebody does for another; "action:athletics:15" asks for a check, of several the better one."""
    asked = [word.removeprefix(ACTION).partition(":") for word in entry.span.ends_by if word.startswith(ACTION)]
    checks = [(skill, int(dc)) for skill, _, dc in asked if dc.isdigit()]
    if not checks:
        return bool(asked)
    skill, dc = max(checks, key=lambda one: saving.bonus_of(p.stats(p.cast.by), one[0]))
    key = f"{target} {skill}:{dc}"
    if key not in p.tried:
        p.tried[key] = saving.passes_check(p, p.cast.by, skill, dc)
    return p.tried[key]


def lose(p: Performance, step: LoseStep, targets: Sequence[str], spot: Spot) -> None:
    for target in targets:
        thing, record = p.thing(target), p.record(target)
        match step.lose:
            case "life" | "body":
                if not bearers.is_dead(thing) and not hit_points.ward_off_death(p.draft, thing):
                    change(p.draft, thing, body_paths.HP, 0)
                    hit_points.die(p.draft, p.thing(target), p.cast.act.name)
            case "tempHp":
                change(p.draft, thing, body_paths.TEMP_HP, None)
                record.temp_hp = 0
            case "hp":
                if not bearers.is_dead(thing):
                    hit_points.hurt(p.draft, thing, Hit("force", p.stats(target).hp or 0, magical=True))
            case "slot":
                p.refused = p.refused or _no_level(p) or resources.spend(p.draft, thing, f"slot_{p.cast.slot}", p.cast.number(step.n))
            case "bonus":
                turn_economy.spend(p.draft, target, p.cast.act.name, "bonus")
            case word if word.startswith("resource:"):
                p.refused = p.refused or resources.spend(p.draft, thing, word.removeprefix("resource:"), p.cast.number(step.n))
            case word:
                p.say(f"{thing.name} loses {word}.")


def gain(p: Performance, step: GainStep, targets: Sequence[str], spot: Spot) -> None:
    """Give something back to the player of the act, or to those to whom the step turns."""
    for target in targets if step.to else [p.cast.by]:
        count = p.cast.number(step.n)
        word = step.gain.removeprefix("resource:")
        if step.gain in ("action", "attack", "bonus"):
            turn_economy.gain(p.draft, target, p.cast.act.name, step.gain, count)
            p.say(f"{p.thing(target).name} has {count} more {step.gain}{'s' if count > 1 else ''} this turn.")
        elif step.gain == "new_slot":
            _make_slot(p, target, step)
        elif step.gain == "stable":
            if hit_points.is_dying(p.thing(target)):
                hit_points.stabilize(p.draft, p.thing(target))
        else:
            if word == "slot":
                p.refused = p.refused or _no_level(p)
            many = _slots(p, target, count) if word == "slots" else {f"slot_{p.cast.slot}" if word == "slot" else word: count}
            if word == "slots" and not many and not p.cast.wish.force:
                details = {"act": p.cast.act.name, "name": p.thing(target).name, "what": "slot"}
                p.refused = p.refused or Rejected("nothing_is_spent", "act", details)
            for what, n in many.items():
                back = resources.recover(p.draft, p.thing(target), what, n)
                if step.needed and not back and not p.cast.wish.force:
                    details = {"act": p.cast.act.name, "name": p.thing(target).name, "what": what.replace("_", " ")}
                    p.refused = p.refused or Rejected("nothing_is_spent", "act", details)
                p.record(target).effects.append(f"{back} {what.replace('_', ' ')} back")


def _make_slot(p: Performance, target: str, step: GainStep) -> None:
    """One more slot of the level that the call names, up to the highest that the step allows."""
    most = p.cast.number(step.most) if step.most is not None else HIGHEST_RECOVERED
    if p.refused or (refused := _no_level(p)):
        p.refused = p.refused or refused
    elif p.cast.slot > most:
        allowed = tuple(map(str, range(1, most + 1)))
        p.refused = Rejected("slot_too_high", "slot", {"act": p.cast.act.name, "slot": p.cast.slot, "most": most}, allowed=allowed)
    else:
        is_more = resources.make_slot(p.draft, p.thing(target), p.cast.slot)
        p.record(target).effects.append(f"1 slot {p.cast.slot} {'made' if is_more else 'back'}")
        if is_more:
            p.say("A slot that was made goes with the next long rest.")


HIGHEST_RECOVERED: Final = 5
"""Slots above this level do not come back by a short rest (SRD, Arcane Recovery)."""


def _no_level(p: Performance) -> Rejected | None:
    """The refusal for a slot whose level nobody said."""
    levels = tuple(map(str, range(1, HIGHEST_RECOVERED + 1)))
    return (
        None
        if p.cast.slot
        else Rejected("choice_required", "slot", {"act": p.cast.act.name, "choice": "slot", "given": ""}, allowed=levels)
    )


def _slots(p: Performance, target: str, levels: int) -> dict[str, int]:
    """The spent slots whose levels add up to so much at most: those that the call chose ("2, 1"), else the highest first."""
    slots = resources.sheet_now(p.draft, p.thing(target)).spell_slots
    chosen = [int(n) for word in p.cast.wish.choice.values() for n in re.findall(r"[1-5]", word)]
    highest_first = [n for n in range(HIGHEST_RECOVERED, 0, -1) for _ in range(slots.spent_of(f"slot_{n}"))]
    found: dict[str, int] = {}
    for level in chosen or highest_first:
        key = f"slot_{level}"
        if level <= levels and found.get(key, 0) < slots.spent_of(key):
            found[key], levels = found.get(key, 0) + 1, levels - level
    return found


def move(p: Performance, step: MoveStep, targets: Sequence[str], spot: Spot) -> None:
    """Movement is told; the table moves its figures."""
    feet = p.cast.number(step.move)
    if step.what == "zone":
        p.say(f"The zone may move {feet} ft.")
        return
    how = {"push": "is pushed", "pull": "is pulled", "teleport": "teleports", "fly": "may fly"}.get(step.how or "", "may move")
    for target in targets:
        p.record(target).effects.append(f"{how} {feet} ft")
