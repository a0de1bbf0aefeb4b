"""Walls and thorns of spells: the side that burns, who stands where one appears, who is pushed through it, and each step over spikes."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import places, put, turn_of
from tests.operations.halls import SAFE, casts, hall, hurt_at_turns_end
from tests.operations.table import Table


def burning(ruleset: Ruleset, at: str = "J1", **squares: str) -> tuple[Table, str]:
    """A wall of fire of Elara along the column J, and what its answer says."""
    table = hall(ruleset)
    put(table, **{**SAFE, **squares})
    return table, str(casts(table, "Wall of Fire", at=at, toward="south")["text"])


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


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_step_over_spikes_hurts_also_of_those_who_are_pushed(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Nara")
    put(table, **{**SAFE, "Goblin_1": "H5", "Goblin_2": "G5", "Mira": "F5"})
    casts(table, "Spike Growth", "Nara", at="K5")  # H2-N8, but for its corners
    turn_of(table, "Goblin 1")
    hp = table.hp("Goblin 1")
    table.did("move", "Goblin 1", path=["I5", "J5"])
    assert hp - table.hp("Goblin 1") == 2 * 6
    table.did("undo")
    turn_of(table, "Mira")
    hp, other = table.hp("Goblin 1"), table.hp("Goblin 2")
    casts(table, "Thunderwave", "Mira", toward="east")
    # 9 by the thunder; H5 to J5 is twice 5 ft within it, G5 to I5 as well, the first of them into it.
    assert (places(table)["Goblin 1"], places(table)["Goblin 2"]) == ("J5", "I5")
    assert (hp - table.hp("Goblin 1"), other - table.hp("Goblin 2")) == (6 + 12, 6 + 12)


def test_a_walk_over_spikes_ends_where_the_walker_falls() -> None:
    table = hall("5.2", turn="Nara", Rat=("H5", {"hpMax": 8}))
    put(table, **{**SAFE, "Goblin_1": "P1", "Goblin_2": "P3"})
    casts(table, "Spike Growth", "Nara", at="K5")
    turn_of(table, "Rat")
    table.did("move", "Rat", path=["I5", "J5", "K5"], by="walk")
    spot = table.thing("Rat").body["spot"]
    assert (spot["x"], spot["y"]) == (9, 4) and table.hp("Rat") == 0  # J5


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_wall_of_force_with_a_direction_is_of_panels(ruleset: Ruleset) -> None:
    told = hall(ruleset).did("cast", "Elara", spell="Wall of Force", at="I1", toward="south", force=True)["text"]
    assert "100-ft wall" in told and "at I1" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_wall_of_several_shapes_asks_which_and_keeps_its_place(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    refused = table.refused("choice_required", "cast", "Elara", spell="Wall of Stone", at="I1", toward="south", force=True)
    told = table.send(refused["error"]["try"], "execute_action")
    assert told["ok"] and "at I1" in told["text"], told["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_prismatic_wall_blinds_foes_within_20_feet(ruleset: Ruleset) -> None:
    """Whoever moves within 20 ft of it or starts its turn there; the caster and those it spares come near without harm."""
    table = hall(ruleset)
    put(table, **{**SAFE, "Goblin_1": "M5", "Goblin_2": "N4", "Goblin_3": "S7", "Oda": "J7"})
    casts(table, "Prismatic Wall", at="I1", toward="south", force=True)
    for who, is_near in (("Goblin 1", True), ("Goblin 2", False), ("Oda", False)):
        turn_of(table, who)
        assert ("blinded" in str(table.thing(who).body.get("conditions", ""))) == is_near, who
    turn_of(table, "Goblin 2")
    told = str(table.did("move", "Goblin 2", path=["M4"])["text"])
    assert "blinded" in told, told
