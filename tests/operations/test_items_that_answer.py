"""Triggers and riders of items: they play while the item works for its bearer, and only then."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from tests.operations.worlds import ELARA, GOBLIN, THORIN, Sandbox

pytestmark = pytest.mark.pure
BLADE: dict[str, Any] = {
    "name": "Ember Blade", "type": "weapon", "slot": "mainhand",
    "weaponStats": {"damageDice": "1d6", "damageType": "slashing", "category": "martial_melee"},
    "riders": [{"rider": "hit", "steps": [{"damage": "2d4", "type": "fire"}]}],
}  # fmt: skip
CLOAK: dict[str, Any] = {
    "name": "Cloak of Thorns", "type": "wondrous", "slot": "cloak", "requiresAttunement": True,
    "on": [{"on": "damaged", "then": [{"tempHp": "5"}]}],
}  # fmt: skip
CHARM: dict[str, Any] = {
    "name": "Charm of the Healer", "type": "wondrous", "useState": "carried",
    "riders": [{"rider": "act:Cure Wounds", "steps": [{"heal": "1d6"}]}],
}  # fmt: skip


@pytest.fixture
def box() -> Sandbox:
    table = Sandbox()
    for name, character in (("Elara", {**ELARA, "classes": ["cleric 5"]}), ("Thorin", {**THORIN, "hpMax": 80})):
        table.accept("create", name=name, character=character)
    table.accept("create", name="Goblin", character={**GOBLIN, "hpMax": 200})
    return table


def creature(box: Sandbox, name: str) -> Any:
    return next(t for t in box.world.things.values() if t.kind == "character" and t.name == name).creature


def lost(box: Sandbox, **fields: Any) -> int:
    """The hit points that one hit takes from the goblin; every die of damage shows 2."""
    before = creature(box, "Goblin").hp or 200
    box.let(15, face=2).accept("attack", "Thorin", targetName="Goblin", **fields)
    return int(before - creature(box, "Goblin").hp)


def test_a_blade_adds_its_rider_to_its_own_hits_alone(box: Sandbox) -> None:
    box.accept("give", "Thorin", item={k: v for k, v in BLADE.items() if k != "riders"} | {"name": "Plain Blade"})
    box.accept("give", "Thorin", item=BLADE)
    box.accept("equip", "Thorin", itemName="Plain Blade")
    plain = lost(box, itemName="Plain Blade")
    box.accept("unequip", "Thorin", itemName="Plain Blade")
    box.accept("equip", "Thorin", itemName="Ember Blade")
    assert lost(box, itemName="Ember Blade") == plain + 4
    unarmed = lost(box, itemName="Unarmed Strike")
    box.accept("unequip", "Thorin", itemName="Ember Blade")
    assert lost(box, itemName="Unarmed Strike") == unarmed


def test_a_trigger_plays_only_while_its_item_is_worn_and_attuned(box: Sandbox) -> None:
    def left_after(damage: int) -> int:
        box.accept("damage", "Thorin", amount=damage, damageType="fire")
        return int(creature(box, "Thorin").temp_hp or 0)

    box.accept("give", "Thorin", item=CLOAK)
    assert left_after(1) == 0
    box.accept("equip", "Thorin", itemName="Cloak of Thorns")
    assert left_after(1) == 0
    box.accept("attune", "Thorin", itemName="Cloak of Thorns")
    assert left_after(1) == 5


def test_what_is_only_carried_works_where_it_says_so(box: Sandbox) -> None:
    box.accept("damage", "Thorin", amount=60, damageType="fire")
    before = creature(box, "Thorin").hp
    box.let(face=2).accept("cast", "Elara", spell="Cure Wounds", targets=["Thorin"])
    plain = creature(box, "Thorin").hp - before
    box.accept("give", "Elara", item=CHARM)
    told = box.let(face=2).accept("cast", "Elara", spell="Cure Wounds", targets=["Thorin"]).expect(ActResult)
    assert creature(box, "Thorin").hp - before == 2 * plain + 2
    assert told.act == "Cure Wounds"


def test_the_riders_of_items_stand_among_those_of_their_bearer_while_they_work(box: Sandbox) -> None:
    box.accept("give", "Thorin", item=BLADE)

    def riders() -> list[Any]:
        payload = {"operation": "character", "characterName": "Thorin"}
        return box.send(payload, "read_campaign", "full")["results"][0]["riders"]  # type: ignore[no-any-return]

    assert riders() == []
    box.accept("equip", "Thorin", itemName="Ember Blade")
    assert riders() == [{"name": "Ember Blade", "dice": "2d4"}]
    assert "Riders: Ember Blade 2d4." in box.did("character", "Thorin")["text"]


def test_what_a_trigger_lays_asks_for_its_repeated_save(box: Sandbox) -> None:
    held = {"save": "wis", "dc": 30, "fail": [{"apply": {"conditions": ["restrained"]}, "ends": ["save:turn_end"]}]}
    charm = {"name": "Snare", "type": "wondrous", "useState": "carried", "on": [{"on": "damaged", "then": [held]}]}
    box.accept("give", "Thorin", item=charm)
    told = box.let(10).did("damage", "Thorin", amount=1, damageType="fire")["text"]
    assert "restrained" in told and "too long" not in told
    box.let(20, 1).accept("start_fight", names=["Thorin", "Goblin"])
    ended = box.let(20).did("next_turn")
    assert "Thorin" in ended["text"] and "WIS save DC 30" in ended["text"]
