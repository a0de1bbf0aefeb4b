import pytest

from tests.operations.table import Table, notes

pytestmark = pytest.mark.pure

THREE = ("Ring of Protection", "Cloak of Protection", "Stone of Good Luck")


@pytest.fixture
def bound(table: Table) -> Table:
    """Thorin, attuned to three things."""
    for template in THREE:
        table.did("give", "Thorin", template=template, attune=True)
    return table


def test_attuning_a_worn_ring_wakes_its_magic(table: Table):
    table.did("give", "Thorin", template="Ring of Protection", equip=True)
    answer = table.did("attune", "Thorin", itemName="Ring of Protection")
    assert answer["results"][0]["stats"]["ac"] == {"was": 12, "value": 13}
    assert "1 of 3" in answer["text"]


def test_a_carried_stone_works_in_the_bag(table: Table):
    table.did("give", "Thorin", template="Stone of Good Luck")
    before = table.number("Thorin", "saves.wis")
    table.did("attune", "Thorin", itemName="Stone of Good Luck")
    assert table.number("Thorin", "saves.wis") == before + 1


def test_the_refused_fourth_names_the_three(bound: Table):
    bound.did("give", "Thorin", template="Ring of Warmth")
    answer = bound.refused("attunement_limit", "attune", "Thorin", itemName="Ring of Warmth")
    assert all(name in answer["text"] for name in THREE)
    assert "try" not in answer["error"], "which bond is to end is not for the answer to say"
    bound.did("unattune", "Thorin", itemName=THREE[0])
    bound.did("attune", "Thorin", itemName="Ring of Warmth")


def test_a_second_copy_is_refused(table: Table):
    table.did("give", "Thorin", template="Ring of Protection", quantity=2)
    table.did("attune", "Thorin", itemName="Ring of Protection")
    table.refused("attunement_duplicate", "attune", "Thorin", itemName="Ring of Protection")


@pytest.mark.parametrize(
    ("who", "template"), [("Thorin", "Robe of the Archmagi"), ("Thorin", "Pearl of Power"), ("Elara", "Talisman of Pure Good")]
)
def test_a_prerequisite_that_is_not_met_is_told(table: Table, who: str, template: str):
    table.did("give", who, template=template)
    answer = table.refused("attunement_prerequisite", "attune", who, itemName=template)
    assert template in answer["text"]


def test_the_right_class_may_attune(table: Table):
    table.did("give", "Elara", template="Robe of the Archmagi", attune=True)
    assert table.attuned("Elara") == {"Robe of the Archmagi"}


def test_attuning_twice_changes_nothing(table: Table):
    table.did("give", "Thorin", template="Ring of Protection", attune=True)
    before = table.now
    assert "already" in notes(table.did("attune", "Thorin", itemName="Ring of Protection"))
    assert table.now == before


def test_what_needs_no_attunement_is_told(table: Table):
    table.did("give", "Thorin", template="Dagger")
    before = table.now
    answer = table.did("attune", "Thorin", itemName="Dagger")
    assert "no attunement" in notes(answer)
    assert "is attuned to" not in answer["text"]
    assert table.now == before


def test_unattune_ends_the_bond_and_leaves_the_ring_on(table: Table):
    table.did("give", "Thorin", template="Ring of Protection", equip=True, attune=True)
    answer = table.did("unattune", "Thorin", itemName="Ring of Protection")
    assert answer["results"][0]["stats"]["ac"] == {"was": 13, "value": 12}
    assert table.worn("Thorin") == {"ring1": "Ring of Protection"}
    table.refused("not_attuned", "unattune", "Thorin", itemName="Ring of Protection")


def test_the_bond_ends_when_the_ring_is_handed_over(bound: Table):
    answer = bound.did("transfer", "Thorin", itemName="Ring of Protection", toCharacterName="Elara")
    assert "attunement ended" in answer["text"]
    assert "Ring of Protection" not in bound.attuned("Thorin") | bound.attuned("Elara")


def test_a_ring_that_was_away_is_no_fourth_bond(bound: Table):
    bound.did("transfer", "Thorin", itemName="Ring of Protection", toCharacterName="Elara")
    bound.did("give", "Thorin", template="Ring of Warmth", attune=True)
    bound.did("transfer", "Elara", itemName="Ring of Protection", toCharacterName="Thorin")
    bound.refused("attunement_limit", "attune", "Thorin", itemName="Ring of Protection")


def test_moving_within_ones_own_bags_ends_nothing(table: Table):
    table.did("give", "Thorin", template="Stone of Good Luck", attune=True)
    table.did("give", "Thorin", template="Backpack")
    table.did("transfer", "Thorin", itemName="Stone of Good Luck", toName="Backpack")
    assert table.attuned("Thorin") == {"Stone of Good Luck"}


def test_a_bond_ends_with_the_bag_that_goes(table: Table):
    table.did("give", "Thorin", template="Backpack")
    table.did("give", "Thorin", template="Stone of Good Luck", attune=True)
    table.did("transfer", "Thorin", itemName="Stone of Good Luck", toName="Backpack")
    table.did("transfer", "Thorin", itemName="Backpack", toCharacterName="Elara")
    assert table.attuned("Thorin") == set()
    assert table.bag("Backpack") == {"Stone of Good Luck": 1}


def test_a_chest_attunes_nothing(table: Table):
    table.did("give", template="Chest", bagName="floor")
    table.did("give", template="Ring of Protection", bagName="Chest")
    table.refused("character_required", "attune", itemName="Ring of Protection", bagName="Chest")


def test_refused_attunements_do_not_count(bound: Table):
    for template in ("Ring of Warmth", "Ring of Evasion", "Ring of Jumping"):
        bound.did("give", "Thorin", template=template)
        bound.refused("attunement_limit", "attune", "Thorin", itemName=template)
    assert bound.attuned("Thorin") == set(THREE)


def test_a_bond_without_a_rest_says_what_the_rules_want(table: Table):
    table.did("give", "Thorin", template="Ring of Protection", equip=True)
    says = "By the rules this takes a short rest (manage_character rest)."
    assert says in table.did("attune", "Thorin", itemName="Ring of Protection")["text"]
    table.did("unattune", "Thorin", itemName="Ring of Protection")
    assert says not in table.did("rest", "Thorin", kind="short", attune="Ring of Protection")["text"]
    assert says not in table.did("attune", "Thorin", itemName="Ring of Protection")["text"]
    assert says not in table.did("give", "Elara", template="Cloak of Protection", attune=True)["text"]
