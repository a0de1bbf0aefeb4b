"""The onset of conditions and effects, and how long they last."""

from collections.abc import Sequence

from rpg_lite.operations.mechanics import concentration, hit_points, incapacity
from rpg_lite.operations.mechanics.rolls import rolled
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Called, Draft
from rpg_lite.rules import durations, names
from rpg_lite.rules.conditions import EXHAUSTION, MOST_EXHAUSTION
from rpg_lite.rules.modifiers import Modifier, as_written
from rpg_lite.rules.sheet_document import temporary_points
from rpg_lite.world import bearers, body_paths, clock
from rpg_lite.world.creature_states import Lasting, Span
from rpg_lite.world.things import Thing


def add_condition(draft: Draft, creature: Thing, name: str, level: int | None = None, duration: str | None = None,
                  source: str | None = None, magical: bool = False, look: str | None = None) -> None:  # fmt: skip
    """Add a condition; exhaustion grows by `level`, else by one. A condition that the creature already has stays as it is."""
    creature = draft.world.things[creature.id]
    now = bearers.lasting(draft.world, creature, "conditions")
    had = sum(c.level for c in now if c.name == name)
    if had and (name != EXHAUSTION or had >= MOST_EXHAUSTION):
        draft.note("already_so", name=name, bearer=Called(creature.id))
        return
    tired = min(MOST_EXHAUSTION, had + (level or 1)) if name == EXHAUSTION else None
    entry = Lasting.made(name, lasting_for(draft, duration), source, is_magical=magical, look=look, level=tired)
    change(draft, creature, body_paths.CONDITIONS, [*(c for c in now if c.name != name), entry])
    if tired == MOST_EXHAUSTION and not bearers.is_dead(creature):
        hit_points.die(draft, creature, f"exhaustion {MOST_EXHAUSTION}")
    incapacity.fall(draft, creature)
    if not bearers.is_dead(draft.world.things[creature.id]):
        incapacity.let_go(draft, creature)
    concentration.check(draft, creature)


def add_effect(draft: Draft, creature: Thing, name: str, modifiers: Sequence[Modifier], duration: str | None,
               source: str | None, look: str | None = None) -> None:  # fmt: skip
    """Add an effect; one that the creature already has starts over (SRD, Combining Magical Effects). Temporary hit points are given once
    and not kept.

    An effect that raises the maximum also gives the points (SRD, Aid). `look`: all that players know of its source.
    """
    rule = draft.situation.book.effect(name)
    points = temporary_points(modifiers or (rule.modifiers if rule else ()))
    if rule and rule.temp_hp and not modifiers:
        points = max(points, rolled(draft, rule.temp_hp, "temporary hit points").total)
    if points:
        hit_points.shield(draft, creature, points)
    if rule and not (modifiers or rule.modifiers or rule.conditions or rule.duration or duration):
        return
    lasting = [m for m in modifiers if m.target != "temp_hp"]
    if modifiers and not lasting:
        return
    creature = draft.world.things[creature.id]
    shown = rule.name if rule and not modifiers else name
    span = lasting_for(draft, duration or (rule.duration if rule else None))
    entry = Lasting.made(shown, span, source, look=look, modifiers=[as_written(m) for m in lasting] if modifiers else None)
    now = bearers.lasting(draft.world, creature, "effects")
    kept = [e for e in now if names.fold(e.name) != names.fold(shown)]
    if len(kept) < len(now):
        draft.note("begins_anew", name=look or shown, bearer=Called(creature.id))
    before = bearers.stats_of(draft.world, creature, draft.situation.book).hp_max
    change(draft, creature, body_paths.EFFECTS, [*kept, entry])
    hit_points.rise(draft, creature, before.value if before else None)
    incapacity.fall(draft, creature)
    if not bearers.is_dead(draft.world.things[creature.id]):
        incapacity.let_go(draft, creature)
    concentration.check(draft, creature)


def lasting_for(draft: Draft, duration: str | None) -> Span:
    """The time that it lasts from now on; dice in a duration are rolled now."""
    span = durations.parse(duration) if duration else None
    if span is None or span.until:
        return Span(duration)
    count = int(span.count) if span.count.isdigit() else rolled(draft, span.count, "duration").total
    return Span(duration, clock.now(draft.world) + round(span.minutes(count) * durations.ROUNDS_A_MINUTE))
