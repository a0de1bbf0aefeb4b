"""Attunement: whether a creature may attune an item, and whether its magic works (SRD, Magic Items, Attunement)."""

from collections.abc import Sequence
from typing import Final, Literal

from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.items import Item

Refusal = Literal["attunement_prerequisite", "attunement_duplicate", "attunement_limit"]


def refusal_of(item: Item, others: Sequence[Item], sheet: Sheet, limit: int, at_hand: Sequence[Item] = ()) -> Refusal | None:
    """The reason why the item cannot be attuned in addition to the `others`, or None. `at_hand`: the items that the creature carries."""
    if unmet(item, sheet, at_hand, others):
        return "attunement_prerequisite"
    if any(o.identity == item.identity for o in others):
        return "attunement_duplicate"
    return "attunement_limit" if len(others) >= limit else None


MORE: Final = 4
"""The number of items to which a thief may attune (SRD 5.2, Use Magic Device)."""


def limit_of(sheet: Sheet, usual: int) -> int:
    """The number of items to which the creature can be attuned."""
    return max(usual, MORE) if _has(sheet, creature_flags.ATTUNES_TO_FOUR) else usual


def _has(sheet: Sheet, flag: str) -> bool:
    return any(m.target == "flag" and m.op == "grant" and m.value == flag for m in sheet.modifiers)


def unmet(item: Item, sheet: Sheet, at_hand: Sequence[Item] = (), attuned: Sequence[Item] = ()) -> str | None:
    """The missing prerequisite in words, or None. `attuned`: the items to which the creature is already attuned."""
    asked = item.attunement
    if asked is None:
        return None
    lenient = _has(sheet, creature_flags.IGNORES_ITEM_REQUIREMENTS)
    stand_in = not {names.fold(w) for w in asked.or_attuned_to}.isdisjoint({names.fold(i.name) for i in attuned})
    for prefix, wanted in () if stand_in else (("class", asked.classes), ("race", asked.races), ("alignment", asked.alignments)):
        if lenient and prefix != "alignment":
            continue
        if wanted and not any(f"{prefix}:{names.fold(w)}" in sheet.words for w in wanted):
            return f"{prefix} {' or '.join(wanted)}" + "".join(f" or attunement to {w}" for w in asked.or_attuned_to)
    if asked.spellcaster and not sheet.spellcaster:
        return "a spellcaster"
    have = {k for i in at_hand if i.type != "consumable" for k in (names.fold(i.name), names.fold(i.same_item_as or i.name))}
    missing = [w for w in asked.requires_items if names.fold(w) not in have and not any(names.fold(w) in h for h in have)]
    return f"{' and '.join(missing)} as well" if missing else None
