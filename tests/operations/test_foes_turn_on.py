"""Foes whose target falls under the first of several blows: the others go to somebody else who stands in reach, or to nobody."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.crypts import crypt, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

KNIGHT = {"abilities": dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14), "classes": {"fighter": 5}, "hpMax": 60, "party": False}


def facing(ruleset: Ruleset, who: str, pip: str, document: dict[str, Any] | None = None, space: str = "measured") -> Table:
    """Oda, who has one hit point left, beside a foe on the foe's turn, and Pip at a square; every attack hits and deals little."""
    table = crypt(begun(ruleset), {"size": "20x10"})
    table.did("create", name=who, roomName="Crypt", **({"template": who} if document is None else {"character": document}))
    if document is not None:
        table.did("give", who, template="Longsword", equip=True)
    places = {"Oda": "E5", "Pip": pip, "Goblin 1": "T1", "Goblin 2": "T2", "Ogre": "R9", who: "F5"} if space == "measured" else {}
    table.did("start_fight", names=["party", "Goblin 1", who], space=space, **({"places": places} if places else {}))
    table.did("damage", "Oda", amount=table.hp("Oda") - 1, damageType="force")
    turn_of(table, who)
    return let(table, 19)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("who", ("Brown Bear", "Troll", "Gladiator"))
def test_the_blows_that_are_left_go_to_the_next_in_reach(ruleset: Ruleset, who: str) -> None:
    table = facing(ruleset, who, "E6")
    before = table.hp("Pip")
    answer = table.did("next_turn", play="foes")
    assert table.hp("Oda") == 0 and table.hp("Pip") < before, answer["text"]
    assert table.thing("Oda").body.get("deathSaves", {}).get("failures", 0) == 0, answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("who", ("Brown Bear", "Troll", "Gladiator"))
def test_they_stop_where_nobody_else_is_in_reach(ruleset: Ruleset, who: str) -> None:
    table = facing(ruleset, who, "A1")
    before = table.hp("Pip")
    answer = table.did("next_turn", play="foes")
    assert table.hp("Oda") == 0 and table.hp("Pip") == before, answer["text"]
    assert "is left out: nobody whom it may turn to stands in its reach." in answer["text"]
    assert table.thing("Oda").body.get("deathSaves", {}).get("failures", 0) == 0, answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_told_fight_knows_no_reach_and_turns_to_whoever_stands(ruleset: Ruleset) -> None:
    table = facing(ruleset, "Brown Bear", "E6", space="told")
    before = table.hp("Pip")
    answer = table.did("next_turn", play="foes")
    assert table.hp("Oda") == 0 and table.hp("Pip") < before, answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_game_master_names_is_played_as_said(ruleset: Ruleset) -> None:
    table = facing(ruleset, "Brown Bear", "E6")
    before = table.hp("Pip")
    answer = table.did("act", "Brown Bear", act="Multiattack", targets=["Oda"])
    assert table.hp("Pip") == before and "left out" not in answer["text"], answer["text"]
    assert "death save" in answer["text"].lower(), answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_foe_with_extra_attack_makes_it_and_turns_on(ruleset: Ruleset) -> None:
    table = facing(ruleset, "Knight Sabine", "E6", KNIGHT)
    table.did("heal", "Oda", amount=20)
    before = table.hp("Oda")
    told = table.did("next_turn", play="foes")["text"]
    assert told.count("Knight Sabine attacks Oda") == 2 and table.hp("Oda") < before, told
    table = facing(ruleset, "Knight Sabine", "E6", KNIGHT)
    before = table.hp("Pip")
    first = table.did("next_turn", play="foes")
    assert table.hp("Oda") == 0 and table.hp("Pip") == before, first["text"]
    second = table.did("next_turn", play="foes")
    assert table.hp("Pip") < before, second["text"]
