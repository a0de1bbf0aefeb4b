"""Looking: each function turns the words after its verb, and the scene, into one call that reads what is here, carried or known."""

import re
from typing import Any, Final

from rpg_lite.mud import bags
from rpg_lite.mud.exploration import everything, for_players, is_here, me, one
from rpg_lite.mud.in_sight import Named, Scene, without_article
from rpg_lite.mud.line_tokenizer import Ambiguous, Ask, Malformed, field_for, join_words, name_in, number, parts, require_nothing, tokens
from rpg_lite.rules import names

_INTO: Final = re.compile(r"^(?:into|inside) ", re.IGNORECASE)


def look(text: str, scene: Scene) -> Ask:
    what, bag = parts("" if text.casefold() == "around" else _INTO.sub("in ", text), "in")
    if bag:
        _, inside = bags.bag_near(bag, scene, "look in {}")
        return Ask("manage_inventory", {**inside, "operation": "view", **for_players(scene)})
    if what:
        return examine(what.removeprefix("at "), scene)
    return Ask("manage_room", {**me(scene), "operation": "look", **for_players(scene)})


def examine(text: str, scene: Scene) -> Ask:
    """Examine a thing or a person; players can name only those that they see, although the tool knows more."""
    wanted = name_in(text)
    if scene.gm:
        first_name = scene.find(wanted, scene.people)
        wanted = first_name.name if isinstance(first_name, Named) and first_name.id != wanted else wanted
    elif not (":" in wanted or names.fold(wanted) == names.fold(scene.room)):
        wanted = _nearest(wanted, scene)
    return Ask("read_campaign", {**me(scene), "operation": "examine", "name": wanted})


def _nearest(wanted: str, scene: Scene) -> str:
    """Return the name of the nearest match: of a whole name, carried things first, then things here, then people here; of a part of one,
    what is here before what is carried.
    """
    key, here = names.fold(wanted), (*scene.things, *scene.people)
    found = next((n for n in (*scene.held, *here) if n.id == wanted or key in n.keys), None)
    if found is None:
        by_part = (scene.find(wanted, among) for among in (here, scene.held))
        alike = next((n for n in by_part if isinstance(n, Named)), None) or scene.find(wanted, (*here, *scene.held))
        if isinstance(alike, str):
            raise Ambiguous(alike)
        found = alike
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


def search(text: str, scene: Scene) -> Ask:
    """Search the room; to search a chest is to look into it. In a fight, only the character whose turn it is searches."""
    text, by = parts(text, "by")
    if text and not text.isdecimal() and is_here(without_article(text), scene, scene.things):
        return look(f"in {text}", scene)
    dc = number(text)
    who = field_for("character", by or scene.me or scene.acting) if by or scene.me or scene.acting else {}
    return Ask("manage_room", {**who, "operation": "search", **({} if dc is None else {"dc": dc})})
