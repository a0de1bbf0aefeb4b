"""Acts that move first, where places count: whoever plays one walks on the feet that it gives to where its blow reaches, then strikes (SRD 5.1, Rampage;
SRD 5.2, Pounce, Onslaught, Deathless Strike, Charging Horn, Rampage).
"""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import fought, places, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

FIELD: Final = {"size": "20x16"}
LANE: Final = {"size": "20x16", "features": [{"is": "wall", "at": "A5-T5"}]}
DATA: Final = Path(__file__).parents[2] / "data" / "creatures"

ROWS: Final = [
    ("5.2", "Tarrasque", "Onslaught", 30, "Oda", {"choice": "Tail"}), ("5.2", "Vampire", "Deathless Strike", 20, "Oda", {}),
    ("5.2", "Adult Black Dragon", "Pounce", 40, "Oda", {}), ("5.2", "Unicorn", "Charging Horn", 25, "Oda", {}),
    ("5.2", "Gnoll Warrior", "Rampage", 15, "Rex", {}), ("5.2", "Giant Hyena", "Rampage", 25, "Rex", {}),
    ("5.1", "Gnoll", "Rampage", 15, "Rex", {}), ("5.1", "Giant Hyena", "Rampage", 25, "Rex", {}),
]  # fmt: skip
"""Ruleset, creature, act, the feet that it gives (those of the dragon are flown), at whose turn it is played, and what the call says besides."""


@laid_alike
def met(ruleset: Ruleset, template: str, ground: Any = FIELD) -> Table:
    """A creature and two hardy heroes, far from all others."""
    table = fought(ruleset, ground)
    put(table, Goblin_1="T1", Goblin_2="T16", Ogre="S12", Oda="A1", Pip="A16")
    table.did("create", name="Rex", template=template, roomName="Crypt")
    for hero in ("Oda", "Pip"):
        table.did("update", hero, character={"hpMax": 300, "hp": 300})
    table.did("start_fight", names=["Rex"])
    return table


def far(template: str) -> tuple[int, int]:
    """The squares of a side of the creature, and the reach of its blow in feet."""
    return {"Tarrasque": (4, 30), "Adult Black Dragon": (3, 10), "Unicorn": (2, 5), "Giant Hyena": (2, 5)}.get(template, (1, 5))


def at_a_distance(ruleset: Ruleset, template: str, feet: int, turn: str) -> Table:
    """Oda stands this many feet east of the creature, at the turn of somebody."""
    table = let(met(ruleset, template), 15, face=3)
    side, _ = far(template)
    turn_of(table, turn)
    put(table, Rex="B6", Oda=f"{chr(ord('B') + side - 1 + feet // 5)}7")
    return table


def test_the_table_names_every_such_act() -> None:
    found = set()
    for file in DATA.glob("*/*.json"):
        document = json.loads(file.read_text("utf-8"))
        character = document.get("character", document)
        for act in [*character.get("acts", ()), *(one for feature in character.get("features", ()) for one in feature.get("acts", ()))]:
            steps = act["steps"] if isinstance(act["steps"], list) else []
            first = next((n for n, step in enumerate(steps) if "moves" in step), len(steps))
            if any("do" in step or "choose" in step for step in steps[first + 1 :]):
                found.add((file.parent.name, act["name"]))
    assert found == {*((ruleset, act) for ruleset, _, act, *_ in ROWS), ("5.2", "Prowl")}


@each_row("ruleset, template, act, feet, turn, more", ROWS)
def test_it_walks_to_where_its_blow_reaches(ruleset: Ruleset, template: str, act: str, feet: int, turn: str, more: Any) -> None:
    _, reach = far(template)
    table = at_a_distance(ruleset, template, feet + reach, turn)
    before = table.now.world
    answer = table.did("act", "Rex", act=act, targets=["Oda"], **more)
    assert f"Rex moves {feet} ft" in answer["text"] and "damage, HP 300 →" in answer["text"], answer["text"]
    assert places(table)["Rex"] != "B6"
    assert table.send({"operation": "undo", "rev": answer["rev"]}, "execute_action")["ok"]
    assert table.now.world == before


@each_row("ruleset, template, act, feet, turn, more", ROWS)
def test_it_goes_no_farther_than_its_feet(ruleset: Ruleset, template: str, act: str, feet: int, turn: str, more: Any) -> None:
    _, reach = far(template)
    table = at_a_distance(ruleset, template, feet + reach + 5, turn)
    table.refused("beyond_reach", "act", "Rex", act=act, targets=["Oda"], **more)


@each_row("ruleset, template, act, feet, turn, more", ROWS)
def test_it_stays_where_its_blow_reaches_already(ruleset: Ruleset, template: str, act: str, feet: int, turn: str, more: Any) -> None:
    table = at_a_distance(ruleset, template, 5, turn)
    told = table.did("act", "Rex", act=act, targets=["Oda"], **more)["text"]
    assert "damage, HP 300 →" in told and "Rex moves" not in told
    assert "left) to " in table.ask("move", "Rex", to="B5", dryRun=True)["text"], "the feet are its own to walk"


@pytest.mark.parametrize("act, strikes", [("Pounce", True), ("Charging Horn", False)])
def test_whoever_it_leaves_may_strike_where_the_text_lets_them(act: str, strikes: bool) -> None:
    template = "Adult Black Dragon" if act == "Pounce" else "Unicorn"
    table = at_a_distance("5.2", template, 20, "Oda")
    put(table, Pip="A5")
    told = table.did("act", "Rex", act=act, targets=["Oda"])["text"]
    assert ("Pip may strike as Rex leaves its reach" in told) is strikes, told


def passing(hp: int | None = None) -> tuple[Table, int]:
    """A hyena that runs past Pip in a lane to bite Oda."""
    table = let(met("5.2", "Giant Hyena", LANE), 15, face=3)
    put(table, Rex="E6", Oda="L6", Pip="H8")
    if hp:
        table.did("update", "Rex", character={"hp": hp})
    turn_of(table, "Rex")
    answer = table.did("act", "Rex", act="Rampage", targets=["Oda"])
    assert "Rex moves 25 ft to J6" in answer["text"] and "Pip may strike as Rex leaves its reach at I6." in answer["text"]
    return table, answer["rev"]


def test_a_strike_on_the_way_comes_before_the_blow() -> None:
    table, rev = passing()
    told = table.did("act", "Pip", act="Opportunity Attack", answer=True, rev=rev)["text"]
    assert "Rex (15+5" in told and "HP 300 → 291" in told and told.count("Rex moves") == 1 and "Rex moves 25 ft to J6" in told, told
    assert places(table)["Rex"] == "J6"


def test_whom_a_strike_fells_on_the_way_bites_nobody() -> None:
    table, rev = passing(hp=1)
    table.did("act", "Pip", act="Opportunity Attack", answer=True, rev=rev)
    assert table.thing("Oda").creature.hp == 300
    spot = table.thing("Rex").state.spot
    assert spot is not None and (spot.x, spot.y) == (8, 5), "it lies at I6, where it was struck"
    answer = table.send({"operation": "undo"}, "execute_action")
    assert answer["ok"] and table.thing("Oda").creature.hp == 291


@pytest.mark.parametrize("template, act", [(template, act) for _, template, act, _, turn, _ in ROWS if turn == "Oda"])
def test_foes_pounce_between_turns(template: str, act: str) -> None:
    table = let(met("5.2", template), 1, face=3)
    side, reach = far(template)
    for turn in ("Oda", "Pip", "Oda", "Pip"):
        turn_of(table, turn)
        put(table, Rex="B2", Pip="A16", Oda=f"{chr(ord('B') + side - 1 + reach // 5 + 2)}3")
        told = str(table.did("next_turn", play="foes")["text"])
        if f"Rex uses {act}" in told:
            assert re.search(r"Rex moves \d+ ft to \w+ first", told), told
            return
    raise AssertionError(f"{template} never plays {act}")


def rampaging(ruleset: Ruleset, template: str, hp: int) -> str:
    """The turn of a foe beside a hero with these hit points, another one being 15 ft away."""
    table = let(met(ruleset, template), 15, face=1)
    turn_of(table, "Oda")
    put(table, Rex="H6", Oda="G6", Pip="K6")
    table.did("update", "Oda", character={"hp": hp})
    told = ""
    while "Rex's turn" not in told and "Pip's turn" not in told:
        told = str(table.did("next_turn", play="foes")["text"])
    return told


@pytest.mark.parametrize("hp, rages", [(300, False), (150, True)])
def test_gnolls_rampage_once_they_have_hurt_the_bloodied(hp: int, rages: bool) -> None:
    assert ("uses Rampage" in rampaging("5.2", "Gnoll Warrior", hp)) is rages


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_rampages_without_an_occasion(ruleset: Ruleset) -> None:
    assert "uses Rampage" not in rampaging(ruleset, "Giant Hyena", 300)


PILLARED: Final = {"size": "20x16", "features": [{"is": "wall", "at": "G3-G9"}]}


def prowling() -> Table:
    """A weretiger whom two heroes see, west of a wall."""
    table = let(met("5.2", "Weretiger", PILLARED), 15, face=3)
    for foe in ("Goblin 1", "Goblin 2", "Ogre"):
        table.did("damage", foe, amount=500, damageType="force")
    turn_of(table, "Rex")
    put(table, Rex="F10", Oda="D10", Pip="B10")
    return table


def test_a_weretiger_prowls_to_a_place_and_hides_there() -> None:
    table = prowling()
    table.refused("seen_by", "act", "Rex", act="Prowl")
    told = table.did("act", "Rex", act="Prowl", to="H7")["text"]
    assert "to H7 first" in told and "Rex may" not in told and "invisible" in told, told
    assert places(table)["Rex"] == "H7"


@pytest.mark.parametrize("to, code", [("F13", "seen_by"), ("T1", "too_far")])
def test_nobody_prowls_into_sight_or_beyond_its_feet(to: str, code: str) -> None:
    prowling().refused(code, "act", "Rex", act="Prowl", to=to)


def test_a_pounce_goes_where_the_call_says() -> None:
    table = at_a_distance("5.2", "Adult Black Dragon", 30, "Oda")
    told = table.did("act", "Rex", act="Pounce", targets=["Oda"], to="F9")["text"]
    assert "to F9 first" in told and places(table)["Rex"] == "F9" and "HP 300 →" in told, told
    table = at_a_distance("5.2", "Adult Black Dragon", 30, "Oda")
    table.refused("beyond_reach", "act", "Rex", act="Pounce", targets=["Oda"], to="B8")
