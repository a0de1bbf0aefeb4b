"""Ends of entries: effects on others that an attack or a fall ends, and the steps that play at the end of an entry."""

from collections.abc import Callable, Sequence

from rpg_lite.decision.draft import Draft, Over
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.acts import ends_by_attack, step_dispatch
from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
from rpg_lite.mechanics.acts.result_building import result_of
from rpg_lite.mechanics.acts.steps import apply_and_move, summoning
from rpg_lite.mechanics.acts.trigger_listener import NOTHING, Listener, act_of, cast_of
from rpg_lite.mechanics.creature import laid_elsewhere
from rpg_lite.mechanics.space import sides, stealth
from rpg_lite.rules.acts.act import ApplyStep, Step
from rpg_lite.rules.acts.plain_steps import MakeStep
from rpg_lite.rules.acts.walk import step_at
from rpg_lite.world.creature_states import FOUND, LASTING, Lasting
from rpg_lite.world.effect_expiry import Instant, lasts
from rpg_lite.world.world_model import Thing


def end_of_others(draft: Draft, h: Happening) -> None:
    """End the effects that an event of one creature ends on others: on a creature that attacks, hit or miss, or that deals damage; and
    when a creature falls to 0, those that it applied (SRD, Invisibility, Turn Undead 5.2).
    """
    if h.event == "attacked":
        ends_by_attack.end_after(draft, h)
    elif h.event == "damaged" and h.other is not None and h.other in draft.world.things and h.other != h.bearer:
        _end_where(draft, h, [h.other], lambda entry: "deals_damage" in entry.span.ends_by)
    elif h.event == "searched":
        _find(draft, h)
    elif h.event == "to_0":
        laid_elsewhere.bring(draft, h.bearer)
        everybody = [t.id for t in draft.world.things.values() if t.kind == "character"]
        _end_where(draft, h, everybody, lambda entry: "source_0" in entry.span.ends_by and entry.cause.by == h.bearer)


def _find(draft: Draft, h: Happening) -> None:
    """Find the creatures that hide from the searcher's side if the total reaches their DC (SRD 5.1, Hiding; SRD 5.2, Hide)."""
    searcher, room = draft.world.things[h.bearer], draft.world.room_of(h.bearer)
    everybody = [t for t in draft.world.things.values() if t.kind == "character"]
    for hider in everybody:
        dc = stealth.dc_to_find(hider) if room and draft.world.room_of(hider.id) == room else None
        if dc is not None and h.taken >= dc and not sides.are_friends(draft.world, hider, searcher, draft.situation.book):
            draft.note("found_by", by=Called(h.bearer), name=Called(hider.id))
            _end_where(draft, h, [hider.id], lambda entry: FOUND in entry.span.ends_by)


def _end_where(draft: Draft, h: Happening, creatures: Sequence[str], is_over: Callable[[Lasting], bool]) -> None:
    for id in creatures:
        for kind in LASTING:
            for entry in draft.world.things[id].creature.lasting(kind):
                if is_over(entry) and not draft.is_older(h, id, entry):
                    ends_by_attack.end_entry(draft, draft.world.things[id], entry, kind)


def _speaks_for(entry: Lasting, step: ApplyStep) -> bool:
    """Whether this is the one entry, of all those that a step has applied, whose end is reported: the effect, or else the first
    condition.
    """
    if isinstance(step.apply, str) or not step.apply.conditions:
        return True
    return entry.name not in step.apply.conditions if apply_and_move.lays_more(step.apply) else entry.name == step.apply.conditions[0]


def at_end(draft: Draft, bearer: Thing, over: Over) -> None:
    """Play the `onEnd` of an entry that has ended, and its `onTimeUp` if its time was up; a summoned creature vanishes."""
    entry = over.entry
    step = step_at(act_of(draft, entry), entry.cause.at or "")
    if isinstance(step, MakeStep) and not step.makes_things:
        summoning.dismiss(draft, bearer)
        summoning.end_after_the_last(draft, bearer, entry.cause)
    elif isinstance(step, ApplyStep) and _speaks_for(entry, step):
        parts = {"on_time_up": step.on_time_up if over.in_time else (), "on_end": step.on_end}
        for word, steps in parts.items():
            with draft.at_moment(entry.span.ends if over.in_time else None):
                _play_end(draft, bearer, entry, word, steps)
        if over.in_time:
            _end_what_is_over(draft, bearer)


def _end_what_is_over(draft: Draft, bearer: Thing) -> None:
    """End the effects of an end that are over already, because more time has passed than they last (SRD, Haste)."""
    now = Instant.of(draft.world)
    for kind in LASTING if bearer.id in draft.world.things else ():
        for entry in draft.world.things[bearer.id].creature.lasting(kind):
            if not lasts(entry, now):
                ends_by_attack.end_entry(draft, draft.world.things[bearer.id], entry, kind)


def _play_end(draft: Draft, bearer: Thing, entry: Lasting, word: str, steps: Sequence[Step]) -> None:
    if not steps or bearer.id not in draft.world.things:
        return
    cast = cast_of(draft, Happening("turn_end", bearer.id), Listener(NOTHING, entry.name, entry))
    p = Performance(draft, cast, step_dispatch.play, [bearer.id])
    p.play(steps, [bearer.id], Spot(f"{entry.cause.at}.{word}"))
    draft.note("triggered", played=result_of(p, entry.name))
