"""Walls that may be rings: their squares, the side that acts, and the cover that blades give (SRD, Wall of Fire, Wall of Thorns, Blade Barrier)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import put, turn_of
from tests.operations.halls import SAFE, area, casts, hall, hurt_at_turns_end
from tests.rows import each_row

RINGS = {
    # 20 feet across, around a corner and around the middle of a square; 60 feet across.
    ("Wall of Fire", "J6/K7"): "J5 K5 I6 L6 I7 L7 J8 K8",
    ("Wall of Thorns", "J8"): "J6 I7 K7 H8 L8 I9 K9 J10",
    ("Blade Barrier", "J8"): "J2 G3 H3 I3 K3 L3 M3 F4 N4 E5 O5 E6 O6 E7 O7 D8 P8 E9 O9 E10 O10 E11 O11 F12 N12 G13 H13 I13 K13 L13 M13 J14",
}


@each_row(("ruleset", "spell", "at"), [(ruleset, *key) for ruleset in RULESETS for key in RINGS])
def test_a_wall_around_the_only_point_of_a_call_is_a_ring(ruleset: Ruleset, spell: str, at: str) -> None:
    table = hall(ruleset)
    answer = casts(table, spell, at=at, force=True)
    assert {*area(answer)["squares"]} == {*RINGS[spell, at].split()}
    assert "-ft ring" in answer["text"]
    table.did("undo")
    assert "Elara casts" in casts(table, spell, at="J2", toward="south", force=True)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_wall_that_is_no_ring_asks_where_it_runs(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Nara")
    refused = table.refused("wall_place_required", "cast", "Nara", spell="Wind Wall", at="J6")
    assert table.send({**refused["error"]["try"], "dryRun": True}, "execute_action")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_side_of_a_ring_burns(ruleset: Ruleset) -> None:
    """Two foes stand inside, one outside and near."""
    table = hall(ruleset)
    put(table, **{**SAFE, "Goblin_1": "J6", "Goblin_2": "K7", "Goblin_3": "M6", "Goblin_4": "T14"})
    assert "Its inner side" in casts(table, "Wall of Fire", at="J6/K7")["text"]
    assert {who: hurt_at_turns_end(table, who) for who in ("Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4")} == {
        "Goblin 1": 15, "Goblin 2": 15, "Goblin 3": 0, "Goblin 4": 0,
    }  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_outer_side_of_a_ring_burns_foes_around_it(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    put(table, **{**SAFE, "Elara": "J6", "Goblin_1": "N6", "Goblin_2": "G7", "Goblin_3": "O6", "Goblin_4": "T14"})
    assert "Its outer side" in casts(table, "Wall of Fire", at="J6/K7")["text"]
    # N6 is 10 feet from L6, O6 is 15.
    assert [hurt_at_turns_end(table, f"Goblin {n}") for n in (1, 2, 3, 4)] == [15, 15, 0, 0]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_blades_cover_whoever_is_behind_them(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    put(table, **{**SAFE, "Elara": "B2", "Goblin_1": "H2"})

    def cover() -> str:
        answer = table.send({"operation": "where", "characterName": "Elara"}, "read_campaign", "full")
        return str(next(one["cover"] for one in answer["results"][0]["standing"] if one["name"] == "Goblin 1"))

    casts(table, "Blade Barrier", at="E1", toward="south", force=True)
    assert cover() == "three_quarters"
    turn_of(table, "Goblin 1")
    assert table.did("move", "Goblin 1", to="F2")["ok"], "blades stop nobody"
    table.did("end", "Elara", spell="Blade Barrier")
    assert cover() == "none"
