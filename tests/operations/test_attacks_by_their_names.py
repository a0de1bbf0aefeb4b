"""An attack of a stat block is played by its name and with its ability: the fist of an ape, the rock of a giant (SRD)."""

import json
from pathlib import Path

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

CREATURES = Path(__file__).parents[2] / "data" / "creatures"
FISTS = sorted(
    (path.parent.name, block["name"])
    for path in CREATURES.glob("*/*.json")
    for block in [json.loads(path.read_text("utf-8"))]
    if any(act["name"] == "Fist" for act in block.get("acts", ()))
)
THROWN = [
    ("5.1", "Ogre", "Javelin (ranged)"),
    ("5.1", "Hill Giant", "Rock"),
    ("5.1", "Gladiator", "Spear (ranged)"),
    ("5.1", "Treant", "Rock"),
    ("5.1", "Stone Giant", "Rock"),
]
SHOT = [("5.1", "Goblin", "Shortbow"), ("5.1", "Scout", "Longbow")]


@laid_alike
def seated(ruleset: Ruleset, block: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["warlock 17"], "abilities": dict.fromkeys(("str", "int", "wis", "cha"), 18)})
    table.did("create", name="Foe", template=block)
    table.did("create", name="Man", character={"hpMax": 900})
    table.roll_with(falling(15, face=4))
    return table


def blow(table: Table, **more: str) -> int:
    before = table.hp("Man")
    table.did("attack", "Foe", targetName="Man", force=True, **more)
    return before - table.hp("Man")


@pytest.mark.parametrize(("ruleset", "block"), FISTS)
def test_a_fist_of_a_stat_block_is_that_attack(ruleset: Ruleset, block: str) -> None:
    table = seated(ruleset, block)
    text = table.did("attack", "Foe", targetName="Man", itemName="fist")["text"]
    assert "Fist" in text and "Unarmed Strike" not in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hero_in_the_form_of_an_ape_has_its_fist(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["wizard 17"], "abilities": dict.fromkeys(("str", "int", "wis", "cha"), 18)})
    table.did("create", name="Man", character={"hpMax": 900})
    table.roll_with(falling(15, face=4))
    table.did("cast", "Kim", spell="Polymorph", targets=["Kim"], choice="Giant Ape", **{"with": ["willing"]})
    assert "Fist" in table.did("attack", "Kim", targetName="Man", itemName="Fist")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fist_is_an_unarmed_strike_for_others(ruleset: Ruleset) -> None:
    assert "Unarmed Strike" in seated(ruleset, "Ogre").did("attack", "Kim", targetName="Man", itemName="fist")["text"]


@pytest.mark.parametrize(("ruleset", "block", "attack"), THROWN)
def test_what_strength_throws_is_enfeebled(ruleset: Ruleset, block: str, attack: str) -> None:
    table = seated(ruleset, block)
    plain = blow(table, itemName=attack)
    table.did("cast", "Kim", spell="Ray of Enfeeblement", targets=["Foe"], force=True)
    assert blow(table, itemName=attack) == plain // 2


@pytest.mark.parametrize(("ruleset", "block", "attack"), SHOT)
def test_what_is_shot_is_not(ruleset: Ruleset, block: str, attack: str) -> None:
    table = seated(ruleset, block)
    plain = blow(table, itemName=attack)
    table.did("cast", "Kim", spell="Ray of Enfeeblement", targets=["Foe"], force=True)
    assert blow(table, itemName=attack) == plain
