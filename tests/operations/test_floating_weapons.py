"""What a spell has made strikes from where it floats: it appears within range, moves, and strikes whoever is beside it (SRD, Spiritual Weapon)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import SCORES, crypt, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table, snapshot

HALL = {"size": "24x12"}
ROWS = [
    ("Spiritual Weapon", "cleric", "5.1", 60, 20),
    ("Spiritual Weapon", "cleric", "5.2", 60, 20),
    ("Arcane Sword", "wizard", "5.1", 60, 20),
    ("Arcane Sword", "wizard", "5.2", 90, 30),
    ("Conjure Fey", "druid", "5.2", 60, 30),
]


@laid_alike
def met(ruleset: Ruleset, of: str, spell: str) -> Table:
    """Mira stands in the west of a bare hall; two goblins and an ogre stand east of her, and it is her turn."""
    table = crypt(begun(ruleset), HALL)
    mira = {"abilities": {**SCORES, "int": 18, "wis": 18}, "classes": {of: 15}, "party": True, "spells": {"prepared": [spell]}}
    table.did("create", name="Mira", character=mira, roomName="Crypt")
    squares = {"Mira": "A6", "Oda": "A1", "Pip": "A2", "Ogre": "W1", "Goblin 1": "H6", "Goblin 2": "M6"}
    table.did("start_fight", names=["party", "Goblin 1", "Goblin 2", "Ogre"], space="measured", places=squares)
    for name in ("Goblin 1", "Goblin 2", "Ogre"):
        table.did("update", name, character={"hpMax": 200, "hp": 200})
    turn_of(table, "Mira")
    return table


def column(number: int) -> str:
    return chr(ord("A") + number)


def strike(table: Table, spell: str, *at: str) -> dict[str, Any]:
    return table.ask("act", "Mira", act=f"{spell}: strike", targets=[*at])


@pytest.mark.parametrize("spell,of,ruleset,appears,moves", ROWS)
def test_it_appears_and_moves_as_far_as_its_text_says(spell: str, of: str, ruleset: Ruleset, appears: int, moves: int) -> None:
    table = let(met(ruleset, of, spell), 20)
    put(table, Goblin_1=column(appears // 5 + 2) + "6")
    assert table.refused("beyond_range", "cast", "Mira", spell=spell, targets=["Goblin 1"])
    put(table, Goblin_1="H6")
    told = table.did("cast", "Mira", spell=spell, targets=["Goblin 1"])["text"]
    assert f"{spell} floats at G6." in told and "first moves" not in told
    put(table, Goblin_2=column(6 + moves // 5 + 2) + "6")  # G is column 6
    before = snapshot(table.game)
    refused = strike(table, spell, "Goblin 2")
    assert refused["error"]["code"] == "floats_too_far" and refused["error"]["try"]["targets"] == ["Goblin 1"]
    assert snapshot(table.game) == before
    assert strike(table, spell, "Goblin 1")["ok"]
    put(table, Goblin_2=column(6 + moves // 5 + 1) + "6")
    assert f"{spell} floats at {column(6 + moves // 5)}6." in strike(table, spell, "Goblin 2")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_ends_where_it_floats_with_the_spell(ruleset: Ruleset) -> None:
    table = let(met(ruleset, "cleric", "Spiritual Weapon"), 20)
    table.did("cast", "Mira", spell="Spiritual Weapon", targets=["Goblin 1"])
    text = str(table.game.ask({"operation": "character", "characterName": "Mira"}, "read_campaign", "full")["text"])
    assert "Spiritual Weapon at G6 (" in text
    table.did("undo")
    assert "Spiritual Weapon at" not in table.game.ask({"operation": "character", "characterName": "Mira"}, "read_campaign", "full")["text"]


def test_nothing_solid_lets_it_through() -> None:
    table = let(met("5.2", "cleric", "Spiritual Weapon"), 20)
    table.did("cast", "Mira", spell="Spiritual Weapon", targets=["Goblin 1"])
    assert room(table, bagName="Crypt", ground={"features": [{"is": "wall", "at": "J1-J12"}]})["ok"]
    put(table, Goblin_2="K6")
    assert strike(table, "Spiritual Weapon", "Goblin 2")["error"]["code"] == "floats_too_far"
    assert strike(table, "Spiritual Weapon", "Goblin 1")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_where_nothing_is_measured_the_table_moves_it(ruleset: Ruleset) -> None:
    table = met(ruleset, "cleric", "Spiritual Weapon")
    table.did("end_fight")
    told = let(table, 20).did("cast", "Mira", spell="Spiritual Weapon", targets=["Goblin 2"])["text"]
    assert "On later turns it first moves up to 20 feet." in told and "floats at" not in told
