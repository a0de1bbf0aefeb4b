"""The turns that pass outside a fight: nobody calls them, and yet they bring what a turn brings (SRD, Your Turn).

A creature takes part while the beginning or the end of a turn brings it something: ongoing damage, regeneration, a save that it repeats, an
act that may recharge, an effect that lasts as long as its bearer strives. Time passes round by round as long as one of these turns changes anything, and otherwise in
one step up to the moment at which something ends or falls due.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.acts import step_dispatch, triggers, wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
from rpg_lite.mechanics.acts.result_building import result_of
from rpg_lite.mechanics.acts.steps import ending_steps
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.mechanics.life import recharging
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.act import ApplyStep, Retry
from rpg_lite.rules.acts.harmful_acts import harms
from rpg_lite.rules.acts.plain_steps import LoseStep
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.vocabulary import TriggerEvent
from rpg_lite.world import body_paths, clock, events, thing_stats
from rpg_lite.world.clock import CAMPAIGN_ID
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.world_model import WORLD_ID, Thing

MOST_STEPS: Final = 600
"""The steps of the clock that one command takes: an hour in which something changes in every round."""
_EDGES: Final[tuple[TriggerEvent, ...]] = ("turn_start", "turn_end")
_SAVES: Final = tuple(f"save:{edge}" for edge in _EDGES)


def steps(draft: Draft, rounds: int) -> Iterator[int]:
    """Divide these rounds into steps of the clock, each to be taken before the next is asked for, and play the turns that begin each step.
    In a fight, the whole time is one step.
    """
    if clock.fight(draft.world) is not None or not rounds:
        yield rounds
        return
    acting, seen = None, 0
    for _ in range(MOST_STEPS):
        acting, seen = _who_acts(draft, acting, seen), len(draft.events)
        step = 1 if _play(draft, acting) else min(rounds, _rounds_to_due(draft), *([_rounds_to_end(draft)] if acting else ()))
        yield step
        if (rounds := rounds - step) == 0:
            return
    draft.note("turns_beyond", n=MOST_STEPS)
    yield rounds


# ── who takes part ──────────────────────────────────────────────────────────────────────────────────────────────────


def _who_acts(draft: Draft, before: Sequence[str] | None, seen: int) -> list[str]:
    """The creatures that take turns now. If the events after the first `seen` concern only those that took turns before, the others have no
    new reason to do so and are not asked again.
    """
    known = {*before, CAMPAIGN_ID, WORLD_ID} if before is not None else set()
    is_same = before is not None and all(_is_of(event, known) for event in draft.events[seen:])
    things = draft.world.things
    asked = [things[id] for id in before] if before and is_same else [t for t in things.values() if t.kind == "character" and not is_same]
    return [t.id for t in asked if _takes_turns(draft, t)]


def _is_of(event: events.Event, known: Collection[str]) -> bool:
    """Whether the event changes one of these, and no zone of it, in which others may stand."""
    if isinstance(event, events.Rolled):
        return True
    return isinstance(event, events.Changed) and event.id in known and not event.path.startswith(body_paths.ZONES)


def _takes_turns(draft: Draft, creature: Thing) -> bool:
    """Whether a turn of the creature may change something now."""
    if thing_stats.is_dead(creature):
        return False
    if recharging.is_due(draft, creature):
        return True
    if creature.creature.hp == 0 and creature_flags.DIES_AT_ITS_TURN in draft.stats(creature).flags:
        return True
    entries = [entry for kind in LASTING for entry in creature.creature.lasting(kind)]
    if any(_depends_on_turns(draft, entry) or _is_harmful(draft, entry) for entry in entries):
        return True
    heard = (one.trigger for event in _EDGES for one in triggers.listeners(draft, Happening(event, creature.id)))
    return any(map(triggers.does_more_than_tell, heard)) or _is_felt_by_others(draft, creature.id)


def _depends_on_turns(draft: Draft, entry: Lasting) -> bool:
    """Whether the entry ends by a save at the edge of a turn, or by an idle turn."""
    words = entry.span.ends_by
    is_tried = (retry := _retry_of(draft, entry)) is not None and retry.at in _EDGES
    return is_tried or any(word.startswith(_SAVES) or word in (done_acts.IDLE, done_acts.UNEXTENDED) for word in words)


def _retry_of(draft: Draft, entry: Lasting) -> Retry | None:
    step = effect_source.laid_step(draft.world, entry.cause, draft.situation.book) if entry.cause.at else None
    return step.retry if isinstance(step, ApplyStep) else None


def waits_for(draft: Draft, entry: Lasting, event: TriggerEvent) -> bool:
    """Whether the entry brings something, or is tried again, at this event."""
    effect = effect_source.laid_effect(draft.world, entry.cause, draft.situation.book)
    retry = _retry_of(draft, entry)
    return (effect is not None and any(trigger.on == event for trigger in effect.on)) or (retry is not None and retry.at == event)


def _is_felt_by_others(draft: Draft, source: str) -> bool:
    """Whether the turns of the creature bring something to others (SRD, Swallow)."""
    others = (t for t in draft.world.things.values() if t.kind == "character" and t.id != source and t.creature.effects)
    held = (t for t in others if not thing_stats.is_dead(t))
    return any(
        trigger.by == "source" and trigger.on in _EDGES
        for thing in held
        for entry in thing.creature.effects
        if entry.cause.by == source and (effect := effect_source.laid_effect(draft.world, entry.cause, draft.situation.book))
        for trigger in effect.on
    )


def _play(draft: Draft, whose: Sequence[str]) -> bool:
    """Play one turn of each of these creatures; return whether anything changed or was rolled."""
    before = len(draft.events)
    for id in whose:
        _recharge(draft, draft.world.things[id])
        for event in _EDGES:
            if event == "turn_end" and id in draft.world.things:
                _help_itself(draft, draft.world.things[id])  # an action comes after the beginning of a turn, and before its end
            draft.happened.append(Happening(event, id))
            triggers.settle(draft)  # one after the other, since the beginning of a turn may end what its end would bring
        done_acts.forget_damage(draft, id)
    return len(draft.events) > before


def _recharge(draft: Draft, creature: Thing) -> None:
    """Give back what the start of a turn gives back, and tell it; dice that fall too low are not worth a line here."""
    back = [str(one) for one in recharging.at_turn(draft, creature) if one.is_back]
    if back:
        draft.note("recharges", name=Called(creature.id), texts=back)


def _help_itself(draft: Draft, creature: Thing) -> None:
    """Let a creature that can act spend its action on what harms it in its turns and an action may end, since nobody else says what it does
    meanwhile (SRD, Fire Elemental, Bearded Devil).
    """
    act = draft.situation.book.act(_HELP)
    is_able = creature.creature.hp != 0 and not thing_stats.is_dead(creature) and draft.stats(creature).can_act
    if act is None or not is_able or not any(_is_harmful(draft, entry) for entry in creature.creature.effects):
        return
    cast = wish_and_casting.make_casting(draft.new_cast_id(), act, creature, draft.world, draft.situation.book, Wish())
    p = Performance(draft, cast, step_dispatch.play, [creature.id])
    p.play(act.steps, [creature.id], Spot(""))
    draft.note("triggered", played=result_of(p, act.name))
    triggers.settle(draft)


_HELP: Final = "break free"


def _is_harmful(draft: Draft, entry: Lasting) -> bool:
    """Whether the entry harms its bearer in turns and ends by an action."""
    if not any(word.startswith(ending_steps.ACTION) for word in entry.span.ends_by):
        return False
    effect = effect_source.laid_effect(draft.world, entry.cause, draft.situation.book)
    steps = [step for trigger in (effect.on if effect else ()) if trigger.on in _EDGES for step in trigger.then]
    return harms(steps) or any(isinstance(step, LoseStep) for step in steps)


# ── how long nothing changes ────────────────────────────────────────────────────────────────────────────────────────


def _rounds_to_end(draft: Draft) -> int:
    """The rounds until the first condition, effect or zone ends, because turns may change something again from then on."""
    now, creatures = clock.now(draft.world), [t.creature for t in draft.world.things.values() if t.kind == "character"]
    spans = [entry.span for one in creatures for kind in LASTING for entry in one.lasting(kind)]
    spans += [zone.span for one in creatures for zone in one.zones.values()]
    return min((span.ends - now for span in spans if span.ends is not None and span.ends > now), default=clock.LAST_MINUTE)


def _rounds_to_due(draft: Draft) -> int:
    """The rounds until an effect brings something by the clock (SRD, Mummy Rot: for every 24 hours that elapse)."""
    now, creatures = draft.world.campaign.minutes, [t for t in draft.world.things.values() if t.kind == "character" and t.creature.effects]
    timed = [
        (trigger.minutes, entry.since)
        for one in creatures
        if not thing_stats.is_dead(one)
        for entry in one.creature.effects
        if (effect := effect_source.laid_effect(draft.world, entry.cause, draft.situation.book))
        for trigger in effect.on
        if trigger.on == "time"
    ]
    due = [every - (now - since) % every for every, since in timed]
    return min(due, default=clock.LAST_MINUTE) * ROUNDS_A_MINUTE - clock.rounds_over(draft.world)
