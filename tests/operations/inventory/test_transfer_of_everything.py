"""Everything of a creature: the living keep what they hold and wear, and the answer says so; the dead keep nothing but their curses."""

import pytest

from tests.operations.high_heroes import table
from tests.operations.table import notes
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure


def armed() -> Sandbox:
    box = table("5.1", Brenna={"classes": ["fighter 5"]})
    box.accept("create", name="Bandit", template="Bandit")
    box.accept("give", "Bandit", template="Gold Piece", quantity=4)
    return box


def test_the_living_keep_what_is_in_hand_and_the_answer_says_so() -> None:
    box = armed()
    told = box.did("transfer", "Bandit", toCharacterName="Brenna", all=True)
    assert "4 × Gold Piece" in told["text"] and "What Bandit holds or wears stays: Scimitar." in told["text"]
    assert any(t.name == "Scimitar" for t in box.world.tree_of(box.thing("Bandit").id))


def test_one_sentence_lists_all_that_stays() -> None:
    box = armed()
    box.accept("give", "Bandit", template="Shield", equip=True)
    box.accept("equip", "Bandit", itemName="Leather Armor")
    told = box.did("transfer", "Bandit", toCharacterName="Brenna", all=True)["text"]
    assert told.count("stays") == 1 and all(thing in told.partition("stays: ")[2] for thing in ("Scimitar", "Shield", "Leather Armor")), (
        told
    )


def test_the_dead_keep_nothing() -> None:
    box = armed()
    box.accept("damage", "Bandit", amount=300, damageType="fire")
    told = box.did("transfer", "Bandit", toCharacterName="Brenna", all=True)
    assert "Scimitar" in told["text"] and "stays_in_use" not in [n["code"] if isinstance(n, dict) else n for n in notes(told)]
    assert not [*box.world.tree_of(box.thing("Bandit").id)]


def test_a_curse_stays_on_the_dead_and_keeps_nothing_else_back() -> None:
    box = armed()
    axe = {"name": "Grim Axe", "type": "weapon", "base": "Battleaxe", "slot": "mainhand", "cursed": True}
    box.accept("give", "Bandit", item={**axe, "weaponStats": {"damageDice": "1d8", "damageType": "slashing", "category": "martial_melee"}})
    box.accept("equip", "Bandit", itemName="Grim Axe")
    box.accept("damage", "Bandit", amount=300, damageType="fire")
    told = box.did("transfer", "Bandit", toCharacterName="Brenna", all=True)["text"]
    assert "stays: Grim Axe." in told and "Gold Piece" in told
