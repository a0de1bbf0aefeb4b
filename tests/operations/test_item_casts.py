"""Items that cast spells or have acts: found by name, paid with charges, refused before anything is spent."""

from typing import Any

import pytest

from rpg_lite.decision.outcome import Accepted
from rpg_lite.mechanics.acts.act_results import ActResult
from tests.operations.worlds import ELARA, GOBLIN, THORIN, Sandbox

pytestmark = pytest.mark.pure
ROD: dict[str, Any] = {
    "name": "Rod of Embers", "type": "wondrous", "slot": "mainhand", "charges": {"max": 7, "recharge": "dawn"},
    "casts": [{"spell": "Fireball", "charges": "1-5", "slot": "{2+spent}", "dc": 15}],
}  # fmt: skip
BELL: dict[str, Any] = {
    "name": "Bell of Mercy", "type": "wondrous", "useState": "carried", "charges": {"max": 4, "recharge": "dawn"},
    "casts": [{"spell": "Cure Wounds", "charges": "1-4", "slot": "{spent}"}, {"spell": "Lesser Restoration", "charges": 2}],
    "acts": [{"name": "Toll", "spend": "charges:1", "targets": "1", "steps": [{"damage": "{spent}d4", "type": "thunder"}]}],
}  # fmt: skip
HORN: dict[str, Any] = {
    "name": "Horn of Sparks", "type": "wondrous", "useState": "carried",
    "casts": [{"spell": "Scorching Ray", "attack": 5, "uses": {"count": 1, "recharge": "dawn"}}],
}  # fmt: skip


@pytest.fixture
def world() -> Sandbox:
    box = Sandbox()
    for name, character in (("Elara", ELARA), ("Thorin", THORIN)):
        box.accept("create", name=name, character=character)
    for n in (1, 2):
        box.accept("create", name=f"Goblin {n}", character={**GOBLIN, "hpMax": 60})
    box.accept("give", "Thorin", item=ROD, equip=True)
    box.accept("give", "Thorin", item=BELL)
    box.accept("give", "Thorin", item=HORN)
    return box


def played(outcome: Accepted) -> ActResult:
    return outcome.expect(ActResult)


def charges(box: Sandbox, name: str) -> int | None:
    (found,) = [t for t in box.world.things.values() if t.name == name]
    return found.item.charges


# ── playing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("act", {"act": "Rod of Embers", "targets": ["Goblin 1"]}),
        ("cast", {"spell": "Rod of Embers", "targets": ["Goblin 1"]}),
        ("cast", {"spell": "Fireball", "targets": ["Goblin 1"]}),
        ("use", {"itemName": "Rod of Embers", "targets": ["Goblin 1"]}),
        ("use", {"itemName": "Rod of Embers", "targetName": "Goblin 1"}),
    ],
)
def test_each_way_plays_the_spell_with_the_numbers_of_the_item(world: Sandbox, operation: str, fields: dict[str, Any]) -> None:
    told = played(world.let(3, face=4).accept(operation, "Thorin", **fields))
    assert (told.act, told.dc, told.targets[0].taken) == ("Fireball", 15, 32)
    assert [(s.what, s.was, s.left) for s in told.spent] == [("charges", 7, 6)]
    assert charges(world, "Rod of Embers") == 6


@pytest.mark.parametrize("fields", [{"slot": 5}, {"quantity": 3}])
def test_more_charges_give_a_higher_level(world: Sandbox, fields: dict[str, Any]) -> None:
    told = played(world.let(3, face=1).accept("use", "Thorin", itemName="Rod of Embers", targets=["Goblin 1", "Goblin 2"], **fields))
    assert told.targets[0].taken == 10
    assert charges(world, "Rod of Embers") == 4


def test_who_casts_no_spells_adds_no_modifier(world: Sandbox) -> None:
    world.accept("damage", "Elara", amount=15, damageType="fire")
    told = played(world.let(face=5).accept("act", "Thorin", act="Bell of Mercy: Cure Wounds", targets=["Elara"], slot=2))
    assert told.targets[0].healed == 10 and charges(world, "Bell of Mercy") == 2


@pytest.mark.parametrize("fields", [{"choice": "Lesser Restoration"}, {"property": "lesser_restoration"}])
def test_a_use_says_which_spell(world: Sandbox, fields: dict[str, Any]) -> None:
    world.accept("apply", "Elara", condition="poisoned")
    told = played(world.accept("use", "Thorin", itemName="Bell of Mercy", targetName="Elara", force=True, **fields))
    assert told.act == "Lesser Restoration" and charges(world, "Bell of Mercy") == 2


@pytest.mark.parametrize("name", ["Toll", "Bell of Mercy: Toll"])
def test_an_act_of_its_own_is_played_and_paid(world: Sandbox, name: str) -> None:
    told = played(world.let(face=3).accept("act", "Thorin", act=name, targets=["Goblin 1"]))
    assert told.targets[0].taken == 3 and charges(world, "Bell of Mercy") == 3


def test_a_spell_once_a_day_comes_back_at_dawn(world: Sandbox) -> None:
    world.let(10, 10, 10, face=1).accept("act", "Thorin", act="Horn of Sparks", targets=["Goblin 1"])
    world.reject("no_uses_left", "act", "Thorin", act="Horn of Sparks", targets=["Goblin 1"])
    world.accept("advance", duration="1 day")
    world.let(10, 10, 10, face=1).accept("act", "Thorin", act="Horn of Sparks", targets=["Goblin 1"])


def test_the_last_charge_may_destroy_it(world: Sandbox) -> None:
    item = {**ROD, "name": "Twig", "charges": {"max": 1, "recharge": "dawn", "onLast": "Roll a d20; on a 1 it is destroyed."}}
    world.accept("give", "Elara", item={**item, "casts": [{"spell": "Fireball", "charges": 1}]}, equip=True)
    outcome = world.let(10, 1, face=1).accept("act", "Elara", act="Twig", targets=["Goblin 1"])
    assert "destroyed" in [n.code for n in outcome.notes]
    assert not [t for t in world.world.things.values() if t.name == "Twig"]


def test_the_answer_tells_the_charges(world: Sandbox) -> None:
    answer = world.let(3, face=4).send(
        {"operation": "use", "characterName": "Thorin", "itemName": "Rod of Embers", "targetName": "Goblin 1", "quantity": 2}
    )
    assert "Thorin casts Fireball with Rod of Embers (2 charges, 5 charges left)." in answer["text"]


def test_a_use_of_harm_that_names_nobody_is_refused_and_spends_nothing(world: Sandbox) -> None:
    item = {**ROD, "name": "Darts", "casts": [{"spell": "Magic Missile", "charges": "1-3", "slot": "{spent}"}]}
    world.accept("give", "Elara", item=item, equip=True)
    refused = world.reject("target_required", "use", "Elara", itemName="Darts", quantity=3)
    instead = dict(refused.instead or {})
    assert instead.pop("targetName") == "Goblin 1"
    told = world.let(face=2).accept("use", "Elara", itemName="Darts", quantity=3, targetName="Goblin 1").expect(ActResult)
    assert [(s.what, s.was, s.left) for s in told.spent] == [("charges", 7, 4)]


def test_a_use_that_helps_is_for_the_user_unless_another_is_named(world: Sandbox) -> None:
    world.accept("damage", "Thorin", amount=9, damageType="fire")
    told = played(world.let(face=5).accept("use", "Thorin", itemName="Bell of Mercy", property="cure_wounds"))
    assert told.targets[0].healed == 5


def test_a_spell_for_the_user_alone_takes_nobody_else(world: Sandbox) -> None:
    item = {"name": "Lifters", "type": "wondrous", "useState": "carried", "casts": [{"spell": "Levitate", "self": True, "say": "Slowly."}]}
    world.accept("give", "Elara", item=item)
    world.reject("target_unfit", "act", "Elara", act="Lifters", targets=["Goblin 1"])
    assert "Slowly." in played(world.accept("act", "Elara", act="Lifters")).says


# ── refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("code", "operation", "fields"),
    [
        ("choice_required", "act", {"act": "Bell of Mercy"}),
        ("choice_required", "use", {"itemName": "Bell of Mercy", "targetName": "Elara"}),
        ("item_level_unfit", "act", {"act": "Rod of Embers", "slot": 9}),
        ("quantity_too_large", "use", {"itemName": "Rod of Embers", "quantity": 6}),
        ("target_required", "act", {"act": "Bell of Mercy: Cure Wounds"}),
        ("act_unknown", "act", {"act": "Wand of Nothing"}),
    ],
)
def test_a_refusal_comes_before_anything_is_spent(world: Sandbox, code: str, operation: str, fields: dict[str, Any]) -> None:
    before = world.world
    world.reject(code, operation, "Thorin", **fields)
    assert world.world is before


def test_it_must_be_held_and_charged(world: Sandbox) -> None:
    world.let(face=1).accept("act", "Thorin", act="Rod of Embers", targets=["Goblin 1"], slot=7)
    world.reject("no_charges_left", "act", "Thorin", act="Rod of Embers", targets=["Goblin 1"], slot=5)
    world.accept("unequip", "Thorin", itemName="Rod of Embers")
    world.reject("must_be_worn", "act", "Thorin", act="Rod of Embers", targets=["Goblin 1"])


def test_one_that_asks_for_attunement_works_only_attuned(world: Sandbox) -> None:
    world.accept("give", "Elara", item={**ROD, "name": "Bonded Rod", "requiresAttunement": True}, equip=True)
    world.reject("not_attuned", "act", "Elara", act="Bonded Rod", targets=["Goblin 1"])


def test_the_unidentified_keeps_its_secret(world: Sandbox) -> None:
    world.accept("give", "Elara", item={**ROD, "name": "Odd Rod"}, equip=True, identified=False)
    refused = world.reject("act_unknown", "act", "Elara", act="Odd Rod", targets=["Goblin 1"])
    assert "Odd Rod" not in refused.allowed
    outcome = world.accept("use", "Elara", itemName="Odd Rod", targets=["Goblin 1"])
    assert charges(world, "Odd Rod") == 6 and played(outcome).act == "Strange thing"


def test_a_spell_that_the_ruleset_lacks_is_refused_with_a_near_one(world: Sandbox) -> None:
    refused = world.reject("cast_unknown", "give", "Thorin", item={**ROD, "casts": [{"spell": "Firebal", "charges": 1}]})
    assert "did you mean 'fireball'" in refused.details["why"]
