"""Opportunity attacks that heroes provoke: foes that next_turn plays strike first, each as an answer of its own, and a hero may answer the blow."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import ANN, SCORES, fought, places, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table, snapshot

pytestmark = pytest.mark.stored

HALL = {"size": "40x10"}
FOES = {"operation": "next_turn", "play": "foes"}


@laid_alike
def walked(ruleset: Ruleset, **fields: Any) -> Table:
    """Oda has walked out of the reach of an ogre and a goblin."""
    table = fought(ruleset, HALL)
    put(table, Oda="D5", Pip="A1", Ogre="E5", Goblin_1="D6", Goblin_2="AN1")
    turn_of(table, "Oda")
    table.did("move", "Oda", to="A5", **fields)
    return table


@laid_alike
def wizard(ruleset: Ruleset) -> Table:
    """Mira, who knows Shield, has walked out of the reach of an ogre and a goblin; Oda and Pip stand far off."""
    table = fought(ruleset, HALL)
    table.did("end_fight")
    sheet = {"abilities": SCORES, "classes": {"wizard": 5}, "party": True, "spells": {"prepared": ["Shield"]}}
    table.did("create", name="Mira", character=sheet, roomName="Crypt")
    table.did("start_fight", names=["party", "Goblin 1", "Goblin 2", "Ogre"], space="measured")
    put(table, Oda="AA5", Pip="A1", Ogre="E5", Goblin_1="D6", Goblin_2="AN1", Mira="D5")
    turn_of(table, "Mira")
    table.did("move", "Mira", to="A5")
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_foes_strike_before_they_are_played(ruleset: Ruleset):
    table = walked(ruleset)
    rev = table.rev
    let(table, 15)
    told = str(table.did("next_turn", play="foes")["text"])
    first, second = told.index("Ogre uses Opportunity Attack"), told.index("Goblin 1 uses Opportunity Attack")
    assert first < second < told.index("turn.")
    assert told.count("In answer to rev") == 2
    assert table.rev == rev + 3, "two answers and the play, each of which one undo takes back"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_strike_is_undone_by_itself(ruleset: Ruleset):
    table = walked(ruleset)
    before = snapshot(table.game).world
    rev = table.rev
    table.did("next_turn", play="foes")
    for later in (3, 2, 1):
        table.did("undo", rev=rev + later)
    assert snapshot(table.game).world == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_trial_says_who_strikes_first_and_changes_nothing(ruleset: Ruleset):
    table = walked(ruleset)
    before = snapshot(table.game)
    told = str(table.did("next_turn", play="foes", dryRun=True)["text"])
    assert "First the opportunity attacks of Ogre and Goblin 1 are played." in told
    assert snapshot(table.game) == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_foes_strike_once(ruleset: Ruleset):
    table = walked(ruleset)
    table.did("act", "Ogre", act="Opportunity Attack", answer=True)
    told = str(table.did("next_turn", play="foes")["text"])
    assert "Ogre uses Opportunity Attack" not in told and "Goblin 1 uses Opportunity Attack" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_disengaged_is_not_struck(ruleset: Ruleset):
    table = fought(ruleset, HALL)
    put(table, Oda="D5", Pip="A1", Ogre="E5", Goblin_1="D6", Goblin_2="AN1")
    turn_of(table, "Oda")
    table.did("act", "Oda", act="Disengage")
    table.did("move", "Oda", to="A5")
    assert "Opportunity Attack" not in str(table.did("next_turn", play="foes")["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_hero_does_after_the_walk_stays(ruleset: Ruleset):
    table = walked(ruleset)
    let(table, 19)
    hit = table.did("attack", "Oda", targetName="Goblin 2", force=True)
    assert "hit" in str(hit["text"]) or "damage" in str(hit["text"])
    left = table.hp("Goblin 2")
    told = str(table.did("next_turn", play="foes")["text"])
    assert "Ogre uses Opportunity Attack" in told
    assert table.hp("Goblin 2") == left


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_walker_that_falls_lies_where_it_was_struck_and_play_stops(ruleset: Ruleset):
    table = fought(ruleset, HALL)
    put(table, Oda="D5", Pip="A1", Ogre="E5", Goblin_1="D6", Goblin_2="AN1")
    turn_of(table, "Oda")
    table.did("damage", "Oda", amount=25, damageType="cold")
    table.did("move", "Oda", to="A5")
    let(table, 19, face=8)
    told = str(table.did("next_turn", play="foes")["text"])
    assert "Fallen or gone: Oda. next_turn with play foes goes on." in told
    assert places(table)["Oda"] == "D5" and "Goblin 1 uses" not in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hit_points_that_were_lost_since_are_in_no_ones_way(ruleset: Ruleset):
    table = walked(ruleset)
    table.did("damage", "Oda", amount=3, damageType="cold")
    let(table, 15)
    told = str(table.did("next_turn", play="foes")["text"])
    assert "Ogre uses Opportunity Attack" in told and "Goblin 1 uses Opportunity Attack" in told, told
    assert "stand in the way" not in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_stands_in_the_way_of_a_strike_is_said(ruleset: Ruleset):
    table = walked(ruleset)
    table.did("damage", "Oda", amount=3, damageType="cold")
    table.did("heal", "Oda", amount=3)
    let(table, 15)
    told = str(table.did("next_turn", play="foes")["text"])
    assert "No opportunity attack any more, because later deeds stand in the way: Ogre and Goblin 1." in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hero_may_answer_the_blow_before_play_goes_on(ruleset: Ruleset):
    table = wizard(ruleset)
    let(table, 6, face=3)
    told = str(table.did("next_turn", play="foes")["text"])
    assert "Mira (Shield)" in told and "The foes wait for Mira" in told, told
    assert "Goblin 1 uses" not in told
    shielded = str(table.did("cast", "Mira", spell="Shield", answer=True)["text"])
    assert "Ogre uses Opportunity Attack. Mira (6+6 = 12 against AC 16) is missed" in shielded, shielded
    assert table.hp("Mira") == 32
    rest = str(table.did("next_turn", play="foes")["text"])
    assert "Ogre uses Opportunity Attack" not in rest and "Goblin 1 uses Opportunity Attack" in rest


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_request_that_stopped_for_a_hero_is_not_done_twice(ruleset: Ruleset):
    table = wizard(ruleset)
    let(table, 6, face=3)
    first = table.did("next_turn", play="foes", requestId="turn-1")
    rev = table.rev
    again = table.did("next_turn", play="foes", requestId="turn-1")
    assert again["repeated"] and again["rev"] == first["rev"] and table.rev == rev


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_request_that_was_played_is_not_done_twice(ruleset: Ruleset):
    table = walked(ruleset)
    first = table.did("next_turn", play="foes", requestId="turn-1")
    rev = table.rev
    again = table.did("next_turn", play="foes", requestId="turn-1")
    assert again["repeated"] and again["rev"] == first["rev"] and table.rev == rev


@pytest.mark.parametrize("ruleset", RULESETS)
def test_foes_strike_also_when_the_player_has_ended_the_turn(ruleset: Ruleset):
    table = fought(ruleset, HALL)
    put(table, Oda="D5", Pip="A1", Ogre="E5", Goblin_1="D6", Goblin_2="AN1")
    turn_of(table, "Oda")
    for payload in ({"operation": "move", "characterName": "Oda", "to": "A5"}, {"operation": "next_turn"}):
        answer = table.game.ask(payload, "execute_action", "brief", ANN)
        assert answer["ok"], answer["text"]
    assert "Ogre uses Opportunity Attack" in str(table.did("next_turn", play="foes")["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_master_who_passes_the_turn_lets_the_strikes_go(ruleset: Ruleset):
    table = walked(ruleset)
    table.did("next_turn")
    assert "Opportunity Attack" not in str(table.did("next_turn", play="foes")["text"])
