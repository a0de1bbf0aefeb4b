"""May this creature attune this item; does the item's magic work (SRD, Magic Items, Attunement)."""

from collections.abc import Sequence
from typing import Literal

from rpg_lite.rules import names
from rpg_lite.rules.items import Item
from rpg_lite.rules.sheet import Sheet

Refusal = Literal["attunement_prerequisite", "attunement_duplicate", "attunement_limit"]


def refused(item: Item, others: Sequence[Item], sheet: Sheet, limit: int, at_hand: Sequence[Item] = ()) -> Refusal | None:
    """Why it cannot be attuned beside the `others` that are, or None. `at_hand`: what the creature has on it."""
    if unmet(item, sheet, at_hand, others):
        return "attunement_prerequisite"
    if any(o.identity == item.identity for o in others):
        return "attunement_duplicate"
    return "attunement_limit" if len(others) >= limit else None


def unmet(item: Item, sheet: Sheet, at_hand: Sequence[Item] = (), attuned: Sequence[Item] = ()) -> str | None:
    """The prerequisite that is not met, in words, or None. `attuned`: what it is attuned to already."""
    asked = item.attunement
    if asked is None:
        return None
    stand_in = not {names.fold(w) for w in asked.or_attuned_to}.isdisjoint({names.fold(i.name) for i in attuned})
    for prefix, wanted in () if stand_in else (("class", asked.classes), ("race", asked.races), ("alignment", asked.alignments)):
        if wanted and not any(f"{prefix}:{names.fold(w)}" in sheet.words for w in wanted):
            return f"{prefix} {' or '.join(wanted)}" + "".join(f", or attuned to {w}" for w in asked.or_attuned_to)
    if asked.spellcaster and not sheet.spellcaster:
        return "a spellcaster"
    have = {k for i in at_hand if i.type != "consumable" for k in (names.fold(i.name), names.fold(i.same_item_as or i.name))}
    missing = [w for w in asked.requires_items if names.fold(w) not in have and not any(names.fold(w) in h for h in have)]
    return f"{' and '.join(missing)} as well" if missing else None
