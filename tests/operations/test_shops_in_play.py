"""Shops at the table: undo, batches, and what players may do and see."""

import json
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from tests.copies import laid_once
from tests.operations.market import copper, goods_of, lay
from tests.operations.table import Answer, Table

MIRA = Caller("player", "ann", None, ("Mira",))
ALOUD = Caller("gm", aloud=True)


@laid_once
def market(empty: Table) -> Table:
    """Mira and Bo in a room with Marta, who keeps a shop, has a ring that nobody has identified, and carries a love letter."""
    lay(empty)
    empty.did("create", name="Bo", character={"party": True})
    empty.did("create", name="Guard", template="Guard")
    empty.did("give", "Marta", template="Ring of Protection", identified=False)
    empty.did("give", "Marta", item={"name": "Money Belt", "type": "adventuring_gear", "slot": "belt"}, equip=True)
    empty.did("give", "Guard", item="Lute")
    return empty


def ask(table: Table, caller: Caller, operation: str, tool: str = "manage_inventory", **fields: Any) -> Answer:
    answer: Answer = table.game.ask({"operation": operation, **fields}, tool=tool, detail="full", caller=caller)  # type: ignore[arg-type]
    return answer


def refused(answer: Answer, code: str) -> Answer:
    assert not answer["ok"] and answer["error"]["code"] == code, answer["text"]
    return answer


# ── undo, batches, dry runs ─────────────────────────────────────────────────────────────────────────────────────────


def test_one_undo_takes_back_goods_and_coins(market):
    before = market.now.world
    market.did("buy", "Mira", itemName="Torch", quantity=3)
    after = market.now.world
    market.did("undo")
    assert market.now.world == before
    market.did("undo")
    assert market.now.world == after


def test_undo_takes_back_a_sale_with_its_change(market):
    market.did("give", "Mira", item="Torch", quantity=3)
    before = market.now.world
    market.did("sell", "Mira", itemName="Torch", all=True, price="3 sp 3 cp")
    assert copper(market, "Mira") == 4033
    market.did("undo")
    assert market.now.world == before


def test_undo_takes_back_rates_and_tags(market):
    states = [market.now.world]
    for fields in ({"prices": 2}, {"itemName": "Torch", "price": 3}, {"close": True}):
        market.did("shop", "Marta", **fields)
        states.append(market.now.world)
    for rev, before in zip(range(market.rev, 0, -1), reversed(states[:-1]), strict=False):
        market.did("undo", rev=rev)
        assert market.now.world == before


def test_a_batch_trades_in_order(market):
    answer = market.batch(
        {"operation": "buy", "itemName": "Longsword"},
        {"operation": "sell", "itemName": "Longsword"},
        {"operation": "buy", "itemName": "Longsword", "quantity": 2},
        characterName="Mira",
    )
    assert answer["ok"], answer["text"]
    assert copper(market, "Mira") == 4000 - 1500 + 750 - 3000
    market.did("undo")
    assert copper(market, "Mira") == 4000


def test_a_batch_that_cannot_pay_changes_nothing(market):
    before = market.now
    answer = market.batch(
        {"operation": "buy", "itemName": "Longsword", "quantity": 2}, {"operation": "buy", "itemName": "Rope"}, characterName="Mira"
    )
    assert not answer["ok"] and market.now == before


def test_a_dry_run_tells_the_price(market):
    before = market.now
    assert "for 15 gp" in market.did("buy", "Mira", itemName="Longsword", dryRun=True)["text"]
    assert market.now == before


# ── players ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_player_buys_and_sells(market):
    bought = ask(market, MIRA, "buy", itemName="Longsword", fromName="Marta")
    assert bought["ok"] and goods_of(market, "Mira") == {"Longsword": 1}, bought["text"]
    sold = ask(market, MIRA, "sell", itemName="Longsword")
    assert sold["ok"] and copper(market, "Mira") == 4000 - 750, sold["text"]


def test_a_player_who_has_such_a_thing_buys_another_one(market):
    market.did("give", "Mira", item="Torch")
    assert ask(market, MIRA, "buy", itemName="Torch")["ok"]
    assert goods_of(market, "Mira") == {"Torch": 2} and goods_of(market, "Marta")["Torch"] == 4


def test_only_the_game_master_names_prices(market):
    refused(ask(market, MIRA, "buy", itemName="Torch", price=0), "gm_decides")
    refused(ask(market, MIRA, "sell", itemName="Torch", price=9), "gm_decides")
    refused(ask(market, MIRA, "shop", characterName="Marta", prices=0.1), "not_allowed")


def test_a_player_trades_by_own_hand_where_the_shop_is(market):
    refused(ask(market, MIRA, "buy", characterName="Bo", itemName="Torch"), "not_yours")
    market.send({"operation": "create", "name": "Yard", "direction": "north"}, "manage_room")
    for name in ("Mira", "Bo"):
        market.send({"operation": "go", "characterName": name, "direction": "north"}, "manage_room")
    refused(ask(market, MIRA, "buy", itemName="Torch"), "no_shop_here")
    assert not ask(market, MIRA, "buy", itemName="Torch", fromName="Marta")["ok"]
    assert not ask(market, MIRA, "view", characterName="Marta")["ok"]


def test_a_player_cannot_buy_from_somebody_who_sells_nothing(market):
    told = refused(ask(market, MIRA, "buy", itemName="Lute", fromName="Guard"), "not_a_shop")
    assert "try" not in told["error"]


def test_a_player_short_of_coins_gets_a_call_that_works(market):
    market.did("remove", "Mira", itemName="gp", quantity=20)
    told = refused(ask(market, MIRA, "buy", itemName="Longsword", quantity=2), "coins_short")
    assert market.game.ask(told["error"]["try"], tool="manage_inventory", caller=MIRA)["ok"]


def test_the_goods_are_listed_with_prices_and_nothing_else(market):
    """No hit points, no purse, no worn gear's numbers, and of a strange ring only its look."""
    for answer in (ask(market, MIRA, "view", characterName="Marta"), ask(market, ALOUD, "view", characterName="Marta", forPlayers=True)):
        assert "Sells: Longsword × 2 (15 gp each), Torch × 5 (1 cp each), Ring (ask for the price)." in answer["text"]
        said = json.dumps(answer)
        assert "Protection" not in said and "HP" not in said and "Gold" not in said
    (answer,) = ask(market, MIRA, "view", characterName="Marta")["results"]
    assert [{k: v for k, v in row.items() if k != "id"} for row in answer["forSale"]] == [
        {"name": "Longsword", "quantity": 2, "price": "15 gp each"},
        {"name": "Torch", "quantity": 5, "price": "1 cp each"},
        {"name": "Ring", "quantity": 1},
    ]
    assert "Sells: Longsword" in market.did("examine", name="Marta")["text"]
    assert "100" not in ask(market, ALOUD, "examine", tool="read_campaign", name="Gold Piece")["text"]
    looked = market.game.ask({"operation": "look"}, tool="manage_room", caller=MIRA)
    assert "Marta (keeps a shop)" in looked["text"] and "Longsword" not in looked["text"]


def test_a_strange_ring_has_no_price_until_it_is_named(market):
    """The value of magic would tell what it is."""
    refused(ask(market, MIRA, "buy", itemName="Ring"), "price_unknown")
    market.refused("price_unknown", "buy", "Mira", itemName="Ring of Protection")
    market.did("shop", "Marta", itemName="Ring of Protection", price=30)
    bought = ask(market, MIRA, "buy", itemName="Ring")
    assert bought["ok"] and "Protection" not in json.dumps(bought), bought["text"]
    refused(ask(market, MIRA, "sell", itemName="Ring"), "price_unknown")
    assert goods_of(market, "Mira") == {"Ring of Protection": 1}


def test_what_a_merchant_can_pay_is_not_told(market):
    market.did("give", "Mira", item="Plate Armor")
    told = refused(ask(market, MIRA, "sell", itemName="Plate Armor"), "till_short")
    assert "100" not in json.dumps(told) and "Marta cannot pay 750 gp" in told["text"]


def test_pockets_stay_closed(market):
    """A shop shows its goods; other strangers show nothing, and the goods cannot be taken."""
    assert not ask(market, MIRA, "view", characterName="Guard")["ok"]
    assert not ask(market, MIRA, "transfer", characterName="Marta", itemName="Torch", toCharacterName="Mira")["ok"]
    assert "Torch" not in ask(market, MIRA, "inventory", tool="read_campaign", scope="here")["text"]
    assert not ask(market, MIRA, "use", characterName="Marta", itemName="Torch")["ok"]


def test_goods_on_a_shelf_are_bought_and_not_taken(market):
    market.did("give", bagName="floor", item="Chest")
    market.did("shop", bagName="Chest")
    market.did("give", bagName="Chest", item="Flute")
    for bag in ("Chest", "floor"):
        told = refused(ask(market, MIRA, "transfer", bagName=bag, itemName="Flute", toCharacterName="Mira"), "for_sale")
    assert market.game.ask(told["error"]["try"], tool="manage_inventory", caller=MIRA)["ok"]
    assert goods_of(market, "Mira") == {"Flute": 1} and copper(market, "Chest") == 200
    assert ask(market, MIRA, "transfer", characterName="Mira", itemName="Flute", toName="Chest")["ok"]


def test_worn_goods_lead_on_for_players(market):
    market.did("give", "Mira", item="Chain Mail", equip=True)
    told = refused(ask(market, MIRA, "sell", itemName="Chain Mail"), "still_worn")
    assert market.game.ask(told["error"]["try"], tool="manage_inventory", caller=MIRA)["ok"]


def test_nobody_trades_out_of_turn(market):
    market.did("start_fight", names=["Mira", "Guard"])
    answers = []
    for _ in range(2):
        answers.append(ask(market, MIRA, "buy", itemName="Torch")["ok"])
        market.did("next_turn")
    assert sorted(answers) == [False, True]


def test_a_game_master_aloud_trades_like_the_others(market):
    assert ask(market, ALOUD, "buy", characterName="Mira", itemName="Torch")["ok"]
    refused(ask(market, ALOUD, "buy", characterName="Mira", itemName="Ring of Protection"), "not_for_sale")


@pytest.mark.parametrize(
    "payload",
    [
        {"operation": "buy", "itemName": "Torch", "merchant": "Marta"},
        {"operation": "purchase", "itemName": "Torch", "fromName": "Marta"},
    ],
)
def test_other_words_lead_to_the_call(market, payload):
    told = market.send({"characterName": "Mira", **payload})
    assert not told["ok"]
    assert market.send(told["error"]["try"])["ok"] and goods_of(market, "Mira") == {"Torch": 1}


@pytest.mark.parametrize("role", ["viewer"])
def test_a_viewer_buys_nothing(market, role):
    refused(ask(market, Caller(role, "screen"), "buy", characterName="Mira", itemName="Torch"), "not_allowed")
