"""Coins by their worth, and the exchange that a payment needs if the payer lacks the right coins."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rpg_lite.operations.mechanics.sheet_documents import coin_of
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import COIN_VALUE, COINS, Coin
from rpg_lite.world.locks import at_hand
from rpg_lite.world.things import Thing, World

WORTH: Final[Mapping[Coin, int]] = {coin: round(value * 100) for coin, value in COIN_VALUE.items()}
"""The worth of each coin in copper; each coin is worth a whole number of any cheaper coin."""


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
