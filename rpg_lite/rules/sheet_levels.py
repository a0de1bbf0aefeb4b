"""Levels, hit dice and hit points that follow from the classes of a sheet."""

from collections.abc import Sequence

from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.class_table import ClassRule


def level_of(document: StoredCharacter, levels: Sequence[tuple[str, int | None]]) -> int:
    carried = [n for _, n in levels if n is not None]
    return min(20, sum(carried)) if carried and len(carried) == len(levels) else document.level or _level_of_block(document)


def _level_of_block(document: StoredCharacter) -> int:
    """The level that counts for the cantrips of a stat block: its caster level, or else its challenge rating (SRD 5.1, Innate Spells)."""
    if document.spellcasting and document.spellcasting.level:
        return document.spellcasting.level
    return max(1, min(20, int(document.cr or 1)))


def hit_points_of(rules: Sequence[tuple[ClassRule, int]], level: int, con: int) -> int | None:
    """The maximum: all of the first hit die, the average for each later level, and CON for every level (SRD 5.1, Beyond 1st Level)."""
    if not rules:
        return None
    dice = [rule.hit_die for rule, n in rules for _ in range(n)]
    dice = dice if len(dice) == level else [rules[0][0].hit_die] * level
    return max(level, dice[0] + sum(d // 2 + 1 for d in dice[1:]) + level * ((con - 10) // 2))


def hit_dice_of(rules: Sequence[tuple[ClassRule, int]]) -> dict[str, int]:
    """The number of hit dice of each size: {"hit_die_d10": 5}."""
    found: dict[str, int] = {}
    for rule, n in rules:
        name = f"hit_die_d{rule.hit_die}"
        found[name] = found.get(name, 0) + n
    return {name: count for name, count in found.items() if count}
