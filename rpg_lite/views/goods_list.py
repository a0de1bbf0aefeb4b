"""The goods of a shop with their prices, as everybody may read them."""

from math import ceil
from typing import Any

from rpg_lite.operations.mechanics import shops
from rpg_lite.rules.prices import price_text
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import unidentified
from rpg_lite.views.holdings import MOST_LISTED
from rpg_lite.world.things import Thing, World

Json = dict[str, Any]
UNPRICED = "ask for the price"


def goods_text(world: World, shop: Thing, book: Rulebook) -> str:
    """One line; unidentified goods appear by their look, also to the game master, who may read it aloud."""
    there, seen = shops.goods(world, shop, book), unidentified.as_players_see(world, book).things
    shown = [f"{_name(seen[thing.id])} ({_price(thing, shop, book) or UNPRICED})" for thing in there[:MOST_LISTED]]
    more = f" and {len(there) - MOST_LISTED} more (detail full shows all)" if len(there) > MOST_LISTED else ""
    return f"Sells: {', '.join(shown) or 'nothing now'}{more}."


def _name(thing: Thing) -> str:
    return f"{thing.name} × {thing.quantity}" if thing.quantity > 1 else thing.name


def _price(thing: Thing, shop: Thing, book: Rulebook) -> str | None:
    """The price of one piece; for goods cheaper than a copper piece, the number that one copper piece buys."""
    each = shops.asked_for(thing, shop, book)
    if each is None:
        return None
    if 0 < each < 1 and each.numerator == 1:
        return f"{each.denominator} for 1 cp"
    return price_text(ceil(each)) + (" each" if thing.quantity > 1 else "")


def goods_json(world: World, shop: Thing, book: Rulebook) -> list[Json]:
    seen = unidentified.as_players_see(world, book).things
    rows = ((seen[thing.id], _price(thing, shop, book)) for thing in shops.goods(world, shop, book))
    return [{"id": t.id, "name": t.name, "quantity": t.quantity, **({"price": price} if price else {})} for t, price in rows]
