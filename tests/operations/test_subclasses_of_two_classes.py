"""A choice of one class leaves the choice of the same name of another class as it is (SRD, Multiclassing)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table

OTHER: dict[Ruleset, dict[str, str]] = {
    "5.1": {"wizard": "evocation", "cleric": "life", "sorcerer": "draconic bloodline", "warlock": "fiend"},
    "5.2": {"wizard": "evoker", "cleric": "life domain", "sorcerer": "draconic sorcery", "warlock": "fiend patron"},
}


def choices(table: Table) -> Any:
    return table.thing("Kim").body["sheet"]["choices"]


@laid_alike
def hero(ruleset: Ruleset, first: str, second: str) -> Table:
    table = Table(begun(ruleset))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 15)
    table.did("create", name="Kim", character={"classes": [f"{first} 5", f"{second} 3"], "abilities": scores})
    table.did("update", "Kim", character={"choices": {"subclass": OTHER[ruleset][first]}})
    return table


@pytest.mark.parametrize("by_class", [True, False])
@pytest.mark.parametrize(("first", "second"), [("wizard", "cleric"), ("sorcerer", "warlock"), ("cleric", "wizard")])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_first_class_keeps_its_subclass(ruleset: Ruleset, first: str, second: str, by_class: bool) -> None:
    table, words = hero(ruleset, first, second), OTHER[ruleset]
    new = {second: words[second]} if by_class else words[second]
    table.did("update", "Kim", character={"choices": {"subclass": new}})
    assert {k: v if isinstance(v, str) else v[0] for k, v in choices(table)["subclass"].items()} == {c: words[c] for c in (first, second)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_new_subclass_of_the_same_class_takes_the_place_of_the_old_one(ruleset: Ruleset) -> None:
    table, words = hero(ruleset, "wizard", "cleric"), OTHER[ruleset]
    table.did("update", "Kim", character={"choices": {"subclass": {"cleric": words["cleric"]}}})
    table.did("update", "Kim", character={"choices": {"subclass": {"wizard": words["wizard"]}}})
    assert choices(table)["subclass"].keys() == {"wizard", "cleric"}
