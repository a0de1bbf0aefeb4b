"""The events that an act answers, which its `when` names in code words, put into plain words."""

from collections.abc import Mapping, Sequence
from typing import Final

from rpg_lite.vocabulary import ABILITIES

UNARMED_ATTACK: Final = "unarmed_attack"
"""The word of a hit with an Unarmed Strike as part of the Attack action (SRD 5.2, Grappler)."""
BESIDE: Final = "attacked:beside"
"""The event of an attack on another creature within 5 ft of the one that answers (SRD 5.1, Protection)."""
WEAPON_ATTACK: Final = "weapon_attack"
"""After "melee_" or "ranged_", the word of a hit by an attack that is no spell (SRD 5.1, Melee Weapon Attack)."""
SPELL_ATTACK: Final = "spell"
BLOODIED: Final = "bloodied"
"""The word of damage that leaves a creature with half of its hit points or fewer (SRD 5.2, Bloodied)."""
_SAID: Final[Mapping[str, str]] = {
    "attacked": "an attack", "hit": "a hit", "miss": "a miss", "damaged": "damage", "cast": "a spell", "save_failed": "a failed save",
    "save": "a save", "check": "a check", "check_failed": "a failed check", "fall": "a fall", "to_0": "a drop to 0 hit points",
    "initiative": "a roll for initiative", "leaves_reach": "an enemy that leaves its reach", "deflected": "a deflected attack",
    "hit:melee": "a melee hit", "hit:ranged": "a ranged hit", "damaged:attack": "damage by an attack", "miss:melee": "a melee miss",
    "hit:weapon": "a hit with a weapon", "hit:melee_weapon": "a hit with a melee weapon", "hit:melee_weapon|unarmed": "a hit with a melee weapon or an Unarmed Strike",
    f"hit:melee_{WEAPON_ATTACK}": "a hit with a melee weapon attack", f"hit:ranged_{WEAPON_ATTACK}": "a hit with a ranged weapon attack",
    BESIDE: "an attack on another creature within 5 feet", "cast:components": "a spell with components", "cast:alone": "a spell that targets only this creature", "cast:alone_by_another": "a spell that another creature casts at this creature alone", f"hit:{UNARMED_ATTACK}": "a hit with an Unarmed Strike of its own Attack action",
}  # fmt: skip
ANSWERED: Final = (*_SAID, "save_failed:dex", "save_failed:charmed|frightened", "cast:Magic Missile", "subjected:fire|bloodied")
"""Every event that an act answers, with examples of those that take further words."""


def say(words: Sequence[str]) -> str:
    """The events in words for people.

    >>> say(["hit:melee", "save_failed:charmed|frightened"])
    'a melee hit or a failed save against charmed or frightened'
    >>> say(["subjected:lightning|slashing|bloodied"])
    'lightning or slashing damage, or being bloodied'
    """
    return " or ".join(_say_one(word) for word in words) or "nothing"


def _say_one(word: str) -> str:
    if word in _SAID:
        return _SAID[word]
    head, _, rest = word.partition(":")
    if head == "save_failed":
        return f"a failed {rest.upper()} save" if rest in ABILITIES else f"a failed save against {rest.replace('|', ' or ')}"
    if head == "subjected":
        return (
            f"{' or '.join(word for word in rest.split('|') if word != BLOODIED)} damage{', or being bloodied' if BLOODIED in rest else ''}"
        )
    return f"the spell {rest}" if head == "cast" else word.replace("_", " ")
