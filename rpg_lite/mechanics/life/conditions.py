"""The onset of conditions and effects, their durations, and their end by a deed that is not an act."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.mechanics.life import concentration, dying, forms, hit_points, incapacity
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.rules import durations, names
from rpg_lite.rules.conditions import EXHAUSTION, MOST_EXHAUSTION
from rpg_lite.rules.durations import TurnEdge
from rpg_lite.rules.modifiers import Modifier, as_written
from rpg_lite.rules.sheet_document import temporary_points
from rpg_lite.rules.stats.abilities import is_used_up
from rpg_lite.world import body_paths, combat, effect_expiry, thing_stats
from rpg_lite.world.creature_states import NO_CAUSE, Cause, Lasting, Span
from rpg_lite.world.effect_expiry import TURN_END, Instant
from rpg_lite.world.world_model import Thing, World

_UNCONSCIOUS: Final = "unconscious"


def add_condition(
    draft: Draft, creature: Thing, name: str, cause: Cause = NO_CAUSE, duration: str | None = None, level: int | None = None,
    ends_by: Sequence[str] = (),
) -> None:  # fmt: skip
    """Add a condition; exhaustion grows by `level` or by one. The same cause adds it only once; several causes each add it."""
    creature = draft.world.things[creature.id]
    now = thing_stats.lasting(draft.world, creature, "conditions")
    had = sum(c.level for c in now if c.name == EXHAUSTION) if name == EXHAUSTION else 0
    if had >= MOST_EXHAUSTION or (name != EXHAUSTION and any(c.name == name and c.cause.lays_again(cause) for c in now)):
        draft.note("already_so", name=name, bearer=Called(creature.id))
        return
    was_prone = incapacity.is_prone(creature)
    if name == _UNCONSCIOUS and _UNCONSCIOUS not in draft.stats(creature).conditions_active:
        incapacity.tell_dropped(draft, creature)
    tired = min(MOST_EXHAUSTION, had + (level or 1)) if name == EXHAUSTION else None
    span = replace(lasting_for(draft, duration, cause.by, creature.id), ends_by=tuple(ends_by))
    entry = Lasting.make(name, span, cause, level=tired)
    change(draft, creature, body_paths.CONDITIONS, [*(c for c in now if not (c.name == name == EXHAUSTION)), entry])
    draft.remember_laid(creature.id, entry)
    if name == incapacity.PRONE and not was_prone:
        draft.happened.append(Happening("prone", creature.id, cause.by))
    concentration.reach(draft, creature, entry, "conditions")
    if tired == MOST_EXHAUSTION and not thing_stats.is_dead(creature):
        dying.die(draft, creature, f"exhaustion {MOST_EXHAUSTION}")
    incapacity.fall(draft, creature)
    if not thing_stats.is_dead(draft.world.things[creature.id]):
        incapacity.let_go(draft, creature)
    concentration.check(draft, creature)
    forms.check(draft, creature)


def add_effect(
    draft: Draft, creature: Thing, name: str, modifiers: Sequence[Modifier] = (), cause: Cause = NO_CAUSE, duration: str | None = None,
    ends_by: Sequence[str] = (),
) -> None:  # fmt: skip
    """Add an effect; the same effect from the same cause starts over; from different causes, both are kept but only one applies (SRD,
    Combining Magical Effects). Temporary hit points are given once and not kept.

    An effect that raises the maximum also gives the points (SRD, Aid).
    """
    rule = draft.situation.book.effect(name) if cause.act is None else None  # an act defines its own effects
    points = temporary_points(modifiers or (rule.modifiers if rule else ()))
    if rule and rule.temp_hp and not modifiers:
        points = max(points, roll_dice(draft, rule.temp_hp, "temporary hit points").total)
    if points:
        hit_points.shield(draft, creature, points)
    if rule and not (modifiers or rule.modifiers or rule.conditions or rule.duration or duration):
        return
    lasting = [m for m in modifiers if m.target != "temp_hp"]
    if modifiers and not lasting and cause.act is None:
        return
    creature = draft.world.things[creature.id]
    shown = rule.name if rule and not modifiers else name
    if _drains(lasting) and not cause.is_magical:
        shown = one_more(draft.world, creature, shown)
    span = replace(
        lasting_for(draft, duration or (rule.duration if rule else None), cause.by, creature.id),
        ends_by=tuple(ends_by or (rule.ends if rule else ())),
    )
    written = [as_written(m) for m in lasting] if modifiers else None
    since = draft.world.campaign.minutes if effect_source.is_timed(draft.world, cause, draft.situation.book) else None
    entry = Lasting.make(shown, span, replace(cause, is_magical=False), modifiers=written, since=since)
    now = thing_stats.lasting(draft.world, creature, "effects")
    kept = [e for e in now if not (names.fold(e.name) == names.fold(shown) and e.cause.lays_again(cause))]
    if len(kept) < len(now) and not draft.has_laid(creature.id, entry):
        draft.note("begins_anew", name=cause.look or shown, bearer=Called(creature.id))
    before = draft.stats(creature).hp_max
    change(draft, creature, body_paths.EFFECTS, [*kept, entry])
    draft.remember_laid(creature.id, entry)
    concentration.reach(draft, creature, entry, "effects")
    hit_points.rise(draft, creature, before.value if before else None)
    if _is_drained(draft, creature, lasting):
        dying.die(draft, draft.world.things[creature.id], "a hit point maximum of 0")
    incapacity.fall(draft, creature)
    if not thing_stats.is_dead(draft.world.things[creature.id]):
        incapacity.let_go(draft, creature)
    concentration.check(draft, creature)
    forms.check(draft, creature)


def _is_drained(draft: Draft, creature: Thing, changes: Sequence[Modifier]) -> bool:
    """Whether these changes have lowered the hit point maximum to 0, of which a creature dies (SRD 5.1, Life Drain, Mummy Rot; SRD 5.2, Hit
    Point Maximum of 0).
    """
    creature = draft.world.things[creature.id]
    if not any(m.target == "hp_max" for m in changes) or thing_stats.is_dead(creature):
        return False
    most = draft.stats(creature).hp_max
    return most is not None and is_used_up(most)


def _drains(changes: Sequence[Modifier]) -> bool:
    """Whether the changes only lower ability scores and the hit point maximum (SRD, Life Drain, Strength Drain)."""
    return bool(changes) and all(
        m.op == "add" and isinstance(m.value, int) and m.value < 0 and (m.target == "hp_max" or m.target.startswith("ability."))
        for m in changes
    )  # fmt: skip


def one_more(world: World, creature: Thing, name: str) -> str:
    """The name under which one more drain or wound adds to those before it: "Life Drain 2"."""
    taken = {names.fold(e.name) for e in thing_stats.lasting(world, creature, "effects")}
    return next(one for n in count(1) if names.fold(one := name if n == 1 else f"{name} {n}") not in taken)


def lasting_for(draft: Draft, duration: str | None, by: str | None = None, on: str | None = None) -> Span:
    """The time that a duration lasts from now on; dice in it are rolled now.

    In a fight, rounds end with the turns of the creature that applied it (`by`), or else of its bearer (`on`): one round lasts to the
    end of that creature's next turn. If neither takes turns, the clock counts the rounds.
    """
    span = durations.parse(duration) if duration else None
    if span is None or span.until:
        return Span(duration)
    at = Instant.of(draft.world)
    units = int(span.count) if span.count.isdigit() else roll_dice(draft, span.count, "duration").total
    if span.unit == "round" and at.fight:
        edge = span.turn or TurnEdge(TURN_END, "source")
        if edge.whose == "current":
            return Span(duration, *effect_expiry.this_turn(at))
        if whose := _fighter(draft, *((by, on) if edge.whose == "source" else (on, by))):
            return Span(duration, *effect_expiry.coming(edge.edge, whose, at, units))
    begins = at.round if draft.moment is None or at.fight else draft.moment
    return Span(duration, begins + round(span.minutes(units) * durations.ROUNDS_A_MINUTE))


def _fighter(draft: Draft, *ids: str | None) -> str | None:
    """The first of these creatures that has a place in the fight."""
    return next((id for id in ids if id and combat.is_in(draft.world, id)), None)


def named_creature(world: World, name: str | None) -> Thing | None:
    """The one creature that a source in words names."""
    found = names.prefer_exact(name, world.find_named(name, "character"), lambda t: (t.name,)) if name else []
    return found[0] if len(found) == 1 else None


def end_by(draft: Draft, creature: str, word: str) -> None:
    """End the conditions and effects on the creature that list this deed among their ends ("armor", "rest")."""
    over = effect_removal.end_where(draft, creature, lambda entry: word in entry.span.ends_by)
    for entry in over:
        draft.note("ended_by_event", name=Called(creature), what=entry.cause.look or entry.name)
    if over:
        concentration.tidy(draft)
