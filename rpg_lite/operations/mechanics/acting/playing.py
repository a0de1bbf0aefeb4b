"""A whole act: what is refused beforehand, what is spent, concentration, the steps, and the result."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rpg_lite.operations.happenings import Happening
from rpg_lite.operations.mechanics import concentration, dice_on_the_table, turn_economy
from rpg_lite.operations.mechanics.acting import casting, checks, costs, joining, planning, reader, spells_of_a_turn, triggers
from rpg_lite.operations.mechanics.acting.casting import Casting, Wish
from rpg_lite.operations.mechanics.acting.costs import Price
from rpg_lite.operations.mechanics.acting.joining import Joined
from rpg_lite.operations.mechanics.acting.performance import Overplayed, Performance, Spot
from rpg_lite.operations.mechanics.acting.played import ActResult, Spent, TargetRecord
from rpg_lite.operations.mechanics.acting.results import result_of
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Draft, Rejected
from rpg_lite.rules.acts.act import Act, SaveStep, Spell
from rpg_lite.rules.acts.plain_steps import DamageStep
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.rules.spell_slots import is_of_slots
from rpg_lite.world import body_paths
from rpg_lite.world.things import Thing


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers that something else gives than the caster's spellcasting: a wand's DC, a feature's ability."""

    slot: int | None = None
    own: int | None = None
    """The level of the spell that brings the act."""
    dc: int | None = None
    attack: int | None = None
    mod: int | None = None
    spent: int | None = None
    """Charges of the item that gives it."""
    free: bool = False
    """Whether it spends nothing: a ritual, an item that pays with charges, a part of another act."""
    forced: bool = False
    """Whether it is played although nothing is left to spend."""


def play(draft: Draft, caster: Thing, act: Act, targets: Sequence[Thing], wish: Wish, numbers: Numbers = Numbers()) -> ActResult | Rejected:
    """Play an act. A refusal comes before anything is spent.

    Refuses: act_runs_in_a_circle, choice_required, formula_fault, no_slot_left, resource_spent, slot_too_low, target_required, target_unfit,
    targets_count.
    """
    wish = replace(wish, choice=checks.named_choices(act, wish.choice))
    try:
        price = costs.price_of(draft, caster, act, wish, numbers.free, numbers.slot)
        if isinstance(price, Rejected) and numbers.forced:
            price = costs.price_of(draft, caster, act, wish, True, costs.level_asked(act, wish))
        if isinstance(price, Rejected):
            return price
        cast = casting.made(draft.new_cast_id(), act, caster, draft.world, draft.situation.book, wish,
                          slot=price.slot, own=numbers.own, dc=numbers.dc, attack=numbers.attack, mod=numbers.mod,
                          more=price.values if numbers.spent is None else {"spent": numbers.spent})  # fmt: skip
        joined = joining.join(draft, caster, cast, targets, reader.play)
        if isinstance(joined, Rejected):
            return joined
        cast = joined.cast
        whom = list(targets) or ([caster] if act.targets == "self" else [])
        if (
            refusal := checks.missing_choice(act, wish.choice)
            or checks.wrong_targets(cast, targets)
            or checks.unfit(act, targets, draft.situation.book)
            or (None if wish.force else checks.needs_more(Performance(draft, cast, reader.play, [caster.id]), targets))
        ):
            return refusal
        spent = _paid(draft, caster, (price, *joined.prices))
        if isinstance(spent, Rejected):
            return spent
        return _performed(draft, caster, joined, [t.id for t in whom], spent)
    except FormulaFault as fault:
        if wanted := next((word for word in casting.SAID if f"{{{word}}}" in str(fault)), None):
            return Rejected("choice_required", "choice", {"act": act.name, "choice": wanted, "given": ""}, allowed=(f"{wanted}: a number",))
        return Rejected("formula_fault", "act", {"act": act.name, "why": str(fault)})
    except Overplayed:
        return Rejected("act_runs_in_a_circle", "act", {"act": act.name})


def _paid(draft: Draft, caster: Thing, prices: Sequence[Price]) -> Sequence[Spent] | Rejected:
    """The price of the act and those of its riders."""
    spent: list[Spent] = []
    for price in prices:
        paid = costs.pay(draft, caster, price)
        if isinstance(paid, Rejected):
            return paid
        spent += paid
    return spent


def _performed(draft: Draft, caster: Thing, joined: Joined, targets: Sequence[str], spent: Sequence[Spent]) -> ActResult | Rejected:
    cast = joined.cast
    held = draft.world.things[caster.id].creature.concentration
    concentrates = cast.act.concentration and not _is_free_of_concentration(cast)
    if concentrates:
        concentration.begin(draft, draft.world.things[caster.id], cast.act.name, cast.id)
    p = Performance(draft, cast, reader.play, targets)
    draft.acting = caster.id
    if isinstance(cast.act, Spell):
        spells_of_a_turn.note_and_keep(draft, caster.id, cast.act, any(is_of_slots(s.what) for s in spent))
    turn_economy.spend(draft, caster.id, cast.act.name, cast.act.cost)
    if isinstance(cast.act, Spell):
        draft.happened.append(Happening("cast", caster.id, caster.id))
    for name in joined.remembered:
        turn_economy.remember(draft, caster.id, name)
    _say_what_it_takes(p)
    before = (len(draft.events), len(draft.notes))
    p.play(cast.act.steps, targets, Spot())
    joining.play_after(p, joined.after, targets)
    if cast.act.steps and not p.says and before == (len(draft.events), len(draft.notes)) and not _shows(p):
        p.say("Nothing comes of it.")
    for text in joined.says:
        p.say(text)
    if p.refused is not None:
        return p.refused
    if concentrates and not p.laid:
        change(draft, draft.world.things[caster.id], body_paths.CONCENTRATION, None)
    ended = held.effect if concentrates and held else None
    result = result_of(p, cast.act.name)
    dice_on_the_table.clear(draft)
    triggers.settle(draft)
    return replace(
        result,
        spent=tuple(spent),
        offers=joined.offers,
        concentration=cast.act.name if concentrates and p.laid else None,
        concentration_ended=ended,
        plan=planning.plan_of(p) if draft.situation.dry else None,
        turn=turn_economy.left(draft.world, caster.id, draft.situation.book),
    )


def _say_what_it_takes(p: Performance) -> None:
    """Notes on things that only the table can see: costly materials, and an area in which nobody is named."""
    material = p.cast.act.material if isinstance(p.cast.act, Spell) else None
    if material and material.cost:
        p.say(f"It takes material worth {material.cost:g} gp{', which is consumed' if material.consumed else ''}.")
    if p.cast.act.targets == "area" and not p.targets and any(isinstance(s, SaveStep | DamageStep) for s in p.cast.act.steps):
        p.say("Nobody is named as inside the area; send targets.")


def _shows(p: Performance) -> bool:
    """Whether the answer has something to tell of a target."""
    return any(record != TargetRecord(record.hp_was) for record in p.records.values()) or bool(p.thrown)


def _is_free_of_concentration(cast: Casting) -> bool:
    by_slot = [text for slot, text in cast.act.duration_by_slot.items() if int(slot) <= cast.slot]
    return bool(by_slot) and by_slot[-1].endswith("no_concentration")
