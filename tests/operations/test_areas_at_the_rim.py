"""Areas in the corners and along the walls of a room: cubes begin on a face, spheres also on the rim, and whoever stands there can be caught alone."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import put
from tests.operations.halls import area, casts, caught, hall, tries
from tests.operations.table import Table
from tests.rows import each_row

CORNERS = {"A1": "B2", "X1": "W2", "A16": "B15", "X16": "W15"}


def cornered(ruleset: Ruleset, corner: str, friend: str, elara: str = "L8") -> Table:
    table = hall(ruleset)
    put(table, Elara="L8")
    put(table, Goblin_1=corner, Oda=friend, Elara=elara, Goblin_2="M1", Goblin_3="M16", Goblin_4="L16", Mira="N8", Clem="N9", Nara="N10")
    return table


@each_row("corner, friend", CORNERS.items())
def test_a_burst_and_a_cube_catch_who_stands_in_a_corner_and_spare_the_friend_before_it(corner: str, friend: str) -> None:
    for ruleset in RULESETS:
        table = cornered(ruleset, corner, friend)
        for spell in ("Shatter", "Grease"):
            assert caught(table, spell, catch=["Goblin 1"], spare=["Oda"]) == ["Goblin 1"], (ruleset, spell)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("maker, target", (("B2", "A1"), ("W2", "X1"), ("A2", "A1"), ("B16", "A16"), ("X15", "X16")))
def test_a_cube_from_its_maker_catches_who_stands_at_the_rim(ruleset: Ruleset, maker: str, target: str) -> None:
    table = cornered(ruleset, target, "H8", maker)
    assert caught(table, "Thunderwave", catch=["Goblin 1"]) == ["Goblin 1"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_cube_at_the_last_square_fills_what_is_in_the_room(ruleset: Ruleset) -> None:
    table = cornered(ruleset, "X16", "H8")
    found = tries(table, "Grease", at="X16")
    assert found["caught"] == ["Goblin 1"] and found["at"] == "X16-X16" and not found.get("short"), found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_point_on_the_rim_is_told_and_taken_by_the_same_words(ruleset: Ruleset) -> None:
    table = cornered(ruleset, "A8", "B9", "J8")
    told = tries(table, "Shatter", catch=["Goblin 1"], spare=["Oda"])["at"]
    assert told.startswith("A") and "/" in told, told
    assert tries(table, "Shatter", at=told)["caught"] == ["Goblin 1"]
    assert area(casts(table, "Shatter", at=told))["at"] == told
