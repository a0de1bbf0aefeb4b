"""Play a whole act: the refusals beforehand, the price, concentration, the steps, and the result."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Alteration, Happening, Occasion
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts import (
    act_requirements,
    already_active,
    choice_meaning,
    choice_targets,
    components,
    costs,
    dry_run_plan,
    light_darkness_dispelling,
    materials,
    natural_targets,
    needless_ending,
    needless_healing,
    nested_act_lookup,
    spells_of_a_turn,
    steed_spells,
    step_dispatch,
    stray_choices,
    target_requirements,
    wish_and_casting,
)
from rpg_lite.mechanics.acts.act_in_play import Overplayed, Performance, Spot
from rpg_lite.mechanics.acts.act_results import ActResult, Spent, TargetRecord
from rpg_lite.mechanics.acts.costs import Price
from rpg_lite.mechanics.acts.result_building import result_of
from rpg_lite.mechanics.acts.riders import act_riders, attack_riders_of_acts
from rpg_lite.mechanics.acts.riders.act_riders import Joined
from rpg_lite.mechanics.acts.steps import apply_and_move, becoming
from rpg_lite.mechanics.acts.wish_and_casting import Casting, Wish
from rpg_lite.mechanics.attack import total_cover
from rpg_lite.mechanics.life import concentration
from rpg_lite.mechanics.space import stealth
from rpg_lite.mechanics.turn import done_acts, ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules import durations, formulas
from rpg_lite.rules.acts.act import Act, Spell, ZoneStep
from rpg_lite.rules.acts.words import CRITICAL
from rpg_lite.rules.challenge_rating_limits import with_creatures
from rpg_lite.rules.formulas import FormulaFault, Values
from rpg_lite.rules.spell_slots import is_of_slots
from rpg_lite.vocabulary import Ability
from rpg_lite.world import body_paths, clock, thing_stats
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers from a source other than the caster's spellcasting: a wand's DC, a feature's ability."""

    slot: int | None = None
    own: int | None = None
    """The level of the spell that brings the act."""
    dc: int | None = None
    attack: int | None = None
    mod: int | None = None
    ability: Ability | None = None
    """The spellcasting ability of these numbers."""
    spent: int | None = None
    """Charges of the item that gives the act."""
    level: int | None = None
    """The level of the caster, if it is not the creature's own."""
    of: str | None = None
    """The class whose feature gives the act."""
    values: Values = field(default_factory=dict)
    """Numbers for its formulas that are not those of the creature that plays it: the tables of the creature that applied the effect."""
    free: bool = False
    """Whether the act spends nothing: a ritual, an item that pays with charges, a part of another act."""
    cast: str | None = None
    """The cast that brings the act: everything that the act applies belongs to that cast, and `this` means that cast."""
    forced: bool = False
    """Whether the act is played even if nothing is left to spend."""
    item: str | None = None
    """The id of the thing that gives the act."""

    @property
    def of_level(self) -> dict[str, int]:
        return {} if self.level is None else {"level": self.level}


def play(draft: Draft, caster: Thing, act: Act, targets: Sequence[Thing], wish: Wish, numbers: Numbers = Numbers()) -> ActResult | Rejected:
    """Play an act. A refusal comes before anything is spent.

    Refuses: act_runs_in_a_circle, area_empty, behind_total_cover, choice_required, components_missing, ends_nothing, form_required, form_unfit, form_unknown, formula_fault,
    heals_nothing, lies_already, no_free_hand, no_slot_left, only_for_itself, resource_spent, slot_too_low, takes_too_long, target_required, target_unfit, target_unseen, targets_count.
    """
    act = with_creatures(act, draft.situation.book)
    wish = choice_meaning.understood(act, wish, draft.situation.book)
    if act.includes_self and all(one.id != caster.id for one in targets):
        targets = [caster, *targets]
    if not targets and numbers.cast is None and natural_targets.is_for_oneself(act):
        targets = [caster]
        draft.note("for_oneself", name=Called(caster.id))
    wish = replace(wish, choice=target_requirements.named_choices(act, {**wish.choice, **_by_default(draft, act, wish)}))
    if refusal := None if wish.force else _done_already(draft, caster, act) or already_active.refuse(caster, act, wish):
        return refusal
    try:
        price = _price(draft, caster, act, wish, numbers)
        if isinstance(price, Rejected):
            return price
        cast = wish_and_casting.make_casting(numbers.cast or draft.new_cast_id(), act, caster, draft.world, draft.situation.book, wish,
                          slot=price.slot, own=numbers.own, dc=numbers.dc, attack=numbers.attack, mod=numbers.mod, ability=numbers.ability,
                          more={"count": len(targets) or 1, **numbers.values, **slot_answered(draft.situation), **(price.values if numbers.spent is None else {"spent": numbers.spent}),
                                **numbers.of_level},
                          of=numbers.of)  # fmt: skip
        cast = choice_meaning.with_part(cast, draft.situation.book, bool(targets))
        wish = cast.wish
        cast = replace(cast, spent_slot=next(filter(is_of_slots, price.what), None), item=numbers.item)
        joined = act_riders.join(draft, caster, cast, targets, step_dispatch.play)
        if isinstance(joined, Rejected):
            return joined
        cast = joined.cast
        targets, cast = target_requirements.by_shares(cast, targets)
        targets, reached = steed_spells.with_steed(draft, caster, act, targets)
        whom = list(reached) or ([caster] if act.targets == "self" else [])
        vain = _in_vain(draft, caster, joined, cast, targets, numbers)
        if isinstance(vain, Rejected):
            return vain
        whom = [one for one in whom if one.id not in vain]
        stopped = draft.altering(lambda o: o.happens == "cast" and (o.by, o.act) == (caster.id, act.name), "cancel")
        if any(one.slot_kept for one in stopped):
            price = costs.without_slot(price)
        spent = _pay_price(draft, caster, (price, *joined.prices))
        if isinstance(spent, Rejected) and not (wish.force and spent.code == "resource_spent"):
            return spent
        spent = () if isinstance(spent, Rejected) else spent
        _note_costs(draft, caster, cast, numbers)
        if stopped:
            return _stop(draft, caster, cast, spent, stopped[0])
        if vain and not whom:
            return _end_in_vain(draft, caster, cast, spent)
        return _perform(draft, caster, joined, [t.id for t in whom], spent, numbers.spent is None)
    except FormulaFault as fault:
        if wanted := next((word for word in wish_and_casting.SAID if f"{{{word}}}" in str(fault)), None):
            return Rejected("choice_required", "choice", {"act": act.name, "choice": wanted, "given": ""}, allowed=(f"{wanted}: a number",))
        if (lost := _NOT_CHOSEN.search(str(fault))) and lost[1] not in formulas.WORDS:
            return Rejected("choice_required", "choice", {"act": act.name, "choice": lost[1], "given": ""}, allowed=(f"{lost[1]}: a name",))
        return Rejected("formula_fault", "act", {"act": act.name, "why": str(fault)})
    except Overplayed:
        return Rejected("act_runs_in_a_circle", "act", {"act": act.name})


def _price(draft: Draft, caster: Thing, act: Act, wish: Wish, numbers: Numbers) -> costs.Price | Rejected:
    """The price of the act; an act that is played even if nothing is left costs nothing then."""
    price = costs.price_of(draft, caster, act, wish, numbers.free, numbers.slot)
    is_forced = isinstance(price, Rejected) and numbers.forced
    return costs.price_of(draft, caster, act, wish, True, costs.level_asked(act, wish)) if is_forced else price


def _note_costs(draft: Draft, caster: Thing, cast: Casting, numbers: Numbers) -> None:
    """Note the time that the act takes, and the choices of the call that it does not use."""
    if numbers.spent is None and (time := target_requirements.time_taken(cast)):
        draft.note("takes_time", act=cast.act.name, time=time)
    if numbers.spent is None and numbers.cast is None:
        stray_choices.note(draft, caster, cast.act, cast.wish)


_OF_WHAT_IT_IS: Final = frozenset(("target_unfit", "form_unfit", "heals_nothing"))
"""Refusals that say what a target is. For a stranger, the caller learns it only by trying."""


def _in_vain(
    draft: Draft, caster: Thing, joined: act_riders.Joined, cast: Casting, targets: Sequence[Thing], numbers: Numbers
) -> frozenset[str] | Rejected:
    """The strangers at whom the act is aimed in vain, which its caller cannot know before; or the refusal of the act."""

    def refused(whom: Sequence[Thing]) -> Rejected | None:
        return _refuse_unfit(draft, caster, cast, whom, numbers) or _refuse_needless(draft, caster, joined, whom, numbers)

    refusal, strange = refused(targets), [t for t in targets if t.id in draft.situation.strangers]
    if refusal is None:
        return frozenset()
    if not strange or refusal.code not in _OF_WHAT_IT_IS:
        return refusal
    vain = frozenset(t.id for t in strange if (own := refused([t])) and own.code in _OF_WHAT_IT_IS)
    rest = [t for t in targets if t.id not in vain]
    return (refused(rest) if rest else None) or vain or refusal


def _by_default(draft: Draft, act: Act, wish: Wish) -> dict[str, str]:
    """The options of choices that the call does not make; the answer names them."""
    unsaid = target_requirements.by_default(act, wish.choice)
    for name, option in ((name, option) for name, option in unsaid.items() if len(act.choices[name]) > 1):
        draft.note("chosen_by_default", act=act.name, name=name, wanted=option, texts=act.choices[name])
    return unsaid


def _refuse_unfit(draft: Draft, caster: Thing, cast: Casting, targets: Sequence[Thing], numbers: Numbers) -> Rejected | None:
    """The refusal of choices, targets, a place or components that do not fit the act."""
    act, wish, book = cast.act, cast.wish, draft.situation.book

    def unfit_type(whom: Sequence[Thing]) -> Rejected | None:
        plays = Performance(draft, cast, step_dispatch.play, [caster.id])
        return target_requirements.unfit(act, whom, book, lambda: nested_act_lookup.acts_named(plays))

    def unmet(whom: Sequence[Thing]) -> Rejected | None:
        return None if wish.force else act_requirements.unmet(Performance(draft, cast, step_dispatch.play, [caster.id]), whom)

    def led_to_others(refused: Rejected | None) -> Rejected | None:
        return natural_targets.with_those_that_fit(refused, draft, caster, cast, targets, lambda t: not (unfit_type([t]) or unmet([t])))

    harm_first = any(stealth.is_against(t, caster) for t in targets) if targets else None
    return (
        (None if wish.force else act_requirements.unmet_by_actor(Performance(draft, cast, step_dispatch.play, [caster.id])))
        or choice_meaning.with_creatures_asked(target_requirements.missing_choice(act, wish.choice, harm_first), cast, book)
        or natural_targets.with_somebody(target_requirements.wrong_targets(cast, targets), draft, caster, cast)
        or (None if wish.force else total_cover.refuse_act(wish.told, act, caster, targets))
        or led_to_others(unfit_type(targets))
        or becoming.unfit(draft, caster, cast, targets)
        or choice_targets.unfit(draft, caster, act, wish.choice)
        or (None if wish.force or numbers.spent is not None else target_requirements.takes_too_long(draft, caster, cast))
        or (None if wish.force else target_requirements.nobody_inside(draft, caster, cast, targets))
        or led_to_others(unmet(targets))
        or (components.check(draft, caster, act, wish.force) if numbers.spent is None else None)
    )


def _refuse_needless(draft: Draft, caster: Thing, joined: act_riders.Joined, targets: Sequence[Thing], numbers: Numbers) -> Rejected | None:
    """The refusal of an act that has a price beyond an action (a slot, a use, the charges of a thing) and would heal nobody."""
    has_price = numbers.cast is None and (bool(joined.cast.act.spends) or numbers.spent is not None)
    return needless_healing.refuse(draft, caster, joined, targets) if has_price and not joined.cast.wish.force else None


def _done_already(draft: Draft, caster: Thing, act: Act) -> Rejected | None:
    """The refusal of an act that can be played once in a turn, in a round or after a death, and was already played."""
    if act.after_death and act.name in caster.creature.played_dead:
        return Rejected("died_once", "act", {"name": caster.name, "act": act.name})
    if act.once == "round":
        was_done = done_acts.was_done_until_next_turn(draft.world, caster.id, act.name)
    else:
        was_done = act.once == "turn" and done_acts.was_done(draft.world, caster.id, act.name, "turn")
    if not was_done:
        return None
    details = {"name": caster.name, "what": act.name, "left": 0, "wanted": 1, "back": f"next {act.once}"}
    return Rejected("resource_spent", "act", details)


_NOT_CHOSEN: Final = re.compile(r"nothing gives \{(\w+)\} a value")
"""The fault for a choice in braces that the call did not make."""


def slot_answered(situation: Situation) -> dict[str, int]:
    """The slot level of the spell that is answered, for formulas."""
    on = situation.answers
    return {"their_slot": on.slot} if on and on.happens == "cast" else {}


def _stop(draft: Draft, caster: Thing, cast: Casting, spent: Sequence[Spent], by: Alteration) -> ActResult:
    """Cancel a spell because of an answer: its action is spent, and it has no other effect (SRD, Counterspell)."""
    ledger.spend(draft, TurnPrice(caster.id, cast.act.name, cast.act.cost))
    draft.occasions.append(by.occasion)
    p = Performance(draft, cast, step_dispatch.play, ())
    p.say(f"{by.name} cancels it{', and its slot is kept' if by.slot_kept and cast.spent_slot else ''}.")
    return replace(result_of(p, cast.act.name), spent=tuple(spent))


def _end_in_vain(draft: Draft, caster: Thing, cast: Casting, spent: Sequence[Spent]) -> ActResult:
    """Spend what the act costs, without an effect: none of those at whom it was aimed is of the kind that it affects."""
    ledger.spend(draft, TurnPrice(caster.id, cast.act.name, cast.act.cost))
    p = Performance(draft, cast, step_dispatch.play, ())
    p.say("Nothing comes of it.")
    return replace(result_of(p, cast.act.name), spent=tuple(spent))


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


def _pay_price(draft: Draft, caster: Thing, prices: Sequence[Price]) -> Sequence[Spent] | Rejected:
    """The price of the act and those of its riders."""
    spent: list[Spent] = []
    for price in prices:
        paid = costs.pay(draft, caster, price)
        if isinstance(paid, Rejected):
            return paid
        spent += paid
    return spent


def _ends_by_acting(creature: Thing) -> bool:
    """Whether something that lies on the creature ends when it acts (SRD 5.2, Boon of the Night Spirit)."""
    lying = (*creature.creature.lasting("effects"), *creature.creature.lasting("conditions"))
    return any("acted" in entry.span.ends_by for entry in lying)


def _perform(
    draft: Draft, caster: Thing, joined: Joined, targets: Sequence[str], spent: Sequence[Spent], takes_material: bool
) -> ActResult | Rejected:  # fmt: skip
    """Perform the act. `takes_material`: whether it needs components, as no spell of an item does (SRD, Casting Spells from Items)."""
    cast = joined.cast
    held = draft.world.things[caster.id].creature.concentration
    concentrates = cast.act.concentration and not _is_free_of_concentration(cast)
    if concentrates:
        concentration.begin(draft, draft.world.things[caster.id], cast.act.name, cast.id, cast.changes.concentration)
    p = Performance(draft, cast, step_dispatch.play, targets)
    p.concentrates = concentrates
    p.rounds_left = apply_and_move.rounds_left(p)
    draft.acting = caster.id
    if isinstance(cast.act, Spell):
        spells_of_a_turn.note_and_keep(draft, caster.id, cast.act, any(is_of_slots(s.what) for s in spent))
    ledger.spend(draft, TurnPrice(caster.id, cast.act.name, cast.act.cost))
    if isinstance(cast.act, Spell):
        _tell_of_cast(draft, caster.id, cast, targets)
    elif cast.act.cost != "free" and _ends_by_acting(draft.world.things[caster.id]):
        draft.happened.append(Happening("acted", caster.id, caster.id))
    for target in targets if cast.act.happens else ():
        draft.happened.append(Happening("fall", target, caster.id))
        draft.occasions.append(Occasion("fall", caster.id, target))
    _remember(draft, caster.id, joined)
    if takes_material:
        materials.use(p)
    before = (len(draft.events), len(draft.notes), len(draft.alterations))
    with draft.at_moment(_end_of_casting(draft, cast) if takes_material else draft.moment):
        p.play(cast.act.steps, targets, _spot(p))
        act_riders.play_after(p, joined.after, targets)
    attack_riders_of_acts.note_unused(p)
    _tell_time(p)
    if cast.act.steps and not p.says and before == (len(draft.events), len(draft.notes), len(draft.alterations)) and not _shows(p):
        p.say("Nothing comes of it.")
    for text in joined.says:
        p.advise(text)
    wasted = needless_ending.refuse(p, targets, has_price=bool(spent) or cast.item is not None)
    if refusal := p.refused or wasted:
        return refusal
    is_broken_off = p.is_broken_off
    if concentrates and not p.laid and not is_broken_off:
        change(draft, draft.world.things[caster.id], body_paths.CONCENTRATION, None)
    ended = held.effect if concentrates and held else None
    light_darkness_dispelling.settle(draft, caster)
    result = result_of(p, cast.act.name)
    return replace(
        result,
        spent=(*spent, *result.spent),
        offers=tuple(joined.offers),
        offers_on_hits=tuple(p.offers),
        concentration=cast.act.name if concentrates and p.laid and not is_broken_off else None,
        concentration_ended=ended,
        plan=dry_run_plan.plan_of(p) if draft.situation.dry else None,
        aimed_at=tuple(map(Called, targets)),
    )


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


def _is_free_of_concentration(cast: Casting) -> bool:
    by_slot = [text for slot, text in cast.act.duration_by_slot.items() if int(slot) <= cast.slot]
    return bool(by_slot) and by_slot[-1].endswith("no_concentration")
