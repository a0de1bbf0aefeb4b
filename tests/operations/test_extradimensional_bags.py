"""An extradimensional space does not go into another: the rules destroy both, so the call is refused with what to do if that is meant (SRD, Bag of
Holding, Handy Haversack, Portable Hole; SRD 5.2, Mirror of Life Trapping).
"""

from itertools import product

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

BAGS = ("Bag of Holding", "Handy Haversack", "Portable Hole")
SPACES = {"5.1": {*BAGS}, "5.2": {*BAGS, "Mirror of Life Trapping"}}


@laid_alike
def kim(ruleset: Ruleset, *items: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"abilities": {"str": 18}, "hpMax": 20})
    for item in items:
        table.did("give", "Kim", template=item)
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_spaces_are_those_of_the_texts(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    assert {t.item.name for t in book.templates.values() if t.item.extradimensional} == SPACES[ruleset]


@each_row("ruleset, thing, bag", [(r, t, b) for r in RULESETS for t, b in product(sorted(SPACES[r]), BAGS) if t != b])
def test_a_space_does_not_go_into_another(ruleset: Ruleset, thing: str, bag: str) -> None:
    table = kim(ruleset, thing, bag)
    answer = table.refused("gate_opens", "transfer", "Kim", itemName=thing, toName=bag)
    assert "Astral Plane" in answer["text"] and "manage_inventory remove" in answer["text"]
    table.refused("gate_opens", "give", bagName=bag, template=thing)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_neither_within_other_bags(ruleset: Ruleset) -> None:
    table = kim(ruleset, "Backpack", "Bag of Holding", "Portable Hole", "Chest")
    table.did("transfer", "Kim", itemName="Portable Hole", toName="Backpack")
    table.refused("gate_opens", "transfer", "Kim", itemName="Backpack", toName="Bag of Holding")
    table.did("transfer", "Kim", itemName="Chest", toName="Bag of Holding")
    table.refused("gate_opens", "transfer", bagName="Backpack", itemName="Portable Hole", toName="Chest")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_no_space_goes_in_and_a_space_goes_elsewhere(ruleset: Ruleset) -> None:
    table = kim(ruleset, "Bag of Holding", "Efficient Quiver", "Backpack", "Rope")
    for thing in ("Efficient Quiver", "Rope"):
        table.did("transfer", "Kim", itemName=thing, toName="Bag of Holding")
    table.did("transfer", "Kim", itemName="Bag of Holding", toName="Backpack")
