"""What hurts a creature that shares its damage hurts whom it holds as much, and both take half (SRD, Rug of Smothering, Cloaker)."""

import json
from typing import Final

import pytest

from rpg_lite.rules import names
from rpg_lite.rules.creature_flags import SHARES_DAMAGE
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

HOLDERS: Final[dict[Ruleset, dict[str, str]]] = {
    "5.1": {"Rug of Smothering": "Smother", "Cloaker": "Bite"},
    "5.2": {"Animated Rug of Smothering": "Smother", "Cloaker": "Attach"},
}
ROWS: Final = [(ruleset, block) for ruleset in RULESETS for block in HOLDERS[ruleset]]


@laid_alike
def holding(ruleset: Ruleset, block: str, is_party: bool = True) -> Table:
    """A table where the creature holds Kim."""
    table = Table(begun(ruleset))
    table.did("create", name="Holder", template=block, character={"party": False})
    table.did("create", name="Kim", character={"classes": ["wizard 20"], "hpMax": 300, "party": is_party})
    table.roll_with(falling(20, face=1))
    choice = {"choice": "grapple"} if block.startswith("Animated") else {}
    table.did("act", "Holder", act=HOLDERS[ruleset][block], targets=["Kim"], **choice)
    table.did("heal", "Kim", amount=300)
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_creature_that_shares_is_missing_here(ruleset: Ruleset) -> None:
    book = Table(begun(ruleset)).game.book
    having = {name for name, block in book.creatures.items() if SHARES_DAMAGE in json.dumps(block, default=str)}
    assert having == {names.fold(name) for name in HOLDERS[ruleset]}


@each_row(("ruleset", "block", "amount", "half"), [(r, b, amount, amount // 2) for r, b in ROWS for amount in (1, 9, 10)])
def test_both_take_half(ruleset: Ruleset, block: str, amount: int, half: int) -> None:
    table = holding(ruleset, block)
    whole = table.hp("Holder")
    told = table.did("damage", "Holder", amount=amount, damageType="fire")
    assert (whole - table.hp("Holder"), 300 - table.hp("Kim")) == (half, half)
    assert ("Kim shares the damage" in told["text"]) == (half > 0)


@each_row(("ruleset", "block"), ROWS)
def test_a_blade_hurts_both(ruleset: Ruleset, block: str) -> None:
    table = holding(ruleset, block)
    table.did("create", name="Al", character={"classes": ["fighter 1"], "abilities": {"str": 18}})
    table.did("give", "Al", template="Greatsword", equip=True)
    table.roll_with(falling(15, face=6))
    whole = table.hp("Holder")
    table.did("attack", "Al", targetName="Holder")
    assert (whole - table.hp("Holder"), 300 - table.hp("Kim")) == (8, 8)


@each_row(("ruleset", "block"), ROWS)
def test_what_lessens_it_for_the_holder_counts_first(ruleset: Ruleset, block: str) -> None:
    table = holding(ruleset, block)
    table.did("update", "Holder", character={"resistances": ["fire"]})
    table.did("update", "Kim", character={"immunities": ["fire"]})
    whole = table.hp("Holder")
    table.did("damage", "Holder", amount=20, damageType="fire")
    assert (whole - table.hp("Holder"), 300 - table.hp("Kim")) == (5, 5)


@each_row(("ruleset", "block"), ROWS)
def test_whoever_is_free_shares_nothing(ruleset: Ruleset, block: str) -> None:
    table = holding(ruleset, block)
    table.did("create", name="Friend", character={"hpMax": 40})
    held = table.thing("Kim").creature
    for name in {entry.name for entry in (*held.conditions, *held.effects)}:
        kind = "condition" if any(entry.name == name for entry in held.conditions) else "effect"
        table.send({"operation": "remove", "characterName": "Kim", kind: name}, "manage_condition")
    whole = table.hp("Holder")
    table.did("damage", "Holder", amount=10, damageType="fire")
    assert (whole - table.hp("Holder"), table.hp("Kim"), table.hp("Friend")) == (10, 300, 40)
