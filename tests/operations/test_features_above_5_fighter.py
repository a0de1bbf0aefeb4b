"""The features of the fighter above level 5, each with the numbers of the two texts."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.seasoned import SCORES, act, effects, fight, hp, stats, strike, table, who
from tests.operations.table import Table
from tests.rows import each_row

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(("level", "attacks"), [(5, 2), (10, 2), (11, 3), (19, 3), (20, 4)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fighter_attacks_more_often(ruleset: Ruleset, level: int, attacks: int) -> None:
    box = table(ruleset, f"fighter {level}")
    assert thing_stats.sheet(who(box, "Hero"), box.book).attacks_per_action == attacks


@pytest.mark.stored
@each_row(("ruleset", "level", "total"), [("5.1", 9, 11), ("5.2", 9, 20), ("5.1", 17, 11), ("5.2", 17, 28)])
def test_indomitable_makes_a_failed_save_again(ruleset: Ruleset, level: int, total: int) -> None:
    """In 5.2 with the fighter level added; once, twice or three times between long rests."""
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        held.did("create", name="Hero", character={"classes": [f"fighter {level}"], "abilities": SCORES, "hpMax": 90})
        uses = {9: 1, 17: 3}[level]
        for _ in range(uses):
            held.roll_with(falling(2))
            failed = held.did("save", "Hero", ability="int", dc=25)
            assert "Indomitable" in failed["text"]
            held.roll_with(falling(12))
            assert f"{total}" in held.did("act", "Hero", act="Indomitable", answer=True)["text"]
        held.did("save", "Hero", ability="int", dc=25)
        held.refused("resource_spent", "act", "Hero", act="Indomitable", answer=True)
        held.did("rest", "Hero", kind="long")
        held.did("save", "Hero", ability="int", dc=25)
        held.did("act", "Hero", act="Indomitable", answer=True)


def test_indomitable_is_not_for_a_save_that_passed() -> None:
    with begun() as game:
        held = Table(game)
        held.did("create", name="Hero", character={"classes": ["fighter 9"], "abilities": SCORES, "hpMax": 90})
        held.roll_with(falling(20))
        held.did("save", "Hero", ability="int", dc=10)
        held.refused("answer_unfit", "act", "Hero", act="Indomitable", answer=True)


@pytest.mark.parametrize(("ruleset", "level"), [("5.1", 10), ("5.2", 7)])
def test_a_champion_learns_a_second_style(ruleset: Ruleset, level: int) -> None:
    box = table(ruleset, f"fighter {level}", "Champion", choices={"fighting style": ["archery", "defense"]})
    box.accept("give", "Hero", template="Chain Mail")
    box.accept("equip", "Hero", itemName="Chain Mail")
    assert stats(box).ac.value == 17
    open_ones = [c.choice for c in thing_stats.sheet(who(box, "Hero"), box.book).open_choices]
    assert "fighting style" not in open_ones
    one = table(ruleset, f"fighter {level}", "Champion", choices={"fighting style": ["archery"]})
    assert "fighting style" in [c.choice for c in thing_stats.sheet(who(one, "Hero"), one.book).open_choices]


@pytest.mark.parametrize(("level", "face", "critical"), [(14, 19, True), (14, 18, False), (15, 18, True), (15, 17, False)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_superior_critical_begins_at_18(ruleset: Ruleset, level: int, face: int, critical: bool) -> None:
    box = table(ruleset, f"fighter {level}", "Champion").let(face)
    assert strike(box).critical is critical


@pytest.mark.parametrize(("has", "after"), [(100, 107), (101, 101), (1, 8), (0, 0)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_survivor_regains_points_at_half(ruleset: Ruleset, has: int, after: int) -> None:
    """5 + CON +2 at the start of a turn, with at most half of 200 and at least 1."""
    box = table(ruleset, "fighter 18", "Champion")
    fight(box, "Hero", "Foe")
    box.accept("update", "Hero", character={"hp": has})
    for _ in range(2):
        box.accept("next_turn")
    assert hp(box, "Hero") == after


@pytest.mark.parametrize(("ruleset", "faces", "after"), [("5.1", (18,), 0), ("5.2", (5, 18), 1), ("5.2", (5, 17), 0)])
def test_a_survivor_of_5_2_defies_death(ruleset: Ruleset, faces: tuple[int, ...], after: int) -> None:
    """Advantage on death saves, and an 18 counts as a 20."""
    box = table(ruleset, "fighter 18", "Champion")
    box.accept("damage", "Hero", amount=100, damageType="fire")
    box.let(*faces).accept("save", "Hero", ability="death")
    assert hp(box, "Hero") == after


def test_a_miss_is_studied() -> None:
    """Advantage on the next attack against the same creature, for the fighter alone, until the end of its next turn."""
    box = table("5.2", "fighter 13")
    box.accept("create", name="Other", character={"level": 1, "hpMax": 50, "hp": 50, "party": False})
    fight(box, "Hero", "Foe", "Ally")
    assert strike(box.let(1)).hit is False
    assert effects(box, "Foe") == ["Studied Attacks"]
    assert strike(box, by="Ally").mode == "normal"
    assert strike(box, "Other").mode == "normal"
    assert strike(box.let(15)).mode == "advantage"
    assert effects(box, "Foe") == []
    assert strike(box).mode == "normal"


def test_a_study_ends_with_the_next_turn() -> None:
    box = table("5.2", "fighter 13")
    fight(box, "Hero", "Foe")
    strike(box.let(1))
    for turns in (2, 1):
        assert effects(box, "Foe") == ["Studied Attacks"]
        for _ in range(turns):
            box.accept("next_turn")
    assert effects(box, "Foe") == []


def test_fighters_of_5_1_study_nothing() -> None:
    box = table("5.1", "fighter 13")
    strike(box.let(1))
    assert effects(box, "Foe") == []


def test_a_tactical_master_pushes_saps_or_slows() -> None:
    box = table("5.2", "fighter 9")
    fight(box, "Hero", "Foe")
    box.let(15)
    strike(box, **{"with": ["Tactical Master: sap"]})
    assert effects(box, "Foe") == ["Sapped"]
    box.accept("next_turn")
    assert strike(box, "Hero", "Foe").mode == "disadvantage"
    assert strike(box, "Hero", "Foe").mode == "normal"
    box.accept("next_turn")
    strike(box, **{"with": ["Tactical Master: slow"]})
    assert stats(box, "Foe").speed["walk"].value == 20
    payload = {"characterName": "Hero", "operation": "attack", "targetName": "Foe", "with": ["Tactical Master: push"]}
    assert "pushed 10 ft" in box.send(payload, "execute_action")["text"]


def test_a_huge_creature_is_not_pushed() -> None:
    box = table("5.2", "fighter 9", foe={"size": "huge"}).let(15)
    assert strike(box, **{"with": ["Tactical Master: push"]}).riders == ()


def test_a_heroic_warrior_is_told_of() -> None:
    box = table("5.2", "fighter 10", "Champion")
    fight(box, "Hero", "Foe")
    assert "Heroic Warrior" in {f.name for f in thing_stats.sheet(who(box, "Hero"), box.book).features}


def test_a_second_surge_comes_at_17() -> None:
    box = table("5.1", "fighter 17")
    fight(box, "Hero", "Foe")
    act(box, "Action Surge")
    for _ in range(2):
        box.accept("next_turn")
    act(box, "Action Surge")
    for _ in range(2):
        box.accept("next_turn")
    box.reject("resource_spent", "act", "Hero", act="Action Surge")
