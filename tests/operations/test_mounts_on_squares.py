"""Riders and mounts where places count: the mount carries its rider, walks at its own speed, and leaves it beside itself."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import crypt, fought, places, put, turn_of, where
from tests.operations.dice import let
from tests.operations.table import Table

YARD = {"size": "30x12"}


@laid_alike
def yard(ruleset: Ruleset) -> Table:
    """Oda beside a warhorse, everybody else far away, on Oda's turn."""
    table = fought(ruleset, YARD)
    table.did("create", name="Warhorse", template="Warhorse", roomName="Crypt")
    table.did("start_fight", names=["Warhorse"])
    put(table, Oda="B5", Pip="A12", Warhorse="C5", Ogre="AB1", Goblin_1="AA10", Goblin_2="AB10")
    turn_of(table, "Oda")
    return table


def mounted(ruleset: Ruleset) -> Table:
    table = yard(ruleset)
    table.did("act", "Oda", act="Mount", targets=["Warhorse"])
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_mounting_needs_five_feet(ruleset: Ruleset):
    table = yard(ruleset)
    put(table, Warhorse="E5")
    refused = table.refused("beyond_range", "act", "Oda", act="Mount", targets=["Warhorse"])
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_mount_goes_where_its_rider_sends_it_at_its_own_speed(ruleset: Ruleset):
    table = mounted(ruleset)
    assert places(table)["Oda"] == places(table)["Warhorse"] == "C5"
    told = str(table.did("move", "Oda", to="L5")["text"])
    assert "45 ft (15 left)" in told, told
    assert places(table)["Oda"] == places(table)["Warhorse"] == "L5"
    table.refused("too_far", "move", "Oda", to="T5")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_steps_before_mounting_take_nothing_from_the_mount(ruleset: Ruleset):
    table = yard(ruleset)
    put(table, Warhorse="E5")
    table.did("move", "Oda", to="next to Warhorse")
    table.did("act", "Oda", act="Mount", targets=["Warhorse"])
    assert "60 ft (0 left)" in table.did("move", "Oda", to="Q5")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dash_of_the_mount_doubles_what_it_walks(ruleset: Ruleset):
    table = mounted(ruleset)
    table.did("act", "Warhorse", act="Dash")
    assert "(60 left)" in table.did("move", "Oda", to="O5")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ridden_mount_is_moved_by_its_rider(ruleset: Ruleset):
    table = mounted(ruleset)
    refused = table.refused("mount_is_ridden", "move", "Warhorse", to="L5")
    assert table.send(refused["error"]["try"], "execute_action")["ok"] and places(table)["Oda"] == "L5"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_independent_mount_does_not_walk_for_its_rider(ruleset: Ruleset):
    table = yard(ruleset)
    table.did("act", "Oda", act="Mount", targets=["Warhorse"], choice="independent")
    table.refused("mount_moves_itself", "move", "Oda", to="L5")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_gets_off_stands_beside_its_mount(ruleset: Ruleset):
    table = mounted(ruleset)
    table.did("move", "Oda", to="L5")
    table.did("next_turn")
    turn_of(table, "Oda")
    table.did("act", "Oda", act="Dismount")
    now = places(table)
    assert now["Warhorse"] == "L5" and now["Oda"] not in ("L5", "C5", "B5")
    assert "Warhorse: 5 ft" in where(table, "Oda")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_foes_strike_at_the_mount_that_leaves_their_reach(ruleset: Ruleset):
    """5.1: or at its rider (Controlling a Mount)."""
    table = mounted(ruleset)
    put(table, Ogre="E5")
    told = str(table.did("move", "Oda", to="K5")["text"])
    assert "Ogre may strike" in told, told
    asked = let(table, 12, face=19).ask("act", "Ogre", act="Opportunity Attack", answer=True, targets=["Oda"])
    assert asked["ok"] == (ruleset == "5.1"), asked["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_is_in_reach_where_its_mount_is(ruleset: Ruleset):
    table = mounted(ruleset)
    put(table, Ogre="E5")
    turn_of(table, "Ogre")
    table.did("attack", "Ogre", targetName="Oda")
    table.did("place", names=["Oda"], to="A1")
    assert places(table)["Warhorse"] == "A1"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_undo_of_a_ride_brings_both_back(ruleset: Ruleset):
    table = mounted(ruleset)
    before = places(table)
    table.did("move", "Oda", to="L5")
    table.did("undo")
    assert places(table) == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_stays_aloft_with_its_mount_and_falls_with_it(ruleset: Ruleset):
    table = yard(ruleset)
    table.did("create", name="Griffon", template="Griffon", roomName="Crypt")
    table.did("start_fight", names=["Griffon"])
    put(table, Griffon="A6")
    turn_of(table, "Oda")
    table.did("act", "Oda", act="Mount", targets=["Griffon"], choice="controlled")
    told = str(table.did("move", "Oda", to="G6+20", by="fly")["text"])
    assert "falls" not in told and places(table)["Oda"] == places(table)["Griffon"] == "G6+20"
    assert "Griffon falls 20 ft" in table.did("apply", "Griffon", condition="paralyzed")["text"]
    assert places(table)["Griffon"] == "G6"
    assert places(table)["Oda"] == {"5.1": "G5", "5.2": "G6"}[ruleset], "5.1: thrown off beside it"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_mount_walks_once_in_a_round(ruleset: Ruleset):
    table = mounted(ruleset)
    table.did("move", "Oda", to="L5")
    assert "Warhorse at L5, 15 ft left" in table.did("next_turn")["text"]
    table.refused("too_far", "move", "Oda", to="T5")
    turn_of(table, "Oda")
    assert "(0 left)" in table.did("move", "Oda", to="X5")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_party_is_placed_with_a_rider_among_it(ruleset: Ruleset):
    table = mounted(ruleset)
    table.did("place", names=["party"], to="door south")
    assert places(table)["Oda"] == places(table)["Warhorse"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_is_placed_with_its_mount(ruleset: Ruleset):
    """A Large mount stands with its north-western square where its rider is said to be, as a fight begins and in it."""
    table = crypt(begun(ruleset), YARD)
    table.did("create", name="Warhorse", template="Warhorse", roomName="Crypt")
    table.did("act", "Oda", act="Mount", targets=["Warhorse"])
    said = {"Oda": "B5", "Pip": "A12", "Ogre": "AB1"}
    table.did("start_fight", names=["party", "Warhorse", "Ogre"], space="measured", places=said)
    assert places(table)["Oda"] == places(table)["Warhorse"] == "B5"
    put(table, Oda="H5")
    assert places(table)["Oda"] == places(table)["Warhorse"] == "H5"
    put(table, Warhorse="F8")
    assert places(table)["Oda"] == places(table)["Warhorse"] == "F8"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_for_whom_nobody_says_a_place_stands_where_its_mount_does(ruleset: Ruleset):
    table = crypt(begun(ruleset), YARD)
    table.did("create", name="Warhorse", template="Warhorse", roomName="Crypt")
    table.did("act", "Oda", act="Mount", targets=["Warhorse"])
    table.did("start_fight", names=["party", "Warhorse", "Ogre"], space="measured")
    assert places(table)["Oda"] == places(table)["Warhorse"]
