"""manage_inventory shop: set the rates at which a creature or a bag sells its contents, and put price tags on its goods."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import state_changes, targets
from rpg_lite.decision.command import Targeted
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.shared_keys import NOBODY, Named
from rpg_lite.mechanics.items import shops
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules.prices import USUAL_BUYING, USUAL_PRICES, BuyingRate, Price, Rate, price_in_copper
from rpg_lite.world import body_paths
from rpg_lite.world.states import ShopState
from rpg_lite.world.world_model import Ref, Thing, World


class Shop(Targeted):
    """Let it sell its contents; with an item, tag its price."""

    operation: Literal["shop"]
    item_id: str | None = None
    item_name: str | None = None
    price: Price | None = None
    prices: Annotated[Rate | None, Field(description="Times the value; default 1.")] = None
    buys_at: Annotated[BuyingRate | None, Field(description="What it pays; default 0.5.")] = None
    close: Annotated[bool, Field(description="Sells nothing more.")] = False

    @property
    def thing(self) -> Named:
        return NOBODY

    @property
    def is_unnamed(self) -> bool:
        """Whether the call names nobody, so that it means the only shop where the party stands."""
        return not any((self.character_id, self.character_name, self.bag_id, self.bag_name))

    def touches(self) -> tuple[Ref, ...]:
        around = (Ref("here", None, None), Ref("people", None, None)) if self.is_unnamed else ()
        return (*super().touches(), *around)


@dataclass(frozen=True, slots=True)
class ShopResult(Result):
    """The rates of the shop, or None if it closes; the thing that got a price tag, and its price in copper, or None without a tag."""

    shop: Called
    rates: ShopState | None
    tagged: Called | None = None
    price: int | None = None


def decide_shop(command: Shop, draft: Draft) -> Verdict:
    """Refuses: bag_unknown, give_one_of, item_required, name_ambiguous, not_a_shop, not_for_sale, pays_too_much, shop_unfit."""
    world, situation = draft.world, draft.situation
    own = _only_shop(world) if command.is_unnamed else None
    bag = own or targets.bag(world, command, situation.book)
    if isinstance(bag, Rejected):
        return replace(bag, near=tuple(one.name for one in _shops_here(world))) if command.is_unnamed else bag
    if bag.kind not in ("character", "item"):
        return Rejected("shop_unfit", "bagName", {"name": bag.name})
    rated = [key for key, value in (("prices", command.prices), ("buysAt", command.buys_at)) if value is not None]
    if command.item_id or command.item_name or command.price is not None:
        if rated or command.close:
            return Rejected("give_one_of", rated[0] if rated else "close", allowed=("itemName with price", "prices and buysAt", "close"))
        return _tag(command, draft, bag)
    if command.close:
        if rated:
            return Rejected("give_one_of", "close", allowed=("prices and buysAt", "close"))
        return _close(draft, bag)
    return _open(command, draft, bag)


def _shops_here(world: World) -> list[Thing]:
    """Those in the room of the party that sell."""
    room = targets.party_room(world)
    return [one for one in world.bag_of(room.id) if one.state.shop] if isinstance(room, Thing) else []


def _only_shop(world: World) -> Thing | None:
    """The shop in the room of the party, if there is one alone."""
    there = _shops_here(world)
    return there[0] if len(there) == 1 else None


def _open(command: Shop, draft: Draft, bag: Thing) -> Verdict:
    """Open the shop; rates that are not named stay the same."""
    was = bag.state.shop or ShopState.make(USUAL_PRICES, USUAL_BUYING)
    prices = was.prices if command.prices is None else command.prices
    buys_at = was.buys_at if command.buys_at is None else command.buys_at
    if buys_at > prices:
        return Rejected("pays_too_much", "buysAt", {"prices": f"{prices:g}", "pays": f"{buys_at:g}"})
    state_changes.change(draft, bag, body_paths.SHOP, ShopState.make(prices, buys_at))
    return _accepted(draft, bag, ShopResult(Called(bag.id), ShopState.make(prices, buys_at)))


def _close(draft: Draft, bag: Thing) -> Verdict:
    """Close the shop; its price tags go with it."""
    if bag.state.shop is None:
        return Rejected("not_a_shop", "close", {"name": bag.name}, instead=shops.opening(bag))
    for thing in draft.world.tree_of(bag.id):
        state_changes.change(draft, thing, body_paths.PRICE, None)
    state_changes.change(draft, bag, body_paths.SHOP, None)
    return _accepted(draft, bag, ShopResult(Called(bag.id), None))


def _tag(command: Shop, draft: Draft, bag: Thing) -> Verdict:
    """Put a price tag on goods, or take it off again."""
    if bag.state.shop is None:
        return Rejected("not_a_shop", "itemName", {"name": bag.name}, instead=shops.opening(bag))
    thing = shops.find_goods(draft.world, bag, command.item_id, command.item_name, draft.situation.book)
    if isinstance(thing, Rejected):
        return thing
    price = None if command.price is None else price_in_copper(command.price)
    state_changes.change(draft, thing, body_paths.PRICE, price)
    return _accepted(draft, bag, ShopResult(Called(bag.id), bag.state.shop, Called(thing.id), price))


def _accepted(draft: Draft, bag: Thing, result: ShopResult) -> Verdict:
    if not draft.events:
        draft.note("nothing_changed", name=bag.name)
    return Decision.about(bag.id, result=result)


OPERATION = Operation(
    tool="manage_inventory",
    model=Shop,
    decide=decide_shop,
    who=GM,
    cost=free,
    sends="characterName prices?",
)
