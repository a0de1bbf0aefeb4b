"""What somebody has readied is told when a deed may set it off, and foes that next_turn plays wait for it (SRD, Ready)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import ANN, fought, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table, notes

pytestmark = pytest.mark.stored
HALL = {"size": "40x10"}
OGRE_CLOSE = "the ogre comes into reach"


def readied(ruleset: Ruleset, trigger: str, then: str = "attack", **more: Any) -> Table:
    """Oda has readied something; the ogre stands 35 feet east of her, and it is the ogre's turn."""
    table = fought(ruleset, HALL, **more)
    put(table, Oda="D5", Pip="A1", Ogre="L5", Goblin_1="AM1", Goblin_2="AN1")
    turn_of(table, "Oda")
    table.did("act", "Oda", act="Ready", choice={"trigger": trigger, "then": then})
    turn_of(table, "Ogre")
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_walk_into_reach_sets_it_off(ruleset: Ruleset):
    table = readied(ruleset, OGRE_CLOSE)
    assert "Oda has readied" not in notes(table.did("move", "Ogre", to="G5")), "5 feet too far"
    told = notes(table.did("move", "Ogre", to="next to Oda"))
    assert f"Oda has readied attack ({OGRE_CLOSE}). If Ogre has set it off: attack, characterName Oda, targetName Ogre." in told
    let(table, 15)
    assert "Oda does what it has readied" in notes(table.did("attack", "Oda", targetName="Ogre"))
    assert "Oda has readied" not in notes(table.did("move", "Ogre", to="E6")), "it is done once"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_foes_wait_and_then_go_on(ruleset: Ruleset):
    table = readied(ruleset, OGRE_CLOSE)
    told = str(table.did("next_turn", play="foes")["text"])
    assert "Oda has readied attack" in told and "The foes wait for Oda" in told and "Greatclub" not in told
    let(table, 15)
    table.did("attack", "Oda", targetName="Ogre")
    assert "Greatclub" in str(table.did("next_turn", play="foes")["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_foes_go_on_without_an_answer(ruleset: Ruleset):
    table = readied(ruleset, OGRE_CLOSE)
    table.did("next_turn", play="foes")
    assert "Greatclub" in str(table.did("next_turn", play="foes")["text"])


TRIGGERS = {
    "the ogre moves": True,
    "somebody comes near": True,
    "an enemy does anything": True,
    "": True,
    "when he approaches within 10 ft": False,
    "when he approaches within 30 ft": True,
    "a goblin moves": False,
    "Goblin 1 moves": False,
    "the ogre attacks": False,
    "the ogre casts a spell": False,
    "the ogre stands up": False,
    "Pip moves": False,
    "the ogre leaves": True,
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_words_of_a_trigger_are_read(ruleset: Ruleset):
    table = readied(ruleset, "x")
    wrong = []
    for trigger, is_called in TRIGGERS.items():
        turn_of(table, "Oda")
        put(table, Oda="D5", Ogre="L5")
        table.did("act", "Oda", act="Ready", choice={"trigger": trigger, "then": "attack"}, force=True)
        turn_of(table, "Ogre")
        told = notes(table.did("move", "Ogre", to="J5"))
        if ("Oda has readied" in told) != is_called:
            wrong.append(trigger)
        turn_of(table, "Oda")
    assert not wrong


@pytest.mark.parametrize("ruleset", RULESETS)
def test_attacks_and_standing_up_set_it_off(ruleset: Ruleset):
    table = readied(ruleset, "the ogre stands up or attacks Pip")
    table.did("apply", "Ogre", condition="prone")
    assert "Oda has readied" in notes(table.did("act", "Ogre", act="Stand Up"))
    let(table, 15)
    put(table, Pip="K5")
    assert "Oda has readied" in notes(table.did("attack", "Ogre", targetName="Pip"))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("then", "call"),
    [
        ("shoot it", "attack, characterName Oda, targetName Ogre"),
        ("run to the door", "move, characterName Oda."),
        ("Dodge", "act Dodge, characterName Oda."),
        ("shove it back", "act Shove, characterName Oda, targetName Ogre"),
    ],
)
def test_the_call_is_what_was_readied(ruleset: Ruleset, then: str, call: str):
    table = readied(ruleset, "the ogre moves", then)
    assert call in notes(table.did("move", "Ogre", to="J5"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_readied_for_what_a_wall_hides(ruleset: Ruleset):
    ground = {"size": "40x10", "features": [{"is": "wall", "at": "F1-F10"}]}
    table = fought(ruleset, ground)
    put(table, Oda="D5", Pip="A1", Ogre="L5", Goblin_1="AM1", Goblin_2="AN1")
    turn_of(table, "Oda")
    table.did("act", "Oda", act="Ready", choice={"trigger": "the ogre moves", "then": "shoot"})
    turn_of(table, "Ogre")
    assert "Oda has readied" not in notes(table.did("move", "Ogre", to="J5"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_players_read_of_their_own_alone(ruleset: Ruleset):
    table = readied(ruleset, "x")
    turn_of(table, "Ogre")
    table.did("act", "Ogre", act="Ready", choice={"trigger": "Oda moves", "then": "attack"})
    turn_of(table, "Oda")
    move = {"operation": "move", "characterName": "Oda", "to": "E5"}
    told = table.game.ask(move, "execute_action", "full", ANN)["text"]
    assert "readied" not in told
    assert "Ogre has readied attack (Oda moves)" in notes(table.did("move", "Oda", to="F5"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fight_that_is_told_tells_nothing_of_it(ruleset: Ruleset):
    table = fought(ruleset, HALL)
    table.did("end_fight")
    table.did("start_fight", names=["party", "Ogre"], space="told")
    turn_of(table, "Oda")
    table.did("act", "Oda", act="Ready", choice={"trigger": "the ogre attacks", "then": "attack"})
    turn_of(table, "Ogre")
    assert "has readied" not in table.did("attack", "Ogre", targetName="Pip")["text"]
