"""Coins change into others of the same value; a payment without the right coins says how to get them."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.operations.inventory.exchange import change_coins
from rpg_lite.rules.prices import WORTH
from rpg_lite.vocabulary import COINS
from tests.operations.table import Table

pytestmark = pytest.mark.pure

NAMES = {"cp": "Copper Piece", "sp": "Silver Piece", "ep": "Electrum Piece", "gp": "Gold Piece", "pp": "Platinum Piece"}
Wish = tuple[str, int | None, str]
"""So many of a coin into another."""


def purse(table: Table, **coins: int) -> Table:
    for coin, count in coins.items():
        table.did("give", "Thorin", template=coin, quantity=count)
    return table


def asked(wish: Wish) -> dict[str, object]:
    given, quantity, wanted = wish
    return {"itemName": given, "toName": wanted, **({"quantity": quantity} if quantity else {})}


def held(table: Table, of: str = "Thorin") -> dict[str, int]:
    bag = table.bag(of)
    return {coin: bag[name] for coin, name in NAMES.items() if name in bag}


@pytest.mark.parametrize(
    ("had", "wish", "has"),
    [
        ({"pp": 1}, ("pp", None, "gp"), {"gp": 10}),
        ({"gp": 2}, ("gold pieces", 1, "silver"), {"gp": 1, "sp": 10}),
        ({"sp": 25}, ("sp", 25, "gp"), {"sp": 5, "gp": 2}),
        ({"pp": 1, "sp": 100}, ("sp", 100, "gp"), {"pp": 1, "gp": 10}),
        ({"ep": 3}, ("ep", 3, "gp"), {"ep": 1, "gp": 1}),
        ({"gp": 1}, ("gp", 1, "cp"), {"cp": 100}),
        ({"cp": 1999}, ("cp", 1999, "pp"), {"cp": 999, "pp": 1}),
    ],
)
def test_coins_become_others_of_the_same_worth(table: Table, had: Mapping[str, int], wish: Wish, has: dict[str, int]):
    answer = purse(table, **had).did("exchange", "Thorin", **asked(wish))
    assert held(table) == has and "become" in answer["text"]


@pytest.mark.parametrize(
    ("had", "wish", "code"),
    [
        ({"gp": 9}, ("gp", 9, "pp"), "coins_too_few"),
        ({"gp": 9}, ("gp", 10, "sp"), "quantity_too_many"),
        ({}, ("gp", 1, "sp"), "quantity_too_many"),
        ({"gp": 9}, ("gp", 1, "gold"), "coin_unknown"),
        ({"gp": 9}, ("gp", 1, "Longsword"), "coin_unknown"),
        ({"gp": 9}, ("doubloon", 1, "gp"), "coin_unknown"),
    ],
)
def test_what_makes_no_whole_coin_or_is_none_is_refused(table: Table, had: Mapping[str, int], wish: Wish, code: str):
    purse(table, **had).refused(code, "exchange", "Thorin", **asked(wish))


@pytest.mark.stored
def test_coins_in_a_pouch_count_and_undo_puts_them_back(table: Table):
    table.did("give", "Thorin", template="Pouch")
    table.did("give", bagName="Pouch", template="pp", quantity=2)
    before = table.now.world
    table.did("exchange", "Thorin", itemName="pp", quantity=2, toName="gp")
    assert held(table) == {"gp": 20} and held(table, "Pouch") == {}
    table.did("undo")
    assert table.now.world == before


def test_a_pouch_too_small_for_the_change_refuses_it(table: Table):
    table.did("give", "Thorin", item={"name": "Thimble", "type": "adventuring_gear", "weight": 0, "container": {"capacityLb": 0.1}})
    table.did("give", bagName="Thimble", template="pp", quantity=2)
    table.refused("bag_full", "exchange", bagName="Thimble", itemName="pp", quantity=1, toName="gp")


@pytest.mark.parametrize("operation", ["remove", "transfer"])
@pytest.mark.parametrize("had", [{"pp": 3}, {"pp": 2, "gp": 4}, {"sp": 150}, {"gp": 11, "cp": 3, "ep": 2}])
def test_paying_in_a_coin_that_is_short_says_what_to_change_first(table: Table, operation: str, had: Mapping[str, int]):
    wish = {"itemName": "gp", "quantity": 12, **({"toCharacterName": "Elara"} if operation == "transfer" else {})}
    answer = purse(table, **had).ask(operation, "Thorin", **wish)
    assert table.send(answer["error"]["try"])["ok"]
    table.did(operation, "Thorin", **wish)
    assert held(table, "Elara") == ({"gp": 12} if operation == "transfer" else {})


def test_a_payer_who_is_too_poor_gets_no_suggestion(table: Table):
    assert "try" not in purse(table, gp=1).ask("remove", "Thorin", itemName="gp", quantity=12)["error"]


@given(st.permutations(COINS), st.integers(1, 5000))
def test_nothing_is_won_or_lost(coins, quantity):
    given_coin, wanted = coins[:2]
    taken, got = change_coins(given_coin, wanted, quantity)
    assert taken * WORTH[given_coin] == got * WORTH[wanted] and taken <= quantity
    assert (quantity - taken) * WORTH[given_coin] < WORTH[wanted] or taken == quantity
