"""Foes in flight whose turns the server plays: they run from whoever put them to flight, not from whoever is nearest (SRD, Turn Undead, Fear)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, places, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

HALL = {"size": "30x10"}
GHOUL = {"type": "undead", "hpMax": 60, "abilities": {"str": 14}, "speed": {"walk": 30}}
OUT_OF_THE_WAY = {"Goblin_1": "AD10", "Goblin_2": "AD9", "Ogre": "AC6"}
SOURCES: dict[str, dict[str, Any]] = {
    "Turn Undead": {"classes": {"cleric": 3}},
    "Fear": {"classes": {"wizard": 9}, "spells": {"prepared": ["Fear"]}},
    "Command": {"classes": {"cleric": 3}, "spells": {"prepared": ["Command"]}},
    "Eyebite": {"classes": {"wizard": 13}, "spells": {"prepared": ["Eyebite"]}},
}


def hall(ruleset: Ruleset, source: str, ground: dict[str, Any] = HALL, **where: str) -> Table:
    """A ghoul that Clem has put to flight, with Oda near it on the other side, on the turn of Clem."""
    table = fought(ruleset, ground)
    sheet = {"abilities": {"wis": 18, "int": 18}, "hpMax": 60, "party": True, **SOURCES[source]}
    table.did("create", name="Clem", character=sheet, roomName="Crypt")
    kind = "undead" if source == "Turn Undead" else "humanoid"
    table.did("create", name="Ghoul X", character={**GHOUL, "type": kind}, roomName="Crypt")
    table.did("start_fight", names=["Clem", "Ghoul X"])
    put(table, **OUT_OF_THE_WAY, Pip="AD1", **where)
    turn_of(table, "Clem")
    let(table, 2)
    if source == "Turn Undead":
        table.did("act", "Clem", act="Turn Undead", targets=["Ghoul X"])
    else:
        choice = {"Command": {"choice": "flee"}, "Eyebite": {"choice": "panicked"}}.get(source)
        aim = {"catch": ["Ghoul X"]} if source == "Fear" else {"targets": ["Ghoul X"]}
        table.did("cast", "Clem", spell=source, **aim, **({"choice": choice} if choice else {}))
    return table


def played(table: Table) -> str:
    """The turns of the foes until the ghoul has had one."""
    told = ""
    for _ in range(6):
        told += str(table.did("next_turn", play="foes")["text"]) + "\n"
        if "Ghoul X's turn" in told:
            return told
    raise AssertionError(told)


def feet(one: str, other: str) -> int:
    """The distance between two squares of one letter."""
    return 5 * max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_they_run_from_the_source_past_a_nearer_foe(ruleset: Ruleset, source: str) -> None:
    table = hall(ruleset, source, Clem="B5", Ghoul_X="F5", Oda="H5")
    told = played(table)
    assert "Ghoul X moves" in told and "Ghoul X attacks" not in told, told
    assert feet(places(table)["Ghoul X"].replace("AA", "Z"), "B5") >= 50 or (source == "Turn Undead" and ruleset == "5.2"), told


DEAD_END = {"size": "30x10", "features": [{"is": "wall", "at": "A2-H2"}]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_way_brings_the_turned_nearer(ruleset: Ruleset) -> None:
    """SRD, Turn Undead: in a dead end the ghoul steps no nearer, by itself or by a plain move; it dodges, which the incapacitated cannot (5.2)."""
    table = hall(ruleset, "Turn Undead", DEAD_END, Clem="D1", Ghoul_X="A1", Oda="E1")
    told = played(table)
    assert places(table)["Ghoul X"] == "A1" and "Ghoul X moves" not in told, told
    assert ("Ghoul X uses Dodge" in told) == (ruleset == "5.1"), told
    turn_of(table, "Ghoul X")
    table.refused("closer_to_fear", "move", "Ghoul X", to="B1")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_must_flee_and_cannot_acts_as_ever(ruleset: Ruleset) -> None:
    """SRD, Fear: unless there is nowhere to move."""
    table = hall(ruleset, "Fear", DEAD_END, Clem="C1", Ghoul_X="A1", Oda="D1")
    told = played(table)
    assert "Ghoul X uses Dash" not in told and "Ghoul X moves" not in told, told
