"""Gear within the rules: the attunements that count, the hands in use, and the properties of a weapon as it is worn."""

from collections.abc import Mapping, Sequence
from typing import Final

from rpg_lite.rules import attunement, creature_flags, equipment_slots, names
from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.equipment_slots import Worn
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.moment import Moment
from rpg_lite.rules.stats.pool import Pool

_ANY_MOMENT: Final = Moment()


def bonds(sheet: Sheet, gear: Sequence[Gear], book: Rulebook, moment: Moment = _ANY_MOMENT) -> tuple[frozenset[str], list[str]]:
    """(ids of the gear whose attunement counts, reasons why that of other gear does not), in list order or in the requested order."""
    wishes = [g for g in gear if g.attuned and g.item.needs_attunement]
    if not wishes:
        return frozenset(), []
    if moment.attune_order:
        order = {names.fold(n): i for i, n in enumerate(moment.attune_order)}
        wishes.sort(key=lambda g: order.get(names.fold(g.item.name), len(order)))
    wishes.sort(key=lambda g: bool(g.item.attunement and g.item.attunement.or_attuned_to))
    at_hand, limit = [g.item for g in gear], attunement.limit_of(sheet, book.policy.attunement_limit)
    kept: list[Gear] = []
    errors: list[str] = []
    for g in wishes:
        refusal = attunement.refusal_of(g.item, [k.item for k in kept], sheet, limit, at_hand)
        if refusal:
            errors.append(refusal)
        else:
            kept.append(g)
    return frozenset(g.id for g in kept), errors


def faults_of_handling(worn: Sequence[Gear], shields: Sequence[Gear], own: Mapping[str, Pool]) -> list[str]:
    hands = sum(equipment_slots.hands_of(as_worn(g, own.get(g.id))) for g in worn if g.is_held)
    return (["not_enough_hands"] if hands > equipment_slots.HANDS else []) + ["second_shield_ignored"] * len(shields[1:])


def as_worn(g: Gear, own: Pool | None = None) -> Worn:
    """The gear in the form that `equipment_slots` takes, with its own changes to its properties and hands."""
    assert g.slot is not None
    floats = own is not None and own.flag(creature_flags.SHIELD_FLOATS)
    return Worn(g.id, g.item, g.slot, g.grip, "two_handed" in properties_of(g, own), floats)


def properties_of(g: Gear, own: Pool | None) -> frozenset[str]:
    """The weapon's properties after all grants and removals."""
    given: frozenset[str] = g.item.weapon_properties
    for m in own.words.get("weapon.property", ()) if own else ():
        given = given | {str(m.value)} if m.op == "grant" else given - {str(m.value)}
    return given


def shield_worth(g: Gear) -> int:
    own = sum(m.value for m in g.item.passive if m.target == "ac" and m.op == "add" and isinstance(m.value, int))
    return own + (g.item.armor_stats.base_ac if g.item.armor_stats else 0)
