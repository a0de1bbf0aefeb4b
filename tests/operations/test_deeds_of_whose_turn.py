"""Deeds of the game master that name nobody: in a measured fight they mean whoever's turn it is."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import ANN, crypt, fought, places, turn_of
from tests.operations.table import Table, snapshot

STAND = {"Oda": "F6", "Pip": "A1", "Goblin 1": "G6", "Goblin 2": "A10", "Ogre": "J1"}
DEEDS: list[dict[str, Any]] = [
    {"operation": "move", "to": "F8"},
    {"operation": "act", "act": "Dodge"},
    {"operation": "attack", "targetName": "Goblin 1"},
]


@laid_alike
def stood(ruleset: Ruleset = "5.2", who: str = "Oda") -> Table:
    table = fought(ruleset, {"size": "12x10"}, places=STAND)
    turn_of(table, who)
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("deed", DEEDS)
def test_a_deed_without_a_name_is_that_of_whose_turn_it_is(ruleset: Ruleset, deed: dict[str, Any]) -> None:
    table = stood(ruleset)
    before = snapshot(table.game).world
    answer = table.send(deed, "execute_action")
    assert answer["ok"] and "Oda" in answer["text"], answer["text"]
    table.did("undo")
    assert snapshot(table.game).world == before


def test_a_monster_is_meant_in_its_turn_and_in_a_batch_until_the_turn_passes() -> None:
    table = stood(who="Ogre")
    told = table.send({"batch": [{"operation": "move", "to": "J4"}, {"operation": "act", "act": "Dodge"}]}, "execute_action")
    assert told["ok"] and places(table)["Ogre"] == "J4" and "Ogre uses Dodge" in told["text"]
    later = table.send({"batch": [{"operation": "next_turn"}, {"operation": "act", "act": "Dodge"}]}, "execute_action")
    assert not later["ok"] and later["error"]["field"].endswith("characterName")


@pytest.mark.parametrize("deed", DEEDS)
def test_where_places_do_not_count_a_name_is_asked_for(deed: dict[str, Any]) -> None:
    table = crypt(begun("5.2"))
    for space in (None, "told"):
        if space:
            table.did("start_fight", names=["party", "Ogre"], space=space)
        assert table.send(deed, "execute_action")["error"]["code"] == "target_required"


def test_a_reaction_names_who_reacts() -> None:
    table = stood()
    table.did("move", "Oda", to="F9")
    answer = table.send({"operation": "act", "act": "Opportunity Attack", "answer": True, "targets": ["Oda"]}, "execute_action")
    assert not answer["ok"] and answer["error"]["field"] == "characterName"


def test_a_player_without_a_name_acts_with_the_own_hero_alone() -> None:
    table = stood(who="Ogre")
    refused = table.game.ask({"operation": "act", "act": "Dodge"}, "execute_action", "brief", ANN)
    assert refused["error"]["code"] == "not_your_turn"
