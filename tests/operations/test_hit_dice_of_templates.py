"""Creatures of a template have the printed hit points or roll their hit dice; a lair makes some worth more (SRD, Monsters)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.act_table import highest, lowest
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("ruleset", "creature", "printed", "least", "most"),
    [("5.1", "Ogre", 59, 28, 91), ("5.2", "Ogre", 68, 32, 104), ("5.1", "Goblin", 7, 2, 12)],
)
def test_hit_points_are_printed_or_rolled(ruleset: Ruleset, creature: str, printed: int, least: int, most: int) -> None:
    box = Sandbox(first_world(ruleset))
    for name, more in (("A", {}), ("B", {"hp": "average"})):
        box.accept("create", name=name, template=creature, **more)
        assert box.hp(name) == printed
    for name, roller, points in (("C", lowest(), least), ("D", highest(), most)):
        box.roll_with(roller)
        told = str(box.did("create", name=name, template=creature, hp="roll"))
        assert (box.hp(name), box.number(name, "hpMax")) == (points, points) and f"{name}, hit points" in told


def test_each_of_several_rolls_its_own_and_no_creature_has_less_than_1() -> None:
    box = Sandbox(first_world("5.1"))
    box.accept("create", template="Goblin", count=6, hp="roll")
    assert len({box.hp(f"Goblin {n}") for n in range(1, 7)}) > 1
    box.roll_with(lowest())
    box.accept("create", name="Rat", template="Rat", hp="roll")
    assert box.hp("Rat") == 1


def test_a_roll_that_can_change_nothing_is_refused() -> None:
    box = Sandbox(first_world("5.1"))
    box.reject("hp_needs_template", "create", name="Bo", hp="roll", character={"hpMax": 9})
    box.reject("given_twice", "create", template="Ogre", hp="roll", character={"hpMax": 9})


def test_a_lair_counts_in_an_encounter_and_in_the_award() -> None:
    box = Sandbox(first_world("5.2"))
    box.accept("create", name="Bo", character={"classes": ["fighter 10"], "party": True})
    assert ". 18,000 XP; budget" in box.did("encounter", creatures={"Adult Red Dragon": 1})["text"]
    assert ". 20,000 XP; budget" in box.did("encounter", creatures={"Adult Red Dragon": 1}, inLair=True)["text"]
    refused = box.ask("encounter", inLair=True)
    assert refused["error"]["code"] == "lair_of_nobody"
    box.accept("create", name="Smoke", template="Adult Red Dragon", inLair=True)
    assert ". 20,000 XP; budget" in box.did("encounter")["text"]
    box.accept("damage", "Smoke", amount=999, damageType="force")
    assert "20,000" in box.did("award", encounter=True)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_creature_without_a_lair_is_worth_the_same_there(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Bo", character={"classes": ["fighter 5"], "party": True})
    assert all("450 XP" in box.did("encounter", creatures={"Ogre": 1}, **more)["text"] for more in ({}, {"inLair": True}))
