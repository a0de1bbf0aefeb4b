"""Looking, going and handling things: each function turns what follows its verb, and the scene, into the one call that is meant."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rpg_lite.mud.in_sight import Named, Scene
from rpg_lite.mud.words import (
    Ambiguous,
    Ask,
    Chore,
    Malformed,
    counted,
    name_in,
    named,
    nothing,
    number,
    parts,
    said,
    something,
    tokens,
)
from rpg_lite.operations.mechanics import places
from rpg_lite.rules import names
from rpg_lite.vocabulary import DIRECTIONS

Reader = Callable[[str, Scene], Ask | Chore]
Fields = dict[str, Any]

FLOOR: Final = {"bagName": "floor"}


# ── who, and what is shown ──────────────────────────────────────────────────────────────────────────────────────────


def me(scene: Scene) -> Fields:
    """Whoever is acted as; the party is meant where nobody is named."""
    return named("character", scene.me) if scene.me else {}


def one(scene: Scene, by: str = "") -> Fields:
    """One character, for what a party cannot do as one: the one named, else acted as, else the only member."""
    only = scene.members[0] if len(scene.members) == 1 else ""
    who = by or scene.me or only
    if not who:
        several = f" The party is {', '.join(scene.members)}." if scene.members else ""
        raise Ambiguous(f"Who? Make a hero: hero NAME CLASS. Or act as one: as NAME.{several}")
    return named("character", who)


def for_players(scene: Scene) -> Fields:
    return {} if scene.gm else {"forPlayers": True}


def everything(scene: Scene) -> Fields:
    return {"everything": True} if scene.gm else {}


def here(field: str, wanted: str, scene: Scene, among: Sequence[Named]) -> Fields:
    """Who or what of the scene is meant, by id and name. The game master reaches everywhere."""
    found = scene.find(wanted, among)
    if isinstance(found, str):
        if scene.gm:
            return named(field, wanted)
        raise Ambiguous(found)
    return {f"{field}Id": found.id} if found.veiled else {f"{field}Id": found.id, f"{field}Name": found.name}


def _item(wanted: str, among: Sequence[Named]) -> Fields:
    """An item by its name; one that is known by its look alone, by its id. Nothing for all that there is."""
    key = names.fold(wanted)
    veiled = next((n for n in among if n.veiled and key in n.keys), None)
    return {"itemId": veiled.id} if veiled else named("item", wanted) if wanted else {}


def _is_here(wanted: str, scene: Scene, among: Sequence[Named]) -> bool:
    return isinstance(scene.find(wanted, among), Named)


# ── looking ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def look(text: str, scene: Scene) -> Ask:
    what, bag = parts(text, "in")
    if bag:
        inside = here("bag", bag, scene, (*scene.things, *scene.carried))
        return Ask("manage_inventory", {**inside, "operation": "view", **for_players(scene)})
    if what:
        return examine(what.removeprefix("at "), scene)
    return Ask("manage_room", {**me(scene), "operation": "look", **for_players(scene)})


def examine(text: str, scene: Scene) -> Ask:
    """Players look closely at what they see; the tool itself knows more than they do."""
    wanted = name_in(text)
    if scene.gm:
        first_name = scene.find(wanted, scene.people)
        wanted = first_name.name if isinstance(first_name, Named) and first_name.id != wanted else wanted
    elif not (":" in wanted or names.fold(wanted) == names.fold(scene.room)):
        wanted = _seen(wanted, scene)
    return Ask("read_campaign", {**me(scene), "operation": "examine", "name": wanted})


def _seen(wanted: str, scene: Scene) -> str:
    """The name of what is nearest: carried, lying here, standing here."""
    key, near = names.fold(wanted), (*scene.carried, *scene.things, *scene.people)
    found = next((n for n in near if n.id == wanted or key in n.keys), None)
    if found is None:
        raise Ambiguous(str(scene.find(wanted, near)))
    if found.veiled:
        raise Ambiguous(f"{found.name}: nobody has identified it yet, and its look is all that you know.")
    return found.id if found.id == wanted else found.name


def exits(text: str, scene: Scene) -> Ask:
    nothing(text)
    return _reading("exits", scene)


def who(text: str, scene: Scene) -> Ask:
    nothing(text)
    return _reading("who", scene)


def rooms(text: str, scene: Scene) -> Ask:
    nothing(text)
    return Ask("read_campaign", {"operation": "rooms", **everything(scene)})


def inventory(text: str, scene: Scene) -> Ask:
    """What is carried; the verbs and notes in use with a word more, of which the last holds: "inv all" is "inventory here all"."""
    *before, scope = text.casefold().split() or [""]
    if scope not in ("", "me", "all", "here") or not {*before} <= {"here"}:
        raise Malformed
    return _reading("inventory", scene, **({"scope": scope} if scope else {}))


def _reading(operation: str, scene: Scene, **fields: Any) -> Ask:
    return Ask("read_campaign", {**me(scene), "operation": operation, **fields, **for_players(scene)})


def sheet(text: str, scene: Scene) -> Ask:
    whose = said(tokens(text))
    found = scene.find(whose, scene.people)
    who = {"characterId": found.id, "characterName": found.name} if whose and isinstance(found, Named) else one(scene, whose)
    return Ask("manage_inventory", {**who, "operation": "view", **for_players(scene)})


# ── going ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _in_room(operation: str, scene: Scene, **fields: Any) -> Ask:
    return Ask("manage_room", {**me(scene), "operation": operation, **fields})


def _is_way(wanted: str, scene: Scene) -> bool:
    return names.fold(wanted) in map(names.fold, (*scene.ways, *DIRECTIONS))


def _is_side(wanted: str) -> bool:
    return places.word(wanted).casefold().split()[0] in DIRECTIONS


def go(text: str, scene: Scene) -> Ask:
    """By a label or a direction, else into a room that is known."""
    where = name_in(text.removeprefix("to "))
    is_room = not _is_way(where, scene) and not _is_side(where)
    return _in_room("go", scene, **(named("to", where) if is_room else {"direction": where}), **for_players(scene))


def join(text: str, scene: Scene) -> Ask:
    return _in_room("join", scene, **named("to", name_in(text)), **for_players(scene))


def leave(text: str, scene: Scene) -> Ask:
    nothing(text)
    return _in_room("leave", scene, **for_players(scene))


def route(text: str, scene: Scene) -> Ask:
    return _in_room("route", scene, **named("to", name_in(text.removeprefix("to "))), **everything(scene))


def chart(text: str, scene: Scene) -> Ask:
    """ "map", "map 5", "map Great Hall": around another room."""
    if text and not text.isdecimal():
        return _in_room("map", scene, **named("to", name_in(text)), **everything(scene))
    steps = number(text)
    return _in_room("map", scene, **({} if steps is None else {"around": steps}), **everything(scene))


def search(text: str, scene: Scene) -> Ask:
    dc = number(text)
    return _in_room("search", scene, **({} if dc is None else {"dc": dc}))


def door(operation: str) -> Reader:
    """open, close, lock, unlock: a way by its label or direction, else a chest that is here."""

    def call(text: str, scene: Scene) -> Ask:
        what, by = parts(text, "by")
        hand = next((m for m in scene.members if names.fold(m) == names.fold(by)), "")
        how = {"skill": by.casefold().replace(" ", "_")} if by and not hand else {}
        is_chest = not _is_way(something(what), scene) and _is_here(what, scene, scene.things)
        target = here("bag", what, scene, scene.things) if is_chest else {"direction": what}
        who = one(scene, hand) if hand or scene.me or len(scene.members) == 1 else {}
        return Ask("manage_room", {**who, "operation": operation, **target, **how})

    return call


# ── things ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_tools(operation: str, text: str, scene: Scene) -> Ask | None:
    """What a room or somebody uses: "room rpg:join,leave", "me prompt:oath", "holler:*". None when an item is meant."""
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


def _mine(text: str) -> str:
    """ "me longsword" is a longsword."""
    first, _, rest = text.partition(" ")
    return rest if first.casefold() == "me" and rest else something(text)


def _handling(operation: str, who: Fields, *fields: Fields) -> Ask:
    return Ask("manage_inventory", {**who, "operation": operation, **{k: v for f in fields for k, v in f.items()}})


def equip(text: str, scene: Scene) -> Ask:
    if tool := _of_tools("equip", text, scene):
        return tool
    what, slot = parts(_mine(text), "in")
    word = slot.replace(" ", "").casefold()
    return _handling("equip", one(scene), _item(something(what), scene.carried), {"slot": word} if slot else {})


def unequip(text: str, scene: Scene) -> Ask:
    return _of_tools("unequip", text, scene) or _handling("unequip", one(scene), _item(name_in(_mine(text)), scene.carried))


def drop(text: str, scene: Scene) -> Ask:
    if tool := _of_tools("drop", text, scene):
        return tool
    many, what = counted(said(tokens(text)))
    return _handling("transfer", one(scene), _item(what, scene.carried), many, {"toName": "floor"})


def take(text: str, scene: Scene) -> Ask:
    what, source = parts(text, "from")
    many, what = counted(what)
    taker = one(scene)
    bag = _holder("", source, scene) if source else {**taker, **FLOOR}
    return _handling("transfer", bag, _item(what, scene.things), many, {f"toC{key[1:]}": name for key, name in taker.items()})


def give(text: str, scene: Scene) -> Ask:
    what, person, bag = parts(text, "to", "in")
    many, what = counted(what)
    to = _holder("to", something(person or bag), scene)
    return _handling("transfer", one(scene), _item(what, scene.carried), many, to)


def _holder(to: str, wanted: str, scene: Scene) -> Fields:
    """Somebody here, or a bag here or carried: under bag…, character…, or with `to` under to…, toCharacter…"""
    person = _is_here(wanted, scene, scene.people)
    among = scene.people if person else (*scene.people, *scene.things, *scene.carried)
    return here(f"{to}Character" if to and person else "character" if person else to or "bag", wanted, scene, among)


def bond(operation: str) -> Reader:
    """attune, unattune: something that is carried."""
    return lambda text, scene: _handling(operation, one(scene), _item(name_in(text), scene.carried))


def use(text: str, scene: Scene) -> Ask:
    what, target = parts(text, "on")
    whom = here("target", target, scene, scene.people) if target else {}
    return _handling("use", one(scene), _item(something(what), scene.carried), whom)
