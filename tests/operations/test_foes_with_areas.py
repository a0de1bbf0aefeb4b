"""Foes that fill areas where places count: two foes, or one that is half gone, and nobody of their own."""

from typing import Any

import pytest

import rpg_lite
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import SCORES, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

BREATH = {
    "name": "Fire Breath", "cost": "action", "spend": "recharge:5", "targets": "area", "area": {"shape": "cone", "ft": 30},
    "steps": [{"save": "dex", "dc": 15, "fail": [{"damage": "4d6", "type": "fire"}], "pass": "half"}],
}  # fmt: skip
BITE = {
    "name": "Bite",
    "cost": "action",
    "targets": "1",
    "steps": [{"attack": 6, "kind": "melee", "reach": 5, "hit": [{"damage": "1d8+3", "type": "piercing"}]}],
}
BURST = {
    "name": "Burst", "cost": "action", "spend": "recharge:5", "targets": "area", "area": {"shape": "sphere", "ft": 10, "from": "self"},
    "steps": [{"save": "con", "dc": 15, "fail": [{"damage": "4d6", "type": "cold"}], "pass": "half"}],
}  # fmt: skip


@laid_alike
def hall(ruleset: Ruleset, *acts: dict[str, Any], **where: str) -> Table:
    """Oda and Pip against a drake and its kin, at Oda's turn."""
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    assert room(table, "create", name="Hall", direction="north", ground={"size": "30x12"})["ok"]
    for name in ("Oda", "Pip"):
        table.did(
            "create", name=name, character={"classes": {"fighter": 3}, "abilities": SCORES, "hpMax": 100, "party": True}, roomName="Hall"
        )
    table.did("create", name="Drake", character={"hpMax": 80, "abilities": SCORES, "size": "large", "acts": [*acts]}, roomName="Hall")
    table.did("create", name="Kin", character={"hpMax": 80, "abilities": SCORES}, roomName="Hall")
    table.did("start_fight", names=["party", "Drake", "Kin"], space="measured", places={name: at for name, at in where.items()})
    turn_of(table, "Oda")
    return let(table, 12, face=3)


def played(table: Table) -> str:
    """The turn of the drake, whoever comes before it."""
    return " ".join(str(table.did("next_turn", play="foes")["text"]) for _ in range(3))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_foes_in_its_cone_are_worth_a_breath(ruleset: Ruleset):
    told = played(hall(ruleset, BREATH, BITE, Drake="H5", Oda="K5", Pip="L6", Kin="AC1"))
    assert "Drake uses Fire Breath" in told and "Oda" in told and "Pip" in told.partition("Fire Breath")[2], told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_healthy_foe_is_bitten(ruleset: Ruleset):
    told = played(hall(ruleset, BREATH, BITE, Drake="H5", Oda="J5", Pip="A12", Kin="AC1"))
    assert "Fire Breath" not in told and "Bite" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_foe_at_half_its_hit_points_is_worth_it(ruleset: Ruleset):
    table = hall(ruleset, BREATH, BITE, Drake="H5", Oda="J5", Pip="A12", Kin="AC1")
    table.did("damage", "Oda", amount=50, damageType="fire")
    told = played(table)
    assert "Drake uses Fire Breath" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_kin_in_the_cone_are_spared(ruleset: Ruleset):
    table = hall(ruleset, BREATH, BITE, Drake="H5", Oda="J5", Pip="L5", Kin="K5")
    before = table.hp("Kin")
    played(table)
    assert table.hp("Kin") == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_burst_waits_while_kin_stand_near(ruleset: Ruleset):
    near = played(hall(ruleset, BURST, BITE, Drake="H5", Oda="J5", Pip="J6", Kin="G5"))
    far = played(hall(ruleset, BURST, BITE, Drake="H5", Oda="J5", Pip="J6", Kin="AC1"))
    assert "Burst" not in near and "Bite" in near and "Drake uses Burst" in far, (near, far)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_can_do_nothing_else_breathes_at_one(ruleset: Ruleset):
    told = played(hall(ruleset, BREATH, Drake="H5", Oda="J5", Pip="A12", Kin="AC1"))
    assert "Drake uses Fire Breath" in told or "Unarmed Strike" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dragon_of_the_rules_never_stands_idle(ruleset: Ruleset):
    table = hall(ruleset, BITE, Drake="AC10", Oda="C5", Pip="D6", Kin="AC1")
    table.did("create", name="Smoulder", template="Adult Red Dragon", roomName="Hall")
    table.did("start_fight", names=["Smoulder"])
    put(table, Smoulder="J5")
    told = " ".join(str(table.did("next_turn", play="foes")["text"]) for _ in range(6))
    assert "Smoulder uses" in told and "refused" not in told.lower(), told
