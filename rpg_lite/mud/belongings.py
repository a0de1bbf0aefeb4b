"""Typed lines about things: take, give, equip, buy, use."""

import re
from typing import Final

from rpg_lite.mud.bags import bag_near
from rpg_lite.mud.exploration import Fields, Reader, bearer, buyer, for_players, hand, here, is_here, item, me, one, split_by, target
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.line_tokenizer import (
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

_UP: Final = re.compile(r"^up\s+", re.IGNORECASE)
"""The "up" of "pick up the torch", which is skipped."""
FLOOR: Final = {"bagName": "floor"}


def _tool_call(operation: str, text: str, scene: Scene) -> Ask | None:
    """Return the call for tools of a room or a character: "room rpg:join,leave", "me prompt:oath", "holler:*". None if the text means an
    item.
    """
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
    text, by = split_by(text, scene)
    what, slot = parts(_own_item(text), "in")
    word = slot.replace(" ", "").casefold()
    return _handle("equip", bearer(scene, by, what), item(require_text(what), scene.held), {"slot": word} if slot else {})


def unequip(text: str, scene: Scene) -> Ask:
    if tool := _tool_call("unequip", text, scene):
        return tool
    text, by = split_by(text, scene)
    what = name_in(_own_item(text))
    return _handle("unequip", bearer(scene, by, what), item(what, scene.held))


def drop(text: str, scene: Scene) -> Ask:
    if tool := _tool_call("drop", text, scene):
        return tool
    text, by = split_by(text, scene)
    many, what = split_count(join_words(tokens(text)))
    return _handle("transfer", bearer(scene, by, what), item(what, scene.held), many, {"toName": "floor"})


def take(text: str, scene: Scene) -> Ask:
    text, by = split_by(text, scene)
    what, source = parts(_UP.sub("", text), "from")
    many, what = split_count(what)
    owner, bag = _holder("", source, scene, f"take {what} from {{}}") if source else ("", {})
    taker = hand(scene, by or ("" if scene.me else owner))
    bag = bag or {**taker, **FLOOR}
    return _handle("transfer", bag, item(what, scene.things), many, {f"toC{key[1:]}": name for key, name in taker.items()})


def give(text: str, scene: Scene) -> Ask:
    text, by = split_by(text, scene)
    what, person, bag = parts(text, "to", "in")
    many, what = split_count(what)
    _, to = _holder("to", require_text(person or bag), scene, f"give {what} in {{}}")
    return _handle("transfer", bearer(scene, by, what), item(what, scene.held), many, to)


def _holder(to: str, wanted: str, scene: Scene, line: str) -> tuple[str, Fields]:
    """Find a person here, or a bag here or carried: as bag… or character… fields, or with `to` as to… or toCharacter…; the first value is
    the member of the party who carries the bag.
    """
    if is_here(wanted, scene, scene.people):
        return "", here(f"{to}Character" if to else "character", wanted, scene, scene.people)
    return bag_near(wanted, scene, line, to or "bag")


def buy(text: str, scene: Scene) -> Ask:
    text, by = split_by(text, scene)
    what, shop, price = parts(text, "from", "for")
    many, what = split_count(what)
    if "all" in many:
        raise Malformed
    return _handle(
        "buy",
        buyer(scene, by),
        field_for("item", what),
        many,
        here("from", shop, scene, (*scene.people, *scene.things)) if shop else {},
        _price(price),
    )


def sell(text: str, scene: Scene) -> Ask:
    text, by = split_by(text, scene)
    what, shop, price = parts(text, "to", "for")
    many, what = split_count(what)
    to = here("to", shop, scene, (*scene.people, *scene.things)) if shop else {}
    return _handle("sell", bearer(scene, by, what), item(require_text(what), scene.held), many, to, _price(price))


def _price(written: str) -> Fields:
    """The price in words; a number means gold pieces."""
    return {"price": float(written) if written.replace(".", "", 1).isdecimal() and written.isascii() else written} if written else {}


def goods(text: str, scene: Scene) -> Ask:
    """Return the goods of a shop; without a name, those of the only shop here."""
    shops = [n for n in (*scene.people, *scene.things) if n.sells]
    if not text and len(shops) != 1:
        raise Ambiguous(f"Which shop? {', '.join(n.name for n in shops)}." if shops else "Nobody here sells anything.")
    _, whose = _holder("", text or shops[0].name, scene, "list {}")
    return Ask("manage_inventory", {**whose, "operation": "view", **for_players(scene)})


def bond(operation: str) -> Reader:
    """attune, unattune: a carried thing."""

    def call(text: str, scene: Scene) -> Ask:
        what, by = split_by(text, scene)
        return _handle(operation, bearer(scene, by, what), item(name_in(what), scene.held))

    return call


def use(text: str, scene: Scene) -> Ask:
    """THING on NAME choosing WORD: the word chooses among several ways to use the thing."""
    text, by = split_by(text, scene)
    what, on, at, choice = parts(text, "on", "at", "choosing")
    whom = target(on or at, scene) if on or at else {}
    chosen = {"choice": choice} if choice else {}
    return _handle("use", bearer(scene, by, what), item(require_text(what), scene.held), whom, chosen)
