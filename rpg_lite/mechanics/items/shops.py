"""Shops: the place of a trade, the goods that are for sale, and their prices."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import Field

from rpg_lite.decision import locked_refusals, targets
from rpg_lite.decision.callers import room_id
from rpg_lite.decision.command import Targeted
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.name_matching import all_named, told_apart
from rpg_lite.decision.outcome import Called, Rejected, Result
from rpg_lite.mechanics.items import item_moves, money
from rpg_lite.mechanics.items.money import coin_of
from rpg_lite.mechanics.life.incapacity import cannot_handle
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Quantity
from rpg_lite.rules.prices import Price, price_in_copper, price_text, times
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.felt_appearance import is_hidden, ordinary_of
from rpg_lite.world.locks import at_hand, is_locked
from rpg_lite.world.states import ShopState
from rpg_lite.world.world_model import Ref, Thing, World

MOST_NAMED: Final = 12
"""The goods that a refusal names one by one."""


class Trade(Targeted):
    """A command about one thing, and the price that is paid for it."""

    item_id: str | None = None
    item_name: str | None = None
    quantity: Quantity | None = None
    price: Annotated[Price | None, Field(description='"2 gp 5 sp" for all; shop: a piece.')] = None

    @property
    def shop(self) -> tuple[str | None, str | None]:
        """The id and name of the shop; both may be missing."""
        raise NotImplementedError

    def touches(self) -> tuple[Ref, ...]:
        here = Ref("people", self.character_id, self.character_name)
        return (*super().touches(), here, *((Ref("bearer", *self.shop),) if any(self.shop) else ()))


@dataclass(frozen=True, slots=True)
class TradeResult(Result):
    """The goods that changed hands, the two parties, the price in copper, the coins that moved, and the trader's purse in copper afterwards."""

    what: Called
    count: int
    trader: Called
    shop: Called
    copper: int
    coins: money.Payment
    left: int


# ── the shop ────────────────────────────────────────────────────────────────────────────────────────────────────────


def trader_of(world: World, bag: Thing) -> Thing:
    """The party that pays or is paid: the bearer of the bag, or the bag itself."""
    return bag if bag.kind == "character" else world.bearer_of(bag.id) or bag


def rates(shop: Thing) -> ShopState:
    assert shop.state.shop
    return shop.state.shop


def find_shop(world: World, trader: Thing, named: tuple[str | None, str | None], field: str, book: Rulebook) -> Thing | Rejected:
    """The named shop, or else the only one in the room of the trader."""
    here = [t for t in world.things.values() if t.state.shop and t.id != trader.id and room_id(world, t) == room_id(world, trader)]
    if not any(named):
        if len(here) == 1:
            return _open(world, here[0], field, book)
        return Rejected("shop_required" if here else "no_shop_here", field, {"name": trader.name}, tuple(t.name for t in here))
    found = targets.any_bag(world, *named, field, book)
    if isinstance(found, Rejected):
        return found
    if found.id == trader.id:
        return Rejected("trade_with_oneself", field, {"name": found.name})
    if found.state.shop is None:
        return Rejected("not_a_shop", field, {"name": found.name}, tuple(t.name for t in here), instead=opening(found))
    return _open(world, found, field, book)


def opening(bag: Thing) -> dict[str, Any]:
    """The payload that makes it a shop."""
    return {"operation": "shop", **({"characterId": bag.id} if bag.kind == "character" else {"bagId": bag.id})}


def _open(world: World, shop: Thing, field: str, book: Rulebook) -> Thing | Rejected:
    """The shop, unless it is locked or its keeper can do nothing."""
    if shut := locked_refusals.shut(world, shop, field, book):
        return shut
    keeper = shop if shop.kind == "character" else world.bearer_of(shop.id)
    refused = cannot_handle(keeper, thing_stats.stats_of(world, keeper, book)) if keeper else None
    return replace(refused, field=field) if refused else shop


# ── its goods ───────────────────────────────────────────────────────────────────────────────────────────────────────


def goods(world: World, shop: Thing, book: Rulebook) -> list[Thing]:
    """The things that the shop sells: at hand, neither worn nor attuned nor hidden, no coins. A bag sells its contents and not itself, unless
    it holds only what it always comes with, such as a pack.
    """
    return [] if is_locked(shop) else list(_goods(world, shop.id, book))


def _goods(world: World, bag_id: str, book: Rulebook) -> Iterator[Thing]:
    for thing in world.bag_of(bag_id):
        if thing.kind != "item" or coin_of(thing) or thing.state.is_hidden:
            continue
        is_whole = not is_filled(world, thing, book)
        is_own = world.row_of(thing.id) is not None or thing.attuned_to is not None or thing_stats.is_natural(thing, book)
        if is_whole and not is_own and thing.state.shop is None:
            yield thing
        elif not is_locked(thing):
            yield from _goods(world, thing.id, book)


def in_view(world: World, shop: Thing, book: Rulebook) -> Iterator[str]:
    """The ids of everything that customers see: the goods and the coins, and the bags around them."""
    for thing in (*goods(world, shop, book), *(t for t in at_hand(world, shop.id) if coin_of(t))):
        yield thing.id
        yield from (t.id for t in world.ancestors(thing.id) if t.kind == "item")


def is_filled(world: World, thing: Thing, book: Rulebook) -> bool:
    """Whether the thing holds anything besides the contents that its template gives."""
    inside = world.bag_of(thing.id)
    template = book.templates.get(thing.item.template or "")
    given = {names.fold(c.item): c.quantity for c in template.contents} if inside and template else {}
    return any(t.quantity > max((given.get(key, 0) for key in thing_stats.names_of(t, book)), default=0) for t in inside)


def find_goods(world: World, shop: Thing, id: str | None, name: str | None, book: Rulebook) -> Thing | Rejected:
    """The goods of this id or name; equal ones count once."""
    if not id and not name:
        return Rejected("item_required", "itemName", allowed=("itemId", "itemName"))
    there = goods(world, shop, book)
    found = [t for t in there if t.id == id] if id else all_named(name or "", there, book)
    if len({targets.alike(t, book) for t in found}) > 1:
        told = tuple(f"{told_apart(world, t, book)}{_tag(t)}" for t in found)
        return Rejected("name_ambiguous", "itemName", {"wanted": name, "ids": "itemId"}, near=told)
    if found:
        return found[0]
    near = tuple(n for n in names.nearest(name or "", [t.name for t in there]) if names.is_like(name or "", n))
    return Rejected(
        "not_for_sale",
        "itemId" if id else "itemName",
        {"wanted": name or id, "name": shop.name, "has": len(there)},
        near,
        goods_named(there),
    )


def goods_named(there: Sequence[Thing]) -> tuple[str, ...]:
    """The names of the goods, if there are only a few; the shop's own list shows more."""
    named = tuple(dict.fromkeys(thing.name for thing in there))
    return named if len(named) <= MOST_NAMED else ()


def _tag(thing: Thing) -> str:
    return "" if thing.state.price is None else f", {price_text(thing.state.price)} each"


# ── the price ───────────────────────────────────────────────────────────────────────────────────────────────────────


def keeps_value(thing: Thing, book: Rulebook) -> bool:
    """Whether it changes hands at its full value: gems, art objects, trade goods (SRD, Selling Treasure)."""
    return thing_stats.item_of(thing, book).type == "treasure"


def _value(thing: Thing, rate: float, book: Rulebook) -> Fraction | None:
    """The worth of one piece in copper at a rate: for a thing that nobody has identified, that of the ordinary thing that it looks like, because a
    keeper who named no price would tell that it is magical. None if the worth is unknown.
    """
    item = thing_stats.item_of(thing, book)
    if is_hidden(thing):
        ordinary = ordinary_of(item, book)
        return times(ordinary.value, rate) if ordinary and ordinary.value else None
    return times(item.value, 1 if keeps_value(thing, book) else rate) if item.value else None


def asked_for(thing: Thing, shop: Thing, book: Rulebook) -> Fraction | None:
    """The price in copper that the shop asks for one piece: the price tag, or else the value at its rate; None if it has to be named."""
    tag = thing.state.price
    return Fraction(tag) if tag is not None else _value(thing, rates(shop).prices, book)


def paid_for(thing: Thing, shop: Thing, book: Rulebook) -> Fraction | None:
    """The price in copper that the shop pays for one piece; None if the price has to be named."""
    return _value(thing, rates(shop).buys_at, book)


def price_of(command: Trade, thing: Thing, total: Fraction | None, rounded: Callable[[Fraction], int]) -> int | Rejected:
    """The price that the command names, or else the total in whole copper pieces."""
    if command.price is not None:
        return price_in_copper(command.price)
    return Rejected("price_unknown", "price", {"name": thing.name}) if total is None else rounded(total)


# ── the coins ───────────────────────────────────────────────────────────────────────────────────────────────────────


def short_purse(world: World, buyer: Thing, copper: int, command: Trade, each: Fraction | None) -> Rejected | None:
    """The refusal of a buyer who has less than the price; it says how much is lacking, and how many pieces the purse can pay for."""
    has = money.purse_in_copper(world, buyer)
    if has >= copper:
        return None
    told = {"name": buyer.name, "price": price_text(copper), "has": price_text(has), "short": price_text(copper - has)}
    return Rejected("coins_short", "itemName", told, instead=_fewer(command, has, each))


def short_till(world: World, shop: Thing, copper: int, command: Trade, each: Fraction | None) -> Rejected | None:
    """The refusal of a shop that has less than the price; nobody learns what is in the till."""
    has = money.purse_in_copper(world, shop)
    if has >= copper:
        return None
    return Rejected("till_short", "itemName", {"name": shop.name, "price": price_text(copper)}, instead=_fewer(command, has, each))


def _fewer(command: Trade, has: int, each: Fraction | None) -> dict[str, Any] | None:
    """The same trade with as many pieces as these coins pay for; None if that is not even one, or if the call names the price."""
    most = int(has / each) if each and command.price is None else 0
    asked = command.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude_none=True)
    return {**{k: v for k, v in asked.items() if k != "all"}, "quantity": most} if most else None


def left_to(world: World, trader: Thing) -> int:
    """The worth of the trader's coins in copper."""
    return money.purse_in_copper(world, trader)


def settle(draft: Draft, thing: Thing, quantity: int, to: Thing, payer: Thing, payee: Thing, copper: int) -> tuple[str, money.Payment]:
    """Move the thing one way and the coins the other. Return the id of the stored thing, and the coins."""
    if thing.attuned_to and quantity == thing.quantity:
        draft.note("attunement_ended", name=Called(thing.id))
    id = item_moves.move(draft, thing, to, quantity)
    return id, money.pay(draft, payer, payee, copper)
