"""Items in the form that files and payloads have."""

from typing import Final, get_args

from hypothesis import strategies as st

from rpg_lite.rules.equipment_slots import HAND_SLOTS
from rpg_lite.strategies.modifier_values import modifiers
from rpg_lite.strategies.primitive_values import DICE, NAMES, Json, Values, object_of, several
from rpg_lite.vocabulary import CONDITIONS, DAMAGE_TYPES, SKILLS, SLOTS, WEAPON_PROPERTIES, Rarity, WeaponCategory

_WEAPON: Final = object_of(
    {"damageDice": DICE, "damageType": st.sampled_from(DAMAGE_TYPES), "category": st.sampled_from(get_args(WeaponCategory))},
    properties=several(WEAPON_PROPERTIES),
    versatileDamage=DICE,
)
_ARMOR: Final = st.one_of(
    object_of({"baseAc": st.integers(11, 13), "category": st.just("light")}, stealthDisadvantage=st.booleans()),
    object_of({"baseAc": st.integers(12, 15), "category": st.just("medium"), "maxDexBonus": st.integers(2, 3)}),
    object_of({"baseAc": st.integers(14, 18), "category": st.just("heavy")}, strengthRequirement=st.sampled_from((13, 15))),
)
_SHIELD: Final = object_of({"baseAc": st.integers(1, 3), "category": st.just("shield")})
_EFFECTS: Final = object_of(
    {},
    **dict.fromkeys(("acBonus", "saveBonus", "attackBonus", "damageBonus", "strBonus", "dexBonus"), st.integers(-1, 3)),
    **dict.fromkeys(("strSet", "conSet"), st.integers(8, 29)),
    advantageOn=several(SKILLS),
    resistances=several(DAMAGE_TYPES),
    conditionImmunities=several(CONDITIONS),
)
_WORN: Final = tuple(slot for slot in SLOTS if slot not in (*HAND_SLOTS, "armor", "quiver"))
_KINDS: Final[tuple[Json, ...]] = (
    {"type": st.just("weapon"), "weaponStats": _WEAPON},
    {"type": st.just("armor"), "armorStats": _ARMOR},
    {"type": st.just("armor"), "armorStats": _SHIELD},
    {"type": st.just("wondrous"), "slot": st.sampled_from((*_WORN, "ring", "orbit"))},
    {"type": st.just("consumable"), "onUse": object_of({"heal": DICE})},
    {"type": st.sampled_from(("tool", "adventuring_gear", "treasure", "ammunition"))},
)


def items() -> Values:
    """A homebrew item in the form of an item file or a payload: `Item.model_validate` accepts it.

    >>> from hypothesis import given, settings
    >>> from rpg_lite.rules.items import Item
    >>> @settings(max_examples=10)
    ... @given(items())
    ... def has_a_name(item):
    ...     assert Item.model_validate(item).name
    >>> has_a_name()
    """
    return st.sampled_from(_KINDS).flatmap(item_of_kind)


def item_of_kind(kind: Json) -> Values:
    return object_of(
        {"name": NAMES, **kind},
        rarity=st.sampled_from(get_args(Rarity)),
        requiresAttunement=st.booleans(),
        value=st.integers(0, 5_000),
        weight=st.sampled_from((0, 0.05, 1, 3, 65)),
        modifiers=st.lists(modifiers(), max_size=3),
        mechanicalEffects=_EFFECTS,
    )
