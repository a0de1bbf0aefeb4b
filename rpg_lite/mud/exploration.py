"""Looking, going and handling things: each function turns the words after its verb, and the scene, into one call."""

from collections.abc import Callable, Sequence
from typing import Any

from rpg_lite.mud.in_sight import Named, Scene
from rpg_lite.mud.words import (
    Ambiguous,
    Ask,
    Chore,
    Malformed,
    field_for,
    join_words,
    name_in,
    number,
    parts,
    require_nothing,
    require_text,
    tokens,
)
from rpg_lite.operations.mechanics import acting_place
from rpg_lite.rules import names
from rpg_lite.vocabulary import DIRECTIONS

Reader = Callable[[str, Scene], Ask | Chore]
Fields = dict[str, Any]


# ── who acts, and what they see ───────────────────────────────────────────────────────────────────────────────────────


def me(scene: Scene) -> Fields:
    """The field for the current character; without one, the call means the party."""
    return field_for("character", scene.me) if scene.me else {}


def one(scene: Scene, by: str = "") -> Fields:
    """One character, for calls that a party cannot make as a whole: the named one, or else the current one, the one whose turn it is, or the only
    member.
    """
    only = scene.members[0] if len(scene.members) == 1 else ""
    who = by or scene.me or scene.acting or only
    if not who:
        several = f" The party: {', '.join(scene.members)}." if scene.members else ""
        raise Ambiguous(f"Which character? Make a hero with hero NAME CLASS, or choose one with as NAME.{several}")
    return field_for("character", who)


def for_players(scene: Scene) -> Fields:
    return {} if scene.gm else {"forPlayers": True}


def everything(scene: Scene) -> Fields:
    return {"everything": True} if scene.gm else {}


def here(field: str, wanted: str, scene: Scene, among: Sequence[Named]) -> Fields:
    """Find a person or thing in the scene and return its id and name. The game master can name everything."""
    found = scene.find(wanted, among)
    if isinstance(found, str):
        if scene.gm:
            return field_for(field, wanted)
        raise Ambiguous(found)
    return {f"{field}Id": found.id} if found.veiled else {f"{field}Id": found.id, f"{field}Name": found.name}


def item(wanted: str, among: Sequence[Named]) -> Fields:
    """The field for an item: its name, or its id when only its look is known. Empty when the line means everything there."""
    key = names.fold(wanted)
    veiled = next((n for n in among if n.veiled and key in n.keys), None)
    return {"itemId": veiled.id} if veiled else field_for("item", wanted) if wanted else {}


def is_here(wanted: str, scene: Scene, among: Sequence[Named]) -> bool:
    return isinstance(scene.find(wanted, among), Named)


# ── looking ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def look(text: str, scene: Scene) -> Ask:
    what, bag = parts(text, "in")
    if bag:
        inside = here("bag", bag, scene, (*scene.things, *scene.carried))
        return Ask("manage_inventory", {**inside, "operation": "view", **for_players(scene)})
    if what:
        return examine(what.removeprefix("at "), scene)
    return Ask("manage_room", {**me(scene), "operation": "look", **for_players(scene)})


def examine(text: str, scene: Scene) -> Ask:
    """Limit players to what they see; the tool itself knows more."""
    wanted = name_in(text)
    if scene.gm:
        first_name = scene.find(wanted, scene.people)
        wanted = first_name.name if isinstance(first_name, Named) and first_name.id != wanted else wanted
    elif not (":" in wanted or names.fold(wanted) == names.fold(scene.room)):
        wanted = _nearest(wanted, scene)
    return Ask("read_campaign", {**me(scene), "operation": "examine", "name": wanted})


def _nearest(wanted: str, scene: Scene) -> str:
    """The name of the nearest match: carried things first, then things here, then people here."""
    key, near = names.fold(wanted), (*scene.carried, *scene.things, *scene.people)
    found = next((n for n in near if n.id == wanted or key in n.keys), None)
    if found is None:
        raise Ambiguous(str(scene.find(wanted, near)))
    if found.veiled:
        raise Ambiguous(f"{found.name} is not identified yet; you know only what it looks like.")
    return found.id if found.id == wanted else found.name


def exits(text: str, scene: Scene) -> Ask:
    require_nothing(text)
    return _read("exits", scene)


def who(text: str, scene: Scene) -> Ask:
    require_nothing(text)
    return _read("who", scene)


def rooms(text: str, scene: Scene) -> Ask:
    require_nothing(text)
    return Ask("read_campaign", {"operation": "rooms", **everything(scene)})


def party(text: str, scene: Scene) -> Ask:
    require_nothing(text)
    return Ask("read_campaign", {"operation": "party"})


def lookup(text: str, scene: Scene) -> Ask:
    return Ask("read_campaign", {"operation": "lookup", "query": name_in(text)})


def inventory(text: str, scene: Scene) -> Ask:
    """List carried things. The last word can set the scope (me, here or all): "inv all" is "inventory here all"."""
    *before, scope = text.casefold().split() or [""]
    if scope not in ("", "me", "all", "here") or not {*before} <= {"here"}:
        raise Malformed
    return _read("inventory", scene, **({"scope": scope} if scope else {}))


def _read(operation: str, scene: Scene, **fields: Any) -> Ask:
    return Ask("read_campaign", {**me(scene), "operation": operation, **fields, **for_players(scene)})


def sheet(text: str, scene: Scene) -> Ask:
    whose = join_words(tokens(text))
    found = scene.find(whose, scene.people)
    who = {"characterId": found.id, "characterName": found.name} if whose and isinstance(found, Named) else one(scene, whose)
    own = scene.gm or not whose or names.fold(str(who.get("characterName"))) in map(names.fold, scene.members)
    also = {**who, "operation": "character"} if own and who else None
    return Ask("manage_inventory", {**who, "operation": "view", **for_players(scene)}, also=also)


# ── going ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _in_room(operation: str, scene: Scene, **fields: Any) -> Ask:
    return Ask("manage_room", {**me(scene), "operation": operation, **fields})


def _is_exit(wanted: str, scene: Scene) -> bool:
    return names.fold(wanted) in map(names.fold, (*scene.ways, *DIRECTIONS))


def _is_side(wanted: str) -> bool:
    return acting_place.word(wanted).casefold().split()[0] in DIRECTIONS


def go(text: str, scene: Scene) -> Ask:
    """Go through the exit with this label or direction, or else to a known room."""
    where = name_in(text.removeprefix("to "))
    is_room = not _is_exit(where, scene) and not _is_side(where)
    return _in_room("go", scene, **(field_for("to", where) if is_room else {"direction": where}), **for_players(scene))


def join(text: str, scene: Scene) -> Ask:
    return _in_room("join", scene, **field_for("to", name_in(text)), **for_players(scene))


def leave(text: str, scene: Scene) -> Ask:
    require_nothing(text)
    return _in_room("leave", scene, **for_players(scene))


def route(text: str, scene: Scene) -> Ask:
    return _in_room("route", scene, **field_for("to", name_in(text.removeprefix("to "))), **everything(scene))


def chart(text: str, scene: Scene) -> Ask:
    """ "map", "map 5" for five steps around, "map Great Hall" for another room."""
    if text and not text.isdecimal():
        return _in_room("map", scene, **field_for("to", name_in(text)), **everything(scene))
    steps = number(text)
    return _in_room("map", scene, **({} if steps is None else {"around": steps}), **everything(scene))


def search(text: str, scene: Scene) -> Ask:
    dc = number(text)
    return _in_room("search", scene, **({} if dc is None else {"dc": dc}))


def door(operation: str) -> Reader:
    """open, close, lock, unlock: an exit by its label or direction, or else a chest here."""

    def call(text: str, scene: Scene) -> Ask:
        what, by = parts(text, "by")
        hand = next((m for m in scene.members if names.fold(m) == names.fold(by)), "")
        how = {"skill": by.casefold().replace(" ", "_")} if by and not hand else {}
        is_chest = not _is_exit(require_text(what), scene) and is_here(what, scene, scene.things)
        target = here("bag", what, scene, scene.things) if is_chest else {"direction": what}
        who = one(scene, hand) if hand or scene.me or len(scene.members) == 1 else {}
        return Ask("manage_room", {**who, "operation": operation, **target, **how})

    return call
