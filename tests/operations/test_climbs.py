"""Climbs that end half-way: who holds on, what it costs, and who falls."""

from typing import Any

import pytest

from rpg_lite.store.thing_body_schema import SpotBody
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import fought, places, put, turn_of, where, world_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

CLIFF = {
    "size": "12x10",
    "features": [{"is": "ledge", "at": "A1-C2", "ft": 20, "called": "cliff"}, {"is": "pit", "at": "H5-I6", "ft": 30, "called": "shaft"}],
}


@laid_alike
def cliff(ruleset: Ruleset = "5.2") -> Table:
    table = fought(ruleset, CLIFF)
    put(table, Goblin_1="L9", Goblin_2="K10", Ogre="K1", Pip="L10")
    turn_of(table, "Oda")
    return table


def moved(table: Table, to: str, **more: Any) -> str:
    return str(table.did("move", "Oda", to=to, **more)["text"])


def next_round(table: Table) -> None:
    table.did("next_turn")
    turn_of(table, "Oda")


@each_row("begins, to, ends, feet, left", [
    ("A3", "A3+15", "A3+15", 30, 0), ("A3", "toward A2", "A3+15", 30, 0), ("A4", "toward A2", "A3+10", 25, 5), ("A4", "A3+10", "A3+10", 25, 5),
    ("A2+20", "A3+10", "A3+10", 25, 5), ("A2+20", "toward A4", "A3+10", 25, 5), ("A1+20", "toward A4", "A3+10", 30, 0),
    ("G5", "H5 down 10", "H5 down 10", 25, 5), ("H5 down 30", "H5 down 15", "H5 down 15", 30, 0), ("H5 down 30", "toward G5", "H5 down 15", 30, 0),
])  # fmt: skip
def test_a_climb_ends_half_way_where_its_feet_end(begins: str, to: str, ends: str, feet: int, left: int):
    for ruleset in RULESETS:
        table = cliff(ruleset)
        put(table, Oda=begins)
        told = moved(table, to, by="climb")
        assert f"moves {feet} ft ({left} left), climbing" in told and "falls" not in told, told
        assert places(table)["Oda"] == ends
        table.did("undo")
        assert places(table)["Oda"] == begins


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_climb_goes_on_in_the_next_turn(ruleset: Ruleset):
    table = cliff(ruleset)
    put(table, Oda="A3")
    moved(table, "A3+15", by="climb")
    assert "A3+15" in where(table, "Oda")
    next_round(table)
    assert "moves 15 ft (15 left), climbing" in moved(table, "A2") and places(table)["Oda"] == "A2+20"


@each_row("to, feet, ends", [("A3", 20, "A3"), ("A3+5", 10, "A3+5"), ("A4", 25, "A4"), ("A3+15", 10, "A3+15")])
def test_a_climber_goes_down_again_or_on(to: str, feet: int, ends: str):
    for ruleset in RULESETS:
        table = cliff(ruleset)
        put(table, Oda="A3")
        moved(table, "A3+10", by="climb")
        next_round(table)
        assert f"moves {feet} ft" in moved(table, to) and places(table)["Oda"] == ends


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_climb_that_is_too_dear_offers_its_part(ruleset: Ruleset):
    table = cliff(ruleset)
    put(table, Oda="A3")
    refused = table.refused("too_far", "move", "Oda", to="A2", by="climb")
    instead = refused["error"]["try"]
    assert instead["to"] == "A3+15" and instead["by"] == "climb"
    assert table.send(instead, "execute_action")["ok"]


@each_row("condition, ruleset, falls", [
    ("prone", "5.1", True), ("prone", "5.2", True), ("unconscious", "5.1", True), ("unconscious", "5.2", True), ("paralyzed", "5.1", True),
    ("incapacitated", "5.1", False), ("incapacitated", "5.2", True), ("grappled", "5.1", False), ("grappled", "5.2", False),
    ("restrained", "5.2", False), ("poisoned", "5.1", False),
])  # fmt: skip
def test_a_climber_falls_when_it_loses_its_hold(condition: str, ruleset: Ruleset, falls: bool):
    table = cliff(ruleset)
    put(table, Oda="A3")
    moved(table, "A3+15", by="climb")
    told = str(let(table, face=3).did("apply", "Oda", condition=condition)["text"])
    assert ("Oda falls 15 ft to A3" in told) == falls, told
    assert places(table)["Oda"] == ("A3" if falls else "A3+15")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_lets_go_or_loses_its_cliff_falls(ruleset: Ruleset):
    table = cliff(ruleset)
    put(table, Oda="A3")
    moved(table, "A3+15", by="climb")
    told = moved(table, "A3", by="walk")
    assert "falls 15 ft to A3" in told and places(table)["Oda"] == "A3", told
    table.did("undo")
    assert places(table)["Oda"] == "A3+15"
    cleared = table.send({"operation": "update", "bagName": "Crypt", "ground": {"clear": ["cliff"]}}, "manage_room")
    assert "falls 15 ft to A3" in cleared["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_hangs_where_nothing_rises(ruleset: Ruleset):
    table = cliff(ruleset)
    put(table, Oda="A4")
    table.refused("level_needs_flight", "move", "Oda", to="A4+10", by="climb")
    table.refused("level_needs_flight", "move", "Oda", to="A3+25", by="climb")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_climber_is_reached_and_passed_at_its_height(ruleset: Ruleset):
    table = cliff(ruleset)
    put(table, Oda="A3", Goblin_1="A5")
    moved(table, "A3+15", by="climb")
    assert "15 ft" in next(line for line in where(table, "Oda").split(". ") if "Goblin 1" in line)
    turn_of(table, "Goblin 1")
    table.refused("beyond_reach", "act", "Goblin 1", act="Scimitar", targets=["Oda"])
    assert table.did("move", "Goblin 1", to="A3")["ok"] and places(table)["Goblin 1"] == "A3"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_climber_who_is_pushed_falls_where_it_comes(ruleset: Ruleset):
    table = cliff(ruleset)
    put(table, Oda="B3")
    moved(table, "B3+10", by="climb")
    table.did("update", "Pip", character={"classes": {"fighter": 1, "wizard": 3}, "spells": {"prepared": ["Thunderwave"]}})
    put(table, Pip="A3")
    turn_of(table, "Pip")
    told = str(let(table, 1, face=1).did("cast", "Pip", spell="Thunderwave", catch=["Oda"])["text"])
    assert "falls 10 ft to C3" in told and places(table)["Oda"] == "C3", told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_climber_leaves_by_misty_step(ruleset: Ruleset):
    table = cliff(ruleset)
    table.did("update", "Oda", character={"classes": {"fighter": 1, "wizard": 3}, "spells": {"prepared": ["Misty Step"]}})
    put(table, Oda="A3")
    moved(table, "A3+15", by="climb")
    told = str(table.did("cast", "Oda", spell="Misty Step", to="C5")["text"])
    assert places(table)["Oda"] == "C5" and "falls" not in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hold_is_drawn_and_fits_the_stored_form(ruleset: Ruleset):
    table = cliff(ruleset)
    put(table, Oda="A3")
    moved(table, "A3+15", by="climb")
    drawn = table.send({"operation": "map", "ground": True}, "manage_room")["text"]
    assert "A Oda 15 ft up" in drawn, drawn
    oda = next(one for one in world_of(table).things.values() if one.name == "Oda")
    assert oda.state.spot is not None and oda.state.spot.is_hold
    SpotBody.model_validate(oda.state.spot.document)
