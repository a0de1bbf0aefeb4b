"""The price of an act: the slot, the resource or the uses that it spends, and the numbers that follow from them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.act_results import Spent
from rpg_lite.mechanics.acts.wish_and_casting import Wish, amount_of
from rpg_lite.mechanics.creature.formula_values import values_of
from rpg_lite.mechanics.life import resources
from rpg_lite.rules import formulas, legendary
from rpg_lite.rules.act_uses import LEGENDARY, supply_name
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.class_resources import find_resource
from rpg_lite.rules.spell_slots import PACT, is_of_slots
from rpg_lite.world.world_model import Thing

_LEVEL: Final = re.compile(r"0*[1-9]", re.ASCII)
_LEAST_SLOT: Final = re.compile(r"slot>=(\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Price:
    """`slot`: the level at which the act is played; `what`: resource → amount."""

    slot: int | None = None
    what: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)


def price_of(draft: Draft, caster: Thing, act: Act, wish: Wish, free: bool, slot: int | None = None) -> Price | Rejected:
    """The price; refused if the caster cannot pay it. `slot`: the level, if it does not come from a slot."""
    if free or (isinstance(act, Spell) and not act.level):
        return Price(slot if slot is not None else act.level if isinstance(act, Spell) else None)
    if wish.slot is not None and _ask_slot(wish) is None:
        return Rejected("slot_unknown", "slot", {"wanted": wish.slot}, allowed=(*map(str, range(1, 10)), "pact"))
    what: dict[str, int] = {}
    level = slot
    asked = _ask_slot(wish)
    # a step may give or take a slot of this level (SRD, Font of Magic), and the level may also decide the price (SRD 5.2, Nature Magician)
    of_steps = asked if isinstance(asked, int) and not isinstance(act, Spell) else None
    if of_its_cost := legendary.price_of(act, resources.sheet_now(draft, caster)):
        what[LEGENDARY] = of_its_cost
    for spend in act.spends:
        word, _, rest = spend.partition(":")
        if word in ("slot", "pact"):
            key = resources.slot_for(draft, caster, _least(act), _ask_slot(wish))
            if isinstance(key, Rejected):
                return key
            level = _level_of(draft, caster, key)
            what[key] = 1
        elif word == "legendary":
            what[LEGENDARY] = what.get(LEGENDARY, 0) + int(rest)
        elif word in ("resource", "uses", "recharge", "hit_die"):
            name, count = _resource(draft, caster, act, word, rest, wish, of_steps if level is None else level)
            what[name] = what.get(name, 0) + count
    return Price(of_steps if level is None else level, what, {"spent": sum(what.values())})


def can_pay(draft: Draft, caster: Thing, price: Price | Rejected) -> bool:
    """Whether the caster has what a price takes now; nothing is spent."""
    return not isinstance(price, Rejected) and not isinstance(pay(Draft(draft.world, draft.situation), caster, price), Rejected)


def _ask_slot(wish: Wish) -> resources.AskedSlot:
    """The slot that the call names: a level, or "pact"."""
    text = str(wish.slot or "").casefold().removeprefix("slot").strip(" _")
    return "pact" if text == "pact" else int(text) if _LEVEL.fullmatch(text) else None


def level_asked(act: Act, wish: Wish) -> int:
    """The level at which the call plays the act, whether or not a slot is left."""
    asked = _ask_slot(wish)
    return asked if isinstance(asked, int) else _least(act)


def _level_of(draft: Draft, caster: Thing, key: str) -> int:
    pact = resources.sheet_now(draft, caster).spell_slots.pact
    return pact.level if key == PACT and pact else int(key.rpartition("_")[2])


def _least(act: Act) -> int:
    """The lowest level of a slot that can pay: the level of a spell, or the one that the act needs (SRD 5.2, Holy Nimbus)."""
    if isinstance(act, Spell):
        return act.level
    return max((int(found[1]) for word in act.needs if (found := _LEAST_SLOT.fullmatch(word))), default=1)


def _resource(draft: Draft, caster: Thing, act: Act, word: str, rest: str, wish: Wish, slot: int | None) -> tuple[str, int]:
    """The name of the resource or the uses to spend, and their number."""
    if word != "resource":
        return supply_name(act), 1
    name, _, count = rest.partition(":")
    stats = draft.stats(caster)
    values = {**values_of(caster, stats, draft.situation.book), **amount_of(wish), "slot": slot or 0}
    return name, formulas.value(count, values) if count else 1


def pay(draft: Draft, caster: Thing, price: Price) -> Sequence[Spent] | Rejected:
    """Spend the price, or refuse; a refusal ends the command, so none of its changes are kept."""
    found = []
    for what, count in price.what.items():
        if refusal := resources.spend(draft, draft.world.things[caster.id], what, count):
            return refusal
        left, most = standing(draft, caster, what)
        found.append(Spent(what, left + count, left, most))
    return found


def without_slot(price: Price) -> Price:
    """The price of a spell whose slot is kept."""
    return replace(price, what={what: count for what, count in price.what.items() if not is_of_slots(what)})


def standing(draft: Draft, caster: Thing, what: str) -> tuple[int, int | None]:
    """(left, most) of a slot or a resource."""
    sheet = resources.sheet_now(draft, caster)
    if is_of_slots(what):
        return sheet.spell_slots.left_of(what), sheet.spell_slots.most_of(what)
    supply = sheet.resources[find_resource(what, sheet.resources) or what]
    return supply.left or 0, supply.max


def tell_reason(refused: Rejected) -> str:
    """The reason for a refusal in a few words."""
    return refused.code.replace("_", " ")
