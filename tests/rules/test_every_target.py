"""No accepted modifier is silent: each target with each op, and each field of a modifier, shows in the numbers of some sheet."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import pytest
from pydantic import ValidationError

from rpg_lite.rules.items import Item
from rpg_lite.rules.modifier_targets import ITEM_TARGETS, TARGETS
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.vocabulary import ABILITIES, MOVEMENTS, Op
from tests.rows import each_row
from tests.rules.heroes import Json, at, change, charm, differing, sheet

BLADE = {"name": "own blade", "type": "weapon", "weaponStats": {"damageDice": "1d6", "damageType": "slashing", "category": "martial_melee"}}
SUIT = {"name": "own suit", "type": "armor", "armorStats": {"baseAc": 18, "category": "heavy", "strengthRequirement": 15, "stealthDisadvantage": True}}  # fmt: skip
UNTRAINED = {"weapons": ["dagger"], "tools": [], "saves": [], "skills": {}}
WORDS = {
    "weapon.property": "two_handed", "weapon.damage_type": "cold", "weapon.damage_dice": "3d12", "weapon.base": "battleaxe",
    "damage.die": "3d12", "damage.type": "cold", "unarmed.die": "1d8", "unarmed.damage_type": "cold", "vehicle.fly": 50, "condition_immunity": "poisoned",
    "proficiency.armor": "heavy", "proficiency.weapon": "martial", "proficiency.save": "wis", "proficiency.skill": "arcana",
    "resist": "fire", "immune": "fire", "vulnerable": "fire",
}  # fmt: skip
NUMBERS = {"base": 50, "raise_to": 50, "boost_raise": 2, "add": 2, "mul": 2, "min": 60, "set": 5}
ROWS = [(target, op) for target, ops in TARGETS.items() for op in sorted(ops)]


def written(target: str, op: Op) -> Json:
    """The modifier with a value that matters. Its scope names the failures without a roll other than saves, and the damage that is lessened."""
    scope = {"scope": ["sight"]} if op == "auto_fail" and not target.startswith("save.") else {}
    scope |= {"scope": ["damage:cold"]} if target == "reduction" else {}
    dice = "1d4" if op in ("add_dice", "extra_dice") else None
    word = (
        WORDS.get(target, "lute")
        if op in ("grant", "remove", "set") and target != "attack.ability" and not target.startswith("speed.")
        else None
    )
    return change(target, op, dice or word or NUMBERS.get(op), **scope)


def before(target: str, op: Op) -> list[Json]:
    """Things that must exist first, so that there is something to change."""
    if op == "boost_raise":
        return [change(target, "raise_to", 40)]
    if op == "remove" and target not in ("weapon.property", "armor.stealth_disadvantage", "armor.str_requirement"):
        return [change(target, "grant", WORDS.get(target, "lute"))]
    if target.startswith("ability_max."):
        return [change(f"ability.{target[-3:]}", "add", 4, cap=20)]
    return []


def shown(target: str, *modifiers: Json, given: list[Json] = [], properties: Sequence[str] = (), **document: Any) -> Json:  # noqa: B006
    """A hero whose item has the modifiers: the blade or the suit where the target names it, else a charm."""
    on_blade = target.startswith(("weapon.", "attack.this_weapon", "damage.this_weapon"))
    shape = {**BLADE["weaponStats"], "properties": properties}
    blade = {**BLADE, "weaponStats": shape, "modifiers": modifiers if on_blade else []}
    suit = {**SUIT, "modifiers": modifiers} if target.startswith("armor.") else SUIT
    own = charm(*modifiers) if target not in ITEM_TARGETS else charm()
    bare = target.endswith(".unarmed") or target.startswith("unarmed.")
    casts = target[-3:] if target.startswith("attack.") and target[-3:] in ABILITIES else "int"
    score = {target[-3:]: 18} if target.startswith("ability_max.") else {}
    return sheet(
        *([] if bare else [{"item": blade, "slot": "mainhand"}, {"item": "Dagger", "slot": "offhand"}]),
        *([{"item": suit}] if target.startswith(("armor.", "proficiency.armor")) else []), own,
        **{"str": 14, "dex": 16, "con": 14, "int": 12, "wis": 12, "cha": 12} | score | document,
        level=5, hpMax=30, spellcastingAbility=casts, speed=dict.fromkeys(MOVEMENTS, 30), senses={"darkvision": 60},
        proficiencies={**UNTRAINED, "armor": ["heavy"] if target.startswith("armor.") else []}, features=[{"name": "what is there", "modifiers": given}],
    )  # fmt: skip


@each_row(("target", "op"), ROWS)
def test_every_op_of_every_target_shows(target: str, op: Op) -> None:
    tested, given = written(target, op), before(target, op)
    if target == "temp_hp":
        assert shown(target, effects=[{"name": "vigour", "modifiers": [tested]}]) != shown(target)
    else:
        held = ["two_handed"] if (target, op) == ("weapon.property", "remove") else []
        assert shown(target, tested, given=given, properties=held) != shown(target, given=given, properties=held)


# ── the fields ──────────────────────────────────────────────────────────────────────────────────────────────────────

RAISED = [change("ability.str", "raise_to", 19)]
SLEEPING: Json = {"slot": "neck", "requiresAttunement": True}
FIELDS: dict[str, tuple[Json, Json, Json]] = {
    "value": (change("ac", "add", 1), {"value": 2}, {}),
    "cap": (change("ability.str", "add", 4), {"cap": 12}, {}),
    "when": (change("ac", "add", 1), {"when": ["wearing_shield"]}, {}),
    "scope": (change("ac", "add", 1), {"scope": ["attack:ranged"]}, {}),
    "group": (change("ac", "add", 1), {"group": "cover"}, {"effects": ["Half cover"]}),
    "needs": (change("ac", "add", 1), {"needs": "none"}, SLEEPING),
    "damage_type": (change("damage.all", "extra_dice", "1d4"), {"damageType": "fire"}, {}),
    "magical": (change("speed.walk", "add", -10), {"magical": True}, {"features": [{"name": "free", "modifiers": [change("flag", "grant", "speed_not_reduced_by:magic")]}]}),
    "from_sources": (change("ability.str", "boost_raise", 2), {"fromSources": ["belt"]}, {"features": [{"name": "gauntlets", "modifiers": RAISED}]}),
    "aura_ft": (change("save.all", "add", 1), {"auraFt": 10}, {}),
}  # fmt: skip
ELSEWHERE = {"target", "op", "source", "permanent", "persists_when_removed"}
"""The first three are not choices; for the last two see `test_a_manual_is_written_into_the_sheet_for_good` and below."""


@each_row("field", [f.name for f in fields(Modifier) if f.name not in ELSEWHERE])
def test_every_field_of_a_modifier_shows(field: str) -> None:
    plain, more, given = FIELDS[field]
    keys = {k: given[k] for k in SLEEPING if k in given}
    rest = {k: given[k] for k in given if k not in keys}
    assert sheet(charm(plain | more, **keys), **rest) != sheet(charm(plain, **keys), **rest)


@pytest.mark.parametrize("worn", [True, False])
def test_what_outlives_taking_it_off_counts_while_it_is_carried(worn: bool) -> None:
    cursed = charm(change("vulnerable", "grant", "fire", persistsWhenRemoved=True), change("ac", "add", 1))
    shown = sheet(cursed) if worn else sheet(carried=[cursed])
    assert (shown["vulnerabilities"], shown["ac"]) == (["fire"], 11 if worn else 10)


# ── what it comes to ────────────────────────────────────────────────────────────────────────────────────────────────

TRIPLE = change("jump", "mul", 3)
BEARER = {"name": "own rod", "type": "weapon", "weaponStats": BLADE["weaponStats"], "modifiers": [change("weapon.base", "set", "spear")]}


@each_row(
    ("worn", "given", "expected"),
    [
        ([], {}, {"jump": {}, "vehicle": {}, "languages": [], "toolProficiencies": [], "auras": []}),
        ([charm(TRIPLE)], {"str": 16}, {"jump": {"long": 48, "high": 18}}),
        ([charm(TRIPLE)], {"str": 3}, {"jump": {"long": 9, "high": 0}}),
        ([charm(change("jump", "add", 10))], {"str": 16}, {"jump": {"long": 26, "high": 16}}),
        ([], {"carried": ["Carpet of Flying (4x6 feet)"]}, {"vehicle": {"fly": 60}, "speed": {"walk": 30}}),
        ([charm(change("language", "grant", "elvish"))], {"languages": ["dwarvish"]}, {"languages": ["dwarvish", "elvish"]}),
        ([charm(change("language", "remove", "elvish"))], {"languages": ["elvish"]}, {"languages": []}),
        ([charm(change("proficiency.tool", "grant", "lute"))], {"proficiencies": {"tools": ["drum"]}}, {"toolProficiencies": ["drum", "lute"]}),
        ([charm(change("expertise.tool", "grant", "lute"))], {}, {"toolExpertise": ["lute"]}),
        ([charm(change("ability.str", "add", 4, cap=20))], {"str": 18, "abilityMax": {"str": 22}}, {"abilities": {"str": 22}}),
        ([charm(change("ability.str", "add", 6, cap=24))], {"str": 18, "abilityMax": {"str": 22}}, {"abilities": {"str": 24}}),
        ([], {"tempHp": 3, "effects": [{"name": "vigour", "modifiers": [change("temp_hp", "add", 7)]}]}, {"tempHp": 7}),
        ([], {"tempHp": 9, "effects": [{"name": "vigour", "modifiers": [change("temp_hp", "add", 7)]}]}, {"tempHp": 9}),
        ([charm(change("ac", "add", 1, auraFt=60))], {}, {"ac": 11, "auras": [{"source": "charm of the neck", "feet": 60, "target": "ac", "op": "add", "value": 1, "scope": []}]}),
        ([charm(change("ac", "add", 1, auraFt=60, scope=["others"]))], {}, {"ac": 10, "auras": [{"source": "charm of the neck", "feet": 60, "target": "ac", "op": "add", "value": 1, "scope": ["others"]}]}),
        ([{"item": BEARER, "slot": "mainhand"}], {}, {"attacks": {"own rod": {"damage": "1d6", "damageType": "piercing"}}, "errors": []}),
        ([{"item": {**BEARER, "modifiers": [change("weapon.base", "set", "no such")]}, "slot": "mainhand"}], {}, {"attacks": {"own rod": {"damageType": "slashing"}}, "errors": ["unknown_item"]}),
        ([charm(change("flag", "remove", "lucky"), change("flag", "grant", "lucky"))], {}, {"flags": []}),
        ([charm(change("attack.spell", "advantage"))], {"spellcastingAbility": "wis"}, {"spellcasting": {"mode": "advantage"}}),
        ([at("feet", "Horseshoes of Speed")], {"speed": {"walk": 60}}, {"speed": {"walk": 90}}),
    ],
)  # fmt: skip
def test_what_a_target_comes_to(worn: list[Json], given: Json, expected: Json) -> None:
    assert not differing(sheet(*worn, **given), expected)


@pytest.mark.parametrize("removed", ["heavy", "this_item"])
def test_a_proficiency_that_is_removed_is_not_granted(removed: str) -> None:
    trained = charm(change("proficiency.armor", "grant", removed), change("proficiency.armor", "remove", removed))
    assert sheet("Plate Armor", trained, proficiencies={"armor": []})["saveModes"]["str"] == "disadvantage"


@each_row(
    ("modifier", "why"),
    [
        (change("container.weight", "set", 0), "container.fixedWeight"),
        (change("ac", "add", 1, beneficiary="others"), "beneficiary"),
        (change("ac", "add", 1, duration="1 minute"), "duration"),
        (change("ac", "add", 1, permanent=True), "permanent"),
        (change("ability.str", "add", 1, permanent=True), "onUse"),
        (change("temp_hp", "add", 5), "onUse"),
        (change("temp_hp", "add", {"per_level": 1}), "whole number"),
        (change("ability.str", "raise_to", 19, cap=20), "cap"),
        (change("ability.str", "add", 1, fromSources=["belt"]), "fromSources"),
        (change("ac", "add", 1, damageType="fire"), "damageType"),
        (change("attack.this_weapon", "add", 1, auraFt=10), "aura"),
        (change("condition_immunity", "grant", "prone", persistsWhenRemoved=True), "persistsWhenRemoved"),
        (change("condition_immunity", "grant", "prone", auraFt=10, scope=["others"]), "others"),
        (change("check.str", "auto_fail"), "scope"),
        (change("damage.wis", "add", 1), "target"),
        (change("armor.stealth_disadvantage", "grant"), "op"),
    ],
)
def test_what_no_number_would_heed_is_refused(modifier: Json, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Item.model_validate({"name": "Odd Thing", "type": "wondrous", "modifiers": [modifier]})


@pytest.mark.parametrize("key", ["modifiers", "features"])
def test_a_creature_has_nothing_that_is_given_once(key: str) -> None:
    once = change("temp_hp", "add", 5)
    with pytest.raises(ValidationError, match="onUse"):
        sheet(**{key: [once] if key == "modifiers" else [{"name": "tough", "modifiers": [once]}]})


def test_one_type_may_be_taken_out_of_all() -> None:
    shown = sheet(charm(change("resist", "grant", "all"), change("resist", "remove", "fire")))
    assert "fire" not in shown["resistances"] and "cold" in shown["resistances"]
