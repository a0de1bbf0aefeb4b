"""manage_inventory exchange: change coins of one kind into coins of another kind with the same worth (SRD, Coinage)."""

from dataclasses import dataclass
from typing import Literal

from rpg_lite.decision import locked_refusals, targets
from rpg_lite.decision.command import Targeted
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.items.money import coin_named, coin_of, lay_coins, purse_of
from rpg_lite.operations.operation import OWN, Operation, free
from rpg_lite.rules.document_field_types import LARGEST_QUANTITY, Quantity
from rpg_lite.rules.prices import WORTH
from rpg_lite.vocabulary import COINS, COINS_PER_POUND, Coin
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing


class Exchange(Targeted):
    """Coins (itemName) into others (toName)."""

    operation: Literal["exchange"]
    item_name: str
    to_name: str
    quantity: Quantity | None = None


@dataclass(frozen=True, slots=True)
class ExchangeResult(Result):
    """The coins given and the coins received, with their numbers, and the bag."""

    given: tuple[Coin, int]
    got: tuple[Coin, int]
    where: Called


def decide_exchange(command: Exchange, draft: Draft) -> Verdict:
    """Refuses: bag_full, bag_locked, coin_unknown, coins_too_few, quantity_too_large, quantity_too_many."""
    world, book = draft.world, draft.situation.book
    bag = targets.bag(world, command, book)
    if isinstance(bag, Rejected):
        return bag
    if shut := locked_refusals.shut(world, bag, "bagName", book):
        return shut
    given, wanted = coin_named(command.item_name, book), coin_named(command.to_name, book)
    if given is None or wanted is None or given == wanted:
        field = "toName" if given else "itemName"
        return Rejected("coin_unknown", field, {"wanted": command.to_name if given else command.item_name}, allowed=COINS)
    had = purse_of(world, bag)
    quantity = command.quantity or 1
    if had.get(given, 0) < quantity:
        return Rejected("quantity_too_many", "quantity", {"name": given, "has": had.get(given, 0), "wanted": quantity})
    taken, got = change_coins(given, wanted, quantity)
    if not got:
        return Rejected("coins_too_few", "quantity", {"given": given, "wanted": wanted, "needs": WORTH[wanted] // WORTH[given]})
    if had.get(wanted, 0) + got > LARGEST_QUANTITY:
        return Rejected("quantity_too_large", "quantity", {"has": had.get(wanted, 0), "most": LARGEST_QUANTITY})
    more = (got - taken) / COINS_PER_POUND
    if more > 0 and (full := item_moves.too_full(world, bag, more, book, "quantity")):
        return full
    return _exchange(draft, bag, (given, taken), (wanted, got))


def change_coins(given: Coin, wanted: Coin, quantity: int) -> tuple[int, int]:
    """(coins given, coins received): all of them for cheaper coins; for more valuable coins, as many as make whole coins.

    >>> change_coins("pp", "gp", 2), change_coins("sp", "gp", 25)
    ((2, 20), (20, 2))
    """
    if WORTH[given] > WORTH[wanted]:
        return quantity, quantity * WORTH[given] // WORTH[wanted]
    each = WORTH[wanted] // WORTH[given]
    return quantity // each * each, quantity // each


def _exchange(draft: Draft, bag: Thing, given: tuple[Coin, int], got: tuple[Coin, int]) -> Verdict:
    coin, left = given
    for stack in [t for t in at_hand(draft.world, bag.id) if coin_of(t) == coin]:
        part = min(left, stack.quantity)
        if part:
            item_moves.take_away(draft, stack, part)
        left -= part
    id = lay_coins(draft, bag, *got)
    owner = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    return Decision.about(id, owner.id if owner else None, result=ExchangeResult(given, got, Called(bag.id)))


OPERATION = Operation(
    tool="manage_inventory",
    model=Exchange,
    decide=decide_exchange,
    who=OWN,
    cost=free,
    sends="characterName itemName toName quantity?",
)
