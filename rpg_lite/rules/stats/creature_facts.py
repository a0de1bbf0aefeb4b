"""The facts about a creature for which predicates ask."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rpg_lite.rules import names
from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.items import Item
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.moment import Moment


def facts_of(
    sheet: Sheet, worn: Sequence[Gear], armor: Gear | None, shields: Sequence[Gear], book: Rulebook, moment: Moment
) -> frozenset[str]:
    heavy = armor is not None and armor.item.armor_stats is not None and armor.item.armor_stats.category == "heavy"
    return frozenset(
        {
            *_standing(sheet.words, sheet.size, sheet.weapon_training, sheet.armor_training, book),
            "wearing_armor" if armor else "no_armor",
            "wearing_shield" if shields else "no_shield",
            *(() if heavy else ("no_heavy_armor",)),
            *_facts_of_weapons([g for g in worn if g.item.weapon_stats and g.is_held], book),
            *(("fear_source_visible",) if moment.fear_source_visible else ()),
            *moment.toggles,
            *(f"active:{t}" for t in moment.toggles),
            *(f"{p}>={n}" for p, value in moment.parameters.items() for n in range(min(value, 100) + 1)),
        }
    )


def _facts_of_weapons(weapons: Sequence[Gear], book: Rulebook) -> Iterator[str]:
    """The facts that are true because of the weapons in hand."""
    if len(weapons) < 2:
        yield "one_weapon_at_most"
    if all([not g.improvised and is_monk_weapon(g.item, book.policy) for g in weapons]):
        yield "only_monk_weapons"


def is_monk_weapon(item: Item, policy: Policy) -> bool:
    """Whether the item is a monk weapon (SRD, Martial Arts): a simple melee weapon, in 5.1 neither heavy nor two-handed; also a shortsword
    in 5.1, a light martial melee weapon in 5.2.
    """
    category = item.weapon_stats.category if item.weapon_stats else ""
    properties = item.weapon_properties
    if policy.monk_weapons == "simple_and_light":
        return category == "simple_melee" or (category == "martial_melee" and "light" in properties)
    short = names.fold(item.base or item.name) == "shortsword"
    return short or (category == "simple_melee" and properties.isdisjoint(("heavy", "two_handed")))


@lru_cache(maxsize=1024)
def _standing(words: frozenset[str], size: str, weapons: frozenset[str], armor: frozenset[str], book: Rulebook) -> frozenset[str]:
    """The facts about the creature that do not depend on its own modifiers."""
    trained = {f"proficient:{w}" for w in weapons | armor}
    return frozenset({*words, f"size:{size}", *trained, *(w for t in weapons for w in book.proficient_words.get(t, ()))})
