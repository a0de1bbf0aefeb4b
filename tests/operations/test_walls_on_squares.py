"""Walls of spells: the side that burns, who stands where one appears, and who is pushed through it."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import places, put, turn_of
from tests.operations.halls import casts, hall
from tests.operations.table import Table

SAFE = {"Oda": "A16", "Goblin_1": "I5", "Goblin_2": "K4", "Goblin_3": "L7", "Goblin_4": "N12"}


def burning(ruleset: Ruleset, at: str = "J1", **squares: str) -> tuple[Table, str]:
    """A wall of fire of Elara along the column J, and what its answer says."""
    table = hall(ruleset)
    put(table, **{**SAFE, **squares})
    return table, str(casts(table, "Wall of Fire", at=at, toward="south")["text"])


def hurt_at_turns_end(table: Table, who: str) -> int:
    turn_of(table, who)
    hp = table.hp(who)
    table.did("next_turn")
    return hp - table.hp(who)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_side_burns_whoever_ends_a_turn_within_10_feet(ruleset: Ruleset) -> None:
    table, told = burning(ruleset)
    assert "Its east side is the one that counts." in told  # two foes are near it, one is near the other
    hurt = {who: hurt_at_turns_end(table, who) for who in ("Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4")}
    assert hurt == {"Goblin 1": 0, "Goblin 2": 15, "Goblin 3": 15, "Goblin 4": 0}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_looks_away_from_its_caster_where_nobody_decides(ruleset: Ruleset) -> None:
    far = {"Goblin_1": "P1", "Goblin_2": "P3", "Goblin_3": "P5"}
    assert "Its east side" in burning(ruleset, **far)[1]
    assert "Its west side" in burning(ruleset, Elara="P14", **far)[1]
    assert "Its west side" in burning(ruleset, Goblin_1="I5", Goblin_2="I7", Goblin_3="K7")[1]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_pushed_through_it_burns(ruleset: Ruleset) -> None:
    table, _ = burning(ruleset, Mira="H5", Goblin_2="P1", Goblin_3="P3")
    turn_of(table, "Mira")
    told = str(casts(table, "Thunderwave", "Mira", toward="east")["text"])
    assert places(table)["Goblin 1"] == "K5" and "Wall of Fire" in told and "fire" in told, told
    assert "Goblin 1" not in str(table.did("end", "Elara", spell="Wall of Fire")["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_stands_where_a_wall_of_stone_appears_is_pushed_aside(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    told = str(casts(table, "Wall of Stone", at="I1", toward="south", choice="thick", force=True)["text"])
    assert places(table)["Goblin 1"] in ("H4", "H5", "H6", "J4", "J5", "J6") and "is pushed aside to" in told, told
