"""Flags, which state a fact about a creature that is not a number: those that code reads, and those that none reads yet."""

from collections.abc import Iterable
from typing import Final

from rpg_lite.rules.modifiers import Modifier

HALF_ON_CHECKS: Final = "half_proficiency_on_checks"
HALF_ON_PHYSICAL_CHECKS: Final = "half_proficiency_on_physical_checks"
PROFICIENCY_ON_INITIATIVE: Final = "proficiency_on_initiative"
OFFHAND_ADDS_ABILITY: Final = "offhand_adds_ability"
MARTIAL_ARTS: Final = "unarmed_and_monk_weapons_may_use_dex"
SHIELD_FLOATS: Final = "shield_needs_no_hand"
NOT_SLOWED_BY_MAGIC: Final = "speed_not_reduced_by:magic"
NOT_SLOWED_BY_HEAVY_ARMOR: Final = "speed_not_reduced_by:heavy_armor"
NOT_SLOWED_BY_LOAD: Final = "speed_not_reduced_by:encumbrance"
CANNOT_ACT: Final = "cannot_act"
DEAD: Final = "dead"
CANNOT_CAST: Final = "cannot_cast_spells"
EVASION: Final = "evasion"
NO_CRITICAL_HITS: Final = "critical_hits_against_wearer_become_normal"
CRITICAL_WHEN_NEAR: Final = "critical_within_5_ft"
WEAPON_MASTERY: Final = "weapon_mastery"
WHEN_HURT: Final = "when_hurt:"
"""The start of a flag whose rest tells the game master what to judge each time its bearer takes damage."""

READ: Final = frozenset(
    {
        HALF_ON_CHECKS, HALF_ON_PHYSICAL_CHECKS, PROFICIENCY_ON_INITIATIVE, OFFHAND_ADDS_ABILITY, MARTIAL_ARTS, SHIELD_FLOATS,
        NOT_SLOWED_BY_MAGIC, NOT_SLOWED_BY_HEAVY_ARMOR, NOT_SLOWED_BY_LOAD, CANNOT_ACT, CANNOT_CAST, EVASION, DEAD, NO_CRITICAL_HITS, CRITICAL_WHEN_NEAR,
        WEAPON_MASTERY,
    }
)  # fmt: skip
"""Flags that change a number, a roll or an answer. A gate holds each to the code that asks for it."""


def unread(modifiers: Iterable[Modifier]) -> list[str]:
    """The flags among these modifiers that no code reads yet."""
    found = (str(m.value) for m in modifiers if m.target == "flag" and m.op == "grant")
    return [word for word in dict.fromkeys(found) if word not in READ and not word.startswith(WHEN_HURT)]
