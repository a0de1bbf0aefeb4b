"""Zones on the drawn ground: each has a sign of its own, and squares on which several lie have one that the legend explains."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import room, turn_of
from tests.operations.halls import casts, hall


@pytest.mark.parametrize("ruleset", RULESETS)
def test_zones_and_where_they_overlap_can_be_told_apart(ruleset: Ruleset) -> None:
    table = hall(ruleset, {"size": "24x16"})
    casts(table, "Web", at="L8")
    turn_of(table, "Nara")
    casts(table, "Fog Cloud", "Nara", at="P11/Q12", slot=1)
    drawn = str(room(table, "map", ground=True)["text"])
    rows, legend = drawn.rsplit("\n", 1)
    assert "% Web" in legend and "$ Fog Cloud" in legend and "@ Web and Fog Cloud" in legend, drawn
    assert all(sign in rows for sign in "%$@"), drawn
