"""The goods of a shop with their prices, as everybody may read them."""

from math import ceil
from typing import Any

from rpg_lite.mechanics.items import shops
from rpg_lite.rules.prices import price_text
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import unidentified
from rpg_lite.views.holdings import MOST_LISTED
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]
_CHEAP = 10
"""The copper pieces below which a fraction of one matters."""
UNPRICED = "ask for the price"


def goods_text(world: World, shop: Thing, book: Rulebook, full: bool = False) -> str:
    """One line, in full with all goods. Unidentified goods appear by their look, even to the game master, who may read the line aloud."""
    there, seen = shops.goods(world, shop, book), unidentified.as_players_see(world, book).things
    shown = [f"{_name(seen[thing.id])} ({_price(thing, shop, book) or UNPRICED})" for thing in (there if full else there[:MOST_LISTED])]
    more = f" and {len(there) - len(shown)} more (detail full shows all)" if len(there) > len(shown) else ""
    return f"Sells: {', '.join(shown) or 'nothing now'}{more}."


def _name(thing: Thing) -> str:
    return f"{thing.name} × {thing.quantity}" if thing.quantity > 1 else thing.name


def _price(thing: Thing, shop: Thing, book: Rulebook) -> str | None:
    """The price of one piece; for goods cheaper than a copper piece, the number that one copper piece buys; for goods that cost a few
    coppers and a fraction, the unrounded price of several pieces.
    """
    each = shops.asked_for(thing, shop, book)
    if each is None:
        return None
    if 0 < each < 1 and each.numerator == 1:
        return f"{each.denominator} for 1 cp"
    if each.denominator > 1 and each < _CHEAP and each.denominator <= thing.quantity:
        return f"{price_text(each.numerator)} for {each.denominator}"
    return price_text(ceil(each)) + (" each" if thing.quantity > 1 else "")


def goods_json(world: World, shop: Thing, book: Rulebook) -> list[Json]:
    seen = unidentified.as_players_see(world, book).things
    rows = ((seen[thing.id], _price(thing, shop, book)) for thing in shops.goods(world, shop, book))
    return [{"id": t.id, "name": t.name, "quantity": t.quantity, **({"price": price} if price else {})} for t, price in rows]
