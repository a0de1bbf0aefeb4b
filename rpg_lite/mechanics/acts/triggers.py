"""Triggers: the steps that effects, features, items and zones play when something happens, and the entries that end because of it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Notice
from rpg_lite.mechanics.acts.act_in_play import Overplayed, Spot
from rpg_lite.mechanics.acts.ends_by_event import Thrown, maybe_end
from rpg_lite.mechanics.acts.on_end_steps import at_end, end_of_others
from rpg_lite.mechanics.acts.result_building import result_of
from rpg_lite.mechanics.acts.steps.branch_steps import holds
from rpg_lite.mechanics.acts.trigger_listener import Listener, of_one_casting, performance_of, times_in
from rpg_lite.mechanics.creature import effect_source, zones
from rpg_lite.mechanics.creature.working_items import told_name, working_items
from rpg_lite.mechanics.items import coating
from rpg_lite.mechanics.life import concentration, dying, grapple_release
from rpg_lite.mechanics.space import wall_sides
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules.acts.act import Trigger
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.creature_states import LASTING, Lasting

MOST_HAPPENINGS = 200
"""The maximum number of triggers that may follow from one command; more triggers mean that they trigger each other in a circle."""
TOLD_OF_A_CIRCLE = 3


def settle(draft: Draft) -> None:
    """Play everything that follows from the happenings, in the order in which they happened."""
    start = len(draft.notes)
    grapple_release.release_of_the_helpless(draft)
    concentration.end_of_the_helpless(draft)
    for _ in range(MOST_HAPPENINGS):
        if draft.over:
            over = draft.over.pop(0)
            if over.bearer in draft.world.things:
                at_end(draft, draft.world.things[over.bearer], over)
        elif draft.happened:
            happening = draft.followed = draft.happened.pop(0)
            if happening.bearer in draft.world.things:
                _follow(draft, happening)
        else:
            return
    draft.happened.clear()
    draft.over.clear()
    _shorten(draft, start)
    draft.note("triggers_in_a_circle")


def _shorten(draft: Draft, start: int) -> None:
    """Keep the first notes of triggers that run in a circle; the rest only repeat them."""
    places = [n for n, note in enumerate(draft.notes) if n >= start and note.code == "triggered"]
    left_out = {*places[TOLD_OF_A_CIRCLE:]}
    draft.notes = [note for n, note in enumerate(draft.notes) if n not in left_out]


def _follow(draft: Draft, h: Happening) -> None:
    for listener in of_one_casting(draft, listeners(draft, h)):
        _play(draft, h, listener)
    if h.event in _OF_TURNS:
        _follow_on_others(draft, h)
    if h.event == "turn_start":
        dying.die_at_turn(draft, draft.world.things[h.bearer])
    thrown: Thrown = {}
    for kind in LASTING:
        for entry in draft.world.things[h.bearer].creature.lasting(kind):
            if not draft.is_older(h, h.bearer, entry):
                maybe_end(draft, h, entry, kind, thrown)
    end_of_others(draft, h)


_OF_TURNS: Final = frozenset(("turn_start", "turn_end"))


def _follow_on_others(draft: Draft, h: Happening) -> None:
    """Play the triggers that a creature's turn sets off on the bearers of its effects (SRD, Swallow: at the start of the toad's turns)."""
    for thing in [t for t in draft.world.things.values() if t.kind == "character" and t.id != h.bearer and t.creature.effects]:
        theirs = replace(h, bearer=thing.id, other=h.bearer)
        for listener in of_one_casting(draft, (one for one in listeners(draft, theirs) if one.trigger.by == "source")):
            _play(draft, theirs, listener)


def listeners(draft: Draft, h: Happening) -> Iterator[Listener]:
    bearer, book = draft.world.things[h.bearer], draft.situation.book
    for entry in thing_stats.lasting(draft.world, bearer, "effects"):  # the conditions of a step share the triggers of its effect
        effect = effect_source.laid_effect(draft.world, entry.cause, book)
        for trigger in effect.on if effect else ():
            if trigger.on == h.event and _is_by(trigger, h, entry) and not (h.event == "cast" and draft.is_older(h, h.bearer, entry)):
                if h.event == "time" and not times_in(draft, h, trigger, entry.since):
                    continue
                yield Listener(trigger, entry.name, entry)
    beside = wall_sides.near(draft.world, h.bearer, book) if h.event in _OF_TURNS else []
    there = zones.all_of(draft.world, book) if h.event == "travels" else zones.around(draft.world, h.bearer, book)
    for found in (*there, *beside):
        if h.event in ("enter", "leave", "travels") and h.cast not in (None, found.key):
            continue  # the creature was in this zone already and entered another one
        for trigger in zones.triggers_of(found, h.event):
            if _is_by(trigger, h, entry := zones.as_entry(found)):
                yield Listener(trigger, found.zone.act, entry)
    for thing, item in working_items(draft.world, bearer, book):
        for trigger in item.on:
            if trigger.on == h.event and (h.event != "time" or times_in(draft, h, trigger)):
                yield Listener(trigger, told_name(bearer, thing, item), item=thing.id)
    for feature in thing_stats.unspent_sheet(bearer, book).feature_rules:
        for trigger in feature.on:
            if trigger.on == h.event and (h.event != "time" or times_in(draft, h, trigger)):
                yield Listener(trigger, feature.name)


def _is_by(trigger: Trigger, h: Happening, entry: Lasting) -> bool:
    """Whether the right creature caused the event."""
    match trigger.by:
        case "source":
            return h.other == entry.cause.by
        case "bearer":
            return h.other in (None, h.bearer)
    return True


def _play(draft: Draft, h: Happening, listener: Listener) -> None:
    trigger = listener.trigger
    if h.event in _OF_TURNS and clock.fight(draft.world) is None and not does_more_than_tell(trigger):
        return
    if trigger.once and done_acts.was_done(draft.world, h.bearer, listener.key, trigger.once):
        return
    p = performance_of(draft, h, listener)
    p.of_entry = listener.entry
    source = listener.entry.cause.by if listener.entry else h.bearer
    spot = Spot(
        effect_source.path_to(p.cast.act, trigger.then) or (f"on.{trigger.on}" if listener.entry else ""), source=source, other=h.other, taken=h.taken, taken_type=h.types[0] if h.types else None, critical=h.critical,
        struck=_struck(h), weapon=h.types[0] if h.types else None, kinds=_kinds(h) | coating.kinds(listener.entry, h.arms), weapon_id=h.weapon,
    )  # fmt: skip
    if trigger.if_ and not holds(p, trigger.if_, h.bearer, spot):
        return
    before = len(draft.notes)
    try:
        with draft.same_blow(h.source):
            p.play(trigger.then, [h.bearer], spot)
    except (FormulaFault, Overplayed) as fault:
        draft.note("trigger_failed", name=listener.called, why=str(fault) or "it runs in a circle")
        return
    if trigger.once:
        done_acts.remember(draft, h.bearer, listener.key)
    told = result_of(p, listener.name, listener.item)
    if told.targets or told.says:
        draft.notes.insert(before, Notice("triggered", {"played": told}))  # the damage first, then the death that it caused


def does_more_than_tell(trigger: Trigger) -> bool:
    """Whether the steps do more than tell the game master what to decide in a turn, which nobody asks for while hours pass outside a fight."""
    return any(not isinstance(step, SayStep) for step in walk(trigger.then, inner_acts=False))


def _struck(h: Happening) -> str:
    """The creature that the attack hit; empty for an event that is no hit, whose triggers add nothing to the attack's own damage."""
    return {"hit": h.other or "", "hit_by": h.bearer}.get(h.event, "")


def _kinds(h: Happening) -> frozenset[str]:
    """The kinds of the attack."""
    return frozenset(("weapon" if h.armed else "spell", "melee" if h.melee else "ranged"))
