"""What foes choose that the server plays where places count: by the chance to hit, the damage, and the conditions that an act lays."""

import pytest

import rpg_lite
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import SCORES, places, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row


def hall(ruleset: Ruleset, foe: str, hp: int = 200, **where: str) -> Table:
    """Oda and Pip against one creature of the book, on the turn of whoever comes before it."""
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    assert room(table, "create", name="Hall", direction="north", ground={"size": "20x12"})["ok"]
    for name in ("Oda", "Pip"):
        sheet = {"classes": {"fighter": 5}, "abilities": SCORES, "hpMax": hp, "party": True, "race": "Human"}
        table.did("create", name=name, character=sheet, roomName="Hall")
    table.did("create", name="Foe", template=foe, roomName="Hall")
    table.did("start_fight", names=["party", "Foe"], space="measured", places={name: at for name, at in where.items()}, d20=[20, 20, 1])
    turn_of(table, "Oda")
    return let(table, 12, face=3)


def played(table: Table) -> str:
    """The turn of the foe, with those of the heroes before it."""
    for _ in range(3):
        told = str(table.did("next_turn", play="foes")["text"])
        if "Foe's turn" in told:
            return told
    raise AssertionError(told)


FIRST = [
    ("5.1", "Mage", "uses|casts", ("Cone of Cold", "Fireball", "Ice Storm"), {"Foe": "B6", "Oda": "J6", "Pip": "J7"}),
    ("5.2", "Mage", "uses|casts", ("Cone of Cold", "Fireball"), {"Foe": "B6", "Oda": "J6", "Pip": "J7"}),
    ("5.2", "Cultist Fanatic", "casts", ("Hold Person",), {"Foe": "B6", "Oda": "J6", "Pip": "T1"}),
    ("5.1", "Ghoul", "uses", ("Claws",), {"Foe": "B6", "Oda": "C6", "Pip": "T1"}),
    ("5.1", "Harpy", "uses", ("Luring Song",), {"Foe": "B6", "Oda": "J6", "Pip": "J7"}),
    ("5.1", "Giant Spider", "uses", ("Web",), {"Foe": "B6", "Oda": "H6", "Pip": "T1"}),
    ("5.1", "Giant Spider", "uses", ("Bite",), {"Foe": "B6", "Oda": "D6", "Pip": "T1"}),
]


@each_row(("ruleset", "foe", "verb", "acts", "where"), FIRST, ids=[f"{row[0]} {row[1]} {row[3][0]}" for row in FIRST])
def test_its_first_act_is_the_best(ruleset: Ruleset, foe: str, verb: str, acts: tuple[str, ...], where: dict[str, str]) -> None:
    told = played(hall(ruleset, foe, **where))
    assert any(f"Foe {word} {act}" in told for word in verb.split("|") for act in acts), told


def test_a_web_is_shot_from_afar_and_not_beside() -> None:
    table = hall("5.1", "Giant Spider", Foe="B6", Oda="H6", Pip="T1")
    told = played(table)
    assert "Foe moves" not in told.partition("Web")[0] and "is within 5 ft" not in told, told


def test_a_hammer_flies_where_the_foe_is_too_far_to_walk_to() -> None:
    table = hall("5.2", "Bugbear Warrior", Foe="B6", Oda="N6", Pip="T12")
    told = played(table)
    assert "Light Hammer" in told and "Dash" not in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_foe_that_has_been_played_only_ends_its_turn(ruleset: Ruleset) -> None:
    table = hall(ruleset, "Ogre", Foe="B6", Oda="H6", Pip="T1")
    turn_of(table, "Foe")
    table.did("move", "Foe", to="C6")
    table.did("act", "Foe", act="Javelin (ranged)", targets=["Oda"])
    told = str(table.did("next_turn", play="foes")["text"])
    assert places(table)["Foe"] == "C6" and "Foe moves" not in told and "Foe uses" not in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hidden_hero_is_not_attacked_while_another_is_in_view(ruleset: Ruleset) -> None:
    table = hall(ruleset, "Ogre", Foe="B6", Oda="B12", Pip="J6")
    hidden = {"operation": "act", "characterName": "Oda", "act": "Slip away", "steps": [{"apply": {"name": "Hidden"}, "to": "self", "dc": 20, "ends": ["found"]}]}
    answer = table.send(hidden, "execute_action")
    assert answer["ok"], answer["text"]
    told = played(table)
    assert "Oda (" not in told and "Pip (" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_walk_ends_in_deep_water_to_shoot(ruleset: Ruleset) -> None:
    table = hall(ruleset, "Scout", Foe="B6", Oda="C6", Pip="T1")
    assert room(table, "update", bagName="Hall", ground={"features": [{"is": "deep_water", "at": "A1-T5 A7-T12"}]})["ok"]
    put(table, Oda="C6")
    played(table)
    assert places(table)["Foe"].endswith("6"), places(table)
