"""Uses that cannot be, in real campaigns of both rulesets: each is refused by its reason, nothing is changed, and what the refusal proposes works."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.rules.item_part_models import Activated
from rpg_lite.vocabulary import RULESETS
from tests.copies import begun
from tests.operations.table import Table


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    """Wren, Bram and an ogre in a hall, all of them hurt."""
    with begun(ruleset=request.param) as game:
        table = Table(game)
        for name in ("Wren", "Bram"):
            table.did("create", name=name, character={"classes": ["fighter 3"], "party": True, "hpMax": 40})
        table.did("create", name="Ogre", character={"hpMax": 40})
        for name in ("Wren", "Bram", "Ogre"):
            table.did("damage", name, amount=20, damageType="fire")
        yield table


def fights(table: Table, whose: str, strict: bool = True) -> None:
    if strict:
        assert table.send({"operation": "equip", "itemName": "turn:*", "bagName": "Home"}, "manage_tools")["ok"]
    table.did("start_fight", names=["Wren", "Bram", "Ogre"])
    while f"{whose}'s turn" not in table.did("next_turn")["text"]:
        pass


def led_on(table: Table, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer to the proposed call."""
    told: dict[str, Any] = table.send(answer["error"]["try"], answer["error"].get("tool", "manage_inventory"))
    assert told["ok"], told["text"]
    return told


@pytest.mark.parametrize("item", ["Potion of Healing", "Torch", "Caltrops"])
def test_nobody_uses_a_thing_out_of_turn(table: Table, item: str) -> None:
    table.did("give", "Wren", template=item)
    fights(table, "Bram")
    table.refused("turn_not_yours", "use", "Wren", itemName=item)
    assert table.send({"operation": "unequip", "itemName": "turn:*", "bagName": "Home"}, "manage_tools")["ok"]
    assert "It is Bram's turn" in table.did("use", "Wren", itemName=item)["text"]


@pytest.mark.parametrize("item", ["Potion of Healing", "Torch", "Healer's Kit"])
def test_the_unconscious_use_nothing_and_a_friend_is_proposed(table: Table, item: str) -> None:
    table.did("give", "Wren", template=item)
    table.did("damage", "Wren", amount=20, damageType="fire")
    answer = table.refused("cannot_use", "use", "Wren", itemName=item)
    if item != "Torch":
        led_on(table, answer)


def test_ten_at_once_are_ten_prices_and_never_more_than_there_are(table: Table) -> None:
    table.did("give", "Wren", template="Potion of Climbing", quantity=10)
    table.refused("quantity_too_many", "use", "Wren", itemName="Potion of Climbing", quantity=11)
    table.refused("quantity_too_large", "use", "Wren", itemName="Potion of Climbing", quantity=21)
    fights(table, "Wren")
    table.refused("turn_spent", "use", "Wren", itemName="Potion of Climbing", quantity=10)
    table.did("use", "Wren", itemName="Potion of Climbing")
    table.did("end_fight")
    assert "9 used up" in table.did("use", "Wren", itemName="Potion of Climbing", quantity=9)["text"]
    assert len(table.thing("Wren").creature.effects) == 1


def test_what_lies_in_a_chest_is_used_by_the_one_who_is_named(table: Table) -> None:
    table.did("give", template="Chest", bagName="floor")
    for template in ("Potion of Healing", "Torch", "Wand of Magic Missiles"):
        table.did("give", template=template, bagName="Chest")
    for item in ("Potion of Healing", "Torch"):
        table.refused("target_required", "use", bagName="Chest", itemName=item)
        assert table.did("use", bagName="Chest", itemName=item, targetName="Wren")["text"].startswith("Wren ")
    table.refused("held_by_nobody", "use", bagName="Chest", itemName="Wand of Magic Missiles", targetName="Ogre")


def test_what_is_left_counts_what_lies_there_and_not_what_others_carry(table: Table) -> None:
    table.did("give", "Bram", template="Potion of Healing", quantity=4)
    table.did("give", template="Potion of Healing", bagName="floor", quantity=2)
    assert "(used up, 1 left)" in table.did("use", bagName="floor", itemName="Potion of Healing", targetName="Wren")["text"]


def test_what_another_carries_is_used_by_that_one(table: Table) -> None:
    table.did("give", "Bram", template="Backpack")
    table.did("give", bagName="Backpack", template="Potion of Healing")
    table.refused("item_unknown", "use", "Wren", itemName="Potion of Healing")
    assert table.did("use", bagName="Backpack", itemName="Potion of Healing", targetName="Wren")["text"].startswith("Bram uses")


def test_a_kit_is_kept_for_those_who_are_dying(table: Table) -> None:
    table.did("give", "Wren", template="Healer's Kit")
    table.refused("not_dying", "use", "Wren", itemName="Healer's Kit", targetName="Bram")
    table.did("create", name="Ash", character={"classes": ["wizard 1"], "party": True, "hpMax": 10})
    table.did("damage", "Ash", amount=10, damageType="fire")
    answer = table.refused("not_dying", "use", "Wren", itemName="Healer's Kit", targetName="Bram")
    assert "Ash is stable" in led_on(table, answer)["text"]
    assert table.thing("Healer's Kit").item.uses_remaining == 9


def test_a_switch_goes_on_and_off_and_costs_only_once(table: Table) -> None:
    table.did("give", "Wren", template="Gem of Seeing", attune=True, equip=True, slot="offhand")
    for left in (2, 1, 0):
        assert (
            f"see is on for 10 minutes; {left} charge{'' if left == 1 else 's'} left"
            in table.did("use", "Wren", itemName="Gem of Seeing")["text"]
        )
        assert table.did("use", "Wren", itemName="Gem of Seeing")["text"].startswith("Wren: Gem of Seeing, see is off.")
    table.refused("no_charges_left", "use", "Wren", itemName="Gem of Seeing")


def test_what_the_clock_ended_in_the_turn_is_switched_on_and_not_off(table: Table) -> None:
    """The bonus of a Defender lasts until the next turn of its bearer begins."""
    table.did("give", "Wren", template="Defender", base="Longsword", equip=True, attune=True)
    fights(table, "Wren")
    before = table.number("Wren", "ac")
    assert "is on" in table.did("use", "Wren", itemName="Defender Longsword", quantity=2)["text"]
    assert table.number("Wren", "ac") == before + 2
    while "Wren's turn" not in table.did("next_turn")["text"]:
        pass
    assert table.number("Wren", "ac") == before
    assert "is on" in table.did("use", "Wren", itemName="Defender Longsword", quantity=3)["text"]
    assert table.number("Wren", "ac") == before + 3
    table.did("use", "Wren", itemName="Defender Longsword")
    table.refused("quantity_too_large", "use", "Wren", itemName="Defender Longsword", quantity=4)


def test_a_lamp_without_oil_stays_dark(table: Table) -> None:
    table.did("give", "Wren", template="Lamp")
    table.refused("no_fuel", "use", "Wren", itemName="Lamp")
    table.did("give", "Wren", template="Oil")
    assert "filled with" in table.did("use", "Wren", itemName="Lamp")["text"]


def test_nobody_takes_the_oil_of_another(table: Table) -> None:
    table.did("give", template="Lamp", bagName="floor")
    table.did("give", "Bram", template="Oil")
    table.refused("no_fuel", "use", bagName="floor", itemName="Lamp", targetName="Wren")
    table.did("give", template="Oil", bagName="floor")
    assert "filled with" in table.did("use", bagName="floor", itemName="Lamp", targetName="Wren")["text"]
    assert table.bag("Bram") == {"Oil": 1}


def test_an_act_of_a_thing_may_switch_and_gain_for_good(table: Table) -> None:
    """The two words that came with uses are words of every act; in the act of a creature, nothing is switched, and it is said."""
    rise = {"target": "ability.str", "op": "add", "value": 2, "permanent": True}
    steps = [{"switch": "glow"}, {"gain": "for_good", "modifiers": [rise]}, {"say": "It hums."}]
    orb = {"name": "Orb", "type": "wondrous", "useState": "carried", "activated": [{"id": "glow", "light": [10, 10]}]}
    table.did("give", "Wren", item={**orb, "acts": [{"name": "Hum", "steps": steps}]})
    before = table.number("Wren", "abilities.str")
    for word in ("on", "off"):
        told = table.did("use", "Wren", itemName="Orb", property="Hum")["text"]
        assert f"glow is {word}" in told and "It hums." in told
    assert table.number("Wren", "abilities.str") == before + 4
    assert "nothing is switched" in table.did("act", "Wren", act="Hum", steps=[{"switch": "glow"}])["text"]
    assert not table.ask("act", "Wren", act="Hum", steps=[{"gain": "for_good"}])["ok"]
    table.did("give", "Wren", item={**orb, "name": "Other Orb", "acts": [{"name": "Hoo", "steps": [{"switch": "moo"}]}]})
    answer = table.refused("property_unknown", "use", "Wren", itemName="Other Orb", property="Hoo")
    assert answer["error"]["allowed"] == ["glow"]


def test_a_hood_moves_only_over_a_flame(table: Table) -> None:
    table.did("give", "Wren", template="Hooded Lantern")
    table.did("give", "Wren", template="Torch")
    table.did("give", "Wren", template="Oil")
    answer = table.refused("not_lit", "use", "Wren", itemName="Hooded Lantern", property="hood")
    led_on(table, answer)
    assert "the hood is lowered" in table.did("use", "Wren", itemName="Hooded Lantern", property="hood")["text"]
    table.refused("property_unknown", "use", "Wren", itemName="Torch", property="hood")


def test_a_time_that_no_turn_knows_is_refused_where_a_thing_is_written(table: Table) -> None:
    lens = {"name": "Lens", "type": "wondrous", "useState": "carried", "activated": [{"id": "glow", "action": "when it likes"}]}
    answer = table.ask("give", "Wren", item=lens)
    assert not answer["ok"] and "when it likes" in answer["text"] and "bonus" in answer["text"]
    assert Activated(id="glow", action="Bonus Action").cost == "bonus"


def test_an_odd_number_of_charges_costs_none(table: Table) -> None:
    lens = {"name": "Lens", "type": "wondrous", "useState": "carried", "activated": [{"id": "glow", "light": [10, 10], "charges": -1}]}
    table.did("give", "Wren", item=lens)
    assert "glow is on." in table.did("use", "Wren", itemName="Lens")["text"]


def test_one_names_the_part_of_a_thing_that_does_several(table: Table) -> None:
    orb = {
        "name": "Orb", "type": "wondrous", "useState": "carried", "onUse": {"heal": "1d4"}, "activated": [{"id": "glow", "light": [10, 10]}],
        "acts": [{"name": "Hum", "steps": [{"say": "The orb hums."}]}],
    }  # fmt: skip
    table.did("give", "Wren", item=orb)
    answer = table.refused("property_required", "use", "Wren", itemName="Orb")
    assert answer["error"]["allowed"] == ["Hum", "Orb", "glow"]
    for part, said in (("Hum", "The orb hums."), ("Orb", "regains"), ("glow", "glow is on")):
        assert said in table.did("use", "Wren", itemName="Orb", property=part)["text"]
    assert not table.ask("use", "Wren", itemName="Orb", property="moo")["ok"]


def test_a_weapon_that_says_what_a_use_does_is_used(table: Table) -> None:
    table.did("give", "Wren", item={"name": "Old Blade", "base": "Longsword", "type": "weapon", "onUse": {"heal": "1d4"}})
    assert "regains" in table.did("use", "Wren", itemName="Old Blade")["text"]
    table.did("give", "Wren", template="Longsword")
    led_on(table, table.refused("not_usable", "use", "Wren", itemName="Longsword"))
