"""manage_inventory buy: buy a thing from a shop for coins, with change."""

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.decision import locked_refusals, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Verdict
from rpg_lite.decision.shared_keys import NOBODY, Named
from rpg_lite.mechanics.items import item_moves, shops
from rpg_lite.mechanics.items.shops import Trade, TradeResult
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation, free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Thing, World


class Buy(Trade):
    """Pay a shop for its goods."""

    operation: Literal["buy"]
    from_id: str | None = None
    from_name: Annotated[str | None, Field(description="The shop; default: here.")] = None

    @property
    def shop(self) -> Named:
        return self.from_id, self.from_name

    @property
    def thing(self) -> Named:
        """None of the buyer's things: the goods lie in the shop."""
        return NOBODY

    @property
    def logged_item(self) -> str | None:
        return self.item_id or self.item_name

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """The shop and its goods."""
        bag = targets.bag(seen, self, book)
        shop = shops.find_shop(seen, shops.trader_of(seen, bag), self.shop, "fromName", book) if isinstance(bag, Thing) else bag
        if isinstance(shop, Rejected):
            return {}
        thing = shops.find_goods(seen, shop, self.item_id, self.item_name, book)
        of_goods = {"item_id": thing.id, "item_name": None} if isinstance(thing, Thing) else {}
        return {"from_id": shop.id, "from_name": None, **of_goods}


def decide_buy(command: Buy, draft: Draft) -> Verdict:
    """Refuses: bag_full, bag_locked, bag_unknown, cannot_act, coins_short, item_required, name_ambiguous, no_shop_here, not_a_shop,
    not_for_sale, price_unknown, quantity_too_many, shop_required, trade_with_oneself.
    """
    world, situation = draft.world, draft.situation
    book = situation.book
    bag = targets.bag(world, command, book)
    if isinstance(bag, Rejected):
        return bag
    buyer = shops.trader_of(world, bag)
    shop = shops.find_shop(world, buyer, command.shop, "fromName", book)
    if isinstance(shop, Rejected):
        return shop
    if shut := locked_refusals.shut(world, bag, "bagName", book):
        return shut
    thing = shops.find_goods(world, shop, command.item_id, command.item_name, book)
    if isinstance(thing, Rejected):
        return thing
    quantity, each = command.how_many, shops.asked_for(thing, shop, book)
    if too_many := item_moves.enough(thing, quantity):
        return too_many
    copper = shops.price_of(command, thing, None if each is None else each * quantity, ceil)
    if isinstance(copper, Rejected):
        return copper
    pounds = item_moves.weighs(world, thing, book) / thing.quantity * quantity
    if refusal := shops.short_purse(world, buyer, copper, command, each) or item_moves.too_full(world, bag, pounds, book, "bagName"):
        return refusal
    id, paid = shops.settle(draft, thing, quantity, bag, buyer, shop, copper)
    result = TradeResult(Called(id), quantity, Called(buyer.id), Called(shop.id), copper, paid, shops.left_to(draft.world, buyer))
    return Decision.about(id, buyer.id if buyer.kind == "character" else None, result=result)


OPERATION = Operation(
    tool="manage_inventory",
    model=Buy,
    decide=decide_buy,
    who=replace(OWN, reach=reach.may_trade, decrees=("price",)),
    cost=free,
    sends="characterName itemName fromName? quantity? price?",
)
