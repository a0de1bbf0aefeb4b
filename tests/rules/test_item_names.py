"""Spellings of magic items: equal after folding, in any word order, and nothing looser."""

import pytest

from rpg_lite.content.entry_editions import template_of
from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.rows import each_row

NAMES = [
    ("Plate +1", "Plate Armor +1"),
    ("+1 Plate", "Plate Armor +1"),
    ("plate armour, +1", "Plate Armor +1"),
    ("Armor +1 (plate)", "Plate Armor +1"),
    ("Leather +1", "Leather Armor +1"),
    ("+1 Leather", "Leather Armor +1"),
    ("+1 studded leather armor", "Studded Leather Armor +1"),
    ("Hide +2", "Hide Armor +2"),
    ("Mithral Plate", "Mithral Plate Armor"),
    ("Mithral Half Plate", "Mithral Half Plate Armor"),
    ("Mithral Armor (half plate)", "Mithral Half Plate Armor"),
    ("Adamantine Plate", "Adamantine Plate Armor"),
    ("Plate Armor of Resistance (fire)", "Plate Armor of Fire Resistance"),
    ("Armor of Fire Resistance (plate)", "Plate Armor of Fire Resistance"),
    ("plate of fire resistance", "Plate Armor of Fire Resistance"),
    ("Longsword +1", "Longsword +1"),
    ("+1 longsword", "Longsword +1"),
    ("Weapon +1 (longsword)", "Longsword +1"),
    ("Magic Weapon (longsword) +1", "Longsword +1"),
    ("Flame Tongue Greatsword", "Flame Tongue Greatsword"),
    ("Greatsword, Flame Tongue", "Flame Tongue Greatsword"),
    ("Vicious rapier", "Vicious Rapier"),
    ("Vicious Weapon (rapier)", "Vicious Rapier"),
    ("Sword of Wounding (longsword)", "Longsword of Wounding"),
    ("Ammunition +1 (arrow)", "Arrow +1"),
    ("+1 arrows", "Arrow +1"),
    ("+2 bolts", "Crossbow Bolt +2"),
    ("+2 shield", "Shield +2"),
    ("Shield, +2", "Shield +2"),
    ("Sun Blade (longsword)", "Sun Blade"),
    ("Dwarven Plate", "Dwarven Plate"),
    ("Plate Armor of Etherealness", "Plate Armor of Etherealness"),
    ("Fire Ring of Resistance", "Ring of Fire Resistance"),
    ("Wand of the War Mage, +2", "Wand of the War Mage +2"),
]
NEAR = [
    ("Longswrod +1", "Longsword +1"),
    ("+1 Longswrod", "Longsword +1"),
    ("Lether +1", "Leather Armor +1"),
    ("Vicous Rapier", "Vicious Rapier"),
    ("Mithrel Plate", "Mithral Plate Armor"),
    ("Longsword +4", "Longsword +1"),
    ("Plait Armor", "Plate Armor"),
]


def book(ruleset: Ruleset = "5.1") -> Rulebook:
    return rulebook(ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("wanted", "name"), NAMES)
def test_a_name_that_people_write_means_one_item(ruleset: Ruleset, wanted: str, name: str) -> None:
    pick = book(ruleset).find(wanted)
    item = book(ruleset).item(pick) if pick else None
    assert item and item.name == name


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_whole_name_is_understood_as_what_it_is(ruleset: Ruleset) -> None:
    for t in book(ruleset).templates.values():
        for base in book(ruleset).bases_of(t):
            for v in t.variants or (None,):
                pick = Pick(t.id, base, v.name if v else None)
                item = book(ruleset).item(pick)
                found = book(ruleset).find(item.name) if item else None
                own = Pick(t.id, None, pick.variant) if item and item.base == t.item.base else pick
                assert found == own, pick


@each_row("wanted", [w for w, _ in NAMES[:6]])
def test_what_is_carried_is_found_by_the_same_names(wanted: str) -> None:
    pick = book().find(wanted)
    assert pick and names.fold(wanted) in book().names_of(pick)


@each_row(
    ("wanted", "pick"),
    [
        ("Armor of Resistance (fire)", Pick("srd:armor_of_resistance", None, "Fire")),
        ("Armor of Fire Resistance", Pick("srd:armor_of_resistance", None, "Fire")),
        ("Armor +1", Pick("srd:magic_armor", None, "+1")),
        ("+3 weapon", Pick("srd:magic_weapon", None, "+3")),
        ("Flame Tongue", Pick("srd:flame_tongue")),
    ],
)
def test_a_name_without_its_base_keeps_what_it_says(wanted: str, pick: Pick) -> None:
    assert book().find(wanted) == pick


@each_row(
    "wanted", ["+1 sword", "Longsword +4", "Vicous Rapier", "Mithral Chain", "Longswor +1", "Mithral Leather", "+1", "Sword of Plate"]
)
def test_nothing_looser_means_a_magic_item(wanted: str) -> None:
    assert book().find(wanted) is None


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("wanted", "first"), NEAR)
def test_the_first_near_name_is_the_one_that_was_meant(ruleset: Ruleset, wanted: str, first: str) -> None:
    assert book(ruleset).near(wanted)[0] == first


def test_a_name_that_two_templates_bear_means_neither() -> None:
    keen = template_of({"name": "Keen Edge", "type": "weapon", "bases": ["longsword"], "nameAs": "Vicious {base}"}, "own")
    both = Rulebook("5.1", {keen.id: keen, **book().templates})
    assert both.find("Vicious Longsword") is None
    assert both.near("Vicious Longsword")[0] == "Vicious Longsword"
    assert both.find("Keen Edge Longsword") == Pick(keen.id, "srd:longsword")
    assert both.find("Vicious Dagger") == Pick("srd:vicious_weapon", "srd:dagger")
