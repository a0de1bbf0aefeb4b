"""Doors and things that somebody strikes: the refusal suggests their numbers, and with these they are struck like a creature."""

from typing import Any

import pytest

from rpg_lite.rules import objects
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import table
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
FIGHTER = {"classes": ["fighter 5"], "abilities": {"str": 16}}
WIZARD = {"classes": ["wizard 5"], "abilities": {"int": 16}, "spells": {"cantrips": ["Fire Bolt"]}}


def at_the_door(ruleset: Ruleset) -> Sandbox:
    box = table(ruleset, Fighter=FIGHTER, Wizard=WIZARD).let(*[19] * 50)
    assert box.send({"operation": "create", "name": "Vault", "direction": "north", "exitKind": "door"}, "manage_room")["ok"]
    assert box.send({"operation": "create", "name": "Pit", "direction": "down", "exitKind": "portcullis"}, "manage_room")["ok"]
    assert box.send({"operation": "give", "bagName": "floor", "template": "Chest"})["ok"]
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("named", "ac", "hp"),
    [("door", None, None), ("north door", 15, 18), ("the north door", 15, 18), ("portcullis", 19, 18), ("chest", 15, 10)],
)
def test_a_door_or_thing_gets_the_numbers_of_the_rules(ruleset: Ruleset, named: str, ac: int | None, hp: int | None) -> None:
    box = at_the_door(ruleset)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("attack", {"targetName": named}),
        ("cast", {"spell": "Fire Bolt", "targets": [named]}),
        ("act", {"act": "Unarmed Strike", "targets": [named]}),
    ]
    for operation, fields in asked:
        who = "Wizard" if operation == "cast" else "Fighter"
        if ac is None:  # the portcullis is a door, too
            box.refused("character_unknown", operation, who, **fields)
            continue
        refused = box.refused("object_has_no_numbers" if named == "chest" else "door_has_no_numbers", operation, who, **fields)
        assert f"AC {ac} and {hp} hit points" in refused["text"] and "…" not in refused["text"]
        made = refused["error"]["details"]["payload"]
    if ac is not None:
        assert box.send(made, "manage_character")["ok"]
        told = box.did("cast", "Wizard", spell="Fire Bolt", targets=[made["name"]])["text"]
        assert f"against AC {ac}) is hit" in told, told
        assert "immun" in box.did("damage", made["name"], amount=5, damageType="poison")["text"]


def test_a_player_is_told_to_ask_and_not_to_create() -> None:
    from dataclasses import replace

    from rpg_lite.decision.outcome import Rejected
    from rpg_lite.messages import refusal_formatting

    box = at_the_door("5.1")
    for named, is_door in (("north door", True), ("chest", False)):
        refused = box.decide("attack", "Fighter", targetName=named)
        assert isinstance(refused, Rejected)
        told = refusal_formatting.sentence(replace(refused, players=True))
        assert "ask the game master" in told and "create" not in told and "AC 15" not in told
        assert ("athletics" in told) == is_door, told


def test_other_names_and_misspelt_creatures_are_refused_as_before() -> None:
    box = at_the_door("5.1")
    for name in ("the wall", "Wizzard", "north"):
        code = "door_has_no_numbers" if name == "north" else "character_unknown"
        box.refused(code, "attack", "Fighter", targetName=name)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_thing_with_numbers_leaves_its_name_to_the_thing(ruleset: Ruleset) -> None:
    box = at_the_door(ruleset)
    made = box.refused("object_has_no_numbers", "attack", "Fighter", targetName="chest")["error"]["details"]["payload"]
    assert box.send(made, "manage_character")["ok"]
    for payload in ({"operation": "view", "bagName": "Chest"}, {"operation": "transfer", "itemName": "Chest", "bagName": "floor", "toCharacterName": "Fighter"}):  # fmt: skip
        told = box.send(payload)
        assert told["ok"], told["text"]
    for named in (made["name"], "chest"):
        assert made["name"] in box.did("attack", "Fighter", targetName=named)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("named", ["north door", "chest"])
def test_only_an_act_that_strikes_asks_for_numbers(ruleset: Ruleset, named: str) -> None:
    box = at_the_door(ruleset)
    for spell in ("Cure Wounds", "Charm Person", "Magic Weapon"):
        told = box.ask("cast", "Wizard", spell=spell, targets=[named])
        assert not told["ok"] and "armor class" not in told["text"], told["text"]
    for act in ("Help", "Grapple", "Hide"):
        told = box.ask("act", "Fighter", act=act, targets=[named])
        assert not told["ok"] and "armor class" not in told["text"], told["text"]
    for spell in ("Spiritual Weapon", "Fireball"):
        assert "has no armor class" in box.ask("cast", "Wizard", spell=spell, targets=[named])["text"]


@pytest.mark.parametrize(
    ("name", "pounds", "ac", "hp", "size"),
    [
        ("Rope", 10, 11, 3, "small"),
        ("Glass Bottle", 2, 13, 2, "tiny"),
        ("Barrel", 70, 15, 18, "medium"),
        ("Iron Pot", 10, 19, 10, "small"),
        ("Stone Altar", 900, 17, 27, "large"),
        ("Adamantine Lock", 1, 23, 5, "tiny"),
    ],
)
def test_numbers_follow_substance_and_size(name: str, pounds: float, ac: int, hp: int, size: str) -> None:
    numbers = objects.suggest((name,), objects.size_of_weight(pounds))
    assert (numbers.ac, numbers.hp, numbers.size) == (ac, hp, size)
