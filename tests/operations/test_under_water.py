"""A fight under water: which attacks have disadvantage there, and fire that harms half as much (SRD, Underwater Combat)."""

from typing import Any

import pytest

from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of, laid_alike
from tests.operations.table import Answer, Table

HINDERED = "under water"
WATER = {"with": ["underwater"]}


def _laid(ruleset: Ruleset) -> Game:
    table = Table(begun(ruleset))
    table.did("create", name="Fi", character={"party": True, "classes": ["fighter 5"], "abilities": {"str": 16, "dex": 16}})
    table.did("create", name="Mage", character={"party": True, "classes": ["wizard 9"], "abilities": {"int": 16}})
    table.did("create", name="Foe", character={"hpMax": 500, "race": "human"})
    return table.game


@laid_alike
def table_of(ruleset: Ruleset) -> Table:
    return Table(copy_of(_laid, ruleset))


def attack(table: Table, weapon: str, ammunition: str | None = None) -> Answer:
    table.did("give", "Fi", template=weapon, equip=True)
    if ammunition:
        table.did("give", "Fi", template=ammunition, quantity=20)
    return table.did("attack", "Fi", targetName="Foe", itemName=weapon, d20=[15, 15], **WATER)


@pytest.mark.parametrize(
    ("weapon", "ammunition", "in_5_1", "in_5_2"),
    [
        ("Longsword", None, True, True),
        ("Handaxe", None, True, True),
        ("Rapier", None, True, False),
        ("Spear", None, False, False),
        ("Trident", None, False, False),
        ("Dagger +1", None, False, False),
        ("Flame Tongue Shortsword", None, False, False),
        ("Light Crossbow", "Crossbow Bolt", False, True),
        ("Longbow", "Arrow", True, True),
        ("Dart", None, False, True),
    ],
)
def test_water_hinders_some_weapons(weapon: str, ammunition: str | None, in_5_1: bool, in_5_2: bool) -> None:
    for ruleset, hindered in zip(RULESETS, (in_5_1, in_5_2), strict=True):
        text = attack(table_of(ruleset), weapon, ammunition)["text"]
        assert (HINDERED in text.partition("against AC")[0]) is hindered, (ruleset, text)
        is_shot = ammunition is not None or weapon == "Dart"
        assert ("normal range misses" in text) is is_shot, (ruleset, text)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_swims_strikes_freely_but_does_not_shoot_so(ruleset: Ruleset) -> None:
    table = table_of(ruleset)
    table.did("update", "Fi", character={"modifiers": [{"target": "speed.swim", "op": "base", "value": 30}]})
    assert HINDERED not in attack(table, "Longsword")["text"]
    assert HINDERED in attack(table, "Longbow", "Arrow")["text"]


def test_freedom_of_movement_lets_water_hinder_nothing() -> None:
    for ruleset in RULESETS:
        table = table_of(ruleset)
        table.did("apply", "Fi", effect="Freedom of Movement")
        assert HINDERED not in attack(table, "Longsword")["text"]
        assert (HINDERED in attack(table, "Longbow", "Arrow")["text"]) is (ruleset == "5.2")


@pytest.mark.parametrize(
    ("block", "act", "in_5_1", "in_5_2"),
    [
        ("Bandit", "Scimitar", True, True),
        ("Goblin", "Shortbow", True, True),
        ("Lion", "Rend", None, False),
        ("Lion", "Claw", True, None),
        ("Reef Shark", "Bite", False, False),
        ("Specter", "Life Drain", False, False),
    ],
)
def test_attacks_of_stat_blocks(block: str, act: str, in_5_1: bool | None, in_5_2: bool | None) -> None:
    """SRD 5.2 speaks of weapons; SRD 5.1 of weapon attacks, to which claws belong; neither of spell attacks."""
    for ruleset, hindered in zip(RULESETS, (in_5_1, in_5_2), strict=True):
        if hindered is None:
            continue
        table = table_of(ruleset)
        table.did("create", name="It", template="Goblin Warrior" if (block, ruleset) == ("Goblin", "5.2") else block)
        text = table.did("act", "It", act=act, targets=["Foe"], d20=[15, 15], **WATER)["text"]
        assert (HINDERED in text.partition("normal range")[0].replace("Under water", "")) is hindered, (ruleset, text)


def test_unarmed_strikes() -> None:
    found = {r: table_of(r).did("attack", "Fi", targetName="Foe", itemName="unarmed", **WATER)["text"] for r in RULESETS}
    assert HINDERED in found["5.1"] and HINDERED not in found["5.2"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fire_harms_half_as_much_and_steam_does_not(ruleset: Ruleset) -> None:
    table = table_of(ruleset)
    burnt = table.did("cast", "Mage", spell="Fire Bolt", targets=["Foe"], d20=[19], **WATER)["text"]
    assert "resistance (water)" in burnt
    resistant: dict[str, Any] = {"resistances": ["fire"]}
    table.did("update", "Foe", character=resistant)
    before = table.thing("Foe").creature.hp
    told = table.did("cast", "Mage", spell="Fire Bolt", targets=["Foe"], d20=[19], **WATER)["text"]
    rolled = int(told.partition("fire (")[0].split()[-1])
    assert before - table.thing("Foe").creature.hp == rolled // 2  # two resistances count once
    table.did("create", name="Turtle", template="Dragon Turtle")
    assert "(water)" not in table.did("act", "Turtle", act="Steam Breath", targets=["Foe"], **WATER)["text"]
