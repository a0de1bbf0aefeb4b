"""Clouds that roll on by themselves: away from their caster at the start of each of the caster's turns (SRD, Cloudkill; Incendiary Cloud)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import put, turn_of
from tests.operations.halls import casts, hall
from tests.operations.table import Table
from tests.rows import each_row

CLOUDS = ("Cloudkill", "Incendiary Cloud")


def a_turn_later(table: Table) -> str:
    """What the answer says that gives Elara her next turn."""
    turn_of(table, "Oda")
    for _ in range(20):
        told = str(table.did("next_turn")["text"])
        if "Elara's turn" in told:
            return told
    raise AssertionError("Elara has no turn")


@each_row("row", [(spell, ruleset) for spell in CLOUDS for ruleset in RULESETS])
def test_it_rolls_straight_away_from_its_caster(row: tuple[str, Ruleset]) -> None:
    spell, ruleset = row
    table = hall(ruleset)
    assert "F5/G6" in str(casts(table, spell, at="F5/G6")["text"])
    # From B2 the point lies 4.5 squares east and 3.5 south.
    assert f"{spell} lies at H7/I8 now." in a_turn_later(table)
    assert f"{spell} lies at J9/K10 now." in a_turn_later(table)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whom_it_comes_over_enters_it_by_5_2_alone(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    put(table, Goblin_2="L6")
    casts(table, "Incendiary Cloud", at="F5/G6")
    hp = table.hp("Goblin 2")
    told = a_turn_later(table)
    # Its rim reaches from H7/I8 four squares: L6 is new in it.
    assert "Now in Incendiary Cloud: Goblin 2" in told
    assert (table.hp("Goblin 2") < hp) == (ruleset == "5.2")
    table.did("undo")
    assert table.hp("Goblin 2") == hp


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_wall_and_the_rim_of_the_ground_stop_it(ruleset: Ruleset) -> None:
    ground = {"size": "24x16", "features": [{"is": "wall", "at": "H1-H5"}]}
    table = hall(ruleset, ground)
    casts(table, "Cloudkill", at="F2")
    assert "Cloudkill lies at G2 now." in a_turn_later(table)
    assert "Cloudkill lies" not in a_turn_later(table)


def test_it_stays_around_its_caster_and_where_nothing_is_measured() -> None:
    table = hall("5.2")
    casts(table, "Cloudkill", at="on Elara")
    assert "Cloudkill lies" not in a_turn_later(table)
    told = hall("5.2", space="told")
    casts(told, "Cloudkill", targets=["Goblin 1"])
    assert "Cloudkill lies" not in a_turn_later(told)
