"""Foes that nobody plays open the doors inside a room that part them from the party, and wait before those that they cannot open (SRD 5.1, Other Activity
on Your Turn; SRD 5.2, Interacting with Things).
"""

from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.crypts import crypt, places, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

GATE: Final = {"is": "door", "at": "F5|G5", "called": "Red Gate"}
WALL: Final = {"is": "wall", "at": " ".join(f"F{n}|G{n}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 10))}


def parted(ruleset: Ruleset, foe: str, *doors: dict[str, Any], at: str = "I5") -> Table:
    """A fight in which a wall with doors parts Oda and Pip in the west from a creature of the rulebook."""
    table = crypt(begun(ruleset), {"size": "12x10", "features": [WALL, *(doors or (GATE,))]})
    table.did("create", name="Foe", template=foe, roomName="Crypt")
    table.did("start_fight", names=["party", "Foe"], space="measured", places={"Oda": "D5", "Pip": "B9", "Foe": at}, d20=[20, 20, 1])
    turn_of(table, "Pip")
    return let(table, 12, face=3)


def played(table: Table) -> str:
    return str(table.did("next_turn", play="foes")["text"])


@each_row(
    ("ruleset", "foe", "blow"),
    [("5.1", "Ogre", "Greatclub"), ("5.2", "Ogre", "Greatclub"), ("5.1", "Bandit", "Light Crossbow"), ("5.2", "Bandit", "Light Crossbow"), ("5.2", "Ghoul", "Multiattack")],
)  # fmt: skip
def test_it_goes_to_the_door_and_opens_it_and_fights_on(ruleset: Ruleset, foe: str, blow: str) -> None:
    told = played(parted(ruleset, foe))
    assert "Red Gate is open" in told and blow in told.partition("Red Gate is open")[2], told
    assert "Dash" not in told, told


@each_row(("foe",), [("Wolf",), ("Black Pudding",), ("Zombie",), ("Swarm of Rats",)])
def test_who_opens_no_door_waits_where_it_stands(foe: str) -> None:
    table = parted("5.2", foe)
    told = played(table)
    assert "Dodge" in told and "Dash" not in told and "open" not in told, told
    assert places(table)["Foe"] == "I5"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_before_a_locked_door_nobody_dashes(ruleset: Ruleset) -> None:
    table = parted(ruleset, "Ogre", {**GATE, "door": "locked"})
    told = played(table)
    assert "Dodge" in told and "Dash" not in told, told


def test_a_door_without_a_name_and_one_that_fills_a_square_are_opened_too() -> None:
    nameless = played(parted("5.2", "Ogre", {"is": "door", "at": "F5|G5"}))
    assert "Greatclub" in nameless.partition("door is open")[2], nameless
    whole = crypt(begun("5.2"), {"size": "12x10", "features": [{"is": "wall", "at": "G1-G4 G6-G10"}, {"is": "door", "at": "G5"}]})
    whole.did("create", name="Foe", template="Ogre", roomName="Crypt")
    whole.did("start_fight", names=["party", "Foe"], space="measured", places={"Oda": "D5", "Pip": "B9", "Foe": "J5"}, d20=[20, 20, 1])
    turn_of(whole, "Pip")
    assert "Greatclub" in played(let(whole, 12, face=3)).partition("is open")[2]


def test_the_nearest_of_several_doors_on_the_way_is_opened() -> None:
    doors = ({**GATE, "door": "locked"}, {"is": "door", "at": "I8|J8"}, {"is": "door", "at": "F10|G10"})
    wall = {"is": "wall", "at": " ".join(f"I{n}|J{n}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 10))}
    table = crypt(begun("5.2"), {"size": "12x10", "features": [{**WALL, "at": str(WALL["at"]).removesuffix(" F10|G10")}, wall, *doors]})
    table.did("create", name="Foe", template="Bandit", roomName="Crypt")
    table.did("start_fight", names=["party", "Foe"], space="measured", places={"Oda": "D5", "Pip": "B9", "Foe": "L7"}, d20=[20, 20, 1])
    turn_of(table, "Pip")
    told = [played(let(table, 12, face=3))]
    turn_of(table, "Pip")
    told.append(played(table))
    drawn = room(table, "map", ground=True)["text"]
    assert "open" in "".join(told) and drawn.count("open") >= 2, told


def test_the_walk_to_a_nameless_door_is_proposed_in_words_that_work() -> None:
    table = parted("5.2", "Ogre", {"is": "door", "at": "F5|G5"}, {"is": "door", "at": "A2|A3"})
    turn_of(table, "Oda")
    put(table, Oda="D9")
    refused = room(table, "open", direction="F5|G5", characterName="Oda")
    assert refused["error"]["code"] == "beyond_reach" and table.send(refused["error"]["try"], "execute_action")["ok"]
    assert room(table, "open", direction="F5|G5", characterName="Oda")["ok"]
