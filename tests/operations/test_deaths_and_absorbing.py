"""Creatures that burst when they die, that absorb a kind of damage, and that strike the surprised harder (SRD, Monsters)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
BURSTS = [
    ("Dust Mephit", "Death Burst"),
    ("Ice Mephit", "Death Burst"),
    ("Magma Mephit", "Death Burst"),
    ("Steam Mephit", "Death Burst"),
    ("Magmin", "Death Burst"),
    ("Balor", "Death Throes"),
]


def table(ruleset: Ruleset, creature: str) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Bo", character={"classes": ["fighter 5"], "hpMax": 300, "party": True})
    box.accept("create", name="Beast", template=creature)
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("creature", "act"), BURSTS)
def test_a_burst_is_played_by_the_dead_and_by_nobody_else(ruleset: Ruleset, creature: str, act: str) -> None:
    box = table(ruleset, creature).let(1)
    box.reject("not_dead_yet", "act", "Beast", act=act, targets=["Bo"])
    told = str(box.did("damage", "Beast", amount=999, damageType="force"))
    assert f"act {act}, with everyone within" in told
    before = box.thing("Bo")
    box.accept("act", "Beast", act=act, targets=["Bo"])
    assert box.thing("Bo") != before


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("creature", "type"),
    [("Shambling Mound", "lightning"), ("Flesh Golem", "lightning"), ("Clay Golem", "acid"), ("Iron Golem", "fire")],
)
def test_absorbed_damage_heals(ruleset: Ruleset, creature: str, type: str) -> None:
    box = table(ruleset, creature)
    most = box.hp("Beast")
    box.accept("damage", "Beast", amount=30, damageType="force")
    told = str(box.did("damage", "Beast", amount=12, damageType=type))
    assert box.hp("Beast") == most - 18 and "regains 12 hit points" in told
    box.accept("damage", "Beast", amount=500, damageType=type)
    assert box.hp("Beast") == most
    box.accept("damage", "Beast", amount=999, damageType="force")
    box.ask("damage", "Beast", amount=12, damageType=type)
    assert box.hp("Beast") == 0, "the dead absorb nothing"


@pytest.mark.parametrize(("creature", "dice"), [("Bugbear", "2d6"), ("Doppelganger", "3d6")])
@pytest.mark.parametrize(("surprised", "round", "more"), [(True, 1, True), (False, 1, False), (True, 2, False)])
def test_a_surprise_attack_counts_in_the_first_round(creature: str, dice: str, surprised: bool, round: int, more: bool) -> None:
    box = table("5.1", creature).let(19)
    box.accept("start_fight", names=["Beast", "Bo"], d20={"Beast": 20, "Bo": 1}, **({"surprised": ["Bo"]} if surprised else {}))
    for _ in range(2 * (round - 1)):
        box.accept("next_turn")
    weapon = "Morningstar" if creature == "Bugbear" else "Slam"
    told = str(box.did("attack", "Beast", targetName="Bo", itemName=weapon))
    assert (dice in told) == more, told
