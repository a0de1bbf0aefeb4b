"""The data of answers where places count: walks, who may strike, squares, and the facts of a roll."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import ANN, fought, put, turn_of
from tests.operations.dice import let
from tests.operations.table import TOOL_OF, Table

SQUARES = {"Oda": "B5", "Pip": "B9", "Ogre": "H5", "Goblin_1": "K1", "Goblin_2": "L10"}


@laid_alike
def standing(ruleset: Ruleset = "5.2", **squares: str) -> Table:
    table = fought(ruleset)
    put(table, **{**SQUARES, **squares})
    turn_of(table, "Oda")
    return let(table, 12, face=3)


def data(table: Table, detail: Any = "full", caller: Caller | None = None, **payload: Any) -> dict[str, Any]:
    answer = table.game.ask(payload, TOOL_OF[payload["operation"]], detail, *([caller] if caller else []))
    assert answer["ok"], answer["text"]
    found: dict[str, Any] = answer["results"][0]
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_walk_tells_its_way_its_feet_and_who_may_strike(ruleset: Ruleset) -> None:
    table = standing(ruleset, Oda="D5", Ogre="E4", Goblin_1="D7")
    found = data(table, operation="move", characterName="Oda", path=["D6", "C6", "B6", "A6"])
    assert found["move"] == {"from": "D5", "to": "A6", "feet": 20, "by": "walk", "left": 10, "way": ["D5", "D6", "C6", "B6", "A6"]}
    assert found["provokes"] == [{"name": "Ogre", "at": "D6", "step": 2}, {"name": "Goblin 1", "at": "C6", "step": 3}]
    assert "way" not in data(table, "brief", operation="move", characterName="Oda", to="A5")["move"]


def test_a_walk_that_ends_early_says_where_and_why() -> None:
    table = standing(Ogre="K8")
    table.did("create", name="Lurker", template="Ogre", roomName="Crypt")
    put(table, Lurker="E5")
    let(table, 20).did("act", "Lurker", act="Hide", force=True)
    turn_of(table, "Oda")
    found = data(table, caller=ANN, operation="move", characterName="Oda", path=["C5", "D5", "E5", "F4"])
    assert found["move"]["stopped"] == {"at": "E5", "why": "unseen"} and found["move"]["to"] == "D5" and "provokes" not in found
    table = let(standing(Oda="D5", Ogre="E4", Goblin_1="K1"), 19)
    table.did("damage", "Oda", amount=27, damageType="fire")
    table.did("move", "Oda", path=["D6", "C6", "B6", "A6"])
    assert "cannot go on" in table.did("act", "Ogre", act="Opportunity Attack", answer=True)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_attack_tells_the_facts_that_counted(ruleset: Ruleset) -> None:
    table = standing(ruleset, Oda="B6", Pip="E6", Goblin_1="G6", Ogre="A1")
    table.did("give", "Oda", item="Shortbow", equip=True)
    table.did("give", "Oda", item="Arrow", quantity=20)
    seen = data(table, "brief", ANN, operation="attack", characterName="Oda", targetName="Goblin 1")
    assert "targets" not in seen  # it may be somebody unseen who gives the cover
    found = data(table, "brief", operation="attack", characterName="Oda", targetName="Goblin 1")
    assert found["targets"] == [{"name": "Goblin 1", "facts": {"feet": 25, "near": False, "cover": "half", "coverBy": "Pip"}}]
    put(table, Goblin_2="B7", Pip="A9")
    found = data(table, operation="attack", characterName="Oda", targetName="Goblin 1")["targets"][0]["facts"]
    assert found == {"feet": 25, "near": False, "cover": "none", "closeCombat": True}
    found = data(table, "brief", operation="attack", characterName="Oda", targetName="Ogre", **{"with": ["no_cover"]})
    assert found["targets"][0]["facts"]["closeCombat"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_act_tells_them_of_each_target(ruleset: Ruleset) -> None:
    table = standing(ruleset, Ogre="C5")
    facts = data(table, operation="act", characterName="Ogre", act="Greatclub", targets=["Oda"])["targets"][0]["facts"]
    assert facts == {"feet": 5, "near": True, "cover": "none"}
    put(table, Goblin_1="A5")
    facts = data(table, operation="act", characterName="Ogre", act="Greatclub", targets=["Oda"])["targets"][0]["facts"]
    assert facts["allyNear"] is True


def test_turns_and_places_tell_squares() -> None:
    table = standing()
    assert data(table, operation="place", names=["Oda"], to="C5")["places"] == {"Oda": "C5"}
    turn_of(table, "Goblin 2")
    turn = data(table, operation="next_turn")
    assert turn["turn"]["movement"]["left"] == turn["turn"]["movement"]["walk"]
    assert {one["name"] for one in turn["standing"]} >= {"Oda"} and all("inReach" in one for one in turn["standing"])
    assert "standing" not in data(table, "brief", operation="next_turn")
    table.did("end_fight")
    found = data(table, operation="start_fight", names=["party", "Ogre"], space="measured")
    assert found["places"].keys() >= {"Oda", "Pip", "Ogre"}


def test_players_read_the_feet_of_their_own() -> None:
    table = standing()
    for _ in range(6):
        found = table.game.ask({"operation": "next_turn"}, "execute_action", "full", ANN)
        if not found["ok"]:
            found = table.game.ask({"operation": "next_turn"}, "execute_action", "full")
            continue
        whose = found["text"].partition("'s turn")[0].rpartition(": ")[2]
        assert ("turn" in found["results"][0]) == (whose in ("Oda", "Pip"))


def test_told_fights_have_none_of_it() -> None:
    table = standing()
    table.did("end_fight")
    table.did("start_fight", names=["party", "Ogre"], space="told")
    turn_of(table, "Oda")
    found = data(table, operation="attack", characterName="Oda", targetName="Ogre")
    assert "targets" not in found and "turn" not in data(table, operation="next_turn")
