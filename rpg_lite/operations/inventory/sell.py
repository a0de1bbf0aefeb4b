"""manage_inventory sell: sell a thing to a shop for its coins, with change."""

from collections.abc import Mapping
from dataclasses import replace
from math import floor
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.command import ThingFilter
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Verdict
from rpg_lite.decision.shared_keys import Named
from rpg_lite.mechanics.items import item_moves, shops
from rpg_lite.mechanics.items.money import coin_of
from rpg_lite.mechanics.items.shops import Trade, TradeResult
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation, free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


class Sell(Trade):
    """Sell to a shop for half its value, or the price."""

    operation: Literal["sell"]
    all: Annotated[bool, Field(description="With an item, its whole stack; without one, everything not worn.")] = False
    to_id: str | None = None
    to_name: Annotated[str | None, Field(description='Its name; "floor" puts it down.')] = None

    @property
    def shop(self) -> Named:
        return self.to_id, self.to_name

    def likes(self, world: World, book: Rulebook) -> ThingFilter:
        return lambda t: world.row_of(t.id) is None

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """The shop."""
        bag = targets.bag(seen, self, book)
        shop = shops.find_shop(seen, shops.trader_of(seen, bag), self.shop, "toName", book) if isinstance(bag, Thing) else bag
        return {"to_id": shop.id, "to_name": None} if isinstance(shop, Thing) else {}


def decide_sell(command: Sell, draft: Draft) -> Verdict:
    """Refuses: bag_full, bag_locked, bag_unknown, buys_nothing, cannot_act, coins_not_sold, item_cursed, item_required, no_shop_here,
    not_a_shop, not_an_item, price_unknown, quantity_too_many, shop_required, sold_empty, still_worn, till_short, trade_with_oneself,
    worth_nothing.
    """
    world, situation = draft.world, draft.situation
    book = situation.book
    bag = targets.bag(world, command, book)
    if isinstance(bag, Rejected):
        return bag
    seller = shops.trader_of(world, bag)
    shop = shops.find_shop(world, seller, command.shop, "toName", book)
    if isinstance(shop, Rejected):
        return shop
    thing = targets.find_carried(world, bag, command.item_id, command.item_name, book, command.likes(world, book))
    if isinstance(thing, Rejected):
        return thing
    quantity = thing.quantity if command.all else command.how_many
    if refusal := item_moves.enough(thing, quantity) or _not_to_sell(world, thing, seller, command, book):
        return refusal
    each = shops.paid_for(thing, shop, book)
    copper = _price(command, thing, shop, each, quantity)
    if isinstance(copper, Rejected):
        return copper
    pounds = item_moves.weighs(world, thing, book) / thing.quantity * quantity
    if refusal := shops.short_till(world, shop, copper, command, each) or item_moves.too_full(world, shop, pounds, book, "toName"):
        return refusal
    id, paid = shops.settle(draft, thing, quantity, shop, shop, seller, copper)
    result = TradeResult(Called(thing.id), quantity, Called(seller.id), Called(shop.id), copper, paid, shops.left_to(draft.world, seller))
    return Decision.about(id, seller.id if seller.kind == "character" else None, result=result)


def _not_to_sell(world: World, thing: Thing, seller: Thing, command: Sell, book: Rulebook) -> Rejected | None:
    """The refusal of coins, parts of a body, cursed and worn things and, unless the call names the price, bags with something in them."""
    if thing.kind != "item" or thing_stats.is_natural(thing, book):
        return Rejected("not_an_item", "itemName", {"name": thing.name})
    if coin_of(thing):
        return Rejected("coins_not_sold", "itemName", {"name": thing.name})
    if item_moves.is_cursed(world, thing, book):
        return Rejected("item_cursed", "itemName", {"name": thing.name})
    if row := world.row_of(thing.id):
        off = {"operation": "unequip", "characterId": seller.id, "itemId": thing.id}
        return Rejected("still_worn", "itemName", {"name": thing.name, "slot": row.slot}, instead=off)
    if command.price is None and shops.is_filled(world, thing, book):
        emptied = {"operation": "transfer", "bagId": thing.id, "all": True, "toId": seller.id}
        inside = ", ".join(t.name for t in world.bag_of(thing.id))
        return Rejected("sold_empty", "itemName", {"name": thing.name, "inside": inside}, instead=emptied)
    return None


def _price(command: Sell, thing: Thing, shop: Thing, each: Any, quantity: int) -> int | Rejected:
    if command.price is None and shops.rates(shop).buys_at == 0:
        return Rejected("buys_nothing", "toName", {"name": shop.name})
    copper = shops.price_of(command, thing, None if each is None else each * quantity, floor)
    return Rejected("worth_nothing", "itemName", {"name": thing.name}) if copper == 0 and command.price is None else copper


OPERATION = Operation(
    tool="manage_inventory",
    model=Sell,
    decide=decide_sell,
    who=replace(OWN, reach=reach.may_trade, decrees=("price",)),
    cost=free,
    sends="characterName itemName quantity? price?",
)
