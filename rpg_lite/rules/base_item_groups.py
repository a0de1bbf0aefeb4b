"""The words that stand for several base items: "any sword", "light". Apart because it is a list of words, and the rulebook is long."""

from rpg_lite.rules import names
from rpg_lite.rules.items import Item

_SWORDS = {"greatsword", "longsword", "rapier", "scimitar", "shortsword"}
_AXES = {"battleaxe", "greataxe", "handaxe"}


def is_base(item: Item, word: str) -> bool:
    """Whether a word of `Template.bases` covers this mundane item."""
    weapon, armor = item.weapon_stats, item.armor_stats
    match word:
        case "any weapon":
            return weapon is not None
        case "any melee weapon":
            return weapon is not None and weapon.category.endswith("melee")
        case "any sword":
            return names.fold(item.name) in _SWORDS
        case "any axe":
            return names.fold(item.name) in _AXES
        case "any ammunition":
            return item.type == "ammunition"
        case "any armor":
            return item.is_body_armor
        case "light" | "medium" | "heavy" | "shield":
            return armor is not None and armor.category == word
    return names.fold(item.name) == names.fold(word)
