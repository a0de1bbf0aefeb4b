"""Typed lines about things: take, give, equip, buy, use."""

from typing import Final

from rpg_lite.mud.exploration import Fields, Reader, for_players, here, is_here, item, me, one
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.words import (
    Ambiguous,
    Ask,
    Malformed,
    field_for,
    join_words,
    name_in,
    parts,
    require_text,
    split_count,
    tokens,
)

FLOOR: Final = {"bagName": "floor"}


def _tool_call(operation: str, text: str, scene: Scene) -> Ask | None:
    """The call for tools of a room or a character: "room rpg:join,leave", "me prompt:oath", "holler:*". None if the text means an item."""
    first, _, rest = text.partition(" ")
    qualified = ":" in text or "*" in text
    match first.casefold():
        case "room" if rest:
            target, meant = {**me(scene), **FLOOR}, rest
        case "me" if rest and qualified:
            target, meant = one(scene), rest
        case _ if qualified:
            target, meant = {**me(scene), **FLOOR}, text
        case _:
            return None
    return Ask("manage_tools", {**target, "operation": operation, "itemName": name_in(meant)})


def _own_item(text: str) -> str:
    """ "me longsword" means a longsword."""
    first, _, rest = text.partition(" ")
    return rest if first.casefold() == "me" and rest else require_text(text)


def _handle(operation: str, who: Fields, *fields: Fields) -> Ask:
    return Ask("manage_inventory", {**who, "operation": operation, **{k: v for f in fields for k, v in f.items()}})


def equip(text: str, scene: Scene) -> Ask:
    if tool := _tool_call("equip", text, scene):
        return tool
    what, slot = parts(_own_item(text), "in")
    word = slot.replace(" ", "").casefold()
    return _handle("equip", one(scene), item(require_text(what), scene.carried), {"slot": word} if slot else {})


def unequip(text: str, scene: Scene) -> Ask:
    return _tool_call("unequip", text, scene) or _handle("unequip", one(scene), item(name_in(_own_item(text)), scene.carried))


def drop(text: str, scene: Scene) -> Ask:
    if tool := _tool_call("drop", text, scene):
        return tool
    many, what = split_count(join_words(tokens(text)))
    return _handle("transfer", one(scene), item(what, scene.carried), many, {"toName": "floor"})


def take(text: str, scene: Scene) -> Ask:
    what, source = parts(text, "from")
    many, what = split_count(what)
    taker = one(scene)
    bag = _holder("", source, scene) if source else {**taker, **FLOOR}
    return _handle("transfer", bag, item(what, scene.things), many, {f"toC{key[1:]}": name for key, name in taker.items()})


def give(text: str, scene: Scene) -> Ask:
    what, person, bag = parts(text, "to", "in")
    many, what = split_count(what)
    to = _holder("to", require_text(person or bag), scene)
    return _handle("transfer", one(scene), item(what, scene.carried), many, to)


def _holder(to: str, wanted: str, scene: Scene) -> Fields:
    """Find a person here, or a bag here or carried: as bag… or character… fields, or with `to` as to… or toCharacter…"""
    person = is_here(wanted, scene, scene.people)
    among = scene.people if person else (*scene.people, *scene.things, *scene.carried)
    return here(f"{to}Character" if to and person else "character" if person else to or "bag", wanted, scene, among)


def buy(text: str, scene: Scene) -> Ask:
    what, shop, price = parts(text, "from", "for")
    many, what = split_count(what)
    if "all" in many:
        raise Malformed
    return _handle(
        "buy",
        one(scene),
        field_for("item", what),
        many,
        here("from", shop, scene, (*scene.people, *scene.things)) if shop else {},
        _price(price, scene),
    )


def sell(text: str, scene: Scene) -> Ask:
    what, shop, price = parts(text, "to", "for")
    many, what = split_count(what)
    to = here("to", shop, scene, (*scene.people, *scene.things)) if shop else {}
    return _handle("sell", one(scene), item(require_text(what), scene.carried), many, to, _price(price, scene))


def _price(written: str, scene: Scene) -> Fields:
    """The price in words; a number means gold pieces."""
    if written and not scene.gm:
        raise Ambiguous("Only the game master names prices.")
    return {"price": float(written) if written.replace(".", "", 1).isdecimal() and written.isascii() else written} if written else {}


def goods(text: str, scene: Scene) -> Ask:
    """The goods of a shop; without a name, of the only one here."""
    shops = [n for n in (*scene.people, *scene.things) if n.sells]
    if not text and len(shops) != 1:
        raise Ambiguous(f"Which shop? {', '.join(n.name for n in shops)}." if shops else "Nobody here sells anything.")
    whose = _holder("", text or shops[0].name, scene)
    return Ask("manage_inventory", {**whose, "operation": "view", **for_players(scene)})


def bond(operation: str) -> Reader:
    """attune, unattune: a carried thing."""
    return lambda text, scene: _handle(operation, one(scene), item(name_in(text), scene.carried))


def use(text: str, scene: Scene) -> Ask:
    what, target = parts(text, "on")
    whom = here("target", target, scene, scene.people) if target else {}
    return _handle("use", one(scene), item(require_text(what), scene.carried), whom)
