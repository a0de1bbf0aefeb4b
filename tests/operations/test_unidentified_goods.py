"""A shop asks for an unidentified thing what it looks to be worth, as it pays for it; a price or its absence tells no magic."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import TOOL_OF, Answer, Table
from tests.rows import each_row

ANN = Caller("player", "Ann", characters=("Kim",))


@laid_alike
def shop(ruleset: Ruleset, item: str, **fields: Any) -> Table:
    """Kim with 2000 gp in front of a shop with one unidentified thing."""
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["fighter 1"], "party": True})
    table.did("create", name="Mercer", character={"hpMax": 10, "party": False})
    table.did("give", "Kim", template="gp", quantity=2000)
    table.did("give", "Mercer", template=item, identified=False, **fields)
    table.did("shop", "Mercer", prices=1)
    return table


def buys(table: Table, name: str) -> Answer:
    payload = {"operation": "buy", "fromName": "Mercer", "itemName": name}
    return table.game.ask(payload, TOOL_OF["buy"], "full", ANN)  # type: ignore[arg-type]


def gold(table: Table) -> int:
    return table.bag("Kim").get("Gold Piece", 0)


@each_row(
    ("ruleset", "item", "look", "price"),
    [
        (r, *row)
        for r in RULESETS
        for row in (
            ("Longsword +1", "Longsword", 15),
            ("Flame Tongue Greatsword", "Greatsword", 50),
            ("Berserker Battleaxe", "Battleaxe", 10),
            ("Shield +2", "Shield", 10),
        )
    ],
)
def test_it_costs_what_it_looks_like(ruleset: Ruleset, item: str, look: str, price: int) -> None:
    table = shop(ruleset, item)
    answer = buys(table, look)
    assert answer["ok"], answer["text"]
    assert gold(table) == 2000 - price and item not in str(answer)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_tag_wins(ruleset: Ruleset) -> None:
    table = shop(ruleset, "Longsword +1")
    table.did("shop", "Mercer", itemName="Longsword +1", price="900 gp")
    assert buys(table, "Longsword")["ok"] and gold(table) == 1100


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_look_without_a_price_waits_for_one(ruleset: Ruleset) -> None:
    assert buys(shop(ruleset, "Ring of Protection"), "Ring")["error"]["code"] == "price_unknown"
