"""Creatures that burst when they die, that absorb a kind of damage, and that strike the surprised harder (SRD, Monsters)."""

import pytest

from rpg_lite.mechanics.space import sides
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

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
    hurt = box.thing("Bo")
    box.reject("died_once", "act", "Beast", act=act, targets=["Bo"])
    assert box.thing("Bo") == hurt


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_that_lives_again_bursts_again(ruleset: Ruleset) -> None:
    box = table(ruleset, "Magmin").let(1)
    for _ in range(2):
        box.did("damage", "Beast", amount=999, damageType="force")
        box.accept("act", "Beast", act="Death Burst", targets=["Bo"])
        box.did("update", "Beast", character={"hp": 5})


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


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("creature", ["Black Pudding", "Ochre Jelly"])
def test_a_split_makes_two_of_half_the_hit_points_and_a_smaller_size(ruleset: Ruleset, creature: str) -> None:
    box = table(ruleset, creature)
    box.accept("update", "Beast", character={"hp": 41})
    box.accept("act", "Beast", act="Split")
    assert {name: (box.hp(name), size(box, name)) for name in ("Beast", creature)} == {
        "Beast": (20, "medium"),
        creature: (20, "medium"),
    }
    box.accept("act", "Beast", act="Split")
    box.accept("act", creature, act="Split")
    assert (
        sorted((t.creature.hp, size(box, t.name)) for t in box.world.things.values() if t.name.startswith((creature, "Beast")))
        == [(10, "small")] * 4
    )
    box.reject("target_unfit", "act", "Beast", act="Split")
    box.accept("update", "Beast", character={"size": "huge", "hp": 9})
    box.reject("target_unfit", "act", "Beast", act="Split")


def size(box: Sandbox, name: str) -> str:
    return str(thing_stats.stats_of(box.world, box.thing(name), box.book).size)


@each_row(
    ("ruleset", "amount", "type", "is_offered"),
    [
        ("5.1", 16, "slashing", True), ("5.1", 16, "lightning", True), ("5.1", 16, "fire", False), ("5.1", 50, "fire", False),
        ("5.2", 16, "slashing", True), ("5.2", 16, "fire", False), ("5.2", 21, "fire", True), ("5.2", 60, "fire", False),
    ],
)  # fmt: skip
def test_a_split_is_offered_for_its_kinds_of_damage_harmed_or_not(ruleset: Ruleset, amount: int, type: str, is_offered: bool) -> None:
    box = table(ruleset, "Ochre Jelly")
    box.accept("update", "Beast", character={"hpMax": 41, "hp": 41})
    told = str(box.did("damage", "Beast", amount=amount, damageType=type))
    assert ("Split" in told) == is_offered
    if is_offered:
        left = box.hp("Beast")
        box.accept("act", "Beast", act="Split")
        assert box.hp("Beast") == left // 2 and box.hp("Ochre Jelly") == left // 2


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_split_answers_a_blow_that_does_no_harm(ruleset: Ruleset) -> None:
    with begun(ruleset) as game:
        at = Table(game)
        at.did("create", name="Jelly", template="Ochre Jelly", character={"hpMax": 40})
        at.did("create", name="Oda", character={"classes": ["fighter 2"], "abilities": {"str": 16}, "party": True})
        at.did("give", "Oda", template="Greatsword", equip=True)
        assert "Split" in at.did("attack", "Oda", targetName="Jelly", d20=[19])["text"]
        at.did("act", "Jelly", act="Split", answer=True)
        assert at.hp("Jelly") == 20 and at.hp("Ochre Jelly") == 20


def test_a_blow_that_leaves_too_little_offers_no_split() -> None:
    box = table("5.2", "Black Pudding")
    box.accept("update", "Beast", character={"hpMax": 41, "hp": 41})
    assert "Split" not in str(box.did("damage", "Beast", amount=32, damageType="fire"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_undead_are_allies_only_while_they_are_controlled(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Nec", character={"classes": ["wizard 5"], "party": True, "spells": {"known": ["Animate Dead"]}})
    box.accept("cast", "Nec", spell="Animate Dead", choice="bones", force=True)
    assert is_ally(box)
    box.accept("advance", duration="23 hours")
    assert is_ally(box)
    box.accept("advance", duration="2 hours")
    assert not is_ally(box), "it stays, and obeys nobody"
    box.accept("cast", "Nec", spell="Animate Dead", choice="renew", targets=["Skeleton"], force=True)
    assert is_ally(box)


def test_another_casting_does_not_bring_back_those_that_were_lost() -> None:
    box = Sandbox(first_world("5.1"))
    box.accept("create", name="Nec", character={"classes": ["wizard 5"], "party": True, "spells": {"known": ["Animate Dead"]}})
    box.accept("cast", "Nec", spell="Animate Dead", choice="bones", force=True)
    box.accept("advance", duration="25 hours")
    box.accept("cast", "Nec", spell="Animate Dead", choice="bones", force=True)
    assert not is_ally(box) and is_ally(box, "Skeleton 2")


def is_ally(box: Sandbox, name: str = "Skeleton") -> bool:
    return sides.is_ally(box.world, box.thing(name), box.book)
