"""Mirror Image: attacks that go at an image, or that an image takes (SRD 5.1 and 5.2, Mirror Image)."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
MAGE = {"classes": ["wizard 5"], "abilities": {"int": 16, "dex": 16}, "hpMax": 100}
"""AC 13 with DEX +3, and so have the images."""
BRUTE = {"hpMax": 100, "abilities": {"str": 10}}
"""Strikes with +2."""


def mirrored(ruleset: Any, left: int = 3) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Mage", character=MAGE)
    box.accept("create", name="Brute", character=BRUTE)
    box.accept("cast", "Mage", spell="Mirror Image")
    while images(box) != left:
        box.roll_with(falling(20, face=6))
        struck(box)
    return box


def images(box: Sandbox) -> int:
    mage = next(t for t in box.world.things.values() if t.name == "Mage")
    flags = [m["value"] for e in mage.creature.effects for m in e.document.get("modifiers", ()) if str(m["value"]).startswith("images")]
    return int(flags[0].rpartition(":")[2]) if flags else 0


def struck(box: Sandbox, **more: Any) -> AttackResult:
    return box.accept("attack", "Brute", targetName="Mage", **more).expect(AttackResult)


@pytest.mark.parametrize(("left", "least"), [(3, 6), (2, 8), (1, 11)])
def test_a_d20_says_whether_an_attack_goes_at_an_image(left: int, least: int) -> None:
    box = mirrored("5.1", left)
    box.let(least - 1, 15)
    missed = struck(box)
    assert missed.image is None and missed.hit
    box.let(least, 15)
    told = struck(box)
    assert told.image and told.image.struck and not told.hit and not told.dealt
    assert (told.image.ac, told.image.left, images(box)) == (13, left - 1, left - 1)


def test_a_miss_leaves_the_image() -> None:
    box = mirrored("5.1").let(10, 7)
    told = struck(box)
    assert told.image and not told.image.struck and images(box) == 3


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_the_last_image_ends_the_spell(ruleset: Any) -> None:
    box = mirrored(ruleset, 1)
    box.roll_with(falling(20, face=6))
    struck(box)
    assert images(box) == 0
    assert not next(t for t in box.world.things.values() if t.name == "Mage").creature.effects
    assert struck(box).hit


@each_row(("left", "face", "takes"), [(3, 2, False), (3, 3, True), (1, 2, False), (1, 3, True)])
def test_5_2_asks_a_d6_for_each_image_when_a_hit_lands(left: int, face: int, takes: bool) -> None:
    box = mirrored("5.2", left)
    box.roll_with(falling(15, face=face))
    told = struck(box)
    assert (told.image is not None) == takes == (not told.hit)
    assert images(box) == left - takes
    box.let(5)
    assert struck(box).image is None and images(box) == left - takes


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("how", [{"senses": {"blindsight": 30}}, {"senses": {"truesight": 60}}, {}])
def test_who_does_not_see_is_not_deceived(ruleset: Any, how: dict[str, Any]) -> None:
    box = mirrored(ruleset)
    if how:
        box.accept("update", "Brute", character=how)
    else:
        box.accept("apply", "Brute", condition="blinded")
    box.roll_with(falling(20, face=6))
    assert struck(box).hit and images(box) == 3


def test_an_effect_that_the_game_master_applies_counts_too() -> None:
    box = mirrored("5.1", 0)
    box.accept("apply", "Mage", effect="Mirror Image")
    box.let(6, 15)
    told = struck(box)
    assert told.image and told.image.left == 2 == images(box)


def test_a_spells_attack_goes_at_an_image_too() -> None:
    box = mirrored("5.1")
    box.accept("create", name="Hexer", character={"classes": ["warlock 1"], "abilities": {"cha": 16}})
    box.let(20)
    answer = box.send(
        {"operation": "cast", "characterName": "Hexer", "spell": "Fire Bolt", "targets": ["Mage"], "force": True}, "execute_action"
    )
    assert answer["results"][0]["targets"] == [{"name": "Mage", "image": {"ac": 13, "struck": True, "left": 2}}]
    assert "The attack hits an image of Mage instead, which is gone; 2 left." in answer["text"]
    assert images(box) == 2


@pytest.mark.parametrize(("total", "struck"), [(13, False), (14, True)])
def test_the_duplicates_of_a_cloaker_have_its_own_ac(total: int, struck: bool) -> None:
    """SRD 5.1, Cloaker, Phantasms: AC 14, where an image of Mirror Image would have 10 + DEX, 12."""
    table = Table(begun("5.1"))
    table.did(
        "create",
        name="Ann",
        character={"hpMax": 30, "party": True, "level": 1, "modifiers": [{"target": "attack.all", "op": "add", "value": -2}]},
    )
    table.did("create", template="Cloaker", name="Cloaker")
    table.did("act", "Cloaker", act="Phantasms")
    table.roll_with(falling(20, total))
    answer = table.did("attack", "Ann", targetName="Cloaker")
    assert "at an image" in answer["text"] and ("which is gone; 2 left" in answer["text"]) is struck, answer["text"]
