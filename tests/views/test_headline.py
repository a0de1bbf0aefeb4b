"""The sheet of a creature in text: the speeds that count, and everything to which it is immune."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def sheet(ruleset: Ruleset, template: str) -> str:
    box = Sandbox(first_world(ruleset))
    box.accept("create", template=template)
    return str(box.did("character", template)["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("template", "told"),
    [
        ("Owl", "speed 5 ft, fly 60 ft"), ("Giant Spider", "speed 30 ft, climb 30 ft\n"), ("Griffon", "speed 30 ft, fly 80 ft"),
        ("Wolf", "speed 40 ft\n"), ("Crocodile", "speed 20 ft, swim 30 ft"),
    ],
)  # fmt: skip
def test_the_headline_has_every_speed(ruleset: Ruleset, template: str, told: str) -> None:
    assert told in sheet(ruleset, template)


BLOCKS = [
    (ruleset, block["character"]["name"], {way: feet for way, feet in block["character"]["speed"].items() if way != "walk" and feet})
    for ruleset in RULESETS
    for block in rulebook_loading.rulebook(ruleset).creatures.values()
]
"""Ruleset, name and the speeds beside that on foot of every stat block that has one."""


@each_row("ruleset, template, speeds", [row for row in BLOCKS if row[2]])
def test_the_headline_of_every_stat_block_has_every_speed(ruleset: Ruleset, template: str, speeds: dict[str, int]) -> None:
    first = sheet(ruleset, template).split("\n", 1)[0]
    assert [f"{way} {feet} ft" for way, feet in speeds.items() if f", {way} {feet} ft" not in first] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_speed_that_an_item_gives_is_in_the_headline(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Kim", character={"hpMax": 30, "party": True})
    box.accept("give", "Kim", template="Winged Boots", equip=True)
    box.accept("attune", "Kim", itemName="Winged Boots")
    box.accept("use", "Kim", itemName="Winged Boots")
    assert "speed 30 ft, fly 30 ft" in str(box.did("character", "Kim")["text"])
    assert "speed 30 ft, fly 30 ft" in str(box.did("party")["text"])


@pytest.mark.parametrize(
    ("ruleset", "template", "told"),
    [
        ("5.1", "Ghost", "Immune to cold, necrotic, poison, charmed, exhaustion, frightened, grappled, paralyzed, petrified, poisoned, prone, restrained."),
        ("5.1", "Ghost", "Resists bludgeoning, piercing, slashing from nonmagical attacks."),
        ("5.1", "Werewolf", "Immune to bludgeoning, piercing, slashing from nonmagical attacks except silvered."),
        ("5.2", "Skeleton", "Immune to poison, exhaustion, poisoned."),
    ],
)  # fmt: skip
def test_a_sheet_lists_its_defenses_with_their_limits(ruleset: Ruleset, template: str, told: str) -> None:
    assert told in sheet(ruleset, template)
