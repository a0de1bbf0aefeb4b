"""What an effect brings: strikes at its cast's own level, marks that hear of every hit, wards against whole acts, words of `if`."""

from typing import Any

import pytest

from rpg_lite.operations.mechanics.acting.played import ActResult
from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.fixture
def world() -> Sandbox:
    return table("5.1")


def table(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    for name, of in (("Bran", "cleric 9"), ("Ember", "warlock 5"), ("Elara", "wizard 13")):
        box.accept("create", name=name, character={"classes": [of], "hpMax": 60})
    box.accept("create", name="Ogre", character={"hpMax": 200, "abilities": {"int": 5}})
    return box.let(15, face=4)


def cost(box: Sandbox, operation: str, who: str, **fields: Any) -> int:
    """The hit points that it takes from the ogre, triggers counted."""
    had = box.thing("Ogre").creature.hp
    box.accept(operation, who, targets=["Ogre"], **fields)
    return (200 if had is None else had) - (box.thing("Ogre").creature.hp or 0)


def test_a_later_strike_counts_from_the_level_of_its_spell(world: Sandbox) -> None:
    """Spiritual Weapon of a slot of level 4: 2d8, now and on later turns."""
    first = cost(world, "cast", "Bran", spell="Spiritual Weapon", slot=4)
    later = cost(world, "act", "Bran", act="Spiritual Weapon: strike")
    assert first == later == 8


def test_a_mark_hears_of_a_spell_attack() -> None:
    """Hex (5.2) adds its die to each ray of the caster's, and to nobody else's."""
    world = table("5.2")
    cost(world, "cast", "Ember", spell="Hex", choice="wis", force=True)
    bare = cost(world, "cast", "Elara", spell="Fire Bolt", force=True)
    assert bare == 12
    assert cost(world, "cast", "Ember", spell="Eldritch Blast") == 2 * (4 + 4)


def test_a_globe_keeps_out_what_comes_from_outside(world: Sandbox) -> None:
    world.accept("cast", "Elara", spell="Globe of Invulnerability", slot=6, targets=["Elara"], force=True)
    fields: dict[str, Any] = {"spell": "Guiding Bolt", "targets": ["Elara"], "force": True}
    assert world.accept("cast", "Bran", **fields).expect(ActResult).targets[0].taken == 0
    within = world.accept("cast", "Elara", spell="Magic Missile", targets=["Elara"], force=True)
    assert within.expect(ActResult).targets[0].taken


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        (["int<=4"], False),
        (["int<=5"], True),
        (["immune:charmed"], False),
        (["not immune:charmed"], True),
        (["concentrating"], False),
        (["size<=large"], True),
        (["hp<=half"], False),
        (["moved>=20"], False),
    ],
)
def test_words_of_if_are_answered(world: Sandbox, words: list[str], holds: bool) -> None:
    steps = [{"if": words, "then": [{"damage": 7, "type": "fire"}]}]
    assert cost(world, "act", "Bran", steps=steps) == (7 if holds else 0)


def test_what_falls_is_stabilized(world: Sandbox) -> None:
    world.accept("damage", "Bran", amount=60, damageType="fire")
    world.let(18).accept("act", "Elara", act="Stabilize", targets=["Bran"])
    assert world.thing("Bran").creature.dying.is_stable


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_mark_goes_over_to_another(ruleset: Ruleset) -> None:
    """Hunter's Mark adds 1d6 to a blow at the second quarry too."""
    world = table(ruleset)
    for name in ("Orc", "Goblin"):
        world.accept("create", name=name, character={"hpMax": 100})
    world.accept("cast", "Bran", spell="Hunter's Mark", targets=["Orc"], force=True)
    world.reject("target_unfit", "act", "Bran", act="Hunter's Mark: another target", targets=["Goblin"])
    world.accept("damage", "Orc", amount=100, damageType="fire")
    world.accept("act", "Bran", act="Hunter's Mark: another target", targets=["Goblin"])
    world.accept("attack", "Bran", targetName="Goblin")
    assert (world.thing("Goblin").creature.hp or 0) == 100 - 1 - 4


def test_an_act_that_is_done_by_another_asks_for_its_choice() -> None:
    """Wild Companion does Find Familiar, whose form is chosen."""
    world = table("5.2")
    world.accept("create", name="Fern", character={"classes": ["druid 5"]})
    refused = world.reject("choice_required", "act", "Fern", act="Wild Companion")
    assert "owl" in refused.allowed
    told = world.accept("act", "Fern", act="Wild Companion", choice="owl").expect(ActResult)
    assert any("owl" in said.casefold() for said in told.says)


def test_a_number_that_only_the_table_knows_is_asked_for(world: Sandbox) -> None:
    world.reject("choice_required", "act", "Bran", act="Fall", targets=["Ogre"])
    assert cost(world, "act", "Bran", act="Fall", choice="30") == 3 * 4
    world.reject("answers_a_cast", "cast", "Elara", spell="Counterspell", targets=["Bran"])
    told = world.accept("cast", "Elara", spell="Counterspell", targets=["Bran"], choice={"their_slot": 3}).expect(ActResult)
    assert not told.targets[0].checks and told.says
