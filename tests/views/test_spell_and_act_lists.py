"""All spells and all acts of a character, as `stats` of read_campaign character asks for them."""

from typing import Any

import pytest

from tests.operations.worlds import Sandbox
from tests.views.heroes import DRAKE, WIZARD


@pytest.fixture
def table() -> Sandbox:
    found = Sandbox()
    found.did("create", name="Ilse", character={**WIZARD, "spent": {"slot_3": 1}})
    found.did("create", name="Drake", character=DRAKE)
    return found


def listed(table: Sandbox, who: str, *stats: str) -> str:
    return str(table.did("character", who, stats=list(stats))["text"])


@pytest.mark.parametrize(
    "line",
    [
        "Ilse: slots 4/3/1 of 4/3/2; save DC 15, attack +7.",
        "Cantrips: Fire Bolt, Light, Mage Hand, Prestidigitation.",
        "Level 1 (8 slots of level 1 or higher left): Mage Armor, Magic Missile, Shield.",
        "Level 3 (1 slot of level 3 or higher left): Fireball, Fly, Counterspell.",
    ],
)
def test_spells_stand_by_level_with_the_slots_that_fit(table: Sandbox, line: str):
    assert line in listed(table, "Ilse", "spells").splitlines()


def test_who_has_chosen_no_spells_has_the_list_of_the_class(table: Sandbox):
    table.did("create", name="Odo", character={"classes": ["cleric 3", "warlock 1"]})
    told = listed(table, "Odo", "spells")
    assert "every spell on the class list counts" in told and "Bless" in told and "Eldritch Blast" in told
    assert "Spiritual Weapon" in told and "Spirit Guardians" not in told and "Fireball" not in told


def test_who_casts_none_is_told_so(table: Sandbox):
    assert listed(table, "Drake", "spells") == "Drake casts no spells."


def test_an_unknown_spell_is_named(table: Sandbox):
    table.did("update", "Ilse", character={"spells": {"prepared": ["Pipe Smoke"]}})
    assert "Not in the rulebook: Pipe Smoke." in listed(table, "Ilse", "spells")


def test_acts_are_told_whole_with_those_of_everybody(table: Sandbox):
    told = listed(table, "Drake", "acts")
    assert "Fire Breath (action, DEX save DC 14, 8d6 fire, recharge 5-6)" in told and "Dodge" in told


def test_numbers_stand_before_the_lists(table: Sandbox):
    assert listed(table, "Ilse", "ac", "spells").startswith("Ilse: AC 12")


def test_the_party_is_asked_at_once(table: Sandbox):
    told = table.did("character", "party", stats=["spells"])["text"]
    assert "Ilse: slots 4/3/1" in told


def test_programs_get_the_lists(table: Sandbox):
    asked: dict[str, Any] = {"operation": "character", "characterName": "Ilse", "stats": ["spells", "acts"]}
    full = table.send(asked, "read_campaign", "full")["results"][0]
    assert full["spells"][0] == {"level": 0, "spells": ["Fire Bolt", "Light", "Mage Hand", "Prestidigitation"]}
    assert full["acts"][0]["name"] == "Arcane Recovery"
