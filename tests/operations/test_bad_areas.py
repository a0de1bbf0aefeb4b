"""Calls for areas that cannot be had: each is refused with its code, and with a call that works, or does what it says."""

from typing import Any, Final

from rpg_lite.game import Game
from rpg_lite.rules import dice
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import copy_of
from tests.operations.crypts import room
from tests.operations.dice import let
from tests.operations.halls import hall
from tests.operations.table import Table
from tests.rows import each_row

F: Final[dict[str, Any]] = {"spell": "Fireball", "slot": 3}
B: Final[dict[str, Any]] = {"spell": "Burning Hands"}
G: Final[dict[str, Any]] = {"spell": "Spirit Guardians", "choice": "radiant", "characterName": "Clem"}
W: Final[dict[str, Any]] = {"spell": "Wind Wall", "characterName": "Nara"}
S: Final[dict[str, Any]] = {"spell": "Slow", "slot": 3, "characterName": "Mira"}

REFUSED: Final[list[tuple[str, dict[str, Any], bool]]] = [
    ("character_unknown", {**F, "catch": ["Nobody"]}, False),
    ("character_unknown", {**F, "spare": ["Nobody"]}, False),
    ("character_unknown", {**F, "catch": ["next to Goblin 1"]}, True),
    ("character_unknown", {**F, "catch": ["Goblin 1 and Goblin 2"]}, False),
    ("name_ambiguous", {**F, "catch": ["goblin"]}, False),
    ("name_ambiguous", {**F, "spare": ["goblin"]}, False),
    ("words_contradict", {**F, "catch": ["Goblin 1", "Goblin 2"], "spare": ["Goblin 2"]}, True),
    ("words_contradict", {**F, "catch": ["Goblin 1"], "spare": ["Goblin 1", "Oda"]}, True),
    ("cannot_catch_all", {**F, "catch": ["Goblin 1", "Goblin 4"]}, True),
    ("cannot_catch_all", {**F, "catch": "goblins"}, True),
    ("cannot_catch_all", {**F, "targets": ["Goblin 1"], "at": "A1"}, True),
    ("cannot_catch_all", {**F, "catch": ["Goblin 1", "Goblin 2"], "at": "G2"}, True),
    ("cannot_catch_all", {**B, "catch": ["Goblin 1"], "toward": "north"}, False),
    ("cannot_catch_all", {**S, "catch": ["goblins"]}, True),
    ("cannot_spare", {**F, "at": "J5", "spare": ["Oda"]}, True),
    ("cannot_spare", {**F, "catch": ["Goblin 1"], "spare": ["Goblin 2", "Goblin 3", "Oda", "Elara"], "at": "J3"}, True),
    ("target_dead", {**F, "catch": ["Dead"]}, False),
    ("target_dead", {**F, "catch": ["Dead", "Goblin 1"]}, True),
    ("target_dead", {**F, "targets": ["Dead"]}, False),
    ("no_place", {**F, "catch": ["Stranger"]}, False),
    ("target_elsewhere", {**F, "targets": ["Stranger"]}, False),
    ("off_the_ground", {**F, "at": "Q99"}, True),
    ("off_the_ground", {**F, "at": "AAA1"[1:]}, True),
    ("off_the_ground", {**F, "at": "1000000000 ft north of Goblin 1"}, True),
    ("place_unclear", {**F, "at": "NaN"}, False),
    ("place_unclear", {**F, "at": ""}, False),
    ("place_unclear", {**F, "at": "E5/F7"}, False),
    ("place_unclear", {**F, "at": "E5/E5"}, False),
    ("place_unclear", {**F, "at": "left of the moon"}, False),
    ("place_unclear", {**F, "at": "x" * 300}, False),
    ("place_unclear", {**B, "toward": "sideways"}, False),
    ("place_unclear", {**B, "toward": "up"}, False),
    ("points_count", {**F, "at": ["K4", "L7"]}, True),
    ("points_count", {"spell": "Meteor Swarm", "slot": 9, "at": ["K4", "L7", "P12", "E14", "A1"]}, True),
    ("argument_invalid", {**F, "at": ["K4"] * 101}, False),
    ("argument_invalid", {**F, "at": float("nan")}, False),
    ("argument_invalid", {**F, "at": 10**9}, False),
    ("argument_invalid", {**F, "at": {"x": 1}}, False),
    ("argument_invalid", {**F, "toward": ["north", "south"]}, False),
    ("aim_unfit", {**F, "toward": "north"}, True),
    ("aim_unfit", {**F, "toward": "Goblin 1"}, True),
    ("aim_unfit", {**B, "at": ["K4", "L7"]}, True),
    ("aim_unfit", {**B, "at": "K4", "toward": "north"}, True),
    ("aim_unfit", {**G, "at": "K4"}, True),
    ("aim_unfit", {**G, "toward": "north"}, True),
    ("aim_unfit", {"spell": "Fire Bolt", "at": "K4"}, True),
    ("aim_unfit", {"spell": "Fire Bolt", "catch": ["Goblin 1"]}, True),
    ("aim_unfit", {"spell": "Magic Missile", "toward": "Goblin 1"}, True),
    ("aim_unfit", {"spell": "Silent Image", "at": "K4"}, True),
    ("aim_unfit", {"spell": "Mage Armor", "at": "Elara"}, True),
    ("point_required", {"spell": "Darkness"}, True),
    ("point_required", {"spell": "Fog Cloud", "slot": 1}, True),
    ("point_required", {**B, "toward": "Elara"}, True),
    ("point_required", {**F, "spare": ["enemies"]}, True),
    ("caught_and_spared", {**F, "catch": ["enemies"], "spare": ["enemies"]}, True),
    ("wall_place_required", {**W}, True),
    ("wall_place_required", {**W, "at": "I4"}, True),
    ("wall_place_required", {**W, "toward": "north"}, True),
    ("beyond_range", {**B}, False),
    ("beyond_range", {**B, "catch": "enemies"}, False),
]  # fmt: skip
"""The code, the call, and whether it proposes one that works."""
PLAYED: Final[list[tuple[dict[str, Any], list[str]]]] = [
    ({**F, "catch": []}, ["Goblin 1", "Goblin 2", "Goblin 3"]),
    ({**F, "catch": None, "at": [], "toward": None, "spare": []}, ["Goblin 1", "Goblin 2", "Goblin 3"]),
    ({**F, "catch": ["Goblin 4", "Goblin 4"]}, ["Goblin 3", "Goblin 4"]),
    ({**F, "catch": "Goblin 1, Goblin 2", "spare": "Goblin 3"}, ["Goblin 1", "Goblin 2"]),
    ({**F, "catch": ["Goblin 1"], "spare": ["enemies"]}, ["Goblin 1"]),
    ({**F, "catch": ["Elara"]}, ["Elara", "Goblin 1"]),
    ({**F, "at": "Elara"}, ["Clem", "Elara"]),
    ({**F, "at": ["K4", "K4"]}, ["Goblin 1", "Goblin 2", "Goblin 3"]),
    ({**F, "at": " j3 / k4 "}, ["Goblin 1", "Goblin 2", "Goblin 3"]),
    ({**F, "at": "A1/B2"}, ["Elara"]),
    ({**F, "at": "X16"}, []),
    ({**F, "spare": ["Dead"]}, ["Goblin 1", "Goblin 2", "Goblin 3"]),
    ({**B, "toward": "nOrTh"}, []),
    ({**B, "at": "K4"}, []),
]


def _opened(ruleset: Ruleset) -> Game:
    table = hall(ruleset, Dead=("K6", {}))
    table.did("damage", "Dead", amount=500, damageType="fire")
    assert room(table, "create", name="Cellar", direction="down")["ok"]
    table.did("create", name="Stranger", character={"hpMax": 9}, roomName="Cellar")
    table.roll_with(dice.roller(1))
    return table.game


def _sent(ruleset: Ruleset, call: dict[str, Any]) -> tuple[Table, dict[str, Any]]:
    table = let(Table(copy_of(_opened, ruleset)), 12, face=3)
    return table, {"operation": "cast", "characterName": "Elara", **call}


@each_row(
    ("ruleset", "code", "call", "leads_on"), [(ruleset, *row) for ruleset in RULESETS for row in REFUSED], ids=lambda value: str(value)[:50]
)
def test_what_cannot_be_had_is_refused_with_what_can(ruleset: Ruleset, code: str, call: dict[str, Any], leads_on: bool):
    table, sent = _sent(ruleset, call)
    refused = table.refused_whole(code, sent, "execute_action")
    proposal = refused["error"].get("try")
    assert proposal or not leads_on
    if proposal:
        answer = table.send(proposal, "execute_action")
        assert answer["ok"], (refused["text"], answer["text"])


@each_row(("ruleset", "call", "expected"), [(ruleset, *row) for ruleset in RULESETS for row in PLAYED], ids=lambda value: str(value)[:50])
def test_what_can_be_had_is_had(ruleset: Ruleset, call: dict[str, Any], expected: list[str]):
    table, sent = _sent(ruleset, call)
    answer = table.send({**sent, "dryRun": True}, "execute_action", "full")
    assert answer["ok"], answer["text"]
    assert sorted(answer["results"][0]["area"]["caught"]) == expected, answer["text"]
