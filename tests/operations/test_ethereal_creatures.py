"""Creatures on the Ethereal Plane and those in their room do not reach each other (SRD, Etherealness, Blink)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

ROOT = Path(__file__).parents[2]
SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
BLOCKS: dict[tuple[str, str], tuple[str, str]] = {
    ("5.1", "Night Hag"): ("act", "Etherealness"),
    ("5.1", "Ghost"): ("act", "Etherealness"),
    ("5.1", "Succubus/Incubus"): ("act", "Etherealness"),
    ("5.1", "Nightmare"): ("act", "Ethereal Stride"),
    ("5.1", "Phase Spider"): ("act", "Ethereal Jaunt"),
    ("5.2", "Night Hag"): ("cast", "Etherealness"),
    ("5.2", "Ghost"): ("cast", "Etherealness"),
    ("5.2", "Incubus"): ("cast", "Etherealness"),
    ("5.2", "Nightmare"): ("act", "Ethereal Stride"),
    ("5.2", "Phase Spider"): ("act", "Ethereal Jaunt"),
}


def grants(value: Any) -> Iterator[str]:
    """The acts of a stat block that take to the Ethereal Plane, and the spells that do."""
    if isinstance(value, dict):
        if "name" in value and "ethereal" in ((value.get("steps") and json.dumps(value["steps"])) or "").split('"'):
            yield value["name"]
        if "Etherealness" in (value.get("spellcasting") or {}).get("atWill", ()):
            yield "Etherealness"
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from grants(part)


def test_every_block_that_becomes_ethereal_is_played_here() -> None:
    found = {
        (path.parent.name, block["name"]): name
        for path in (ROOT / "data" / "creatures").glob("*/*.json")
        for block in [json.loads(path.read_text("utf-8"))]
        for name in grants(block)
    }
    assert found == {key: act for key, (_, act) in BLOCKS.items()}


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["fighter 1", "wizard 16"], "abilities": SCORES, "party": True})
    table.did("create", name="Ann", character={"classes": ["cleric 17"], "abilities": SCORES, "party": True})
    return table.game


@laid_alike
def seated(ruleset: Ruleset, block: str = "Ogre") -> Table:
    table = Table(copy_of(make, ruleset))
    table.did("create", name="Foe", template=block)
    table.roll_with(falling(15, face=4))
    return table


def are_apart(table: Table, one: str, other: str) -> None:
    for who, whom in ((one, other), (other, one)):
        table.refused("target_banished", "attack", who, targetName=whom)
    table.refused("target_banished", "cast", "Ann", spell="Guiding Bolt", targets=["Foe"])
    table.refused("target_banished", "act", one, act="Grapple", targets=[other])


def shift(table: Table, ruleset: Ruleset, block: str) -> None:
    operation, act = BLOCKS[ruleset, block]
    whom = {"targets": ["Foe"]} if act == "Ethereal Stride" else {}
    table.did(operation, "Foe", **({"spell": act} if operation == "cast" else {"act": act}), **whom)


@pytest.mark.parametrize(("ruleset", "block"), BLOCKS)
def test_an_ethereal_creature_neither_hits_nor_is_hit(ruleset: Ruleset, block: str) -> None:
    table = seated(ruleset, block)
    shift(table, ruleset, block)
    are_apart(table, "Foe", "Ann")
    assert "Foe (ethereal)" in table.did("look")["text"]


@pytest.mark.parametrize(("ruleset", "block"), [key for key in BLOCKS if BLOCKS[key][0] == "act"])
def test_it_comes_back_by_the_same_act(ruleset: Ruleset, block: str) -> None:
    table = seated(ruleset, block)
    for _ in range(2):
        shift(table, ruleset, block)
    table.did("attack", "Ann", targetName="Foe")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("means", ["Etherealness", "Oil of Etherealness", "Plate Armor of Etherealness"])
def test_a_spell_and_items_take_there(ruleset: Ruleset, means: str) -> None:
    table = seated(ruleset)
    if means == "Etherealness":
        table.did("cast", "Kim", spell=means)
    else:
        base = {"base": "Plate Armor"} if ruleset == "5.2" and "Armor" in means else {}
        table.did("give", "Kim", template=means, **({"equip": True, "attune": True} if "Armor" in means else {}), **base)
        table.did("use", "Kim", itemName=table_name(table))
    table.refused("target_banished", "attack", "Foe", targetName="Kim")
    table.refused("target_banished", "attack", "Kim", targetName="Foe")


def table_name(table: Table) -> str:
    return next(name for name in table.bag("Kim") if "therealness" in name)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_blink_takes_away_until_the_next_turn(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.roll_with(falling(20, 5, face=6))
    table.did("start_fight", names=["Kim", "Foe"])
    table.did("cast", "Kim", spell="Blink")
    table.roll_with(falling(15, face=6))
    table.did("next_turn")
    table.refused("target_banished", "attack", "Foe", targetName="Kim")
    table.did("next_turn")
    table.did("cast", "Kim", spell="Magic Missile", targets=["Foe"], force=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_ethereal_creatures_reach_each_other(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Phase Spider")
    table.did("cast", "Kim", spell="Etherealness")
    shift(table, ruleset, "Phase Spider")
    table.did("attack", "Foe", targetName="Kim")
    table.did("cast", "Kim", spell="Magic Missile", targets=["Foe"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_night_hag_haunts_from_the_ethereal_plane(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Night Hag")
    shift(table, ruleset, "Night Hag")
    choice = {"choice": "nightmare"} if ruleset == "5.2" else {}
    table.did("act", "Foe", act="Nightmare Haunting", targets=["Ann"], **choice)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_zone_of_the_room_reaches_the_ethereal_plane(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Phase Spider")
    table.did("cast", "Ann", spell="Spirit Guardians", targets=["Foe"], choice="radiant", force=True)
    shift(table, ruleset, "Phase Spider")
    table.roll_with(falling(20, 5, face=6))
    table.did("start_fight", names=["Kim", "Foe"])
    before = table.hp("Foe")
    for _ in range(2):
        table.did("next_turn")
    assert table.hp("Foe") == before
