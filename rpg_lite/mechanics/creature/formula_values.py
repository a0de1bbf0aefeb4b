"""The numbers of a creature for formulas: its level, its scores and modifiers, what it has left, and the tables of its features."""

from rpg_lite.rules import creature_flags
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


def values_of(creature: Thing, stats: EffectiveStats, book: Rulebook) -> dict[str, int | float]:
    """The numbers of a creature that formulas may use: level, class levels, remaining resources, proficiency bonus, ability modifiers."""
    sheet = thing_stats.sheet(creature, book)
    levels = {**{f"class:{name}": 0 for name in book.classes}, **{f"class:{name}": n for name, n in sheet.class_levels.items()}}
    modifiers = {str(a): n for a, n in stats.modifiers.items()}
    modifiers |= {f"score:{a}": b.value for a, b in stats.abilities.items()}
    most = {"hp_max": stats.hp_max.value, "hp": stats.hp or 0} if stats.hp_max else {}
    modifiers["wrestling"] = wrestling(stats)
    return {
        "level": sheet.level, "pb": stats.proficiency_bonus.value, **most, **levels, **modifiers, **_left(sheet), **_numbers_of_tables(sheet),
    }  # fmt: skip


def wrestling(stats: EffectiveStats) -> int:
    """The modifier in the DC of a grapple or shove: STR, or DEX if it is better and Martial Arts apply (SRD 5.2, Dexterous Attacks)."""
    has = stats.modifiers
    return max(has["str"], has["dex"]) if creature_flags.MARTIAL_ARTS in stats.flags else has["str"]


def _left(sheet: Sheet) -> dict[str, int]:
    """The amounts left of the resources that have a limit."""
    return {f"resource:{name}": supply.left for name, supply in sheet.resources.items() if supply.left is not None}


def _numbers_of_tables(sheet: Sheet) -> dict[str, int | float]:
    """The numbers in the tables of all features, at the level of each feature's class."""
    rows = (row for feature in sheet.feature_rules if feature.tables for row in table_values(feature, sheet).items())
    return {name: value for name, value in rows if not isinstance(value, str)}


def table_values(feature: FeatureRule, sheet: Sheet) -> dict[str, int | float | str]:
    """The tables of a feature at the level of its class: "table:rage_damage"."""
    level = sheet.level_in(feature.of_class)
    reached = {name: [n for n in rows if n <= level] for name, rows in feature.tables.items()}
    return {f"table:{name}": feature.tables[name][max(steps)] for name, steps in reached.items() if steps}
