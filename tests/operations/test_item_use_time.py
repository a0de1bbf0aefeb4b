"""The time that a use takes: what it spends of a turn, so that a table with turn rules refuses the second one."""

from typing import Any

import pytest

from rpg_lite.decision.outcome import Accepted, Rejected
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import clock
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def in_a_fight(ruleset: Ruleset, *gear: str, classes: str = "fighter 2") -> Sandbox:
    """It is Brenna's turn, every turn rule is in use, and she is hurt."""
    box = Sandbox(first_world(ruleset)).let(*[10] * 200)
    for name in ("Brenna", "Ilse"):
        box.accept("create", name=name, character={"classes": [classes], "party": True, "hpMax": 40, "abilities": {"int": 14}})
        box.accept("damage", name, amount=30, damageType="fire")
    for template in gear:
        box.accept("give", "Brenna", template=template, quantity=1 if template == "Healer's Kit" else 3)
    assert box.send({"operation": "equip", "itemName": "turn:*", "bagName": "Home"}, "manage_tools")["ok"]
    begin(box)
    return box


def begin(box: Sandbox) -> None:
    """A fight, on the turn of Brenna."""
    box.accept("start_fight", names=["Brenna", "Ilse"])
    while (fight := clock.fight(box.world)) and box.world.things[fight.whose.id].name != "Brenna":
        box.accept("next_turn")


def second(box: Sandbox, item: str, **more: Any) -> str:
    """What a second use spends that is spent already; empty if it is played."""
    box.accept("use", "Brenna", itemName=item, **more)
    outcome = box.decide("use", "Brenna", itemName=item, **more)
    if isinstance(outcome, Accepted):
        return ""
    assert outcome.code in ("turn_spent", "turn_reaction_spent"), outcome
    return str(outcome.details["what"])


QUICK = {"5.1": "action", "5.2": "bonus action"}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("item", ["Potion of Healing", "Potion of Greater Healing", "Antitoxin", "Potion of Flying", "Potion of Heroism"])
def test_a_potion_takes_the_action_or_the_bonus_action(ruleset: Ruleset, item: str) -> None:
    assert second(in_a_fight(ruleset, item), item) == QUICK[ruleset]
    assert second(in_a_fight(ruleset, item), item, targetName="Ilse") == QUICK[ruleset]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_potions_at_once_are_two_uses(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset, "Potion of Healing")
    box.reject("turn_spent", "use", "Brenna", itemName="Potion of Healing", quantity=2)
    box.accept("use", "Brenna", itemName="Potion of Healing", quantity=2, force=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_potion_and_an_attack_share_a_turn_only_in_5_2(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset, "Potion of Healing")
    box.accept("use", "Brenna", itemName="Potion of Healing")
    outcome = box.decide("attack", "Brenna", targetName="Ilse")
    assert isinstance(outcome, Rejected) == (ruleset == "5.1")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_kit_takes_the_action_and_rations_take_nothing(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset, "Healer's Kit", "Caltrops")
    box.accept("damage", "Ilse", amount=30, damageType="fire")
    box.accept("use", "Brenna", itemName="Healer's Kit", targetName="Ilse")
    assert box.reject("turn_spent", "use", "Brenna", itemName="Caltrops").details["what"] == "action"
    assert second(in_a_fight(ruleset, "Rations"), "Rations") == ""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_lighting_takes_time_and_putting_out_takes_none(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset, "Torch", "Candle")
    box.accept("use", "Brenna", itemName="Torch")
    box.reject("turn_spent", "use", "Brenna", itemName="Candle")
    box.accept("use", "Brenna", itemName="Torch")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_property_takes_what_the_item_says(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset, "Boots of Speed", "Potion of Healing")
    boots = next(t for t in box.world.things.values() if t.name == "Boots of Speed")
    box.accept("end_fight")  # attunement takes longer than a turn
    box.accept("attune", "Brenna", itemId=boots.id)
    box.accept("equip", "Brenna", itemId=boots.id)
    begin(box)
    box.accept("use", "Brenna", itemId=boots.id)
    outcome = box.decide("use", "Brenna", itemName="Potion of Healing")
    assert isinstance(outcome, Rejected) == (ruleset == "5.2")
    box.accept("use", "Brenna", itemId=boots.id)


@pytest.mark.parametrize(
    ("ruleset", "oil"),
    [("5.1", "Oil of Sharpness"), *((r, o) for r in RULESETS for o in ("Oil of Slipperiness", "Oil of Etherealness"))],
)
def test_an_oil_takes_minutes_and_no_fight_waits_for_it(ruleset: Ruleset, oil: str) -> None:
    box = in_a_fight(ruleset, oil)
    box.reject("takes_too_long", "use", "Brenna", itemName=oil)
    box.accept("use", "Brenna", itemName=oil, force=True)
    box.accept("end_fight")
    box.accept("use", "Brenna", itemName=oil)


def test_quick_hands_use_a_plain_thing_as_a_bonus_action_and_drink_no_faster() -> None:
    box = in_a_fight("5.1", "Healer's Kit", "Potion of Healing", classes="rogue 3")
    box.accept("update", "Brenna", character={"choices": {"subclass": "thief"}})
    box.accept("damage", "Ilse", amount=30, damageType="fire")
    box.accept("use", "Brenna", itemName="Healer's Kit", targetName="Ilse")
    box.accept("use", "Brenna", itemName="Potion of Healing")
    box.reject("turn_spent", "use", "Brenna", itemName="Potion of Healing")


def test_without_turn_rules_a_second_potion_is_noted() -> None:
    box = in_a_fight("5.1", "Potion of Healing")
    assert box.send({"operation": "unequip", "itemName": "turn:*", "bagName": "Home"}, "manage_tools")["ok"]
    box.accept("use", "Brenna", itemName="Potion of Healing")
    outcome = box.decide("use", "Brenna", itemName="Potion of Healing")
    assert isinstance(outcome, Accepted) and "spent_already" in [note.code for note in outcome.notes]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("cost", "spent"),
    [("free", ""), ("reaction", "reaction"), ("bonus", "bonus action"), ("half_move", ""), ("legendary", ""), ("1 round", "")],
)
def test_a_use_spends_what_the_item_says(ruleset: Ruleset, cost: str, spent: str) -> None:
    """Two halves of the speed are a movement, so that the second use still fits."""
    box = in_a_fight(ruleset)
    box.accept("give", "Brenna", item={"name": "Salts", "type": "consumable", "onUse": {"heal": "1", "cost": cost}}, quantity=3)
    assert second(box, "Salts") == spent


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("cost", ["1 minute", "10 minutes", "1 hour", "8 hours"])
def test_a_use_of_minutes_or_hours_waits_for_the_end_of_the_fight(ruleset: Ruleset, cost: str) -> None:
    box = in_a_fight(ruleset)
    box.accept("give", "Brenna", item={"name": "Salts", "type": "consumable", "onUse": {"heal": "1", "cost": cost}})
    box.reject("takes_too_long", "use", "Brenna", itemName="Salts")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_use_can_take_the_place_of_an_attack(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset)
    box.accept("give", "Brenna", item={"name": "Salts", "type": "consumable", "onUse": {"heal": "1", "cost": "attack"}})
    box.accept("use", "Brenna", itemName="Salts")
    assert isinstance(box.decide("attack", "Brenna", targetName="Ilse"), Rejected)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_property_says_its_time_in_words(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset)
    for name in ("Blue Lens", "Red Lens"):
        lens = {"name": name, "type": "wondrous", "slot": "eyes", "activated": [{"id": "glow", "action": "bonus action"}]}
        box.accept("give", "Brenna", item={**lens, "useState": "carried"})
    box.accept("use", "Brenna", itemName="Blue Lens")
    assert box.reject("turn_spent", "use", "Brenna", itemName="Red Lens").details["what"] == "bonus action"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("item", "quick_in_5_1"), [("Wand of Magic Missiles", False), ("Caltrops", True)])
def test_quick_hands_use_a_magic_item_as_a_bonus_action_only_in_5_2(ruleset: Ruleset, item: str, quick_in_5_1: bool) -> None:
    """SRD, Fast Hands: 5.2 adds the magic items that take an action. `use` spends it, and the second use takes the action."""
    box = in_a_fight(ruleset, item, classes="rogue 3")
    box.accept("update", "Brenna", character={"choices": {"subclass": "thief"}})
    thing = next(t.id for t in box.world.things.values() if t.name == item)
    if item.startswith("Wand"):
        box.accept("equip", "Brenna", itemId=thing, slot="mainhand")
    is_quick = ruleset == "5.2" or quick_in_5_1
    box.accept("use", "Brenna", itemId=thing, targetName="Ilse")
    assert isinstance(box.decide("use", "Brenna", itemId=thing, targetName="Ilse"), Accepted) == is_quick
    if is_quick:
        box.accept("use", "Brenna", itemId=thing, targetName="Ilse")
    box.reject("turn_spent", "use", "Brenna", itemId=thing, targetName="Ilse")
