"""The creatures that items bring have the numbers of their stat blocks and of the item."""

from typing import Any

import pytest

from rpg_lite.rules.dice import DiceRoll
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.item_table import BOTH, NEW, OLD, conditions, effects, lost, plays, table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure


def brings(ruleset: Ruleset, name: str, face: int = 2, **fields: Any) -> Sandbox:
    box = table(ruleset, name)
    box.let(face=face).accept("use", "Hero", itemName=name, **fields)
    return box


def numbers(box: Sandbox, name: str) -> EffectiveStats:
    thing = next(t for t in box.world.things.values() if t.name == name)
    return thing_stats.stats_of(box.world, thing, box.book)


@pytest.mark.parametrize(
    ("ruleset", "hp", "saves", "act", "damage"),
    [(OLD, 161, {"dex": 6, "wis": 7, "cha": 9}, {"choice": "thunder"}, 3 * (2 * 2 + 5 + 2)),
     (NEW, 218, {"dex": 6, "wis": 7, "cha": 5}, {"choice": "3 Storm Blade"}, 3 * (2 * 2 + 5 + 2 * 2))],
)  # fmt: skip
def test_a_djinni_comes_with_its_blades(ruleset: Ruleset, hp: int, saves: dict[str, int], act: dict[str, Any], damage: int) -> None:
    """5.1: three scimitars, 2d6+5 and 1d6 of lightning or thunder; 5.2: three storm blades, 2d6+5 and 2d6 lightning."""
    box = brings(ruleset, "Ring of Djinni Summoning")
    stats = numbers(box, "Djinni")
    assert (stats.ac.value, stats.hp) == (17, hp)
    assert {k: stats.saves.values[k].value for k in saves} == saves  # type: ignore[index]
    box.let(15, face=2).accept("act", "Djinni", act="Multiattack", targets=["Foe"], **act)
    assert lost(box) == damage


@pytest.mark.parametrize(
    ("ruleset", "saves", "damage"),
    [(OLD, {"int": 7, "wis": 6, "cha": 7}, 2 * (10 + 6 + 10)), (NEW, {"int": 3, "wis": 6, "cha": 8}, 3 * (10 + 6 + 10))],
)
def test_an_efreeti_strikes_as_often_as_its_block_says(ruleset: Ruleset, saves: dict[str, int], damage: int) -> None:
    """5.1: two scimitars, 2d6+6 and 2d6 fire; 5.2: three blades, 2d6+6 and 2d12 fire; every die shows 5."""
    box = brings(ruleset, "Efreeti Bottle", face=5)
    assert {k: numbers(box, "Efreeti").saves.values[k].value for k in saves} == saves  # type: ignore[index]
    box.let(15, face=5).accept(
        "act", "Efreeti", act="Multiattack", targets=["Foe"], choice="Scimitar" if ruleset == OLD else "3 Heated Blade"
    )
    assert lost(box) == damage


@each_row(
    ("ruleset", "bag", "face", "name", "skill", "value"),
    [(OLD, "Gray Bag of Tricks", 5, "Panther", "stealth", 6), (NEW, "Gray Bag of Tricks", 5, "Panther", "stealth", 7),
     (OLD, "Gray Bag of Tricks", 7, "Dire Wolf", "perception", 3), (NEW, "Gray Bag of Tricks", 7, "Dire Wolf", "perception", 5),
     (OLD, "Tan Bag of Tricks", 2, "Ape", "athletics", 5), (NEW, "Rust Bag of Tricks", 2, "Owl", "perception", 5)],
)  # fmt: skip
def test_an_animal_of_a_bag_has_its_skills(ruleset: Ruleset, bag: str, face: int, name: str, skill: Any, value: int) -> None:
    assert numbers(brings(ruleset, bag, face=face), name).skills.values[skill].value == value


@pytest.mark.parametrize(
    ("bag", "face", "name", "parts"), [("Gray", 6, "Giant Badger", (2 + 1, 4 + 1)), ("Tan", 5, "Black Bear", (2 + 2, 4 + 2))]
)
def test_an_animal_of_5_1_attacks_twice(bag: str, face: int, name: str, parts: tuple[int, int]) -> None:
    """Badger: bite 1d6+1, claws 2d4+1; bear: bite 1d6+2, claws 2d4+2."""
    box = brings(OLD, f"{bag} Bag of Tricks", face=face)
    box.let(15, face=2).accept("act", name, act="Multiattack", targets=["Foe"])
    assert lost(box) == sum(parts)


@pytest.mark.parametrize(("ruleset", "immune"), [(OLD, set()), (NEW, {"charmed", "frightened"})])
def test_spirits_of_5_2_are_neither_charmed_nor_frightened(ruleset: Ruleset, immune: set[str]) -> None:
    box = brings(ruleset, "Silver Horn of Valhalla")
    assert set(numbers(box, "Berserker 1").defenses.conditions) == immune


@pytest.mark.parametrize(("ruleset", "senses"), [(OLD, {"darkvision": 60}), (NEW, {"darkvision": 60, "blindsight": 60})])
def test_an_onyx_dog_is_no_common_mastiff(ruleset: Ruleset, senses: dict[str, int]) -> None:
    box = brings(ruleset, "Onyx Dog Figurine of Wondrous Power")
    dog = numbers(box, "Mastiff")
    assert dog.abilities["int"].value == 8 and {k: b.value for k, b in dog.senses.items() if b.value} == senses
    box.let(15, 11, face=2).accept("act", "Mastiff", act="Bite", targets=["Foe"])
    assert lost(box) == 2 + 1 and ("prone" in conditions(box)) is (ruleset == NEW)


@each_row(
    ("ruleset", "face", "fields", "strays"),
    [(OLD, 1, {"choice": "good"}, True), (OLD, 2, {"choice": "good"}, False), (OLD, 1, {"choice": "other"}, False), (NEW, 1, {}, True)],
)
def test_an_obsidian_steed_strays_one_time_in_ten(ruleset: Ruleset, face: int, fields: dict[str, Any], strays: bool) -> None:
    """5.1: only with an owner of good alignment."""
    name = "Obsidian Steed Figurine of Wondrous Power"
    box = table(ruleset, name)
    assert any("Hades" in text for text in plays(box, name, face=face, targets=[], **fields).says) is strays


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("name", "fields", "creature"), [("Feather Token (bird)", {}, "Roc"),
                                                          ("Ivory Goats Figurine of Wondrous Power", {"choice": "Goat of Terror"}, "Giant Goat")])  # fmt: skip
def test_a_token_bird_and_a_goat_of_terror_cannot_attack(ruleset: Ruleset, name: str, fields: dict[str, Any], creature: str) -> None:
    box = brings(ruleset, name, **fields)
    box.reject("cannot_attack", "attack", creature, targetName="Foe")


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_goat_of_terror_does_not_frighten_who_withstood_it(ruleset: Ruleset) -> None:
    box = table(ruleset, "Ivory Goats Figurine of Wondrous Power")
    assert plays(box, "Terror of the Goat", 20).dc == 15
    plays(box, "Terror of the Goat", 2)
    assert conditions(box) == set()
    box.accept("advance", duration="1 day")
    plays(box, "Terror of the Goat", 2)
    assert conditions(box) == {"frightened"}


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_silver_raven_carries_messages(ruleset: Ruleset) -> None:
    box = brings(ruleset, "Silver Raven Figurine of Wondrous Power")
    box.let(1).accept("act", "Hero", act="Send the Raven", targets=["Raven"])
    assert "Animal Messenger" in effects(box, "Raven")


@each_row(("ruleset", "faces", "name", "ac"), [(OLD, (34, 10), "Rhinoceros", 11), (OLD, (34, 60), "Rat", 10),
                                                              (NEW, (58, 1), "Rhinoceros", 13), (NEW, (58, 3), "Rat", 10)])  # fmt: skip
def test_a_wand_of_wonder_brings_an_animal(ruleset: Ruleset, faces: tuple[int, int], name: str, ac: int) -> None:
    box, fell = table(ruleset, "Wand of Wonder", hero={"classes": ["wizard 5"]}), iter(faces)
    box.roll_with(lambda text: DiceRoll(text, (face := next(fell),), face))
    box.accept("use", "Hero", itemName="Wand of Wonder", targets=["Foe"])
    assert numbers(box, name).ac.value == ac
