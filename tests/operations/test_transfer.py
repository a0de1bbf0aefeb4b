import pytest

from tests.operations.table import Table

pytestmark = pytest.mark.pure


@pytest.fixture
def chest(table: Table) -> Table:
    """A chest on the floor with three daggers and 50 gp, and a backpack on Thorin."""
    table.did("give", template="Chest", bagName="floor")
    table.did("give", template="Dagger", bagName="Chest", quantity=3)
    table.did("give", template="gp", bagName="Chest", quantity=50)
    table.did("give", "Thorin", template="Backpack")
    return table


def test_a_thing_goes_from_hand_to_hand(table: Table):
    table.did("give", "Thorin", template="Torch", quantity=5)
    table.did("transfer", "Thorin", itemName="Torch", quantity=2, toCharacterName="Elara")
    assert table.bag("Thorin") == {"Torch": 3} and table.bag("Elara") == {"Torch": 2}


def test_one_goes_when_no_quantity_is_said_and_the_stack_with_all(table: Table):
    table.did("give", "Thorin", template="Torch", quantity=5)
    table.did("transfer", "Thorin", itemName="Torch", toCharacterName="Elara")
    assert table.bag("Elara") == {"Torch": 1}
    table.did("transfer", "Thorin", itemName="Torch", all=True, toCharacterName="Elara")
    assert table.bag("Elara") == {"Torch": 5} and table.bag("Thorin") == {}


def test_what_lies_on_the_floor_is_taken_before_its_like_in_a_chest_there(chest: Table):
    chest.did("give", template="Dagger", bagName="floor")
    for left in (3, 2):
        chest.did("transfer", bagName="floor", itemName="Dagger", toCharacterName="Elara")
        assert chest.bag("Chest")["Dagger"] == left


def test_it_joins_an_equal_stack(table: Table):
    table.did("give", "Thorin", template="Torch", quantity=5)
    table.did("give", "Elara", template="Torch", quantity=2)
    table.did("transfer", "Thorin", itemName="Torch", quantity=4, toCharacterName="Elara")
    assert table.stacks("Elara", "Torch") == [6] and table.stacks("Thorin", "Torch") == [1]


@pytest.mark.parametrize("quantity", [6, 99])
def test_more_than_there_is_is_refused_never_clamped(table: Table, quantity: int):
    table.did("give", "Thorin", template="Torch", quantity=5)
    table.refused("quantity_too_many", "transfer", "Thorin", itemName="Torch", quantity=quantity, toCharacterName="Elara")


@pytest.mark.parametrize("quantity", [0, -1, 1.5, True, "many"])
def test_a_quantity_that_is_no_count_is_refused(table: Table, quantity: object):
    table.did("give", "Thorin", template="Torch", quantity=5)
    table.refused("argument_invalid", "transfer", "Thorin", itemName="Torch", quantity=quantity, toCharacterName="Elara")


def test_the_chest_is_looted_in_one_batch(chest: Table):
    answer = chest.batch(
        {"itemName": "Dagger", "quantity": 2, "toCharacterName": "Elara"},
        {"itemName": "Dagger", "toCharacterName": "Thorin"},
        {"itemName": "gp", "quantity": 25, "toCharacterName": "Elara"},
        {"itemName": "gp", "quantity": 25, "toCharacterName": "Thorin"},
        bagName="Chest",
        operation="transfer",
    )
    assert answer["ok"], answer["text"]
    assert chest.bag("Chest") == {}
    assert chest.bag("Thorin") == {"Backpack": 1, "Dagger": 1, "Gold Piece": 25}
    assert chest.bag("Elara") == {"Dagger": 2, "Gold Piece": 25}


def test_all_without_an_item_moves_everything_that_is_not_worn(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    table.did("give", "Thorin", template="Torch", quantity=5)
    table.did("give", "Thorin", template="gp", quantity=9)
    table.did("transfer", "Thorin", all=True, toCharacterName="Elara")
    assert table.bag("Thorin") == {"Plate Armor": 1}
    assert table.bag("Elara") == {"Torch": 5, "Gold Piece": 9}


def test_a_bag_goes_with_what_is_in_it(chest: Table):
    chest.did("give", bagName="Backpack", template="Torch", quantity=4)
    chest.did("transfer", "Thorin", itemName="Backpack", toCharacterName="Elara")
    assert chest.bag("Backpack") == {"Torch": 4} and chest.bag("Elara") == {"Backpack": 1}


def test_a_chest_on_the_floor_is_picked_up_with_what_is_in_it(chest: Table):
    chest.did("transfer", bagName="floor", itemName="Chest", toCharacterName="Thorin")
    assert chest.bag("Chest") == {"Dagger": 3, "Gold Piece": 50}
    assert "Weight 34/" in chest.did("view", "Thorin")["text"]


def test_a_chest_whose_contents_weigh_too_much_does_not_fit_another_bag(chest: Table):
    chest.did("give", bagName="floor", item={"name": "Lead Box", "type": "adventuring_gear", "weight": 1, "container": {"capacityLb": 500}})
    chest.did("give", bagName="Lead Box", item={"name": "Lead", "type": "treasure", "weight": 400})
    chest.refused("bag_full", "transfer", bagName="floor", itemName="Lead Box", toName="Chest")


def test_floor_is_where_the_giver_stands(table: Table):
    table.did("give", "Thorin", template="Torch")
    table.did("transfer", "Thorin", itemName="Torch", toName="floor")
    assert table.bag("Lobby") == {"Torch": 1}
    table.did("transfer", bagName="floor", itemName="Torch", toCharacterName="Elara")
    assert table.bag("Elara") == {"Torch": 1}


def test_a_name_reaches_into_the_whole_bag_tree(chest: Table):
    chest.did("give", bagName="Backpack", template="Torch", quantity=4)
    chest.did("transfer", "Thorin", itemName="Torch", quantity=3, toCharacterName="Elara")
    assert chest.bag("Backpack") == {"Torch": 1}


def test_a_name_reaches_into_the_chest_on_the_floor(chest: Table):
    chest.did("transfer", bagName="floor", itemName="Dagger", toCharacterName="Elara")
    assert chest.bag("Chest")["Dagger"] == 2 and chest.bag("Elara") == {"Dagger": 1}


def test_the_worn_armor_comes_off_first_and_the_answer_says_so(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    answer = table.did("transfer", "Thorin", itemName="Plate Armor", toCharacterName="Elara")
    assert "taken off" in answer["text"]
    assert answer["results"][0]["stats"]["ac"] == {"was": 18, "value": 12}
    assert table.worn("Thorin") == {} == table.worn("Elara")


def test_a_transfer_does_not_refill_charges(table: Table):
    table.did("give", "Thorin", template="Healer's Kit")
    table.did("use", "Thorin", itemName="Healer's Kit", quantity=3, force=True)
    table.did("transfer", "Thorin", itemName="Healer's Kit", toCharacterName="Elara")
    assert "7 uses" in table.did("view", "Elara")["text"]


def test_a_used_kit_does_not_join_a_new_one(table: Table):
    table.did("give", "Thorin", template="Healer's Kit")
    table.did("give", "Elara", template="Healer's Kit")
    table.did("use", "Thorin", itemName="Healer's Kit", force=True)
    table.did("transfer", "Thorin", itemName="Healer's Kit", toCharacterName="Elara")
    assert table.stacks("Elara", "Healer's Kit") == [1, 1]


def test_a_bag_does_not_go_into_itself(chest: Table):
    chest.refused("bag_in_itself", "transfer", "Thorin", itemName="Backpack", toName="Backpack")
    chest.did("give", bagName="Backpack", item={"name": "Purse", "type": "wondrous", "weight": 1, "container": {"capacityLb": 5}})
    chest.refused("bag_in_itself", "transfer", "Thorin", itemName="Backpack", toName="Purse")


def test_a_bag_that_is_full_takes_nothing_more(chest: Table):
    chest.did("give", "Thorin", template="Plate Armor")
    chest.refused("bag_full", "transfer", "Thorin", itemName="Plate Armor", toName="Backpack")


def test_a_full_bag_in_a_bag_counts_with_its_contents(chest: Table):
    for name in ("Inner Bag", "Outer Bag"):
        chest.did("give", "Thorin", item={"name": name, "type": "wondrous", "weight": 1, "container": {"capacityLb": 20}})
    chest.did("give", bagName="Inner Bag", item={"name": "Lead", "type": "treasure", "weight": 20})
    chest.refused("bag_full", "transfer", "Thorin", itemName="Inner Bag", toName="Outer Bag")


def test_a_transfer_needs_a_destination(chest: Table):
    chest.refused("destination_required", "transfer", "Thorin", itemName="Backpack")


def test_what_is_no_bag_takes_nothing(chest: Table):
    chest.did("give", "Thorin", template="Torch")
    chest.did("give", "Thorin", template="Rapier")
    chest.refused("not_a_bag", "transfer", "Thorin", itemName="Torch", toName="Rapier")


def test_unknown_takers_are_refused_with_the_near_names(chest: Table):
    answer = chest.refused("character_unknown", "transfer", "Thorin", itemName="Backpack", toCharacterName="Elora")
    assert any("Elara" in near for near in answer["error"]["near"])
    assert answer["error"]["field"] == "toCharacterName"


def test_to_oneself_changes_nothing(chest: Table):
    before = chest.now
    assert "already" in chest.did("transfer", "Thorin", itemName="Backpack", toCharacterName="Thorin")["text"]
    assert chest.now == before


def test_all_to_oneself_changes_nothing(chest: Table):
    chest.did("give", "Thorin", template="Torch", quantity=3)
    before = chest.now
    chest.did("transfer", "Thorin", all=True, toCharacterName="Thorin")
    assert chest.now == before


def test_an_item_that_another_carries_is_not_moved_by_the_wrong_bearer(chest: Table):
    chest.refused("item_unknown", "transfer", "Elara", itemName="Backpack", toCharacterName="Thorin")
    chest.refused("item_unknown", "transfer", "Elara", itemId=chest.id("Backpack"), toCharacterName="Thorin")


def test_ids_of_bag_and_taker_work(chest: Table):
    payload = {"bagId": chest.id("Chest"), "operation": "transfer", "itemName": "Dagger", "toId": chest.id("Backpack")}
    assert chest.send(payload)["ok"]
    assert chest.bag("Backpack") == {"Dagger": 1}
    assert chest.send({**payload, "toId": None, "toCharacterId": chest.id("Elara")})["ok"]


def test_a_character_goes_into_no_bag(chest: Table):
    chest.refused("item_unknown", "transfer", bagName="floor", itemName="Elara", toName="Chest")
