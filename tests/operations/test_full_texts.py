"""A full answer tells everything in its text too: no list is cut, no card asks for more, and a sheet names every skill, act and spell."""

import pytest

from rpg_lite.views import holdings
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

CARDS = [
    ("Giant Spider", ("darkvision 60 ft", "CON save DC", "2d8", "restrained")),
    ("Unicorn", ("(9d10+18)", "Shimmering Shield", "Dispel Evil and Good")),
    ("Fireball", ("8d6 fire",)),
    ("wizard", ("Arcane Recovery", "Subclasses: School of Evocation")),
]


@pytest.mark.parametrize(("query", "parts"), CARDS)
def test_a_full_card_is_whole(query: str, parts: tuple[str, ...]):
    text = Sandbox(first_world("5.1")).did("lookup", query=query, detail="full")["text"]
    assert [part for part in parts if part not in text] == []
    assert "Send detail full." not in text and "…" not in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_full_sheet_tells_all_skills_the_armor_and_the_spells(ruleset: Ruleset):
    table = Sandbox(first_world(ruleset))
    mira = {"party": True, "classes": ["wizard 3"], "spells": {"cantrips": ["Light"], "prepared": ["Shield"]}}
    table.did("create", name="Mira", character=mira)
    brief = table.did("character", "Mira")["text"]
    full = table.did("character", "Mira", detail="full")["text"]
    assert "stealth +0" not in brief and "stealth +0" in full
    assert "AC 10 = 10 unarmored" in full and "or higher left): Shield" in full


def test_a_full_list_is_not_cut():
    table = Sandbox(first_world("5.1"))
    table.did("create", name="Porter", character={"party": True, "abilities": {"str": 20}})
    for n in range(holdings.MOST_LISTED + 1):
        table.did("give", "Porter", item={"name": f"Pebble {n}", "type": "adventuring_gear"})
    for operation in ("view", "inventory"):
        assert "more (detail full shows all)" in table.did(operation, "Porter")["text"], operation
        full = table.did(operation, "Porter", detail="full")["text"]
        assert "detail full" not in full and "Pebble 60" in full, operation


def test_a_list_of_the_things_in_a_chest_is_the_view_of_it():
    table = Sandbox(first_world("5.1"))
    table.did("create", name="Porter", character={"party": True})
    table.did("give", bagName="Home", item="Chest")
    refused = table.refused("argument_invalid", "inventory", bagName="Chest")
    assert refused["error"]["try"] == {"operation": "view", "bagName": "Chest"} and refused["error"]["tool"] == "manage_inventory"


def test_an_equal_armor_class_is_no_better_one_and_any_language_is_no_name():
    table = Sandbox(first_world("5.1"))
    table.did("create", name="Hob", template="Commoner")
    text = table.did("character", "Hob", detail="full")["text"]
    assert "AC 10 = 10 unarmored." in text and "stat block 10" not in text
    assert "Speaks any one language (usually Common)." in text


def test_the_dead_are_called_dead():
    table = Sandbox(first_world("5.1"))
    table.did("create", name="Hob", template="Commoner")
    table.did("damage", "Hob", amount=40, damageType="fire")
    assert "cannot act now (dead)" in table.refused("cannot_act", "act", "Hob", act="Dodge")["text"]
