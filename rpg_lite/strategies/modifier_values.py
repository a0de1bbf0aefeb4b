"""Modifiers in the form that files have."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rpg_lite.rules.modifier_targets import TARGETS
from rpg_lite.strategies.primitive_values import DICE, Values, object_of, several
from rpg_lite.vocabulary import ABILITIES, CONDITIONS, DAMAGE_TYPES, SKILLS, WEAPON_PROPERTIES

_STEPS: Final = st.fixed_dictionaries({"by_level": st.lists(st.tuples(st.integers(1, 20), st.integers(0, 6)).map(list), max_size=3)})
_AMOUNTS: Final = st.integers(-5, 5) | st.fixed_dictionaries({"per_level": st.integers(-1, 2)}) | _STEPS
_FORMULAS: Final = object_of({"base": st.integers(8, 18)}, add=several(ABILITIES, 2), most=st.integers(0, 5))
_WORDS: Final[dict[str, Sequence[str]]] = {
    **dict.fromkeys(("resist", "immune", "vulnerable"), (*DAMAGE_TYPES, "all")),
    "condition_immunity": CONDITIONS,
    "language": ("dwarvish", "elvish"),
    "flag": ("feather_fall", "half_proficiency_on_checks", "offhand_adds_ability", "speed_not_reduced_by:magic"),
    "proficiency.armor": ("light", "medium", "heavy", "shield", "this_item"),
    "proficiency.weapon": ("simple", "martial", "longsword", "this_item"),
    "proficiency.tool": ("lute",),
    "expertise.tool": ("lute",),
    "proficiency.save": ABILITIES,
    "proficiency.skill": SKILLS,
    "weapon.property": WEAPON_PROPERTIES,
    "weapon.damage_type": DAMAGE_TYPES,
    "unarmed.damage_type": DAMAGE_TYPES,
    "damage.type": DAMAGE_TYPES,
    "weapon.base": ("longsword",),
}
_WHEN: Final = several(("no_armor", "not wearing_shield", "held|worn", "race:dwarf|elf", "class:monk", "poisoned", "not restrained"), 2)
_SCOPES: Final = several(("attack:ranged", "attack:melee", "against:spell|magic", "sight", "target:dragon", "thrown"), 2)
_DAMAGE: Final = st.lists(st.sampled_from([f"damage:{kind}" for kind in DAMAGE_TYPES]), min_size=1, max_size=2, unique=True)


def _value(target: str, op: str) -> SearchStrategy[Any] | None:
    """The values that the op takes on the target; None if the op takes no value."""
    match op:
        case "advantage" | "disadvantage" | "auto_fail" | "zero":
            return None
        case "add_dice" | "extra_dice":
            return DICE
        case "grant" | "remove" | "set" if target in _WORDS:
            return st.sampled_from(_WORDS[target])
        case "grant" | "remove":
            return st.just(True)
        case "set":
            return DICE if target in ("weapon.damage_dice", "unarmed.die", "damage.die") else st.integers(1, 60)
        case "mul":
            return st.sampled_from((0.5, "half", 2, 3))
        case "base" if target == "ac":
            return st.integers(8, 18) | _FORMULAS
        case "base" | "raise_to" | "min":
            return st.integers(0, 30)
    return _AMOUNTS


@cache
def _changes() -> Values:
    kinds = [(target, op) for target, ops in TARGETS.items() for op in sorted(ops) if target != "temp_hp"]
    return st.sampled_from(kinds).flatmap(lambda kind: _change(*kind))


def _change(target: str, op: str) -> Values:
    value = _value(target, op)
    required: dict[str, SearchStrategy[Any]] = {"target": st.just(target), "op": st.just(op)}
    capped = {"cap": st.sampled_from((20, 24, 30))} if op == "add" and target.startswith("ability.") else {}
    required |= {"value": value} if value is not None else {}
    if op == "auto_fail" and not target.startswith("save."):
        return object_of(required | {"scope": st.just(["sight"])}, when=_WHEN)
    if target == "reduction":
        return object_of(required | {"scope": _DAMAGE}, when=_WHEN)
    return object_of(required, when=_WHEN, scope=_SCOPES, **capped)


def modifiers() -> Values:
    """One change in the form of a file: any target with any op that the target takes, except `temp_hp`, which is given only once.

    >>> from hypothesis import find
    >>> find(modifiers(), lambda m: m["op"] == "zero").keys() >= {"target", "op"}
    True
    """
    return _changes()
