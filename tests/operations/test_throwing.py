"""A thrown weapon lies where its target is; the next of its kind comes to hand (SRD, Thrown)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import THORIN, Sandbox, first_world

pytestmark = pytest.mark.pure


def armed(ruleset: Ruleset, item: str, quantity: int = 1) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Thorin", character={**THORIN, "race": "dwarf"})
    box.accept("create", name="Foe", character={"hpMax": 200})
    box.accept("give", "Thorin", item=item, quantity=quantity)
    box.accept("equip", "Thorin", itemName=item)
    return box


def throw(box: Sandbox, *words: str) -> str:
    return box.let(15, face=2).did("attack", "Thorin", targetName="Foe", with_=list(words))["text"]


def lying(box: Sandbox, item: str) -> int:
    room = box.world.room_of(box.id("Foe"))
    return sum(t.quantity for t in box.world.bag_of(room.id if room else "") if t.name == item)


def carried(box: Sandbox, item: str) -> int:
    return sum(t.quantity for t in box.world.tree_of(box.id("Thorin")) if t.name == item)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_thrown_weapon_lies_on_the_floor(ruleset: Ruleset) -> None:
    box = armed(ruleset, "Handaxe")
    assert "Handaxe now lies in Lobby." in throw(box, "thrown")
    assert (lying(box, "Handaxe"), carried(box, "Handaxe")) == (1, 0) and not box.world.worn_by.get(box.id("Thorin"))
    box.accept("transfer", bagName="floor", itemName="Handaxe", toCharacterName="Thorin")
    assert (lying(box, "Handaxe"), carried(box, "Handaxe")) == (0, 1)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_next_javelin_comes_to_hand_until_none_is_left(ruleset: Ruleset) -> None:
    box = armed(ruleset, "Javelin", 3)
    told = [throw(box, "thrown") for _ in range(3)]
    assert "the next one is in hand, and 1 more" in told[0] and "0 more" in told[1] and "next" not in told[2]
    assert (lying(box, "Javelin"), carried(box, "Javelin")) == (3, 0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dart_is_always_thrown(ruleset: Ruleset) -> None:
    box = armed(ruleset, "Dart", 2)
    throw(box)
    assert (lying(box, "Dart"), carried(box, "Dart")) == (1, 1)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_weapon_that_is_not_thrown_stays_in_hand(ruleset: Ruleset) -> None:
    box = armed(ruleset, "Handaxe")
    throw(box)
    assert (lying(box, "Handaxe"), carried(box, "Handaxe")) == (0, 1)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dwarven_thrower_comes_back(ruleset: Ruleset) -> None:
    box = armed(ruleset, "Dwarven Thrower")
    box.accept("attune", "Thorin", itemName="Dwarven Thrower")
    throw(box, "thrown")
    assert (lying(box, "Dwarven Thrower"), carried(box, "Dwarven Thrower")) == (0, 1)


@pytest.mark.parametrize(
    ("ruleset", "words", "dealt"), [("5.1", (), 2 + 3 + 2), ("5.1", ("thrown",), 2 + 3), ("5.2", ("thrown",), 2 + 3 + 2)]
)
def test_rage_of_5_1_adds_to_melee_attacks_alone(ruleset: Ruleset, words: tuple[str, ...], dealt: int) -> None:
    box = armed(ruleset, "Handaxe")
    box.accept("create", name="Grom", character={"classes": ["barbarian 5"], "abilities": {"str": 16}})
    box.accept("give", "Grom", item="Handaxe", equip=True)
    box.accept("act", "Grom", act="Rage")
    before = box.hp("Foe")
    box.let(15, face=2).accept("attack", "Grom", targetName="Foe", **{"with": list(words)})
    assert before - box.hp("Foe") == dealt
