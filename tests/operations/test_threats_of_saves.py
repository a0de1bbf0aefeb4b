"""The threats that a save is against: poison, breath, gas, presence, each told from what the act does."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import RULESETS, Mode, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
DWARF: dict[str, Any] = {"race": "dwarf", "classes": ["fighter 5"], "hpMax": 500}
HUMAN: dict[str, Any] = {"race": "human", "classes": ["fighter 5"], "hpMax": 500}


def table(ruleset: Ruleset, hero: dict[str, Any], creature: str = "") -> Sandbox:
    box = Sandbox(first_world(ruleset)).let(15)
    box.accept("create", name="Hero", character={**hero, "party": True})
    if creature:
        box.accept("create", template=creature)
    return box


def modes(played: ActResult) -> list[Mode]:
    return [save.mode for each in played.targets for save in each.saves]


def mode_against(box: Sandbox, creature: str, act: str) -> Mode:
    (mode,) = modes(box.accept("act", creature, act=act, targets=["Hero"]).expect(ActResult))
    return mode


@each_row(
    ("ruleset", "creature", "act", "mode"),
    [
        ("5.1", "Giant Spider", "Bite", "advantage"),
        ("5.1", "Giant Centipede", "Bite", "advantage"),
        ("5.1", "Wyvern", "Stinger", "advantage"),
        ("5.1", "Purple Worm", "Tail Stinger", "advantage"),
        ("5.1", "Giant Poisonous Snake", "Bite", "advantage"),
        ("5.1", "Assassin", "Shortsword", "advantage"),
        ("5.1", "Young Green Dragon", "Poison Breath", "advantage"),
        ("5.1", "Iron Golem", "Poison Breath", "advantage"),
        ("5.1", "Hezrou", "Stench", "advantage"),
        ("5.1", "Young Red Dragon", "Fire Breath", "normal"),
        # in 5.2 the dwarf resists only the condition, not every poison
        ("5.2", "Young Green Dragon", "Poison Breath", "normal"),
        ("5.2", "Iron Golem", "Poison Breath", "normal"),
        ("5.2", "Guardian Naga", "Poisonous Spittle", "normal"),
        ("5.2", "Hezrou", "Stench", "advantage"),
        ("5.2", "Vrock", "Spores", "advantage"),
    ],
)
def test_a_dwarf_against_the_poison_of_creatures(ruleset: Ruleset, creature: str, act: str, mode: Mode) -> None:
    """SRD 5.1, Dwarven Resilience: all poison; SRD 5.2: the Poisoned condition. Others have no advantage."""
    assert mode_against(table(ruleset, DWARF, creature), creature, act) == mode
    assert mode_against(table(ruleset, HUMAN, creature), creature, act) == "normal"


@each_row(
    ("ruleset", "spell", "mode"),
    [("5.1", "Poison Spray", "advantage"), ("5.1", "Acid Splash", "normal")],
)
def test_a_dwarf_against_the_poison_of_spells(ruleset: Ruleset, spell: str, mode: Mode) -> None:
    box = table(ruleset, DWARF)
    box.accept("create", name="Elara", character={"classes": ["wizard 5"], "abilities": {"int": 18}})
    played = box.accept("cast", "Elara", spell=spell, targets=["Hero"]).expect(ActResult)
    assert modes(played) == [mode]


@each_row(
    ("ruleset", "gear", "creature", "act", "mode"),
    [
        ("5.1", "Antitoxin", "Giant Spider", "Bite", "advantage"),
        ("5.1", "Red Dragon Scale Mail", "Young Red Dragon", "Fire Breath", "advantage"),
        ("5.1", "Red Dragon Scale Mail", "Adult Red Dragon", "Frightful Presence", "advantage"),
        ("5.1", "Red Dragon Scale Mail", "Hell Hound", "Fire Breath", "normal"),
        ("5.1", "Necklace of Adaptation", "Young Green Dragon", "Poison Breath", "advantage"),
        ("5.1", "Necklace of Adaptation", "Gorgon", "Petrifying Breath", "advantage"),
        ("5.1", "Necklace of Adaptation", "Giant Spider", "Bite", "normal"),
        ("5.2", "Red Dragon Scale Mail", "Young Red Dragon", "Fire Breath", "advantage"),
        ("5.2", "Necklace of Adaptation", "Young Green Dragon", "Poison Breath", "normal"),
        ("5.2", "Necklace of Adaptation", "Hezrou", "Stench", "advantage"),
    ],
)
def test_gear_knows_what_it_wards_off(ruleset: Ruleset, gear: str, creature: str, act: str, mode: Mode) -> None:
    box = table(ruleset, HUMAN, creature)
    box.accept("give", "Hero", template=gear)
    name = next(t.name for t in box.world.things.values() if t.kind == "item" and t.name.endswith(gear))
    if gear == "Antitoxin":
        box.accept("use", "Hero", itemName=name)
    else:
        box.accept("attune", "Hero", itemName=name)
        box.accept("equip", "Hero", itemName=name)
    assert mode_against(box, creature, act) == mode


@pytest.mark.parametrize("ruleset", RULESETS)
def test_protection_from_poison_wards_off_the_condition(ruleset: Ruleset) -> None:
    """Both rulebooks speak of being poisoned, so that damage alone does not count."""
    box = table(ruleset, HUMAN, "Young Green Dragon")
    box.accept("apply", "Hero", effect="Protection from Poison")
    assert mode_against(box, "Young Green Dragon", "Poison Breath") == "normal"
    assert "(advantage)" in box.did("save", "Hero", ability="con", dc=10, vs=["poisoned"])["text"]
