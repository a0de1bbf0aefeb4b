"""The things that come off, free a hand or stay when a thing is put into use."""

import pytest

from rpg_lite.decision.outcome import Accepted
from rpg_lite.mechanics.items.wearing import PutOnResult
from rpg_lite.world.events import Equipped, Unequipped
from tests.operations.worlds import Sandbox, with_gear
from tests.rows import each_row


def codes(outcome: Accepted) -> list[str]:
    return [note.code for note in outcome.notes]


def left_behind(box: Sandbox, outcome: Accepted) -> list[tuple[str, str | None]]:
    return [(box.world.things[who.id].name, slot) for who, slot in outcome.expect(PutOnResult).taken_off]


def armed(first: str, second: str, grip: str | None = None) -> Sandbox:
    box = with_gear(first, second)
    box.accept("equip", "Thorin", itemName=first, **({"grip": grip} if grip else {}))
    return box


@each_row(
    ("held", "grip", "coming", "loosened"),
    [
        ("Longsword", None, "Shield", False),
        ("Longsword", "one", "Shield", False),
        ("Longsword", "two", "Shield", True),
        ("Dagger", None, "Shield", False),
        ("Dagger", None, "Handaxe", False),
        ("Longsword", "two", "Plate Armor", False),
        ("Longsword", "two", "Ring of Swimming", False),
    ],
)
def test_only_a_grip_of_both_hands_is_loosened_and_only_for_what_takes_a_hand(held: str, grip: str | None, coming: str, loosened: bool):
    box = armed(held, coming, grip)
    outcome = box.accept("equip", "Thorin", itemName=coming)
    assert ("grip_loosened" in codes(outcome)) is loosened
    assert any(isinstance(e, Unequipped) and e.id == box.id(held) for e in outcome.events) is loosened
    assert held in box.worn("Thorin").values()


@each_row(
    ("held", "coming", "freed"),
    [
        ("Shield", "Greatsword", [("Shield", "offhand")]),
        ("Greatsword", "Shield", [("Greatsword", "mainhand")]),
        ("Longsword", "Greatsword", [("Longsword", "mainhand")]),
        ("Longsword", "Shield", []),
        ("Chain Shirt", "Plate Armor", [("Chain Shirt", "armor")]),
        ("Chain Shirt", "Shield", []),
    ],
)
def test_what_comes_off_is_named_with_the_slot_that_it_leaves(held: str, coming: str, freed: list[tuple[str, str | None]]):
    box = armed(held, coming)
    assert left_behind(box, box.accept("equip", "Thorin", itemName=coming)) == freed
    assert box.bag("Thorin") == {held: 1, coming: 1}


def test_a_two_hander_takes_the_place_of_a_weapon_in_each_hand():
    box = with_gear("Dagger", "Handaxe", "Greatsword")
    for light in ("Dagger", "Handaxe"):
        box.accept("equip", "Thorin", itemName=light)
    freed = left_behind(box, box.accept("equip", "Thorin", itemName="Greatsword"))
    assert {*freed} == {("Dagger", "mainhand"), ("Handaxe", "offhand")}


def test_the_same_again_changes_nothing_and_another_grip_does():
    box = armed("Longsword", "Shield")
    again = box.accept("equip", "Thorin", itemName="Longsword")
    assert (again.events, codes(again)) == ((), ["already_worn"])
    assert box.accept("equip", "Thorin", itemName="Longsword", slot="mainhand").events == ()
    assert box.accept("equip", "Thorin", itemName="Longsword", grip="two").events


@pytest.mark.parametrize("attuned", [True, False])
def test_magic_sleeps_until_it_is_attuned(attuned: bool):
    box = with_gear("Cloak of Protection")
    outcome = box.accept("equip", "Thorin", itemName="Cloak of Protection", **({"attune": True} if attuned else {}))
    assert ("magic_sleeps" in codes(outcome)) is not attuned


@pytest.mark.parametrize(("template", "stack", "in_use"), [("Dagger", 3, 1), ("Arrow", 20, 20), ("Dagger", 1, 1)])
def test_one_of_a_stack_comes_to_hand_and_ammunition_as_a_whole(template: str, stack: int, in_use: int):
    box = with_gear()
    box.accept("give", "Thorin", template=template, quantity=stack)
    outcome = box.accept("equip", "Thorin", itemName=template)
    (row,) = [e for e in outcome.events if isinstance(e, Equipped)]
    assert box.world.things[row.id].quantity == in_use
    assert box.bag("Thorin") == {template: stack}


def test_a_thing_comes_out_of_the_inner_bag_to_be_worn():
    box = with_gear("Backpack")
    box.accept("give", bagName="Backpack", template="Shield")
    box.accept("equip", "Thorin", itemName="Shield")
    assert box.thing("Shield").parent_id == box.id("Thorin")


@each_row(
    ("template", "grip", "fits"),
    [("Longsword", "two", True), ("Greatsword", "two", True), ("Dagger", "two", False), ("Dagger", "one", True), ("Shield", "one", False)],
)
def test_a_grip_fits_weapons_and_both_hands_those_that_allow_it(template: str, grip: str, fits: bool):
    box = with_gear(template)
    if fits:
        box.accept("equip", "Thorin", itemName=template, grip=grip)
    else:
        assert box.reject("grip_unfit", "equip", "Thorin", itemName=template, grip=grip).field == "grip"
