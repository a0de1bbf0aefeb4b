"""Corrosion of gear without magic: a penalty that grows by 1, and the point at which the thing is destroyed (SRD, Gray Ooze, Rust Monster)."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.vocabulary import Penalty, Substance

SAID: Final = "corrosion"
"""The name of the penalty among the reasons of a number."""
MOST_OF_A_WEAPON: Final = 5
LEAST_AC: Final = 10
_TARGETS: Final[Mapping[Penalty, str]] = {"attack": "attack.this_weapon", "damage": "damage.this_weapon", "ac": "ac"}
_WOODEN: Final = frozenset(
    ("club", "greatclub", "quarterstaff", "shortbow", "longbow", "blowgun", "light crossbow", "hand crossbow", "heavy crossbow")
)
_OF_NEITHER: Final = frozenset(("sling", "whip", "net"))
_METAL_ARMOR: Final = ("medium", "heavy")


def with_corrosion(item: Item, points: Mapping[Penalty, int]) -> Item:
    """The item with its penalties among its changes; their source is called "corrosion"."""
    return _with_corrosion(item, tuple(sorted(points.items())))


@lru_cache(maxsize=256)
def _with_corrosion(item: Item, points: tuple[tuple[Penalty, int], ...]) -> Item:
    changes = [Modifier(_TARGETS[what], "add", -n, source=Source("equipment", "", SAID)) for what, n in points if n]
    fields = {name: getattr(item, name) for name in Item.model_fields}  # a copy would keep the values that the fresh item has computed
    return Item.model_construct(item.model_fields_set | {"modifiers"}, **fields | {"modifiers": (*item.modifiers, *changes)})


def may_corrode(item: Item, of: Collection[Substance]) -> bool:
    """Whether the item has no magic and is made of one of the substances; without substances, the material does not matter."""
    is_gear = bool(item.weapon_stats or item.armor_stats or item.type == "ammunition") and not item.natural
    return is_gear and not item.is_magical and (not of or _substance(item) in of)


def _substance(item: Item) -> Substance | None:
    """The substance of a weapon or of armor, by its kind; a shield, which may be either, counts as wood unless it is made of a named metal."""
    stats, kinds = item.armor_stats, {item.identity, *item.keys, *([item.base] if item.base else [])}
    if item.material:
        return "metal"
    if stats and stats.category == "shield":
        return "wood"
    if stats:
        return "metal" if stats.category in _METAL_ARMOR and not any("hide" in kind for kind in kinds) else None
    return "wood" if kinds & _WOODEN else None if kinds & _OF_NEITHER else "metal"


def is_destroyed(item: Item, what: Penalty, points: int) -> bool:
    """Whether nothing is left: a weapon at −5, armor whose own AC is 10, a shield whose bonus is 0."""
    if what != "ac" or item.armor_stats is None:
        return points >= MOST_OF_A_WEAPON
    return points >= item.armor_stats.base_ac - (0 if item.is_shield else LEAST_AC)
