"""Switch a property of a thing on and off, and pay the charges or the use that it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.creature.working_items import WORKS_UNWORN, cannot_work
from rpg_lite.mechanics.items import limited_uses, texts_to_judge
from rpg_lite.mechanics.items.charges import set_charges
from rpg_lite.mechanics.life.conditions import lasting_for
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.item_part_models import Activated
from rpg_lite.rules.items import Item
from rpg_lite.world import body_paths, clock, thing_stats
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class SwitchResult(Result):
    """A switched property, and the charges, uses or minutes left; `used`: the effect does not last."""

    property: str
    switched: Literal["on", "off", "used"]
    duration: str | None = None
    charges: int | None = None
    uses: int | None = None
    minutes: int | None = None


def switch(draft: Draft, bearer: Thing, thing: Thing, item: Item, wanted: str | None, quantity: int) -> Verdict:
    """Switch a property on with the first call and off with the second; switching on may cost charges."""
    chosen = _property(wanted, item)
    if isinstance(chosen, Rejected):
        return chosen
    on = thing_stats.active_of(draft.world, thing)
    if chosen.id in on:
        if chosen.minutes:
            limited_uses.stop_minutes(draft, thing, chosen.id, chosen.minutes)
        _set_active(draft, draft.world.things[thing.id], [a for a in on if a != chosen.id])
        return Decision.about(thing.id, bearer.id, result=SwitchResult(chosen.id, "off"))
    if refusal := _cannot_switch_on(draft, bearer, thing, item, chosen) or _too_much(quantity, item, chosen):
        return refusal
    span = lasting_for(draft, chosen.duration).ends
    minutes = limited_uses.minutes_left(draft.world, thing, chosen.id, chosen.minutes) if chosen.minutes else None
    ends = span if minutes is None else clock.now(draft.world) + minutes * ROUNDS_A_MINUTE
    _pay(draft, thing, item, chosen, ends)
    lasts = bool(chosen.modifiers or chosen.conditions or chosen.duration or chosen.light or chosen.minutes)
    if lasts:
        _set_active(draft, thing, [*([] if chosen.alone else on), chosen.id])
        for word in parameters_of(chosen):
            state_changes.change(draft, draft.world.things[thing.id], body_paths.PARAMETERS.at(word), quantity)
        state_changes.change(draft, draft.world.things[thing.id], body_paths.ENDS.at(chosen.id), ends)
        if chosen.light:
            draft.note("light_shines", name=Called(thing.id), texts=[_light(*chosen.light)])
    else:
        texts_to_judge.leave(draft, thing, item, texts_to_judge.texts_of(item))
    left = draft.world.things.get(thing.id)
    charges = thing_stats.charges_left(left, item) if left else None
    uses = chosen.uses.count - limited_uses.count_used(draft.world, left, chosen.id) if left and chosen.uses else None
    result = SwitchResult(chosen.id, "on" if lasts else "used", chosen.duration, charges, uses, minutes)
    return Decision.about(thing.id, bearer.id, result=result)


def _light(bright: int, dim: int) -> str:
    return f"bright light for {bright} feet and dim light for {dim} more" if bright else f"dim light for {dim} feet"


def parameters_of(chosen: Activated) -> frozenset[str]:
    """The parameters in the property's numbers that stand for the chosen amount ("n" of a Defender)."""
    return frozenset(m.value.removeprefix("-") for m in chosen.modifiers if m.op == "add" and isinstance(m.value, str))


def _too_much(quantity: int, item: Item, chosen: Activated) -> Rejected | None:
    """Refuse to take more from a bonus than its value."""
    given = {m.target for m in chosen.modifiers if m.op == "add" and isinstance(m.value, str) and m.value.startswith("-")}
    most = min((m.value for m in item.passive if m.target in given and m.op == "add" and isinstance(m.value, int)), default=None)
    if most is None or quantity <= most:
        return None
    return Rejected("quantity_too_large", "quantity", {"has": most, "most": most})


def _set_active(draft: Draft, thing: Thing, ids: Sequence[str]) -> None:
    """Set the active properties, and drop the end times of the others."""
    state_changes.change(draft, thing, body_paths.ACTIVE, ids or None)
    state_changes.change(draft, thing, body_paths.PARAMETERS, None)
    for gone in (key for key in thing.item.ends if key not in ids and not key.endswith(limited_uses.BACK)):
        state_changes.change(draft, thing, body_paths.ENDS.at(gone), None)


def _pay(draft: Draft, thing: Thing, item: Item, chosen: Activated, ends: int | None) -> None:
    """Pay the charges or the use that switching on costs, and all minutes that are left, until it is switched off."""
    left = thing_stats.charges_left(thing, item)
    if chosen.charges and left is not None:
        set_charges(draft, thing, item, left - chosen.charges)
    if chosen.uses:
        rounds = ends - clock.now(draft.world) if ends is not None else 0
        limited_uses.spend(draft, draft.world.things[thing.id], chosen.id, chosen.uses, rounds=rounds)
    if chosen.minutes:
        limited_uses.begin_minutes(draft, draft.world.things[thing.id], chosen.id, chosen.minutes)


def _property(wanted: str | None, item: Item) -> Activated | Rejected:
    ids = tuple(a.id for a in item.activated)
    if wanted is None and len(ids) > 1:
        return Rejected("property_required", "property", {"name": item.name}, allowed=ids)
    found = next((a for a in item.activated if wanted in (None, a.id)), None)
    return found or Rejected("property_unknown", "property", {"name": item.name, "wanted": wanted}, allowed=ids)


def _cannot_switch_on(draft: Draft, bearer: Thing, thing: Thing, item: Item, chosen: Activated) -> Rejected | None:
    who = {"name": thing.name, "bearer": bearer.name}
    if refusal := cannot_work(draft, bearer, thing, item, item.use_state not in WORKS_UNWORN):
        return refusal
    if chosen.uses and limited_uses.count_used(draft.world, thing, chosen.id) >= chosen.uses.count:
        return Rejected("no_uses_left", "itemName", {**who, "left": 0, "needs": 1})
    if chosen.minutes and not limited_uses.minutes_left(draft.world, thing, chosen.id, chosen.minutes):
        return Rejected("no_uses_left", "itemName", {**who, "left": 0, "needs": 1})
    left = thing_stats.charges_left(thing, item)
    if chosen.charges and left is not None and left < chosen.charges:
        return Rejected("no_charges_left", "itemName", {**who, "left": left, "needs": chosen.charges})
    return None
