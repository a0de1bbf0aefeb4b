"""What an effect brings: strikes at its cast's own level, marks that hear of every hit, wards against whole acts, words of `if`."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult
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
    """Wild Companion does Find Familiar, whose form is chosen; its type is not."""
    world = table("5.2")
    world.accept("create", name="Fern", character={"classes": ["druid 5"]})
    refused = world.reject("choice_required", "act", "Fern", act="Wild Companion")
    assert "owl" in refused.allowed and "also" not in refused.details
    told = world.accept("act", "Fern", act="Wild Companion", choice="owl").expect(ActResult)
    assert any("owl" in said.casefold() for said in told.says)


def test_a_number_that_only_the_table_knows_is_asked_for(world: Sandbox) -> None:
    world.reject("choice_required", "act", "Bran", act="Fall", targets=["Ogre"])
    assert cost(world, "act", "Bran", act="Fall", choice="30") == 3 * 4
    world.reject("answers_a_cast", "cast", "Elara", spell="Counterspell", targets=["Bran"])
    told = world.accept("cast", "Elara", spell="Counterspell", targets=["Bran"], choice={"their_slot": 3}).expect(ActResult)
    assert not told.targets[0].checks and told.says


IDLE: list[tuple[dict[str, Any], str]] = [
    ({"on": [{"on": "damaged", "then": [{"do": "Nonsense"}]}]}, "on[0].then[0].do: there is no act 'Nonsense'"),
    ({"modifiers": [{"target": "ac", "op": "add", "value": "{luck}"}]}, "modifiers[0].value: 'luck' is not a word of a formula"),
    ({"on": [{"on": "damaged", "then": [{"check": "juggling"}]}]}, "on[0].then[0].check: is 'juggling'"),
]
"""Effects of the game master that nothing could play, and the place that the refusal names."""


@pytest.mark.parametrize(("effect", "place"), IDLE)
def test_an_effect_of_the_game_master_is_held_to_the_words_of_the_files(world: Sandbox, effect: dict[str, Any], place: str) -> None:
    refused = world.refused("act_invalid", "apply", "Ogre", effect={"name": "Odd", **effect})
    assert refused["error"]["field"] == "own" and place in refused["text"]


def test_a_step_may_name_what_the_creature_and_its_table_have(world: Sandbox) -> None:
    """Acts, effects and resources that no file knows, because the game master has made them."""
    scream = {"name": "Scream", "cost": "action", "targets": "1", "steps": [{"damage": "1", "type": "thunder"}]}
    world.accept("update", "Ogre", character={"acts": [scream], "resources": {"Wrath": {"max": 2, "left": 0}}})
    world.accept("apply", "Bran", effect={"name": "Dazzled", "flags": ["dazzled"]})
    steps = [{"do": "Scream"}, {"gain": "resource:Wrath"}, {"if": ["condition:Dazzled"], "then": [{"say": "It gloats."}]}]
    told = world.did("act", "Ogre", steps=steps, targets=["Bran"])["text"]
    assert "1 thunder damage" in told and "1 wrath back" in told.casefold() and "It gloats." in told


@pytest.mark.parametrize(("tools", "bonus"), [([], 2), (["thieves' tools"], 6)])
def test_a_check_of_an_act_may_take_a_tool(world: Sandbox, tools: list[str], bonus: int) -> None:
    """SRD, Thieves' Tools: a Dexterity check, to which the proficiency is added."""
    hero = {"classes": ["rogue 9"], "features": [], "abilities": {"dex": 14}, "proficiencies": {"tools": tools}}
    world.accept("create", name="Pip", character=hero)
    told = world.let(10).accept("act", "Ogre", steps=[{"check": "thieves' tools", "dc": 15}], targets=["Pip"]).expect(ActResult)
    assert [c.total for c in told.targets[0].checks] == [10 + bonus]


def zap(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"name": "Zap", "cost": "action", "targets": "1", "steps": [*steps]}


UNPLAYABLE: list[tuple[dict[str, Any], str]] = [
    ({"check": "juggling", "dc": 10}, "acts[0].steps[0].check: is 'juggling'"),
    ({"gain": "luck"}, "acts[0].steps[0].gain: is 'luck'"),
    ({"damage": "-3", "type": "fire"}, "acts[0].steps[0].damage: is -3; takes at least 0"),
    ({"attack": 9999, "hit": [{"damage": "1", "type": "fire"}]}, "acts[0].steps[0].attack: is 9999; takes at most 99"),
    (
        {"make": "Gribble"},
        "acts[0].steps[0].make: SRD 5.1 has no creature 'Gribble'; takes the name of a creature of the book or of your files",
    ),
]


@pytest.mark.parametrize(("step", "place"), UNPLAYABLE)
def test_whole_creatures_and_items_of_the_game_master_are_held_to_them_too(world: Sandbox, step: dict[str, Any], place: str) -> None:
    for operation, who, fields in (
        ("create", None, {"name": "Imp", "character": {"hpMax": 9, "acts": [zap(step)]}}),
        ("create", None, {"template": "Goblin", "character": {"acts": [zap(step)]}}),
        ("update", "Ogre", {"character": {"acts": [zap(step)]}}),
        ("import", None, {"document": {"character": {"name": "Imp", "hpMax": 9, "acts": [zap(step)]}}}),
        ("give", "Bran", {"item": {"name": "Zapper", "type": "wondrous", "acts": [zap(step)]}}),
    ):
        assert place in world.refused("act_invalid", operation, who, **fields)["text"]


def test_an_act_may_name_what_brings_it_later(world: Sandbox) -> None:
    world.accept("create", name="Imp", character={"hpMax": 9, "acts": [zap({"do": "Odd Fork"})]})


def test_a_document_of_the_other_ruleset_may_name_its_creatures() -> None:
    """The werewolf of SRD 5.1 takes forms that SRD 5.2 lacks; the import tells of the other ruleset."""
    werewolf = rulebook_loading.rulebook("5.1").creatures["werewolf"]
    box = Sandbox(first_world("5.2"))
    assert "5.1" in box.did("import", document={**werewolf, "ruleset": "5.1"})["text"]
    assert "become" in box.refused("act_invalid", "import", document={**werewolf, "ruleset": "5.2"}, replace=True)["text"]
