import pytest

from rpg_lite.vocabulary import SLOTS
from tests.operations.table import Table, notes

pytestmark = pytest.mark.pure

TWO_RINGS = ("Ring of Swimming", "Ring of Animal Influence")


def give(table: Table, *templates: str, who: str = "Thorin") -> None:
    for template in templates:
        table.did("give", who, template=template)


@pytest.mark.parametrize(
    ("template", "slot"),
    [
        ("Plate Armor", "armor"),
        ("Shield", "offhand"),
        ("Arrow", "quiver"),
        ("Longsword", "mainhand"),
        ("Longbow", "mainhand"),
        ("Ring of Swimming", "ring1"),
        ("Boots of Elvenkind", "feet"),
        ("Goggles of Night", "eyes"),
        ("Bracers of Archery", "wrists"),
        ("Robe of Useful Items", "robe"),
        ("Immovable Rod", "mainhand"),
    ],
)
def test_a_thing_goes_where_it_belongs(table: Table, template: str, slot: str):
    give(table, template)
    answer = table.did("equip", "Thorin", itemName=template)
    assert answer["results"][0]["item"]["slot"] == slot
    assert table.worn("Thorin") == {slot: template}


def test_the_new_armor_takes_the_place_of_the_old_which_is_named_and_kept(table: Table):
    give(table, "Chain Shirt", "Plate Armor")
    table.did("equip", "Thorin", itemName="Chain Shirt")
    answer = table.did("equip", "Thorin", itemName="Plate Armor")
    assert "takes off Chain Shirt" in answer["text"] and "AC 15 → 18" in answer["text"]
    assert table.worn("Thorin") == {"armor": "Plate Armor"}
    assert table.bag("Thorin") == {"Chain Shirt": 1, "Plate Armor": 1}


def test_a_second_light_weapon_goes_to_the_off_hand(table: Table):
    table.did("give", "Thorin", template="Dagger", quantity=2)
    table.did("equip", "Thorin", itemName="Dagger")
    table.did("equip", "Thorin", itemName="Dagger")
    assert table.worn("Thorin") == {"mainhand": "Dagger", "offhand": "Dagger"}


def test_a_weapon_that_is_not_light_takes_the_main_hand(table: Table):
    give(table, "Dagger", "Longsword")
    table.did("equip", "Thorin", itemName="Dagger")
    table.did("equip", "Thorin", itemName="Longsword")
    assert table.worn("Thorin") == {"mainhand": "Longsword"}


def test_a_two_hander_frees_the_shield_hand(table: Table):
    give(table, "Shield", "Greatsword")
    table.did("equip", "Thorin", itemName="Shield")
    answer = table.did("equip", "Thorin", itemName="Greatsword")
    assert table.worn("Thorin") == {"mainhand": "Greatsword"}
    assert "Shield" in answer["text"]
    assert answer["results"][0]["stats"]["ac"] == {"was": 14, "value": 12}


def test_a_shield_frees_the_hand_of_a_two_hander(table: Table):
    give(table, "Greatsword", "Shield")
    table.did("equip", "Thorin", itemName="Greatsword")
    table.did("equip", "Thorin", itemName="Shield")
    assert table.worn("Thorin") == {"offhand": "Shield"}


def test_a_versatile_weapon_in_both_hands_frees_the_shield_hand(table: Table):
    give(table, "Longsword", "Shield")
    table.did("equip", "Thorin", itemName="Shield")
    table.did("equip", "Thorin", itemName="Longsword")
    assert table.worn("Thorin") == {"mainhand": "Longsword", "offhand": "Shield"}
    table.did("equip", "Thorin", itemName="Longsword", grip="two")
    assert table.worn("Thorin") == {"mainhand": "Longsword"}


def test_five_potions_do_not_fit_the_armor_slot(table: Table):
    table.did("give", "Thorin", template="Potion of Healing", quantity=5)
    table.refused("slot_unfit", "equip", "Thorin", itemName="Potion of Healing", slot="armor")


@pytest.mark.parametrize(("template", "slot"), [("Plate Armor", "head"), ("Longsword", "armor"), ("Ring of Swimming", "feet")])
def test_a_slot_that_does_not_fit_is_refused_with_those_that_do(table: Table, template: str, slot: str):
    give(table, template)
    answer = table.refused("slot_unfit", "equip", "Thorin", itemName=template, slot=slot)
    assert answer["error"]["allowed"]


def test_an_unknown_slot_is_refused_with_the_words_there_are(table: Table):
    give(table, "Plate Armor")
    answer = table.refused("argument_invalid", "equip", "Thorin", itemName="Plate Armor", slot="tail")
    assert "slot" in answer["error"]["field"] and "armor" in answer["text"]


def test_a_thing_without_a_slot_asks_for_one_and_is_not_guessed_from_its_name(table: Table):
    table.did("give", "Thorin", item={"name": "Ring of Nothing", "type": "wondrous"})
    answer = table.refused("slot_required", "equip", "Thorin", itemName="Ring of Nothing")
    assert "ring1" in answer["error"]["allowed"]


@pytest.mark.parametrize("slot", [s for s in SLOTS if s not in ("armor", "quiver")])
def test_a_thing_without_a_slot_goes_where_it_is_put(table: Table, slot: str):
    table.did("give", "Thorin", item={"name": "Ring of Nothing", "type": "wondrous"})
    assert slot in table.refused("slot_required", "equip", "Thorin", itemName="Ring of Nothing")["error"]["allowed"]
    table.did("equip", "Thorin", itemName="Ring of Nothing", slot=slot)
    assert table.worn("Thorin") == {slot: "Ring of Nothing"}


def test_armor_without_numbers_is_worn_as_armor(table: Table):
    table.did("give", "Thorin", item={"name": "Grandfather's Mail", "type": "armor"}, equip=True)
    assert table.worn("Thorin") == {"armor": "Grandfather's Mail"}


def test_a_third_ring_asks_which_one_leaves(table: Table):
    give(table, *TWO_RINGS, "Ring of Water Walking")
    for ring in TWO_RINGS:
        table.did("equip", "Thorin", itemName=ring)
    assert table.worn("Thorin") == dict(zip(("ring1", "ring2"), TWO_RINGS, strict=True))
    answer = table.refused("no_free_slot", "equip", "Thorin", itemName="Ring of Water Walking")
    assert all(ring in answer["text"] for ring in TWO_RINGS)
    table.did("equip", "Thorin", itemName="Ring of Water Walking", slot="ring2")
    assert table.worn("Thorin") == {"ring1": TWO_RINGS[0], "ring2": "Ring of Water Walking"}
    assert table.bag("Thorin")[TWO_RINGS[1]] == 1


def test_ring_stands_for_the_next_free_one(table: Table):
    give(table, *TWO_RINGS)
    for ring in TWO_RINGS:
        table.did("equip", "Thorin", itemName=ring, slot="ring")
    assert set(table.worn("Thorin")) == {"ring1", "ring2"}


def test_two_rings_change_places(table: Table):
    give(table, *TWO_RINGS)
    for ring in TWO_RINGS:
        table.did("equip", "Thorin", itemName=ring)
    table.did("equip", "Thorin", itemName=TWO_RINGS[0], slot="ring2")
    assert table.worn("Thorin") == {"ring2": TWO_RINGS[0]}
    assert table.bag("Thorin") == dict.fromkeys(TWO_RINGS, 1)


def test_what_is_worn_there_already_is_accepted_and_nothing_happens(table: Table):
    give(table, "Plate Armor")
    table.did("equip", "Thorin", itemName="Plate Armor")
    before = table.now
    answer = table.did("equip", "Thorin", itemName="Plate Armor")
    assert "already" in notes(answer)
    assert table.now == before


def test_a_thing_is_never_worn_in_two_places(table: Table):
    give(table, "Dagger")
    table.did("equip", "Thorin", itemName="Dagger")
    table.did("equip", "Thorin", itemName="Dagger", slot="offhand")
    assert table.worn("Thorin") == {"offhand": "Dagger"}


def test_one_of_a_stack_is_worn_and_comes_back_to_it(table: Table):
    table.did("give", "Thorin", template="Dagger", quantity=3)
    table.did("equip", "Thorin", itemName="Dagger")
    assert table.stacks("Thorin", "Dagger") == [1, 2]
    table.did("unequip", "Thorin", itemName="Dagger")
    assert table.stacks("Thorin", "Dagger") == [3]


def test_ammunition_is_worn_as_a_whole_stack(table: Table):
    table.did("give", "Thorin", template="Arrow", quantity=20)
    table.did("equip", "Thorin", itemName="Arrow")
    assert table.stacks("Thorin", "Arrow") == [20]
    assert table.worn("Thorin") == {"quiver": "Arrow"}
    table.did("give", "Thorin", template="Arrow", quantity=5)
    assert table.stacks("Thorin", "Arrow") == [25]


def test_what_is_taken_out_of_a_backpack_lies_at_hand(table: Table):
    give(table, "Backpack")
    table.did("give", bagName="Backpack", template="Dagger", quantity=2)
    table.did("equip", "Thorin", itemName="Dagger")
    assert table.bag("Backpack") == {"Dagger": 1}
    assert table.bag("Thorin") == {"Backpack": 1, "Dagger": 1}
    assert table.worn("Thorin") == {"mainhand": "Dagger"}


def test_an_unattuned_ring_may_be_worn_and_sleeps(table: Table):
    give(table, "Ring of Protection")
    answer = table.did("equip", "Thorin", itemName="Ring of Protection")
    assert "does not work until" in answer["text"]
    assert table.number("Thorin", "ac") == 12


def test_equip_with_attune_wakes_it(table: Table):
    give(table, "Ring of Protection")
    answer = table.did("equip", "Thorin", itemName="Ring of Protection", attune=True)
    assert table.attuned("Thorin") == {"Ring of Protection"}
    assert answer["results"][0]["stats"]["ac"] == {"was": 12, "value": 13}
    assert "does not work until" not in answer["text"]


def test_a_refused_attunement_refuses_the_equipping(table: Table):
    for template in ("Cloak of Protection", "Ring of Warmth", "Ring of Evasion"):
        table.did("give", "Thorin", template=template, attune=True)
    give(table, "Ring of Protection")
    table.refused("attunement_limit", "equip", "Thorin", itemName="Ring of Protection", attune=True)


@pytest.mark.parametrize(
    ("template", "grip"),
    [("Plate Armor", "one"), ("Plate Armor", "two"), ("Shield", "two"), ("Torch", "two"), ("Dagger", "two"), ("Rapier", "two")],
)
def test_a_grip_that_the_thing_does_not_take_is_refused(table: Table, template: str, grip: str):
    give(table, template)
    answer = table.refused(
        "grip_unfit", "equip", "Thorin", itemName=template, grip=grip, slot="armor" if template[:2] == "Pl" else "mainhand"
    )
    assert answer["error"]["field"] == "grip"


@pytest.mark.parametrize("template", ["Longsword", "Greatsword", "Quarterstaff"])
def test_both_hands_are_for_versatile_and_two_handed_weapons(table: Table, template: str):
    give(table, template)
    table.did("equip", "Thorin", itemName=template, grip="two")
    assert grip_of(table, template) == "two"


@pytest.mark.stored
@pytest.mark.parametrize("second", ["Shield", "Dagger"])
def test_a_grip_of_both_hands_loosens_for_what_comes_into_the_other(table: Table, second: str):
    give(table, "Longsword", second)
    table.did("equip", "Thorin", itemName="Longsword", grip="two")
    before = table.now
    answer = table.did("equip", "Thorin", itemName=second, slot="offhand")
    assert table.worn("Thorin") == {"mainhand": "Longsword", "offhand": second}
    assert grip_of(table, "Longsword") is None
    assert "Longsword is now held in one hand." in answer["text"]
    table.did("undo")
    assert table.now.world == before.world


def grip_of(table: Table, name: str) -> str | None:
    (row,) = [row for row in table.now.worn.values() if row.thing_id == table.id(name)]
    return row.grip


# ── unequip ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_unequip_takes_off_and_keeps(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    answer = table.did("unequip", "Thorin", itemName="Plate Armor")
    assert answer["results"][0]["stats"]["ac"] == {"was": 18, "value": 12}
    assert table.worn("Thorin") == {} and table.bag("Thorin") == {"Plate Armor": 1}


def test_unequip_by_slot(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    table.did("unequip", "Thorin", slot="armor")
    assert table.worn("Thorin") == {}
    table.refused("slot_empty", "unequip", "Thorin", slot="armor")


def test_unequip_takes_the_worn_one_of_two(table: Table):
    table.did("give", "Thorin", template="Wand of Secrets", quantity=2)
    worn = table.did("equip", "Thorin", itemName="Wand of Secrets")["results"][0]["item"]["id"]
    answer = table.did("unequip", "Thorin", itemName="Wand of Secrets")
    assert answer["results"][0]["item"]["id"] == worn


def test_equip_takes_the_one_that_is_not_worn(table: Table):
    table.did("give", "Thorin", template="Ring of Swimming", quantity=2)
    table.did("equip", "Thorin", itemName="Ring of Swimming")
    table.did("equip", "Thorin", itemName="Ring of Swimming")
    assert table.worn("Thorin") == {"ring1": "Ring of Swimming", "ring2": "Ring of Swimming"}


def test_what_is_not_worn_cannot_be_taken_off(table: Table):
    give(table, "Plate Armor")
    table.refused("not_worn", "unequip", "Thorin", itemName="Plate Armor")


def test_unequipping_an_attuned_ring_keeps_the_bond(table: Table):
    table.did("give", "Thorin", template="Ring of Protection", equip=True, attune=True)
    table.did("unequip", "Thorin", itemName="Ring of Protection")
    assert table.attuned("Thorin") == {"Ring of Protection"}


def test_equip_and_unequip_are_the_identity(table: Table):
    give(table, "Plate Armor", "Amulet of Health")
    table.did("attune", "Thorin", itemName="Amulet of Health")
    before = table.now
    for item in ("Plate Armor", "Amulet of Health"):
        table.did("equip", "Thorin", itemName=item)
        table.did("unequip", "Thorin", itemName=item)
    assert table.now.world == before.world


# ── curses ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_cursed_armor_stays_on(table: Table):
    table.did("give", "Thorin", template="Demon Armor", equip=True, attune=True)
    give(table, "Plate Armor")
    table.refused("item_cursed", "unequip", "Thorin", itemName="Demon Armor")
    table.refused("item_cursed", "equip", "Thorin", itemName="Plate Armor")
    table.refused("item_cursed", "transfer", "Thorin", itemName="Demon Armor", toCharacterName="Elara")
    table.refused("item_cursed", "unattune", "Thorin", itemName="Demon Armor")


def test_a_cursed_thing_in_a_bag_that_goes_does_not_hold_the_bag(table: Table):
    table.did("give", "Thorin", template="Demon Armor")
    table.did("transfer", "Thorin", itemName="Demon Armor", toCharacterName="Elara")
    assert table.bag("Elara") == {"Demon Armor": 1}
