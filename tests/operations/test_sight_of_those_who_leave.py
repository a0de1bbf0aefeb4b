"""Whoever leaves somebody's reach is struck where it is seen to leave it: sight is asked at that square, not where the walk began (SRD 5.1 and
5.2, Opportunity Attacks).
"""

from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, places, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

FOG: Final = {"is": "obscured", "at": "D6-D7", "obscures": "heavily"}
WALL: Final = {"is": "wall", "at": "C6|C7 D6|D7"}
TORCH: Final = {"is": "light", "at": "D4", "light": [5, 0]}


def ground(*features: dict[str, Any]) -> dict[str, Any]:
    return {"size": "12x10", "features": [*features]}


def met(ruleset: Ruleset, *features: dict[str, Any], light: str | None = None, who: str = "Oda", **squares: str) -> Table:
    """A fight in which the goblin of D5 is the only foe near, at the turn of the mover."""
    table = fought(ruleset, ground(*features))
    if light:
        assert room(table, "update", bagName="Crypt", light=light)["ok"]
    put(table, **{"Oda": "A1", "Pip": "A10", "Ogre": "K9", "Goblin_1": "D5", "Goblin_2": "L1", **squares})
    turn_of(table, who)
    return table


def strikes(table: Table, path: list[str], who: str = "Oda", foe: str = "Goblin 1") -> str:
    """The square at which the foe may strike; empty without one."""
    told = str(table.did("move", who, path=path)["text"])
    _, _, at = told.partition(f"{foe} may strike as {who} leaves its reach at ")
    return at.partition(".")[0]


ROWS: Final = [(ruleset, row) for ruleset in RULESETS for row in range(4)]


@each_row("ruleset, row", ROWS)
def test_fog_and_walls_hide_whoever_leaves_from_behind_them(ruleset: Ruleset, row: int) -> None:
    features, here, path, at = (
        (FOG, "C4", ["D4", "E5", "D6", "D7"], ""),  # seen at first, and left in the fog
        (FOG, "D6", ["E6", "F6"], "E6"),  # unseen at first, and left in the open
        (FOG, "C5", ["C6", "B7"], "C6"),
        (WALL, "A8", ["B7", "B6", "C6", "B6"], "C6"),  # behind a wall at first
    )[row]
    assert strikes(met(ruleset, features, Oda=here), path) == at


DARK: Final = [
    (ruleset, path, at)
    for ruleset in RULESETS
    for path, at in ((["C6", "C7"], ""), (["C6", "C5", "B5"], "C5"), (["C6", "D6", "D7"], ""), (["C6", "C5", "C4", "C3"], "C4"))
]


@each_row("ruleset, path, at", DARK)
def test_light_counts_where_the_reach_is_left(ruleset: Ruleset, path: list[str], at: str) -> None:
    """Oda at D5 sees nothing in the dark; the torch lights what is beside it."""
    assert strikes(met(ruleset, TORCH, light="dark", who="Goblin 1", Oda="D5", Goblin_1="B6"), path, "Goblin 1", "Oda") == at


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_brings_its_own_light_is_seen_by_it(ruleset: Ruleset) -> None:
    table = met(ruleset, light="dark", who="Goblin 1", Oda="D5", Goblin_1="B6")
    table.did("give", "Goblin 1", template="Torch")
    table.did("use", "Goblin 1", itemName="Torch")
    assert strikes(table, ["C6", "C7"], "Goblin 1", "Oda") == "C6"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_senses_count_by_their_feet(ruleset: Ruleset) -> None:
    table = met(ruleset, who="Goblin 1", Oda="D5", Goblin_1="I5")
    table.did("apply", "Goblin 1", condition="invisible")
    assert strikes(table, ["H5", "G5", "F5", "E5", "F6"], "Goblin 1", "Oda") == ""
    table = met(ruleset, who="Goblin 1", Oda="D5", Goblin_1="G5")
    table.did("apply", "Goblin 1", condition="invisible")
    table.did("apply", "Oda", effect={"name": "Keen Nose", "modifiers": [{"target": "sense.blindsight", "op": "raise_to", "value": 10}]})
    assert strikes(table, ["F5", "E5", "F6"], "Goblin 1", "Oda") == "E5"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_answer_is_one_though_the_walk_ends_out_of_sight(ruleset: Ruleset) -> None:
    table = let(met(ruleset, {"is": "wall", "at": "A7-B7"}, Oda="D4"), 19)
    told = table.did("move", "Oda", path=["C4", "C5", "C6", "C7", "C8", "B8"])["text"]
    assert "as Oda leaves its reach at C6" in told and "May answer: Goblin 1" in told
    assert "In answer to rev" in table.did("act", "Goblin 1", act="Opportunity Attack", answer=True)["text"]
    assert places(table)["Oda"] == "B8"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_care_leads_through_the_fog(ruleset: Ruleset) -> None:
    table = met(ruleset, FOG, Oda="D4")
    told = table.did("move", "Oda", to="D8", careful=True)["text"]
    assert "may strike" not in told and places(table)["Oda"] == "D8"
