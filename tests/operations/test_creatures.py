"""Creatures by template in play: their names in each ruleset, and the items that are parts of their bodies."""

from collections.abc import Iterator

import pytest

import rpg_lite
from tests.operations.dice import let
from tests.operations.maps import SALT, document
from tests.operations.table import Table, notes

pytestmark = pytest.mark.pure


@pytest.fixture
def newer() -> Iterator[Table]:
    with rpg_lite.open_campaign(":memory:", ruleset="5.2") as game:
        yield Table(game)


@pytest.mark.parametrize(
    ("wanted", "called", "hp"),
    [("goblin", "Goblin", 10), ("Goblin Warrior", "Goblin Warrior", 10), ("thug", "Thug", 32), ("tough", "Tough", 32)],
)
def test_in_5_2_a_creature_is_called_as_it_was_asked_for(newer: Table, wanted: str, called: str, hp: int):
    answer = newer.did("create", template=wanted, count=2)
    assert newer.hp(f"{called} 2") == hp
    assert notes(answer) == ""


def test_one_that_5_2_has_not_is_refused_there_with_those_that_it_has(newer: Table, empty: Table):
    error = newer.refused("creature_unknown", "create", template="Orc")
    assert "Ogre" in newer.refused("creature_unknown", "create", template="Ogr")["text"]
    assert "Orc" not in error["error"]["allowed"]
    assert empty.did("create", template="Orc")


def test_an_older_ruleset_names_the_older_one(empty: Table):
    assert "Goblin" in empty.refused("creature_unknown", "create", template="Goblin Warrior")["text"]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_an_adventure_finds_its_creatures(request: pytest.FixtureRequest, ruleset: str):
    table: Table = request.getfixturevalue({"5.1": "empty", "5.2": "newer"}[ruleset])
    answer = table.did("import_map", document=document(SALT))
    assert "the rulebook has none" not in answer["text"]
    assert "Bite" in table.did("attack", "Giant Rat 3", targetName="Giant Rat 1")["text"]


@pytest.mark.parametrize(
    ("creature", "gone"), [("Wolf", ""), ("Guard", "Spear, Chain Shirt, Shield"), ("Gnoll", "Spear, Hide Armor, Shield, Longbow, Arrow")]
)
def test_a_removed_creature_leaves_with_its_bite(empty: Table, creature: str, gone: str):
    empty.did("create", template=creature)
    assert notes(empty.did("retire", creature)) == (
        f"Gone with {creature}: {gone}. To keep them, undo this and transfer them first." if gone else ""
    )


@pytest.mark.parametrize(("creature", "weapon"), [("Troll", "Claw"), ("Brown Bear", "Claws"), ("Ghoul", "Bite"), ("Elephant", "Stomp")])
def test_claws_and_bite_are_no_pair_that_lacks_something(empty: Table, creature: str, weapon: str):
    empty.did("create", template=creature)
    empty.did("create", name="Pip", character={"hpMax": 99})
    answer = let(empty, 15, face=3).did("attack", creature, targetName="Pip", itemName=weapon)
    assert "no extra attack" not in notes(answer) and "extra attack" not in answer["text"]


TEETH = {
    "name": "Bite",
    "type": "weapon",
    "slot": "mainhand",
    "natural": True,
    "weaponStats": {"damageDice": "1d4", "damageType": "piercing", "category": "simple_melee"},
}
"""A part of the body as an item, as one's own creatures may have it."""


def test_whoever_loots_leaves_the_bite(table: Table):
    table.did("create", template="Gnoll")
    table.did("give", "Gnoll", item=TEETH, equip=True)
    table.did("transfer", "Gnoll", toCharacterName="Thorin", all=True)
    assert table.bag("Gnoll") == {"Bite": 1}


def test_natural_weapons_are_told_apart(empty: Table):
    empty.did("create", template="Wolf")
    empty.did("give", "Wolf", item=TEETH, equip=True)
    assert "Worn: nothing.\nNatural weapons: Bite.\nCarried: nothing." in empty.did("view", "Wolf")["text"]


def test_examine_calls_it_what_it_is(empty: Table):
    empty.did("create", template="Wolf")
    empty.did("give", "Wolf", item=TEETH, equip=True)
    assert "Status: a natural weapon" in empty.did("examine", name="Bite")["text"]


@pytest.mark.parametrize("called", ["Cellar", "cellar"])
def test_a_creature_is_made_in_the_named_room(empty: Table, called: str):
    empty.send({"operation": "create", "name": "Cellar"}, "manage_room")
    assert "Cellar" in empty.did("create", template="Goblin", roomName=called, count=2)["text"]
    assert {empty.thing(f"Goblin {n}").parent_id for n in (1, 2)} == {empty.id("Cellar")}


def test_an_unknown_room_is_refused_and_nobody_is_made(empty: Table):
    empty.send({"operation": "create", "name": "Cellar"}, "manage_room")
    error = empty.refused("room_unknown", "create", template="Goblin", roomName="Celar")["error"]
    assert error["near"][0].startswith("Cellar") and error["try"]["roomName"] == "Cellar"
    assert empty.did("create", name="Mira", roomName="floor")
