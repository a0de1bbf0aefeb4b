"""The stages of playing an act from its payment on: what it costs is spent, the table hears of it, and its steps are played."""

from collections.abc import Sequence
from dataclasses import replace

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening, Occasion
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts import (
    costs,
    dry_run_plan,
    light_darkness_dispelling,
    materials,
    needless_ending,
    readied_spell,
    spells_of_a_turn,
    step_dispatch,
    stray_choices,
    target_requirements,
    zone_moving,
)
from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
from rpg_lite.mechanics.acts.act_results import NOTHING, ActResult, Spent, TargetRecord
from rpg_lite.mechanics.acts.costs import Price
from rpg_lite.mechanics.acts.play_notebook import Playing
from rpg_lite.mechanics.acts.result_building import result_of
from rpg_lite.mechanics.acts.riders import act_riders, attack_riders_of_acts
from rpg_lite.mechanics.acts.riders.act_riders import Joined
from rpg_lite.mechanics.acts.steps import apply_and_move
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.mechanics.life import concentration
from rpg_lite.mechanics.turn import done_acts, ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules import durations
from rpg_lite.rules.acts.act import Spell, ZoneStep
from rpg_lite.rules.acts.words import CRITICAL
from rpg_lite.rules.spell_slots import is_of_slots
from rpg_lite.world import body_paths, clock, thing_stats
from rpg_lite.world.world_model import Thing


def pay(p: Playing) -> Rejected | None:
    """Spend the slot, the resources and the part of the turn; a spell that an answer cancels may keep its slot (SRD 5.2, Counterspell)."""
    draft, caster, cast = p.draft, p.caster, p.cast
    p.stopped = draft.altering(lambda o: o.happens == "cast" and (o.by, o.act) == (caster.id, p.act.name), "cancel")
    own = costs.without_slot(p.price) if any(one.slot_kept for one in p.stopped) else p.price
    spent = _pay_price(draft, caster, (own, *p.joined.prices))
    if isinstance(spent, Rejected) and not (p.wish.force and spent.code == "resource_spent"):
        return spent
    p.spent = () if isinstance(spent, Rejected) else spent
    _note_costs(p)
    if not p.stopped and not p.is_vain:
        draft.acting = caster.id
        if isinstance(cast.act, Spell):
            spells_of_a_turn.note_and_keep(draft, caster.id, cast.act, any(is_of_slots(s.what) for s in p.spent), p.joined.alone)
    deed = cast.act.name if cast.cause is None else ledger.HANDLE
    for _ in range(p.numbers.times):
        ledger.spend(draft, TurnPrice(caster.id, deed, cast.act.cost))
    return None


def stop(p: Playing) -> ActResult | None:
    """End a spell that an answer cancels, and an act whose targets it cannot affect: it is paid, and it has no other effect."""
    if p.stopped:
        by = p.stopped[0]
        p.draft.occasions.append(by.occasion)
        return _without_effect(p, f"{by.name} cancels it{', and its slot is kept' if by.slot_kept and p.cast.spent_slot else ''}.")
    return _without_effect(p, NOTHING) if p.is_vain else None


def _without_effect(p: Playing, said: str) -> ActResult:
    performance = Performance(p.draft, p.cast, step_dispatch.play, ())
    performance.say(said)
    return replace(result_of(performance, p.cast.act.name), spent=tuple(p.spent))


def tell(p: Playing) -> None:
    """Record the moment of the cast, for triggers and for whoever may answer it, and what happens once in a turn."""
    draft, act = p.draft, p.cast.act
    if isinstance(act, Spell):
        aimed_at = () if readied_spell.is_held(act) else p.whom  # nobody is aimed at before it is released
        _tell_of_cast(draft, p.caster.id, p.cast, aimed_at)
    elif act.cost != "free" and _ends_by_acting(draft.world.things[p.caster.id]):
        draft.happened.append(Happening("acted", p.caster.id, p.caster.id))
    if name := readied_spell.released(act):
        _tell_of_release(draft, p.cast, name, p.whom)
    for target in p.whom if act.happens else ():
        draft.happened.append(Happening("fall", target, p.caster.id))
        draft.occasions.append(Occasion("fall", p.caster.id, target))
    _remember(draft, p.caster.id, p.joined)


def concentrate(p: Playing) -> None:
    """Begin to concentrate, which ends what the caster concentrated on."""
    caster, cast = p.draft.world.things[p.caster.id], p.cast
    p.held = caster.creature.concentration
    p.concentrates = cast.act.concentration and not _is_free_of_concentration(cast)
    if p.concentrates:
        concentration.begin(p.draft, caster, cast.act.name, cast.id, cast.changes.concentration)
    p.performance = Performance(p.draft, cast, step_dispatch.play, p.whom)
    p.performance.concentrates = p.concentrates
    p.performance.rounds_left = apply_and_move.rounds_left(p.performance)


def perform(p: Playing) -> Rejected | None:
    """Play the steps on every target, then what riders add; refuse an act that ends nothing."""
    draft, cast, played = p.draft, p.cast, p.performance
    if not p.is_of_item:
        materials.use(played)
    before = _traces(draft)
    zone_moving.move_zone(p)
    with draft.at_moment(draft.moment if p.is_of_item else _end_of_casting(draft, cast)):
        for n in range(p.numbers.times):
            spot = _spot(played)
            played.play(cast.act.steps, p.whom, spot.at(f"use{n}") if n else spot)
        act_riders.play_after(played, p.joined.after, p.whom)
    attack_riders_of_acts.note_unused(played)
    _tell_time(played)
    if cast.act.steps and not played.says and before == _traces(draft) and not _shows(played):
        played.say(NOTHING)
    for text in p.joined.says:
        played.advise(text)
    out_of_reach = None if played.reaches else played.left_out
    return played.refused or out_of_reach or needless_ending.refuse(played, p.whom, has_price=bool(p.spent) or cast.item is not None)


def _traces(draft: Draft) -> tuple[int, int, int]:
    """The counts of everything that a step may leave in the draft."""
    return len(draft.events), len(draft.notes), len(draft.alterations)


def close(p: Playing) -> ActResult:
    """End concentration on nothing, let light and darkness dispel each other, and tell the result."""
    draft, played, act = p.draft, p.performance, p.cast.act
    keeps = p.concentrates and bool(played.laid) and not played.is_broken_off
    if p.concentrates and not played.laid and not played.is_broken_off:
        change(draft, draft.world.things[p.caster.id], body_paths.CONCENTRATION, None)
    light_darkness_dispelling.settle(draft, p.caster)
    result = result_of(played, act.name)
    return replace(
        result,
        spent=(*p.spent, *result.spent),
        offers=tuple(p.joined.offers),
        offers_on_hits=tuple(played.offers),
        concentration=act.name if keeps else None,
        concentration_ended=p.held.effect if p.concentrates and p.held else None,
        plan=dry_run_plan.plan_of(played, p.numbers.times) if draft.situation.dry else None,
        aimed_at=tuple(map(Called, p.whom)),
        area=p.filled,
    )


def _note_costs(p: Playing) -> None:
    """Note the time that the act takes, and the choices of the call that it does not use."""
    if time := target_requirements.time_taken(p.cast):
        p.draft.note("takes_time", act=p.cast.act.name, time=time)
    if not p.is_of_item and p.numbers.cast is None:
        stray_choices.note(p.draft, p.caster, p.cast.act, p.cast.wish)


def _pay_price(draft: Draft, caster: Thing, prices: Sequence[Price]) -> Sequence[Spent] | Rejected:
    """The price of the act and those of its riders."""
    spent: list[Spent] = []
    for price in prices:
        paid = costs.pay(draft, caster, price)
        if isinstance(paid, Rejected):
            return paid
        spent += paid
    return spent


def _bond_of(p: Performance) -> str | None:
    """The other creature that applied the effect which brings the act, such as a familiar for the acts of its maker (SRD, Find Familiar)."""
    lying = thing_stats.lasting(p.draft.world, p.thing(p.cast.by), "effects")
    return next((e.cause.by for e in lying if e.cause.cast == p.cast.id and e.cause.by != p.cast.by), None)


def _spot(p: Performance) -> Spot:
    """The place where the steps begin; for an answer, it describes the occasion."""
    on = p.draft.situation.answers
    if on is None:
        return Spot(critical=_adds_to_a_critical_hit(p), source=_bond_of(p))
    kind = on.types[0] if on.types else None
    return Spot(critical=on.critical, struck=on.to, other=on.by, taken=on.taken, taken_type=kind, weapon=kind)


def _ends_by_acting(creature: Thing) -> bool:
    """Whether something that lies on the creature ends when it acts (SRD 5.2, Boon of the Night Spirit)."""
    lying = (*creature.creature.lasting("effects"), *creature.creature.lasting("conditions"))
    return any("acted" in entry.span.ends_by for entry in lying)


def _is_free_of_concentration(cast: Casting) -> bool:
    by_slot = [text for slot, text in cast.act.duration_by_slot.items() if int(slot) <= cast.slot]
    return bool(by_slot) and by_slot[-1].endswith("no_concentration")


def _end_of_casting(draft: Draft, cast: Casting) -> int | None:
    """The round of the campaign in which an act of minutes or hours is over, so that what it applies does not run out while it is cast (SRD,
    Longer Casting Times, Rituals); the clock itself is moved by `advance`. For any other act, the moment in which it is played.
    """
    time = target_requirements.time_taken(cast)
    span = durations.parse(time) if time else None
    if span is None or not span.count.isdigit():
        return draft.moment
    begins = clock.now(draft.world) if draft.moment is None else draft.moment
    return begins + round(span.minutes(int(span.count)) * durations.ROUNDS_A_MINUTE)


def _tell_of_cast(draft: Draft, by: str, cast: Casting, targets: Sequence[str]) -> None:
    """Record that a spell is cast, for triggers and for whoever may answer it."""
    draft.happened.append(Happening("cast", by, by, cast.slot))
    has_components = isinstance(cast.act, Spell) and bool(cast.act.components)
    makes_area = cast.act.targets == "area" or cast.act.area is not None or any(isinstance(s, ZoneStep) for s in cast.act.steps)
    is_alone = len({*targets}) == 1 and not makes_area
    for target in targets or ("",):
        occasion = Occasion("cast", by, target, act=cast.act.name, slot=cast.slot, has_components=has_components, is_alone=is_alone)
        draft.occasions.append(occasion)


def _tell_of_release(draft: Draft, cast: Casting, spell: str, targets: Sequence[str]) -> None:
    """Record at whom a readied spell is released, for who answers that spell; it was cast before, so nobody counters it now (SRD, Ready)."""
    is_alone = len({*targets}) == 1 and cast.act.targets != "area" and cast.act.area is None
    for target in targets:
        draft.occasions.append(Occasion("cast", cast.by, target, act=spell, slot=cast.slot, is_alone=is_alone, is_release=True))


def _remember(draft: Draft, who: str, joined: Joined) -> None:
    """Remember the riders that play once a turn, and an act that a creature plays after its death."""
    for name in joined.remembered:
        done_acts.remember(draft, who, name)
    act, creature = joined.cast.act, draft.world.things[who]
    if act.after_death:
        change(draft, creature, body_paths.PLAYED_DEAD, [*dict.fromkeys((*creature.creature.played_dead, act.name))])


def _tell_time(p: Performance) -> None:
    """Say how long a spell without concentration lasts if it applies something, so that the table knows its end."""
    act = p.cast.act
    if not isinstance(act, Spell) or act.concentration or not p.laid or p.rounds_left is not None:
        return
    until = apply_and_move.lasts(p, None)
    span = durations.parse(until) if until else None
    if span and span.count.isdigit() and span.minutes(int(span.count)) >= 1:
        p.say(f"It lasts {until}.")


def _adds_to_a_critical_hit(p: Performance) -> bool:
    """Whether the caller says that the attack to which the act adds was a critical hit; the answer asks for the word."""
    if not p.cast.act.adds_to_a_hit:
        return False
    p.asked.add(CRITICAL)
    return CRITICAL in p.cast.wish.told


def _shows(p: Performance) -> bool:
    """Whether there is anything to report about a target."""
    return any(record != TargetRecord(record.hp_was, record.was_dead) for record in p.records.values()) or bool(p.thrown)
