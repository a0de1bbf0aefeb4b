"""Shops: goods and coins change hands in one command; nobody is short afterwards, and nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.mechanics.items.money import coins_for
from rpg_lite.rules.prices import WORTH, in_coins, price_in_copper, price_text
from rpg_lite.vocabulary import COINS
from tests.operations.market import copper, goods_of, lay
from tests.operations.table import Sitting, notes
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.fixture
def market(empty: Sitting) -> Sitting:
    lay(empty)
    return empty


# ── one command moves both ──────────────────────────────────────────────────────────────────────────────────────────


def test_buying_moves_the_goods_and_the_coins(market):
    told = market.did("buy", "Mira", itemName="Longsword")
    assert goods_of(market, "Mira") == {"Longsword": 1} and goods_of(market, "Marta") == {"Longsword": 1, "Torch": 5}
    assert (copper(market, "Mira"), copper(market, "Marta")) == (2500, 11500)
    assert "Mira buys Longsword" in told["text"] and "for 15 gp; 25 gp left" in told["text"]


def test_change_is_made(market):
    told = market.did("buy", "Mira", itemName="Torch", quantity=3)
    assert market.bag("Mira") == {"Torch": 3, "Gold Piece": 39, "Silver Piece": 9, "Copper Piece": 7}
    assert "for 3 cp (pays 1 gp, gets 9 sp 7 cp back); 39 gp 9 sp 7 cp left" in told["text"]


def test_a_shop_pays_half_for_used_gear(market):
    """SRD, Selling Treasure."""
    market.did("give", "Mira", item="Chain Mail")
    told = market.did("sell", "Mira", itemName="Chain Mail")
    assert copper(market, "Mira") == 4000 + 3750 and goods_of(market, "Marta")["Chain Mail"] == 1
    assert "Mira sells Chain Mail to Marta for 37 gp 5 sp; 77 gp 5 sp left" in told["text"]


@pytest.mark.parametrize(
    ("item", "count", "gold"),
    [("Pound of Iron", 10, 1), ("Pound of Saffron", 2, 30), ({"name": "Opal", "type": "treasure", "value": 50}, 1, 50)],
)
def test_trade_goods_and_treasure_keep_their_full_value(market, item, count, gold):
    """SRD, Selling Treasure, Trade Goods."""
    market.did("give", "Mira", item=item, quantity=count)
    name = item if isinstance(item, str) else item["name"]
    market.did("sell", "Mira", itemName=name, quantity=count)
    assert copper(market, "Mira") == 4000 + gold * 100
    market.did("shop", "Marta", prices=3, buysAt=0.1)
    market.did("buy", "Mira", itemName=name, quantity=count)
    assert copper(market, "Mira") == 4000


def test_the_rates_of_the_shop_count(market):
    market.did("shop", "Marta", prices=1.1, buysAt=0.25)
    market.did("buy", "Mira", itemName="Longsword")
    assert copper(market, "Mira") == 4000 - 1650
    market.did("sell", "Mira", itemName="Longsword")
    assert copper(market, "Mira") == 4000 - 1650 + 375


def test_rates_that_are_not_named_stay(market):
    market.did("shop", "Marta", prices=2)
    assert "2 times the value and buys at 0.25" in market.did("shop", "Marta", buysAt=0.25)["text"]
    assert market.thing("Marta").body["shop"] == {"prices": 2.0, "buysAt": 0.25}


def test_a_part_of_a_copper_piece_is_rounded_for_the_shop(market):
    """20 sling bullets cost 4 cp."""
    market.did("give", "Marta", item="Sling Bullet", quantity=40)
    market.did("buy", "Mira", itemName="Sling Bullet", quantity=6)
    assert copper(market, "Mira") == 3998
    market.refused("worth_nothing", "sell", "Mira", itemName="Sling Bullet", quantity=6)
    market.did("buy", "Mira", itemName="Sling Bullet", quantity=24)
    market.did("sell", "Mira", itemName="Sling Bullet", all=True)
    assert copper(market, "Mira") == 3998 - 5 + 3


def test_the_price_may_be_named_for_all_of_it(market):
    market.did("buy", "Mira", itemName="Torch", quantity=5, price="2 sp")
    assert copper(market, "Mira") == 3980
    market.did("sell", "Mira", itemName="Torch", quantity=5, price=1.5)
    assert copper(market, "Mira") == 4130


@pytest.mark.parametrize("price", ["five", "5", -1, 0.001, "1.5 cp", True, [], ""])
def test_a_price_is_coins_in_whole_copper(market, price):
    market.refused("argument_invalid", "buy", "Mira", itemName="Torch", price=price)


def test_a_price_of_nothing_is_a_gift(market):
    market.did("buy", "Mira", itemName="Longsword", price=0)
    assert goods_of(market, "Mira") == {"Longsword": 1} and copper(market, "Mira") == 4000


def test_coins_in_a_pouch_pay_and_coins_behind_a_lock_do_not(market):
    market.did("remove", "Mira", itemName="gp", quantity=40)
    market.did("give", "Mira", item="Pouch")
    market.did("give", bagName="Pouch", item="gp", quantity=15)
    market.did("buy", "Mira", itemName="Longsword")
    assert market.bag("Pouch") == {} and copper(market, "Mira") == 0


# ── price tags ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_price_tag_goes_before_the_value_and_the_rate(market):
    market.did("shop", "Marta", prices=2)
    assert "costs 20 gp each" in market.did("shop", "Marta", itemName="Longsword", price=20)["text"]
    market.did("buy", "Mira", itemName="Longsword", quantity=2)
    assert copper(market, "Mira") == 0


def test_the_tag_stays_in_the_shop(market):
    """Bought torches join those from elsewhere, and the rest keeps its price."""
    market.did("give", "Mira", item="Torch")
    market.did("shop", "Marta", itemName="Torch", price="5 cp")
    market.did("buy", "Mira", itemName="Torch", quantity=2)
    assert market.stacks("Mira", "Torch") == [3]
    assert market.did("view", "Marta")["text"].endswith("Torch × 3 (5 cp each).")
    market.did("transfer", "Marta", itemName="Torch", all=True, toCharacterName="Mira")
    assert market.stacks("Mira", "Torch") == [6]


def test_a_tag_comes_off_without_a_price_and_with_the_shop(market):
    market.did("shop", "Marta", itemName="Torch", price="5 cp")
    market.did("shop", "Marta", itemName="Longsword", price="5 cp")
    assert "no price tag" in market.did("shop", "Marta", itemName="Torch")["text"]
    assert "price" not in market.now.things[next(t.id for t in market.now.things.values() if t.name == "Torch")].body
    market.did("shop", "Marta", close=True)
    assert not [t for t in market.now.things.values() if "price" in t.body or "shop" in t.body]


def test_goods_of_two_prices_are_told_apart(market):
    market.did("shop", "Marta", itemName="Torch", price="5 cp")
    market.did("give", "Marta", item="Torch", quantity=2)
    told = market.refused("name_ambiguous", "buy", "Mira", itemName="Torch")
    assert "5 cp each" in told["text"]


def test_magic_without_a_value_needs_a_price(market):
    """SRD 5.1 has no table of values by rarity."""
    market.did("give", "Marta", item="Ring of Protection")
    market.refused("price_unknown", "buy", "Mira", itemName="Ring of Protection")
    assert "Ring of Protection (ask for the price)" in market.did("view", "Marta")["text"]
    market.did("shop", "Marta", itemName="Ring of Protection", price=40)
    market.did("buy", "Mira", itemName="Ring of Protection")
    assert copper(market, "Mira") == 0
    market.refused("price_unknown", "sell", "Mira", itemName="Ring of Protection")
    market.did("sell", "Mira", itemName="Ring of Protection", price=30)


@pytest.mark.parametrize(("item", "gold"), [("Ring of Protection", 4000), ("Plate Armor +1", 5500), ("Potion of Greater Healing", 200)])
def test_magic_has_the_value_of_its_rarity(item, gold):
    """SRD 5.2, Magic Item Values by Rarity: a suit of armor adds its cost, and what is used up costs half."""
    market = Sandbox(first_world("5.2"))
    lay(market)
    market.did("give", "Marta", item=item)
    market.did("give", "Mira", item="gp", quantity=6000)
    name = next(name for name in goods_of(market, "Marta") if name not in ("Longsword", "Torch"))
    market.did("buy", "Mira", itemName=name)
    assert copper(market, "Mira") == 604000 - gold * 100


# ── what cannot be traded ───────────────────────────────────────────────────────────────────────────────────────────


def test_without_the_coins_it_says_what_is_lacking(market):
    told = market.refused("coins_short", "buy", "Mira", itemName="Longsword", quantity=2, price=41)
    assert "Mira has 40 gp and lacks 1 gp of the 41 gp to pay" in told["text"]


def test_it_suggests_as_many_as_the_purse_can_pay(market):
    market.did("shop", "Marta", prices=2)
    told = market.refused("coins_short", "buy", "Mira", itemName="Longsword", quantity=2)
    assert told["error"]["try"]["quantity"] == 1
    assert market.send(told["error"]["try"])["ok"]


def test_a_shop_pays_only_what_it_has(market):
    market.did("remove", "Marta", itemName="gp", quantity=99)
    market.did("give", "Mira", item="Handaxe", quantity=3)
    told = market.refused("till_short", "sell", "Mira", itemName="Handaxe", quantity=3, price=2)
    assert "Marta cannot pay 2 gp" in told["text"]
    market.did("shop", "Marta", buysAt=0.15)
    told = market.refused("till_short", "sell", "Mira", itemName="Handaxe", all=True)
    assert market.send(told["error"]["try"])["ok"] and market.bag("Mira")["Handaxe"] == 2


def test_worn_things_come_off_first(market):
    market.did("give", "Mira", item="Chain Mail", equip=True)
    told = market.refused("still_worn", "sell", "Mira", itemName="Chain Mail")
    assert market.send(told["error"]["try"])["ok"]
    market.did("sell", "Mira", itemName="Chain Mail")


def test_a_cursed_thing_stays(market):
    market.did("give", "Mira", item="Berserker Axe", base="Greataxe", attune=True)
    market.refused("item_cursed", "sell", "Mira", itemName="Berserker Axe", price=5)


def test_the_things_of_others_are_not_sold(market):
    market.did("create", name="Bo", character={"party": True})
    market.did("give", "Bo", item="Lute")
    market.refused("item_unknown", "sell", "Mira", itemName="Lute")


def test_an_attuned_thing_loses_its_bond(market):
    market.did("give", "Mira", item="Ring of Protection", attune=True)
    told = market.did("sell", "Mira", itemName="Ring of Protection", price=10)
    assert market.attuned("Mira") == set() and "attunement ended" in notes(told)


def test_coins_are_exchanged_and_not_sold(market):
    market.refused("coins_not_sold", "sell", "Mira", itemName="gp")
    market.refused("not_for_sale", "buy", "Mira", itemName="gp")


def test_a_shop_sells_neither_what_it_wears_nor_what_is_locked_away(market):
    market.did("give", "Marta", item="Leather Armor", equip=True)
    market.did("give", "Marta", item="Ring of Warmth", attune=True)
    market.did("give", "Marta", item="Chest")
    market.did("give", bagName="Chest", item="Lute")
    assert "Lute (35 gp)" in market.did("view", "Marta")["text"]
    market.did("lock", "Marta", bagName="Chest", keyName="Iron Key")
    for item in ("Leather Armor", "Ring of Warmth", "Lute"):
        market.refused("not_for_sale", "buy", "Mira", itemName=item)
    assert market.did("view", "Marta")["text"].endswith("Sells: Longsword × 2 (15 gp each), Torch × 5 (1 cp each).")


def test_a_pack_is_sold_with_its_contents_and_other_bags_empty(market):
    market.did("give", "Marta", item="Explorer's Pack")
    market.did("buy", "Mira", itemName="Explorer's Pack")
    assert copper(market, "Mira") == 3000 and market.bag("Explorer's Pack")["Torch"] == 10
    market.did("sell", "Mira", itemName="Explorer's Pack")
    assert copper(market, "Mira") == 3500
    market.did("give", "Mira", item="Chest")
    market.did("give", bagName="Chest", item="Lute")
    told = market.refused("sold_empty", "sell", "Mira", itemName="Chest")
    assert market.send(told["error"]["try"])["ok"]
    market.did("sell", "Mira", itemName="Chest")
    assert copper(market, "Mira") == 3500 + 250


def test_more_than_there_is_is_refused(market):
    market.refused("quantity_too_many", "buy", "Mira", itemName="Torch", quantity=6)
    market.did("give", "Mira", item="Lute")
    market.refused("quantity_too_many", "sell", "Mira", itemName="Lute", quantity=2)


def test_a_shop_that_pays_nothing_buys_nothing(market):
    market.did("shop", "Marta", buysAt=0)
    market.did("give", "Mira", item={"name": "Opal", "type": "treasure", "value": 50})
    market.refused("buys_nothing", "sell", "Mira", itemName="Opal")


def test_a_shop_earns(market):
    told = market.refused("pays_too_much", "shop", "Marta", prices=0.5, buysAt=0.6)
    assert "0.6" in told["text"]
    market.refused("give_one_of", "shop", "Marta", prices=1, itemName="Torch")
    market.refused("give_one_of", "shop", "Marta", close=True, buysAt=1)
    market.refused("argument_invalid", "shop", "Marta", prices=0)


def test_a_trade_needs_a_shop(market):
    market.did("create", name="Bo", character={})
    told = market.refused("not_a_shop", "buy", "Mira", itemName="Torch", fromName="Bo")
    assert "choose from: Marta" in told["text"] and market.send(told["error"]["try"])["ok"]
    told = market.refused("shop_required", "buy", "Mira", itemName="Torch")
    assert "choose from: Marta, Bo" in told["text"]
    market.refused("trade_with_oneself", "buy", "Marta", itemName="Torch", fromName="Marta")
    market.refused("shop_unfit", "shop", bagName="floor")
    for name in ("Marta", "Bo"):
        market.did("shop", name, close=True)
    market.refused("no_shop_here", "buy", "Mira", itemName="Torch")
    market.refused("not_a_shop", "shop", "Marta", close=True)
    market.refused("not_a_shop", "shop", "Marta", itemName="Torch", price=1)


def test_nobody_trades_with_the_dead(market):
    market.did("damage", "Marta", amount=50, damageType="fire")
    market.refused("cannot_act", "buy", "Mira", itemName="Torch")


def test_a_chest_can_be_a_shop(market):
    market.did("shop", "Marta", close=True)
    market.did("give", bagName="floor", item="Chest")
    market.did("shop", bagName="Chest", prices=0.5, buysAt=0.5)
    market.did("give", bagName="Chest", item="Lute", quantity=2)
    market.did("buy", "Mira", itemName="Lute")
    assert copper(market, "Mira") == 4000 - 1750 and copper(market, "Chest") == 1750
    market.did("sell", "Mira", itemName="Lute")
    assert copper(market, "Mira") == 4000
    market.did("lock", "Mira", bagName="Chest", keyName="Iron Key")
    market.refused("bag_locked", "buy", "Mira", itemName="Lute")


def test_goods_go_into_the_bag_that_is_named_and_must_fit(market):
    market.did("give", "Mira", item="Pouch")
    market.did("buy", "Mira", itemName="Torch", bagName="Pouch")
    assert market.bag("Pouch") == {"Torch": 1}
    market.refused("bag_full", "buy", "Mira", itemName="Longsword", bagName="Pouch", quantity=2)


# ── laws ────────────────────────────────────────────────────────────────────────────────────────────────────────────

PURSES = st.dictionaries(st.sampled_from(COINS), st.integers(0, 40))


@given(PURSES, st.integers(0, 60_000))
def test_what_is_handed_over_is_there_and_is_enough(purse, copper_due):
    total = sum(WORTH[c] * n for c, n in purse.items())
    if total < copper_due:
        return
    handed, changed = coins_for(purse, copper_due)
    paid = sum(WORTH[c] * n for c, n in handed.items())
    spent = {**handed, **({changed: handed.get(changed, 0) + 1} if changed else {})}
    assert all(purse.get(c, 0) >= n for c, n in spent.items())
    assert paid <= copper_due <= paid + (WORTH[changed] if changed else 0)
    assert (changed is None) == (paid == copper_due)


@given(st.integers(0, 10**9))
def test_a_price_reads_back(amount):
    assert price_in_copper(price_text(amount)) == amount == sum(WORTH[c] * n for c, n in in_coins(amount).items())


TRADES = st.lists(
    st.tuples(
        st.sampled_from(("buy", "sell")),
        st.sampled_from(("Mira", "Bo")),
        st.sampled_from(("Longsword", "Torch", "Sling Bullet", "Pound of Saffron", "Ring of Protection")),
        st.integers(1, 30),
        st.none() | st.sampled_from((0, "3 cp", 2.5, "7 sp", 90)),
    ),
    max_size=12,
)


@given(TRADES, PURSES, PURSES, st.sampled_from((0.5, 1, 1.7)), st.sampled_from((0, 0.1, 0.5)))
def test_no_trade_loses_coins_or_goods(trades, hers, theirs, prices, buys_at):
    """In copper, and in pieces of each kind; and nobody comes below nothing."""
    market = _stocked(tuple(hers.items()), tuple(theirs.items()))
    market.did("shop", "Marta", prices=prices, buysAt=buys_at)
    before = _sums(market)
    for operation, who, item, quantity, price in trades:
        named = {} if price is None else {"price": price}
        was = market.world
        answer = market.ask(operation, who, itemName=item, quantity=quantity, **named)
        assert answer["ok"] or market.world == was
        assert _sums(market) == before
        assert all(t.quantity > 0 for t in market.world.things.values())


def _stocked(hers: tuple[tuple[str, int], ...], theirs: tuple[tuple[str, int], ...]) -> Sandbox:
    market = Sandbox()
    lay(market)
    market.did("create", name="Bo", character={"party": True})
    for who, coins in (("Mira", hers), ("Bo", theirs)):
        for coin, count in coins:
            if count:
                market.did("give", who, item=coin, quantity=count)
    for item, count in (("Sling Bullet", 50), ("Pound of Saffron", 3), ("Ring of Protection", 1)):
        market.did("give", "Marta", item=item, quantity=count)
    return market


def _sums(market: Sitting) -> tuple[int, dict[str, int]]:
    goods: dict[str, int] = {}
    for who in ("Mira", "Bo", "Marta"):
        for item, count in goods_of(market, who).items():
            goods[item] = goods.get(item, 0) + count
    return sum(copper(market, who) for who in ("Mira", "Bo", "Marta")), goods
