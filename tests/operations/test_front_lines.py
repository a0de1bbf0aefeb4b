"""The places of a side for which nobody says them: who fights hand to hand stands before casters and archers, seen from the other side."""

from typing import Any

import pytest

import rpg_lite
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import places, room
from tests.operations.table import Table

EVEN = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14)
HEROES: dict[str, tuple[dict[str, int], tuple[str, ...]]] = {
    "Elara": ({"wizard": 3}, ("Quarterstaff",)),
    "Rin": ({"ranger": 1}, ("Longbow",)),
    "Oda": ({"fighter": 3}, ("Longsword", "Chain Mail")),
    "Clem": ({"cleric": 3}, ("Mace", "Chain Mail", "Shield")),
}


def entered(ruleset: Ruleset, names: tuple[str, ...] = tuple(HEROES), foes: tuple[str, ...] = ("Ogre",)) -> Table:
    """The heroes have come north into a hall with foes; the wizard was named first."""
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=3))
    for name in names:
        classes, gear = HEROES[name]
        table.did("create", name=name, character={"abilities": EVEN, "classes": classes, "party": True})
        for item in gear:
            table.did("give", name, template=item, equip=True)
    assert room(table, "create", name="Hall", direction="north", ground={"size": "12x16"})["ok"]
    assert room(table, "go", direction="north")["ok"]
    for foe in foes:
        table.did("create", name=foe, template=foe, roomName="Hall")
    return table


def starts(table: Table, **more: Any) -> str:
    return str(table.did("start_fight", names=["party", "foes"], space="measured", **more)["text"])


def row(square: str) -> int:
    return int(square[1:])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_fights_hand_to_hand_stands_before_the_others_whoever_is_named_first(ruleset: Ruleset) -> None:
    table = entered(ruleset)
    told = starts(table)
    stand = places(table)
    front, behind = [row(stand[name]) for name in ("Oda", "Clem")], [row(stand[name]) for name in ("Elara", "Rin")]
    assert max(front) < min(behind), stand
    assert "Oda and Clem in front, Elara and Rin behind." in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_places_that_are_said_count_before(ruleset: Ruleset) -> None:
    table = entered(ruleset)
    starts(table, places={"Elara": "F5"})
    assert places(table)["Elara"] == "F5"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_side_all_of_one_kind_has_no_lines(ruleset: Ruleset) -> None:
    assert "in front" not in starts(entered(ruleset, ("Oda", "Clem")))
    assert "in front" not in starts(entered(ruleset, ("Elara", "Rin")))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_foes_stand_so_as_well(ruleset: Ruleset) -> None:
    table = entered(ruleset, ("Oda",), ("Mage", "Ogre"))
    told = starts(table)
    stand = places(table)
    assert row(stand["Ogre"]) + 1 > row(stand["Mage"]), stand
    assert "Ogre in front, Mage behind." in told, told
