"""Foes that next_turn plays where places count: none of them has a turn in which nothing happens."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import fought, places, put, turn_of
from tests.operations.table import Table

HALL = {"size": "40x10"}


@laid_alike
def hall(ruleset: Ruleset, ground: dict[str, object] = HALL, **where: str) -> Table:
    """Oda and Pip against one ogre and two goblins, on Oda's turn."""
    table = fought(ruleset, ground)
    put(table, **where)
    turn_of(table, "Oda")
    return table


def played(table: Table) -> str:
    """The turns of the foes until the next hero, and on until each has had one."""
    return " ".join(str(table.did("next_turn", play="foes")["text"]) for _ in range(3))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_cannot_attack_the_nearest_attacks_the_next(ruleset: Ruleset):
    ground = HALL | {"features": [{"is": "wall", "at": "C1-C9"}]}
    table = hall(ruleset, ground, Oda="B1", Pip="H1", Goblin_1="D1", Goblin_2="D2", Ogre="AK9")
    told = played(table)
    assert "Goblin 1 attacks Pip" in told or "Pip (" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_strikes_harder_hand_to_hand_steps_up_and_strikes(ruleset: Ruleset):
    table = hall(ruleset, Oda="D5", Pip="A1", Ogre="G5", Goblin_1="AM1", Goblin_2="AN1")
    told = played(table)
    assert "Ogre moves 10 ft" in told and "Greatclub" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_reaches_nobody_dashes(ruleset: Ruleset):
    ground = HALL | {"features": [{"is": "wall", "at": "T1-T9"}]}
    table = hall(ruleset, ground, Oda="A1", Pip="A2", Ogre="AM1", Goblin_1="AK1", Goblin_2="AL3")
    before = places(table)
    told = played(table)
    assert "Dash" in told, told
    assert all(places(table)[name] != before[name] for name in ("Ogre", "Goblin 1", "Goblin 2"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_is_walled_in_dodges(ruleset: Ruleset):
    ground = HALL | {"features": [{"is": "wall", "at": "T1-T10"}]}
    table = hall(ruleset, ground, Oda="A1", Pip="A2", Goblin_1="AA3", Goblin_2="AA4", Ogre="U1")
    told = played(table)
    assert "Ogre uses Dodge" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_fights_hand_to_hand_goes_around_those_who_could_strike(ruleset: Ruleset):
    bars = {"size": "14x12", "features": [{"is": "portcullis", "at": "F4-F7"}]}
    table = fought(ruleset, bars, places={"Ogre": "C6", "Oda": "H10", "Pip": "G6", "Goblin 1": "A12", "Goblin 2": "B12"})
    turn_of(table, "Ogre")
    straight = table.did("move", "Ogre", to="in reach of Pip", dryRun=True)["text"]
    assert "Oda may strike" in straight
    told = str(table.did("next_turn", play="foes")["text"])
    assert "Ogre moves" in told and "next to Pip" in told and "may strike" not in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_is_put_to_flight_runs_as_far_from_all_as_it_can(ruleset: Ruleset):
    table = fought(ruleset, HALL, places={"Ogre": "C5", "Oda": "J5", "Pip": "J6", "Goblin 1": "A1", "Goblin 2": "A10"})
    turned = {"name": "Panic", "flags": ["must_flee"]}
    assert table.send({"operation": "apply", "characterName": "Ogre", "effect": turned, "duration": "1 minute"}, "manage_condition")["ok"]
    turn_of(table, "Ogre")
    told = str(table.did("next_turn", play="foes")["text"])
    assert "Ogre uses Dash" in told and "Ogre moves" in told and "Greatclub" not in told, told
    assert "Ogre 45 ft" in told, "as far as eighty feet lead"
