"""Acts that give movement beyond that of the turn: its feet are walked first, also on the turn of another, and where the text says so nobody may
strike at them (SRD 5.2, Tactical Shift, Withdraw, Remarkable Athlete; SRD 5.1 and 5.2, Legendary Actions).
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.rules.acts.plain_steps import SayStep, read_moves
from rpg_lite.vocabulary import Ruleset
from tests.operations.crypts import fought, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

DATA: Final = Path(__file__).parents[2] / "data"
FIELD: Final = {"size": "20x16"}
AWAY: Final = {"Goblin_1": "T1", "Goblin_2": "T16", "Pip": "A16"}


def fighting(ruleset: Ruleset, ogre: str = "E4", here: str = "D5", turn: str = "Oda", **character: Any) -> Table:
    """Oda beside an ogre, at the turn of somebody."""
    table = let(fought(ruleset, FIELD), 15, face=3)
    if character:
        table.did("update", "Oda", character=character)
    put(table, **AWAY, Oda=here, Ogre=ogre)
    turn_of(table, turn)
    return table


def moved(table: Table, path: list[str], who: str = "Oda", **more: Any) -> str:
    return str(table.did("move", who, path=path, **more)["text"])


def test_second_wind_lets_a_fighter_slip_away_and_go_on() -> None:
    table = fighting("5.2", classes={"fighter": 5})
    table.did("act", "Oda", act="Second Wind")
    told = moved(table, ["D6", "D7", "D8", "D9"])
    assert "moves 20 ft (25 left)" in told and "may strike" not in told
    assert "Ogre may strike" in moved(table, ["D8", "D7", "D6", "D7"]), "the rest is the movement of the turn"


def test_the_feet_given_are_the_first_and_those_of_the_turn_provoke() -> None:
    around = ["D6", "D5", "D4"]  # 15 ft within the ogre's reach
    table = fighting("5.2", classes={"fighter": 5}, here="E6")
    table.did("act", "Oda", act="Second Wind")
    assert "may strike" not in moved(table, around)
    assert "Ogre may strike as Oda leaves its reach at D4." in moved(table, ["C3"])
    table = fighting("5.2", classes={"fighter": 5}, here="E6")
    table.did("act", "Oda", act="Second Wind")
    table.refused("no_careful_way", "move", "Oda", path=[*around, "C3"], careful=True)
    assert "may strike" not in moved(table, ["E7", "E8", "E9", "E10"], careful=True)
    table = fighting("5.2", classes={"fighter": 5}, here="E6")
    table.did("act", "Oda", act="Second Wind")
    assert "may strike" not in table.did("move", "Oda", to="E12", careful=True)["text"]


@pytest.mark.parametrize("level", (3, 4))
def test_before_its_level_second_wind_gives_no_feet(level: int) -> None:
    table = fighting("5.2", classes={"fighter": level})
    table.did("act", "Oda", act="Second Wind", force=True)
    told = moved(table, ["D6", "D7"])
    assert "(20 left)" in told and "Ogre may strike" in told


def test_what_was_given_ends_with_the_turn_and_stands_up_nobody() -> None:
    table = fighting("5.2", classes={"fighter": 5})
    table.did("act", "Oda", act="Second Wind")
    table.did("next_turn")
    turn_of(table, "Oda")
    assert "(25 left)" in moved(table, ["D6"])
    table = fighting("5.2", classes={"fighter": 5}, ogre="S8")
    table.did("act", "Oda", act="Second Wind")
    moved(table, ["E5", "F5", "G5", "H5", "I5", "J5", "K5"])  # 15 ft given, 20 ft of the turn
    table.did("apply", "Oda", condition="prone")
    assert "movement" in table.did("act", "Oda", act="Stand Up")["text"]


def test_undo_takes_the_feet_back() -> None:
    table = fighting("5.2", classes={"fighter": 5})
    given = table.did("act", "Oda", act="Second Wind")
    table.send({"operation": "undo", "rev": given["rev"]}, "execute_action")
    assert "Ogre may strike" in moved(table, ["D6", "D7"])


def test_a_critical_hit_lets_a_champion_move_on() -> None:
    table = fighting("5.2", classes={"fighter": 3}, choices={"subclass": "Champion"})
    let(table, 20, face=3)
    assert "may move half its speed" in table.did("attack", "Oda", targetName="Ogre")["text"]
    told = moved(table, ["D6", "D7", "D8"])
    assert "(30 left)" in told and "may strike" not in told
    table = fighting("5.2", classes={"fighter": 3}, choices={"subclass": "Champion"})
    assert "may move half its speed" not in table.did("attack", "Oda", targetName="Ogre")["text"]


def test_rage_pounces_and_may_be_struck_at() -> None:
    table = fighting("5.2", classes={"barbarian": 7})
    table.did("act", "Oda", act="Rage")
    told = moved(table, ["D6", "D7"])
    assert "Ogre may strike" in told and "(50 left)" in told


BY_OTHERS: Final = [
    ("5.1", "Tarrasque", "Move", 20, True), ("5.1", "Vampire", "Move", 30, False),
    ("5.2", "Tarrasque", "World-Shaking Movement", 60, True),
]  # fmt: skip


@each_row("ruleset, template, act, feet, provokes", BY_OTHERS)
def test_a_legendary_creature_moves_on_the_turn_of_another(ruleset: Ruleset, template: str, act: str, feet: int, provokes: bool) -> None:
    table = fighting(ruleset, ogre="S8", here="A1")
    table.did("create", name="Rex", template=template, roomName="Crypt")
    table.did("start_fight", names=["Rex"])
    put(table, Rex="H6", Oda="G6")
    turn_of(table, "Pip")
    before = table.ask("move", "Rex", to="J6", dryRun=True)["text"]
    told = table.did("act", "Rex", act=act)["text"]
    assert told
    walked = table.did("move", "Rex", to="J6")["text"]
    assert f"({feet - 10} left)" in walked and "turn" not in walked, (before, walked)
    assert ("Oda may strike" in walked) is provokes


WORDS: Final = {
    "half_speed": True, "speed:fly": True, "speed:unprovoked": True, "half_speed:swim:unprovoked": True, "half": False, "speed:teleport": False, "": False,
}  # fmt: skip


@each_row("words, reads", WORDS.items())
def test_the_words_are_a_closed_form(words: str, reads: bool) -> None:
    assert (read_moves(words) is not None) is reads
    if not reads:
        with pytest.raises(ValueError, match="no movement"):
            SayStep(say="It moves.", moves=words)


def _sentences(said: Any) -> Iterator[dict[str, Any]]:
    if isinstance(said, dict):
        if isinstance(said.get("say"), str):
            yield said
        said = [*said.values()]
    for part in said if isinstance(said, list) else ():
        yield from _sentences(part)


GIVES: Final = re.compile(r"(?:\bmoves?|flies|fly|swims|burrows)\b(?: or \w+)? (?:up to )?(?:half )?its (?:\w+ )?speed", re.IGNORECASE)


def test_every_sentence_of_the_content_that_gives_movement_says_how_much() -> None:
    found = 0
    for file in [*DATA.glob("creatures/*/*.json"), *DATA.glob("features/*.json"), DATA / "features.json"]:
        for step in _sentences(json.loads(file.read_text("utf-8"))):
            if GIVES.search(step["say"]) and "no more than" not in step["say"]:
                found += 1
                assert "moves" in step, (file.name, step["say"])
                assert ("half" in step["moves"]) is ("half " in step["say"]), step
                assert step["moves"].endswith(":unprovoked") is bool(re.search("opportunity|nobody may strike", step["say"])), step
    assert found > 60
