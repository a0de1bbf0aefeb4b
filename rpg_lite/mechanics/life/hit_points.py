"""Healing and damage as events: apply resistances, take temporary points first, never go below 0, and leave the dead dead."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening, Occasion
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.state_changes import change, set_temporary_points
from rpg_lite.mechanics.creature import features_for_the_gm
from rpg_lite.mechanics.life import concentration, felt_damage, forms, incapacity, knocking_out, resources
from rpg_lite.mechanics.life.dying import come_round, die, fail
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import IfStep
from rpg_lite.rules.acts.trigger_text import BLOODIED
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import body_paths, combat, flagged_effects, thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing

BEYOND_THE_MAXIMUM: Final = "the damage beyond 0 reached the maximum"


def may_heal(target: Thing, draft: Draft, field: str) -> Rejected | None:
    """The refusal for a dead creature, or for a creature whose hit points are unknown. `field`: the field that named the target."""
    if thing_stats.is_dead(target) or draft.stats(target).dead:
        return Rejected("target_dead", field, {"name": target.name})
    return _unknown(target, draft, field)


def may_hurt(target: Thing, draft: Draft, field: str) -> Rejected | None:
    if thing_stats.is_dead(target):
        return Rejected("target_dead", field, {"name": target.name})
    return _unknown(target, draft, field)


def _unknown(target: Thing, draft: Draft, field: str) -> Rejected | None:
    if thing_stats.sheet(target, draft.situation.book).hp_max is None:
        instead = {"operation": "update", "characterName": target.name, "character": {"hpMax": 10}}
        return Rejected("hp_unknown", field, {"name": target.name}, instead=instead)
    return None


def cannot_regain(stats: EffectiveStats, means: Sequence[str] = ()) -> bool:
    """Whether an effect keeps the creature from regaining hit points by these means (SRD, Mummy, Chill Touch, Diseased Giant Rat)."""
    if creature_flags.REGAINS_BY_MAGIC in stats.flags and knocking_out.HEALED_BY_MAGIC not in means:
        return True
    return creature_flags.NO_HEALING in stats.flags or creature_flags.REGAINS_NOTHING in stats.flags


def heal(draft: Draft, target: Thing, points: int, means: Sequence[str] = ()) -> int:
    """Heal up to the effective maximum; a creature at 0 regains consciousness. Return the points regained. `means`: the words of `ends` for
    what heals.
    """
    stats = draft.stats(target)
    if cannot_regain(stats, means):
        draft.note("cannot_be_healed", name=Called(target.id))
        return 0
    most = stats.hp_max.value if stats.hp_max else 0
    now = max(stats.hp or 0, min(most, (stats.hp or 0) + max(0, points)))
    if now == stats.hp:
        if now == most:
            draft.note("already_whole", name=Called(target.id))
        return 0
    if stats.hp == 0 and now > 0:
        come_round(draft, target)
    change(draft, target, body_paths.HP, now)
    change(draft, target, body_paths.DYING, None)
    over = {knocking_out.HEALED, *means}
    for entry in effect_removal.end_where(draft, target.id, lambda entry: not over.isdisjoint(entry.span.ends_by)):
        draft.note("ended_by_event", name=Called(target.id), what=entry.name)
    return now - (stats.hp or 0)


def lose(draft: Draft, target: Thing, points: int) -> int:
    """Take hit points without damage: nothing resists it, no temporary points take it, and it tests no concentration (SRD, Bearded Devil:
    Infernal Wound). Return the points lost.
    """
    had = draft.stats(target).hp or 0
    rest = _through_the_form(draft, target, points, had)
    stats = draft.stats(draft.world.things[target.id])
    now = max(0, (left := stats.hp or 0) - rest)
    if now == 0 and left > 0 and _endures(draft, target, stats):
        now = 1
    change(draft, target, body_paths.HP, now)
    if now == 0 and left > 0:
        if thing_stats.sheet(target, draft.situation.book).makes_death_saves:
            _fall(draft, target)
        else:
            die(draft, target, "0 hit points")
            features_for_the_gm.at_zero(draft, target)
        _tell_fall(draft, target, left, (), False)
    return min(points, had)


def rise(draft: Draft, target: Thing, was: int | None) -> None:
    """Add the points by which the maximum has just risen; the dead stay dead."""
    target = draft.world.things[target.id]
    most = draft.stats(target).hp_max
    if most and was is not None and most.value > was and not thing_stats.is_dead(target):
        heal(draft, target, most.value - was)


def shield(draft: Draft, target: Thing, points: int, cast: str | None = None) -> None:
    """Give temporary hit points, which do not add up: the higher number wins (SRD, Temporary Hit Points). `cast`: the cast that gives them."""
    if points > (draft.world.things[target.id].creature.temp_hp or 0):
        set_temporary_points(draft, target, points, cast)


def hurt(draft: Draft, target: Thing, hit: Hit, critical: bool = False) -> tuple[int, tuple[str, ...]]:
    """Deal damage; return (points taken, reasons for a change)."""
    return hurt_by(draft, target, [hit], critical)[0]


def hurt_by(draft: Draft, target: Thing, hits: Sequence[Hit], critical: bool = False) -> list[tuple[int, tuple[str, ...]]]:
    """Deal one blow with several kinds of damage: each is resisted separately; their sum is one loss of hit points and one test of
    concentration.

    Damage beyond 0 that reaches the maximum kills (SRD, Instant Death). A monster dies at 0, unless its sheet says that it makes death
    saves (SRD, Monsters and Death).
    """
    stats = draft.stats(target)
    felt = felt_damage.felt(draft, target, hits, stats)
    if creature_flags.SHARES_DAMAGE in stats.flags:
        felt = _share(draft, target, hits, felt)
    taken = sum(points for points, _ in felt)
    shield = min(stats.temp_hp, taken)
    if shield:
        set_temporary_points(draft, target, stats.temp_hp - shield, draft.world.things[target.id].creature.temp_hp_cast)
    form = draft.world.things[target.id].creature.form
    rest = _through_the_form(draft, target, taken - shield, stats.hp or 0)
    stats = draft.stats(draft.world.things[target.id]) if form else stats
    had, most = stats.hp or 0, stats.hp_max.value if stats.hp_max else 0
    now = max(0, had - rest)
    held = draft.altering(lambda occasion: occasion.to == target.id, "hp") if rest and not now else []
    is_warded = not held and now == 0 and had > 0 and ward_off_death(draft, target)
    if held:
        now = max(a.amount for a in held)
    elif is_warded or (now == 0 and had > 0 and rest - had < most and _endures(draft, target, stats)):
        now = 1
    is_knocked_out = draft.spares == target.id and now == 0 and had > 0
    now = knocking_out.points_left(draft) if is_knocked_out else now
    if rest:
        change(draft, target, body_paths.HP, now)
    if is_knocked_out:
        knocking_out.lie_down(draft, target)
    elif knocking_out.is_spared(draft, target):
        pass  # further damage of an attack that spares it has no effect
    elif now == 0 and had > 0 and any(hit.leaves_stable for hit in hits):
        knocking_out.lie_stable(draft, target)
    elif rest and now == 0 and creature_flags.DIES_AT_ITS_TURN in stats.flags:
        _lie_down(draft, target, had)
    elif rest - had >= most > 0 and not is_warded and not held:
        die(draft, target, BEYOND_THE_MAXIMUM)
    elif now == 0 and had > 0 and not thing_stats.sheet(target, draft.situation.book).makes_death_saves:
        die(draft, target, "0 hit points")
        features_for_the_gm.at_zero(draft, target)
    elif now == 0 and had > 0:
        _fall(draft, target)
    elif rest and had == 0:
        _suffer_at_zero(draft, target, rest, most, critical)
    concentration.test(draft, target, taken)
    types = tuple(hit.type for hit, (points, _) in zip(hits, felt, strict=True) if points)
    if taken:
        _tell_damage(draft, target, taken, types, critical)
    _tell_subjected(draft, target, hits, becomes_bloodied=0 < now <= most / 2 < had)
    if now == 0 and had > 0:
        _tell_fall(draft, target, taken, types, critical, rest - had)
    _absorb(draft, target, hits, stats)
    if taken and (told := [f.removeprefix(creature_flags.WHEN_HURT) for f in stats.flags if f.startswith(creature_flags.WHEN_HURT)]):
        draft.note("for_you_to_judge", texts=[f"{target.name}: {text}" for text in told])
    return felt


def _share(draft: Draft, target: Thing, hits: Sequence[Hit], felt: felt_damage.Felt) -> felt_damage.Felt:
    """The half of the damage that stays with the target; whom it holds takes as much."""
    others = felt_damage.takers(draft, target)
    halves = felt_damage.halved(felt, others) if others else felt
    for other in others if any(points for points, _ in halves) else ():
        hurt_by(draft, draft.world.things[other.id], felt_damage.passed_on(draft, other, hits, halves))
    return halves


def _suffer_at_zero(draft: Draft, target: Thing, points: int, most: int, critical: bool) -> None:
    """Let a creature that lies at 0 hit points fail death saves (SRD, Damage at 0 Hit Points), unless the blow that felled it deals the
    damage: then the points join those beyond 0.
    """
    if draft.blow and target.id in draft.blow.beyond:
        draft.blow.beyond[target.id] += points
        if draft.blow.beyond[target.id] >= most > 0:
            die(draft, target, BEYOND_THE_MAXIMUM)
        return
    fail(draft, target, 2 if critical else 1)
    if not thing_stats.is_dead(now_is := draft.world.things[target.id]):
        draft.note("death_saves_failed", name=Called(target.id), tally=thing_stats.tally(now_is))


def _tell_subjected(draft: Draft, target: Thing, hits: Sequence[Hit], becomes_bloodied: bool) -> None:
    """Record, for answers, that damage has reached a creature, harmed or not, and left it alive (SRD, Split)."""
    types = tuple(hit.type for hit in hits if hit.amount + hit.adjust > 0)
    if types and not thing_stats.is_dead(draft.world.things[target.id]):
        told = (*types, BLOODIED) if becomes_bloodied else types
        draft.occasions.append(Occasion("subjected", draft.acting or "", target.id, types=told))


def _absorb(draft: Draft, target: Thing, hits: Sequence[Hit], stats: EffectiveStats) -> None:
    """Heal a living creature by the damage of the types that it absorbs; it is immune to them."""
    types = {word.removeprefix(creature_flags.ABSORBS) for word in stats.flags if word.startswith(creature_flags.ABSORBS)}
    points = sum(max(0, hit.amount + hit.adjust) for hit in hits if hit.type in types)
    if not points or thing_stats.is_dead(draft.world.things[target.id]):
        return
    healed = heal(draft, draft.world.things[target.id], points)
    draft.note("absorbs", name=Called(target.id), points=healed)


def _fall(draft: Draft, target: Thing) -> None:
    """Let a creature that makes death saves fall unconscious."""
    draft.note("falls", name=Called(target.id))
    incapacity.tell_dropped(draft, draft.world.things[target.id])
    draft.note("makes_death_saves", name=Called(target.id))
    incapacity.fall(draft, target)
    incapacity.let_go(draft, target)
    forms.check(draft, target)
    features_for_the_gm.at_zero(draft, target)


def _tell_damage(draft: Draft, target: Thing, taken: int, types: tuple[str, ...], critical: bool) -> None:
    """Record the damage for triggers and answers, and its types for the features that depend on them."""
    features = thing_stats.unspent_sheet(target, draft.situation.book).feature_rules
    if features and any(one.on == "hurt_in_turn" for feature in features for one in feature.on):
        _count_in_turn(draft, target, taken)
    if any(done_acts.DAMAGED in word for feature in features for word in _ifs(feature)):  # its type matters (SRD, Regeneration)
        done_acts.suffer(draft, target.id, types)
    elif any(done_acts.IDLE in entry.span.ends_by for entry in target.creature.effects):  # whether any was taken (SRD, Rage)
        for word in types:
            done_acts.remember(draft, target.id, f"{done_acts.DAMAGED}{word}")
    by = draft.world.things.get(draft.acting or "")
    if by is not None and by.id != target.id and by.creature.effects:
        _tell_from_inside(draft, by, target, taken)
    _happen(draft, Happening("damaged", target.id, draft.acting, taken, types, critical=critical))
    draft.occasions.append(Occasion("damaged", draft.acting or "", target.id, types=types, taken=taken))


def _tell_from_inside(draft: Draft, by: Thing, target: Thing, taken: int) -> None:
    """Count the damage by a creature that is inside the target, for the end of the turn; outside a fight, each blow is a turn (SRD, Swallow)."""
    if flagged_effects.source_of(draft.world, by, creature_flags.INSIDE_SOURCE, draft.situation.book) != target.id:
        return
    if combat.is_in(draft.world, target.id):
        done_acts.remember(draft, target.id, f"{done_acts.FROM_INSIDE}{taken}")
    else:
        draft.happened.append(Happening("hurt_inside", target.id, by.id, taken))


def _count_in_turn(draft: Draft, target: Thing, taken: int) -> None:
    """Count the damage for the end of the turn; outside a fight, each blow is a turn (SRD, Hydra: Multiple Heads)."""
    if combat.is_in(draft.world, target.id):
        done_acts.remember(draft, target.id, f"{done_acts.HURT}{taken}")
    else:
        draft.happened.append(Happening("hurt_in_turn", target.id, draft.acting, taken))


def _happen(draft: Draft, damage: Happening) -> None:
    """Record damage for triggers; several parts of one blow are recorded as one."""
    earlier = draft.blow.damaged.get(damage.bearer) if draft.blow else None
    if earlier is None or earlier not in draft.happened:
        draft.happened.append(damage)
    else:
        types = tuple(dict.fromkeys((*earlier.types, *damage.types)))
        damage = replace(damage, taken=earlier.taken + damage.taken, types=types, critical=earlier.critical or damage.critical)
        draft.happened[draft.happened.index(earlier)] = damage
    if draft.blow:
        draft.blow.damaged[damage.bearer] = damage


def _tell_fall(draft: Draft, target: Thing, taken: int, types: tuple[str, ...], critical: bool, beyond: int = 0) -> None:
    """Record the fall to 0 for triggers, for the rest of the same blow and, if the creature lives, for answers (SRD, Relentless Rage)."""
    if draft.blow:
        draft.blow.beyond[target.id] = beyond
    if not thing_stats.is_dead(draft.world.things[target.id]):
        draft.occasions.append(Occasion("to_0", draft.acting or "", target.id, taken=taken))
    draft.happened.append(Happening("to_0", target.id, draft.acting, taken, types, critical=critical))
    if draft.acting not in (None, target.id):
        draft.happened.append(Happening("kill", draft.acting, target.id, taken))


def _endures(draft: Draft, target: Thing, stats: EffectiveStats) -> bool:
    """Whether the creature keeps 1 hit point, once between long rests (SRD, Relentless Endurance)."""
    name = creature_flags.RELENTLESS.replace("_", " ")
    if creature_flags.RELENTLESS not in stats.flags or resources.spend(draft, target, name):
        return False
    draft.note("keeps_one_point", name=Called(target.id), what=name)
    return True


def ward_off_death(draft: Draft, target: Thing) -> bool:
    """Whether an effect keeps the creature from 0 hit points, or from a death without damage. The effect then ends, as often as it has been
    cast, because this was "the first time" for every casting (SRD, Death Ward).
    """
    book = draft.situation.book
    ward = next((e for e in thing_stats.lasting(draft.world, target, "effects") if _wards_off_death(e, book)), None)
    if ward is None:
        return False
    effect_removal.end_of_kind(draft, target.id, "effects", lambda entry: names.fold(entry.name) == names.fold(ward.name))
    draft.note("ended_by_event", name=Called(target.id), what=ward.name)
    return True


def _wards_off_death(entry: Lasting, book: Rulebook) -> bool:
    """Whether the effect wards off death: by its own changes, or by its entry in the rulebook."""
    if entry.has_modifiers:
        return any(m.get("value") == creature_flags.WARDS_OFF_DEATH for m in entry.document["modifiers"])
    rule = book.effect(entry.name)
    return rule is not None and any(m.value == creature_flags.WARDS_OFF_DEATH for m in rule.modifiers)


def _through_the_form(draft: Draft, target: Thing, points: int, had: int) -> int:
    """The damage that is left for the creature itself: at 0 hit points its form ends and the rest carries over; a form with temporary hit
    points ends when they are gone (SRD, Wild Shape, Polymorph).
    """
    thing = draft.world.things[target.id]
    form = thing.creature.form
    if form is None:
        return points
    if form.points == "form" and points >= had:
        forms.leave(draft, target)
        return points - had
    if form.points == "temp" and not thing.creature.temp_hp:
        forms.leave(draft, target)
    return points


def _lie_down(draft: Draft, target: Thing, had: int) -> None:
    """Let a creature fall unconscious if it dies only on its next turn, unless it regains hit points then (SRD, Troll)."""
    if had:
        draft.note("lies_at_zero", name=Called(target.id))
        incapacity.fall(draft, target)
        incapacity.let_go(draft, target)


def _ifs(feature: FeatureRule) -> Iterator[str]:
    """The words of `if` of what the feature triggers, and of its acts (SRD, Hydra: Multiple Heads)."""
    for trigger in feature.on:
        yield from trigger.if_
    for act in feature.acts:
        yield from (word for step in walk(act.steps) if isinstance(step, IfStep) for word in step.if_)
