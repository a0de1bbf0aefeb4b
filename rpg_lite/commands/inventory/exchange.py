"""exchange changes coins of one kind into another of the same worth (SRD, Coinage); a payment that is short of a coin is told how."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Literal

from rpg_lite.commands import locks, targets
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.outcome import Called, Outcome, Rejected, Story, Turn
from rpg_lite.commands.sheets import coin_of
from rpg_lite.commands.targets import Targeted
from rpg_lite.rules.items import LARGEST_QUANTITY, Quantity
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import COIN_VALUE, COINS, COINS_PER_POUND, Coin
from rpg_lite.world.locks import at_hand
from rpg_lite.world.things import Thing, World

WORTH: Final[Mapping[Coin, int]] = {coin: round(value * 100) for coin, value in COIN_VALUE.items()}
"""In copper; each coin is a whole number of every cheaper one."""


class Exchange(Targeted):
    """Coins (itemName) into others (toName)."""

    operation: Literal["exchange"]
    item_name: str
    to_name: str
    quantity: Quantity | None = None


def decide_exchange(command: Exchange, world: World, turn: Turn) -> Outcome:
    bag = targets.bag(world, command, turn.book)
    if isinstance(bag, Rejected):
        return bag
    if shut := locks.shut(world, bag, "bagName", turn.book):
        return shut
    given, wanted = coin_named(command.item_name, turn.book), coin_named(command.to_name, turn.book)
    if given is None or wanted is None or given == wanted:
        field = "toName" if given else "itemName"
        return Rejected("coin_unknown", field, {"wanted": command.to_name if given else command.item_name}, allowed=COINS)
    had = purse_of(world, bag)
    quantity = command.quantity or 1
    if had.get(given, 0) < quantity:
        return Rejected("quantity_too_many", "quantity", {"name": given, "has": had.get(given, 0), "wanted": quantity})
    taken, got = changed(given, wanted, quantity)
    if not got:
        return Rejected("coins_too_few", "quantity", {"given": given, "wanted": wanted, "needs": WORTH[wanted] // WORTH[given]})
    if had.get(wanted, 0) + got > LARGEST_QUANTITY:
        return Rejected("quantity_too_large", "quantity", {"has": had.get(wanted, 0), "most": LARGEST_QUANTITY})
    more = (got - taken) / COINS_PER_POUND
    if more > 0 and (full := moves.too_full(world, bag, more, turn.book, "quantity")):
        return full
    return _exchange(Story(world, turn), bag, (given, taken), (wanted, got))


def coin_named(name: str, book: Rulebook) -> Coin | None:
    pick = book.find(name)
    return next((c for c in COINS if pick and c == pick.template.removeprefix("srd:")), None)


def purse_of(world: World, bag: Thing) -> dict[Coin, int]:
    """The coins of a bag at any depth, but for those behind a lock."""
    counted = [(coin_of(t), t.quantity) for t in at_hand(world, bag.id)]
    return {coin: total for coin in COINS if (total := sum(n for c, n in counted if c == coin))}


def changed(given: Coin, wanted: Coin, quantity: int) -> tuple[int, int]:
    """(coins given, coins got): all for cheaper ones; for dearer ones as many as make whole ones.

    >>> changed("pp", "gp", 2), changed("sp", "gp", 25)
    ((2, 20), (20, 2))
    """
    if WORTH[given] > WORTH[wanted]:
        return quantity, quantity * WORTH[given] // WORTH[wanted]
    each = WORTH[wanted] // WORTH[given]
    return quantity // each * each, quantity // each


def _exchange(story: Story, bag: Thing, given: tuple[Coin, int], got: tuple[Coin, int]) -> Outcome:
    coin, left = given
    for stack in [t for t in at_hand(story.world, bag.id) if coin_of(t) == coin]:
        part = min(left, stack.quantity)
        if part:
            moves.take_away(story, stack, part)
        left -= part
    pick = story.turn.book.find(got[0])
    item = story.turn.book.item(pick) if pick else None
    assert pick and item
    id = moves.lay(story, Thing(story.new_id("item"), "item", item.name, bag.id, got[1], body={"template": pick.template}))
    owner = bag if bag.kind == "character" else story.world.bearer_of(bag.id)
    return story.accepted(id, owner.id if owner else None, given=given, got=got, where=Called(bag.id))


def with_exchange(refused: Rejected, world: World, bag: Thing, name: str | None, quantity: int, book: Rulebook) -> Rejected:
    """Who is short of a coin, but has the worth of it in another, is told to change that first."""
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
