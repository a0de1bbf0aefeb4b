"""Walls of spells that stand as objects: whom ice pushes aside and hurts, and what a broken section lets through (SRD, Wall of Ice, Wall of Stone)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import places, put, turn_of
from tests.operations.halls import SAFE, casts, hall
from tests.operations.table import Table
from tests.rows import each_row


def frozen(ruleset: Ruleset, slot: int = 6, **call: object) -> tuple[Table, str]:
    """A wall of ice of Elara along the column I, from I1 to I16, and what its answer says."""
    table = hall(ruleset)
    put(table, **SAFE)
    return table, str(casts(table, "Wall of Ice", slot=slot, **(call or {"at": "I1", "toward": "south"}))["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_ice_pushes_whom_it_cuts_through_and_hurts_it(ruleset: Ruleset) -> None:
    table, told = frozen(ruleset)
    assert places(table)["Goblin 1"] in ("H4", "H5", "H6", "J4", "J5", "J6") and "is pushed aside to" in told, told
    assert "No longer in" not in told, told  # nobody is within ice
    assert table.hp("Goblin 1") == 400 - (10 * 3 + 2) and table.hp("Goblin 2") == 400, told
    turn_of(table, "Goblin 2")
    table.refused("no_way", "move", "Goblin 2", to="F4")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dome_of_ice_is_a_ring_around_its_point(ruleset: Ruleset) -> None:
    table, told = frozen(ruleset, at="I5/J6")
    assert "20-ft ring" in told, told
    assert table.hp("Goblin 1") == 400 and places(table)["Goblin 1"] == "I5", told  # within
    turn_of(table, "Goblin 1")
    table.refused("no_way", "move", "Goblin 1", to="E5")


@each_row("ruleset, slot, dice", [("5.1", 6, 5), ("5.2", 6, 5), ("5.1", 8, 7), ("5.2", 8, 7)])
def test_a_broken_section_lets_through_and_leaves_frigid_air(ruleset: Ruleset, slot: int, dice: int) -> None:
    table, _ = frozen(ruleset, slot)
    told = str(table.did("act", "Elara", act="Wall of Ice: breach", at=["I4", "I5"])["text"])
    assert table.hp("Goblin 2") == 400, told
    turn_of(table, "Goblin 2")
    table.did("move", "Goblin 2", to="F4")
    assert places(table)["Goblin 2"] == "F4" and 400 - table.hp("Goblin 2") in (3 * dice, 3 * dice + 2)
    table.did("undo")
    assert table.hp("Goblin 2") == 400 and places(table)["Goblin 2"] == "K4"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_frigid_air_goes_with_its_wall(ruleset: Ruleset) -> None:
    table, _ = frozen(ruleset)
    table.did("act", "Elara", act="Wall of Ice: breach", at=["I4", "I5"])
    assert "Wall of Ice: breach ends" in table.did("end", "Elara", spell="Wall of Ice")["text"]
    turn_of(table, "Goblin 2")
    hp = table.hp("Goblin 2")
    table.did("move", "Goblin 2", to="F4")
    assert table.hp("Goblin 2") == hp


@each_row("choice", [("thick",), ("thin",)])
def test_a_broken_panel_of_stone_lets_through(choice: str) -> None:
    for ruleset in RULESETS:
        table = hall(ruleset)
        put(table, **SAFE)
        casts(table, "Wall of Stone", at="I1", toward="south", choice=choice)
        table.did("act", "Elara", act="Wall of Stone: breach", at=["I4", "I5"])
        turn_of(table, "Goblin 2")
        table.did("move", "Goblin 2", to="F4")
        assert places(table)["Goblin 2"] == "F4"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_wall_of_a_devil_stands_on_squares(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Ice Devil", **{"Ice Devil": ("N5", {"template": "Ice Devil"})})
    put(table, **SAFE)
    act = "Wall of Ice" if ruleset == "5.1" else "Ice Wall"
    told = str(table.did("act", "Ice Devil", act=act, at="I3", toward="south")["text"])
    assert table.hp("Goblin 1") < 400 and places(table)["Goblin 1"] != "I5" and "is pushed aside" in told, told
    table.did("act", "Ice Devil", act="Wall of Ice: breach", at=["I4", "I5"])
    turn_of(table, "Goblin 2")
    hp = table.hp("Goblin 2")
    table.did("move", "Goblin 2", path=["J4", "I4", "H4"])
    assert places(table)["Goblin 2"] == "H4" and hp - table.hp("Goblin 2") == (5 if ruleset == "5.1" else 7) * 3
