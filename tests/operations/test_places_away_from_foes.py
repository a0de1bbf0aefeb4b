"""Places away from somebody: of those that are as good, the one that no other foe reaches; and words for groups mean each of them."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, places, put, turn_of
from tests.operations.table import Table

HALL = {"size": "16x12", "features": [{"is": "wall", "at": "H3-H5"}]}


def facing(ruleset: Ruleset, ground: object = HALL, **squares: str) -> Table:
    table = fought(ruleset, ground)
    put(table, **squares)
    turn_of(table, "Oda")
    return table


def goes(table: Table, to: str) -> str:
    table.did("move", "Oda", to=to, careful=False)
    return places(table)["Oda"]


def feet(one: str, other: str) -> int:
    return 5 * max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("to", ("away from Goblin 1", "out of reach of Goblin 1", "cover from Goblin 1", "out of sight of Goblin 1"))
def test_away_from_one_does_not_lead_beside_another(ruleset: Ruleset, to: str) -> None:
    table = facing(ruleset, Oda="F4", Goblin_1="E4", Goblin_2="L6", Ogre="L9", Pip="A12")
    ends = goes(table, to)
    assert feet(ends, "L6") > 5 and feet(ends, "E4") > 5 and min(feet(ends, at) for at in ("L9", "M9", "L10", "M10")) > 5, ends


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("group", ("enemies", "foes", "the goblins", "Goblin 1 and Goblin 2", "all enemies"))
def test_away_from_several_counts_each(ruleset: Ruleset, group: str) -> None:
    table = facing(ruleset, {"size": "16x12"}, Oda="F6", Goblin_1="E6", Goblin_2="N6", Ogre="E8", Pip="A12")
    ends = goes(table, f"away from {group}")
    assert min(feet(ends, "E6"), feet(ends, "N6")) >= 25, ends


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("group", ("enemies", "Goblin 1 and Goblin 2", "the goblins"))
def test_cover_from_several_is_cover_from_each(ruleset: Ruleset, group: str) -> None:
    table = facing(ruleset, Oda="F8", Goblin_1="E4", Goblin_2="E3", Ogre="A1", Pip="A12")
    assert goes(table, f"out of sight of {group}")[0] >= "H"
