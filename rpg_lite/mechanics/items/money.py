"""Coins by their worth: payments with change, and the exchange that a payer without the right coin can make."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.items.new_things import body_of
from rpg_lite.rules.prices import WORTH, in_coins
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import COINS, Coin
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World


def coin_of(thing: Thing) -> str | None:
    """The kind of coin in this thing; None if it is not a coin."""
    word = (thing.item.template or "").removeprefix("srd:")
    return word if word in COINS else None


def coin_named(name: str, book: Rulebook) -> Coin | None:
    pick = book.find(name)
    return next((c for c in COINS if pick and c == pick.template.removeprefix("srd:")), None)


def purse_of(world: World, bag: Thing) -> dict[Coin, int]:
    """The coins of a bag at any depth, except those behind a lock."""
    counted = [(coin_of(t), t.quantity) for t in at_hand(world, bag.id)]
    return {coin: total for coin in COINS if (total := sum(n for c, n in counted if c == coin))}


def with_exchange(refused: Rejected, world: World, bag: Thing, name: str | None, quantity: int, book: Rulebook) -> Rejected:
    """Suggest an exchange to a payer who is short of one coin but has its worth in others."""
    wanted = coin_named(name, book) if name else None
    if wanted is None:
        return refused
    purse = purse_of(world, bag)
    copper = (quantity - purse.get(wanted, 0)) * WORTH[wanted]
    needed = {c: -(-copper // WORTH[c]) for c in purse if c != wanted}
    given = next((c for c in COINS[COINS.index(wanted) :] + COINS if c in needed and 0 < needed[c] <= purse[c]), None)
    return replace(refused, instead={**_target_of(bag), **_wish(given, needed[given], wanted)}) if given else refused


def _target_of(bag: Thing) -> dict[str, Any]:
    return {"characterName": bag.name} if bag.kind == "character" else {"bagId": bag.id}


def _wish(given: Coin, count: int, wanted: Coin) -> dict[str, Any]:
    return {"operation": "exchange", "itemName": given, "quantity": count, "toName": wanted}


@dataclass(frozen=True, slots=True)
class Payment:
    """The coins that a payer handed over, and the coins that came back as change."""

    given: Mapping[Coin, int]
    change: Mapping[Coin, int]


def purse_in_copper(world: World, bag: Thing) -> int:
    return sum(WORTH[coin] * count for coin, count in purse_of(world, bag).items())


def coins_for(purse: Mapping[Coin, int], copper: int) -> tuple[dict[Coin, int], Coin | None]:
    """The coins to hand over from a purse that holds enough, the most valuable first, and the coin that is changed for the rest.

    Each coin is worth a whole number of any cheaper one, so any coin left over is worth more than the rest; the cheapest of them is changed.

    >>> coins_for({"cp": 3, "gp": 2}, 150), coins_for({"sp": 4, "gp": 2}, 240)
    (({'gp': 1}, 'gp'), ({'gp': 2, 'sp': 4}, None))
    """
    handed: dict[Coin, int] = {}
    rest = copper
    for coin in reversed(COINS):
        if count := min(purse.get(coin, 0), rest // WORTH[coin]):
            handed[coin] = count
            rest -= count * WORTH[coin]
    if not rest:
        return handed, None
    changed = next(coin for coin in COINS if purse.get(coin, 0) > handed.get(coin, 0))
    return {coin: count for coin, count in handed.items() if WORTH[coin] >= WORTH[changed]}, changed


def pay(draft: Draft, payer: Thing, payee: Thing, copper: int) -> Payment:
    """Move coins of this worth from a payer who has enough; a coin worth more is changed, so that the sum of both purses stays the same."""
    handed, changed = coins_for(purse_of(draft.world, payer), copper)
    for coin, count in handed.items():
        for stack, part in _stacks_of(draft.world, payer, coin, count):
            item_moves.move(draft, stack, draft.world.things[payee.id], part)
    if changed is None:
        return Payment(handed, {})
    rest = copper - sum(WORTH[coin] * count for coin, count in handed.items())
    ((stack, _),) = _stacks_of(draft.world, payer, changed, 1)
    item_moves.take_away(draft, stack, 1)
    back = in_coins(WORTH[changed] - rest)
    for bag, coins in ((payee, in_coins(rest)), (payer, back)):
        for coin, count in coins.items():
            lay_coins(draft, bag, coin, count)
    return Payment({**handed, changed: handed.get(changed, 0) + 1}, back)


def _stacks_of(world: World, bag: Thing, coin: Coin, count: int) -> list[tuple[Thing, int]]:
    """The stacks that hold this many coins, each with the number to take from it."""
    found = []
    for stack in [t for t in at_hand(world, bag.id) if coin_of(t) == coin]:
        if part := min(count, stack.quantity):
            found.append((stack, part))
            count -= part
    return found


def lay_coins(draft: Draft, bag: Thing, coin: Coin, count: int) -> str:
    """Make coins in a bag. Return the id of their stack."""
    pick = draft.situation.book.find(coin)
    item = draft.situation.book.item(pick) if pick else None
    assert pick and item
    return item_moves.lay(draft, Thing(draft.new_id("item"), "item", item.name, bag.id, count, body=body_of(pick)))
