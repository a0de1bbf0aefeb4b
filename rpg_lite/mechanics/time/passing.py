"""The passage of time: effects end, and charges are restored."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import effect_removal, state_changes
from rpg_lite.decision.command import Command, refs
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called, Ended, Result, ThingWords
from rpg_lite.mechanics.acts import triggers
from rpg_lite.mechanics.items import item_moves, lighting
from rpg_lite.mechanics.items.charges import SPENT, returns_what_was_spent
from rpg_lite.mechanics.life import concentration, time_at_zero
from rpg_lite.mechanics.life.resources import come_back
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.mechanics.time import told_together, turns_outside_fights
from rpg_lite.rules import durations
from rpg_lite.rules.acts.act import Trigger
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.items import Item
from rpg_lite.vocabulary import Recharge, TriggerEvent
from rpg_lite.world import body_paths, clock, events, thing_stats
from rpg_lite.world.clock import CAMPAIGN_ID, DAWN, DUSK
from rpg_lite.world.creature_states import LASTING, Lasting, LastingKind
from rpg_lite.world.effect_expiry import Instant, lasts
from rpg_lite.world.world_model import WORLD_ID, Ref, Thing, World

Charged = tuple[Called, ThingWords]
"""A thing that recharged, with its charges."""
MOST_DAWNS = 30
"""Enough dawns to fill every wand; later ones need no dice."""
_SUN: Final[tuple[tuple[int, Recharge], ...]] = ((DAWN, "dawn"), (DUSK, "dusk"))


class TimeCommand(Command):
    character_id: str | None = None
    character_name: Annotated[str | None, Field(description='Name; "party" means the whole party.')] = None

    def touches(self) -> tuple[Ref, ...]:
        """Load everybody and the things on the floor of the party's room, because time passes for them."""
        return (*refs(self.character_id, self.character_name, None, None), Ref("everyone"), Ref("floor"))


@dataclass(frozen=True, slots=True)
class TimePassed(Result):
    """The clock afterwards, the effects that ended, and the things that recharged."""

    time: str
    ended: tuple[Ended, ...] = ()
    charged: tuple[Charged, ...] = ()


def pass_time(draft: Draft, minutes: int, rounds: int = 0) -> TimePassed:
    """Move the clock by minutes and rounds, and play the turns of that time whose beginning or end brings something: outside a fight nobody
    calls them. Return the effects that ended and the things that recharged.
    """
    told, ended, charged = len(draft.notes), list[Ended](), list[Charged]()
    for step in turns_outside_fights.steps(draft, minutes * ROUNDS_A_MINUTE + rounds):
        passed = move_clock(draft, step)
        triggers.settle(draft)  # before the next step, which may depend on what this one has brought
        ended += passed.ended
        charged += passed.charged
    told_together.shorten(draft, told)
    time_at_zero.tell_dying(draft)  # now, because the time itself may have raised or killed them
    return TimePassed(clock.tell_now(draft.world), tuple(dict.fromkeys(ended)), tuple(charged))


def move_clock(draft: Draft, rounds: int) -> TimePassed:
    """Move the clock, without the turns of that time, which a fight has played. Return the effects that ended and the things that
    recharged.
    """
    start, before = draft.world.campaign.minutes, Instant.of(draft.world)
    minutes = _add_rounds(draft, rounds)
    if minutes:
        draft.add(events.Changed(CAMPAIGN_ID, "minutes", start, start + minutes))
    ended = ended_between(draft, before, Instant.of(draft.world))
    if minutes:
        time_at_zero.wake_the_stable(draft, start)
        _vanish(draft)
    charged: list[Charged] = []
    for moment, word in _SUN:
        times = clock.count_passings(moment, start, start + minutes)
        if times:
            draft.happened += [Happening("dawn", id) for id in (_who_hears(draft, "dawn") if word == "dawn" else ())] * min(
                times, MOST_DAWNS
            )
            charged += recharge(draft, list(draft.world.things.values()), word, min(times, MOST_DAWNS))
            ended += end_until(draft, list(draft.world.things.values()), word)
    draft.happened += [Happening("time", id, taken=minutes) for id in (_who_hears(draft, "time") if minutes else ())]
    return TimePassed(clock.tell_now(draft.world), tuple(ended), tuple(charged))


def _add_rounds(draft: Draft, rounds: int) -> int:
    """Add rounds to those beyond the last full minute; return the minutes that they fill."""
    was = clock.rounds_over(draft.world)
    filled, over = divmod(was + rounds, ROUNDS_A_MINUTE)
    if over != was:
        state_changes.change(draft, draft.world.things[WORLD_ID], body_paths.ROUNDS, over or None)
    return filled


def _vanish(draft: Draft) -> None:
    """Remove the things whose time is over: the berries of a spell."""
    now = draft.world.campaign.minutes
    over = [t for t in draft.world.things.values() if t.kind == "item" and (end := t.item.vanishes) is not None and end <= now]
    for thing in over:
        item_moves.take_away(draft, thing, thing.quantity)
    if over:
        draft.note("vanish", texts=[f"{t.quantity} × {t.name}" for t in over])


def _who_hears(draft: Draft, event: Literal["time", "dawn"]) -> list[str]:
    """The creatures that carry a thing, have a feature or bear an effect that acts by itself as time passes, or at dawn."""
    book, things = draft.situation.book, draft.world.things.values()
    alive = [t for t in things if t.kind == "character" and not thing_stats.is_dead(t)]
    own = [t for t in alive if any(_listens(rule.on, event) for rule in thing_stats.unspent_sheet(t, book).feature_rules)]
    under = [t for t in alive if any(turns_outside_fights.waits_for(draft, entry, event) for entry in t.creature.effects)]
    timed = [t for t in things if t.kind == "item" and _listens(thing_stats.item_of(t, book).on, event)]
    who = [*own, *under, *(draft.world.bearer_of(thing.id) for thing in timed)]
    return list(dict.fromkeys(one.id for one in who if one and one.kind == "character"))


def _listens(on: Sequence[Trigger], event: TriggerEvent) -> bool:
    return any(trigger.on == event for trigger in on)


def busy_until(draft: Draft, who: Sequence[Thing], until: int) -> TimePassed:
    """Pass time up to a minute of the campaign, and keep these creatures busy until then."""
    now = draft.world.campaign.minutes
    draft.busy |= {c.id: until for c in who}
    return pass_time(draft, until - now) if until > now else TimePassed(clock.tell_now(draft.world))


def ended_between(draft: Draft, before: Instant, after: Instant) -> list[Ended]:
    """Remove the conditions and effects that ran out between two moments."""
    found, gone = [], []
    for thing in list(draft.world.things.values()):
        for kind in LASTING if thing.kind == "character" else ():
            is_over = partial(_has_run_out, thing, before, after)
            if over := effect_removal.end_of_kind(draft, thing.id, kind, is_over, in_time=True):
                found += [_end_entries(e, thing, kind) for e in over]
                gone.append((thing, over))
    for thing, over in gone:  # after all have ended, since a concentration that ends takes the rest of its spell away
        concentration.run_out(draft, thing, over)
    _end_zones(draft, before, after)
    lighting.burn_out(draft)
    concentration.tidy(draft)
    return found


def _has_run_out(creature: Thing, before: Instant, after: Instant, entry: Lasting) -> bool:
    return (lasts(entry, before) or _holds_form(creature, entry)) and not lasts(entry, after)


def _holds_form(creature: Thing, entry: Lasting) -> bool:
    """Whether the entry holds a form. Such an entry ends even if it was not in effect at the earlier moment."""
    form = creature.creature.form
    return form is not None and entry.cause.cast == form.cast


def _end_zones(draft: Draft, before: Instant, after: Instant) -> None:
    """Remove the zones that ran out between two moments."""
    for thing in list(draft.world.things.values()):
        for key, zone in thing.creature.zones.items() if thing.kind == "character" else ():
            if lasts(zone, before) and not lasts(zone, after):
                state_changes.change(draft, thing, body_paths.ZONES.at(key), None)
                concentration.end_of_zone(draft, thing, key.replace("_", "."), zone)


def _end_entries(entry: Lasting, thing: Thing, kind: LastingKind) -> Ended:
    look = entry.cause.look if entry.has_modifiers else None  # a known spell keeps its name, whatever its source
    return Ended(entry.name, Called(thing.id), kind, look)


def end_until(draft: Draft, things: Sequence[Thing], word: str) -> list[Ended]:
    """End the conditions and effects that last until this moment; return them."""
    return [ended for thing in things if thing.kind == "character" for ended in end_restored(draft, thing, partial(_lasts_until, word))]


def end_restored(draft: Draft, creature: Thing, is_over: Callable[[Lasting], bool]) -> list[Ended]:
    """End the conditions and effects of the creature whose time is over by this moment; return them."""
    found = []
    for kind in LASTING:
        over = effect_removal.end_of_kind(draft, creature.id, kind, is_over, in_time=True)
        found += [_end_entries(e, creature, kind) for e in over]
    return found


def _lasts_until(word: str, entry: Lasting) -> bool:
    return entry.span.ends is None and _until(entry.span.duration) == word


def _until(duration: str | None) -> str | None:
    span = durations.parse(duration) if duration else None
    return span.until if span else None


# ── recharging ──────────────────────────────────────────────────────────────────────────────────────────────────────


def recharge(draft: Draft, things: Sequence[Thing], when: Recharge, times: int = 1) -> list[Charged]:
    """Restore the charges, uses and resources that recharge at this moment; roll their dice once for each occurrence."""
    told: list[Charged] = []
    for thing in things:
        if thing.kind == "item":
            told += _recharge_item(draft, draft.world.things.get(thing.id), when, times)
        elif thing.kind == "character":
            come_back(draft, thing, when)
    return told


def _recharge_item(draft: Draft, thing: Thing | None, when: Recharge, times: int) -> Iterator[Charged]:
    if thing is None:
        return
    item = thing_stats.item_of(thing, draft.situation.book)
    charges, left = item.charges_or_effects, thing_stats.charges_left(thing, item)
    if charges and left is not None and charges.recharge == when and isinstance(charges.max, int) and left < charges.max:
        now = min(charges.max, left + _regain(draft, item, charges.max, times))
        state_changes.change(draft, thing, body_paths.CHARGES, now if now < charges.max else None)
        yield Called(thing.id), ThingWords(thing.id, (f"{now}/{charges.max} charges",))
    if charges and left is not None and charges.recharge == when and returns_what_was_spent(item) and (spent := thing.item.used.get(SPENT)):
        state_changes.change(draft, thing, body_paths.CHARGES, left + spent)
        state_changes.change(draft, draft.world.things[thing.id], body_paths.USED.at(SPENT), None)
        yield Called(thing.id), ThingWords(thing.id, (f"{left + spent} charge{'s' if left + spent != 1 else ''}",))
    for id in (id for id, uses in item.limited if uses.recharge == when):
        state_changes.change(draft, draft.world.things[thing.id], body_paths.USED.at(id), None)


def _regain(draft: Draft, item: Item, most: int, times: int) -> int:
    charges = item.charges_or_effects
    if charges is None or charges.regain is None:
        return most
    if isinstance(charges.regain, int):
        return charges.regain * times
    total = 0
    for _ in range(times):
        if total < most:
            total += roll_dice(draft, charges.regain, "recharge").total
    return total


def characters(world: World) -> list[str]:
    """The creatures whose numbers the time may have changed."""
    return [t.id for t in world.things.values() if t.kind == "character" and thing_stats.is_loaded(world, t)]
