"""The targets that a modifier may change, and the ops that each takes."""

from typing import Final

from rpg_lite.rules import names
from rpg_lite.vocabulary import ABILITIES, MOVEMENTS, SENSES, SKILLS

_NUMBER: Final = frozenset({"base", "raise_to", "boost_raise", "add", "mul", "min", "zero"})
_ATTACK: Final = frozenset({"add", "add_dice", "advantage", "disadvantage", "min"})
_ROLL: Final = _ATTACK | {"auto_fail"}
_DAMAGE: Final = frozenset({"add", "add_dice", "extra_dice", "mul"})
_SETS: Final = frozenset({"grant", "remove"})
_MODES: Final = frozenset({"advantage", "disadvantage"})
_SET: Final = frozenset({"set"})
_REMOVE: Final = frozenset({"remove"})
_STRIKES: Final = ("all", "weapon", "this_weapon", "other_weapons", "weapon_nonmagical", "unarmed")

TARGETS: Final[dict[str, frozenset[str]]] = {
    "ac": _NUMBER,
    **{f"ability.{a}": frozenset({"raise_to", "boost_raise", "add", "min"}) for a in ABILITIES},
    **{f"ability_max.{a}": frozenset({"add"}) for a in ABILITIES},
    **{f"save.{a}": _ROLL for a in ("all", *ABILITIES)},
    **{f"check.{a}": _ROLL for a in ("all", *ABILITIES)},
    **{f"skill.{s}": _ROLL for s in SKILLS},
    "initiative": _ATTACK,
    "speed.all": _NUMBER,
    **{f"speed.{m}": _NUMBER | _SET for m in MOVEMENTS},
    **{f"attack.{k}": _ATTACK for k in (*_STRIKES, "spell", *ABILITIES)},
    **{f"damage.{k}": _DAMAGE for k in (*_STRIKES, "str", "dex")},
    "attack.ability": frozenset({"raise_to", "set"}),
    **dict.fromkeys(("damage.die", "damage.type"), _SET),
    "spell_save_dc": frozenset({"add"}),
    "proficiency_bonus": frozenset({"add"}),
    "hp_max": frozenset({"add", "mul"}),
    "temp_hp": frozenset({"add"}),
    **{f"sense.{s}": frozenset({"raise_to", "add"}) for s in SENSES},
    **dict.fromkeys(("resist", "immune", "vulnerable", "condition_immunity", "language", "flag"), _SETS),
    "reduction": frozenset({"add_dice"}),
    "attacks_against_you": _MODES | {"add"},
    **{f"proficiency.{k}": _SETS for k in ("armor", "weapon", "tool", "save", "skill")},
    "expertise.tool": _SETS,
    "armor.stealth_disadvantage": _REMOVE,
    "armor.str_requirement": _REMOVE,
    "weapon.property": _SETS,
    **dict.fromkeys(("weapon.base", "weapon.damage_type", "weapon.damage_dice"), _SET),
    **dict.fromkeys(("unarmed.die", "unarmed.damage_type", "vehicle.fly"), _SET),
    "carrying_capacity": frozenset({"add", "mul"}),
    "size": frozenset({"add"}),
    "jump": frozenset({"add", "mul"}),
}
ITEM_TARGETS: Final = frozenset(t for t in TARGETS if t.endswith(".this_weapon") or t.startswith(("armor.", "weapon.")))
"""Targets of the item that carries the modifier, not of the creature."""

_SAID_ELSEWHERE: Final[dict[str, str]] = {"container.weight": "the fixed weight of a container is container.fixedWeight"}


def fault_in_target(target: str) -> str:
    """The sentence for a target that does not exist, with similarly spelled targets, or else with a few typical targets."""
    if elsewhere := _SAID_ELSEWHERE.get(target):
        return elsewhere
    if near := names.nearest(target, TARGETS):
        return f"unknown target {target!r}; did you mean {' or '.join(near)}?"
    return f"unknown target {target!r}; targets: ac, ability.str, save.all, skill.stealth, speed.walk, attack.weapon … (items://schema)"


_HEADS: Final = {"saves": "save", "skills": "skill", "checks": "check", "abilities": "ability", "senses": "sense", "attacks": "attack"}
"""The names of the numbers of a sheet in `stats`."""
_SAID: Final = {"armorclass": "ac", "spellcastingsavedc": "spell_save_dc", "spellcastingattack": "attack.spell", "savingthrows": "save.all"}


def find_target(said: str, op: str) -> str | None:
    """The target that a name in `stats` means, or the target whose name has the same letters. "Your speed increases" means every speed of
    the creature (SRD, Longstrider); "your speed becomes" means the walking speed.

    >>> find_target("saves.all", "add"), find_target("Sleight of Hand", "add"), find_target("speed", "add"), find_target("str", "add")
    ('save.all', 'skill.sleight_of_hand', 'speed.all', None)
    """
    head, dot, rest = said.strip().partition(".")
    spelled = f"{_HEADS.get(head.casefold(), head)}{dot}{rest}"
    letters = _letters(spelled)
    if letters == "speed":
        return "speed.all" if op in ("add", "mul", "zero") else "speed.walk"
    return _BY_LETTERS.get(letters) or _SAID.get(letters)


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


_BY_LETTERS: Final = {
    **{_letters(f"{word}"): f"skill.{word}" for word in SKILLS},
    **{_letters(word): f"sense.{word}" for word in SENSES},
    **{_letters(target): target for target in TARGETS},
}
