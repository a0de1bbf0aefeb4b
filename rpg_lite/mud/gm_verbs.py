"""The game master's work: each function turns the words after its verb, and the scene, into one call."""

import re
from collections.abc import Mapping
from typing import Any, Final, get_args

from rpg_lite.mud.exploration import here, me, one
from rpg_lite.mud.in_sight import Named, Scene
from rpg_lite.mud.line_tokenizer import (
    MYSELF,
    Ambiguous,
    Ask,
    Malformed,
    field_for,
    join_words,
    name_in,
    number,
    parts,
    require_text,
    split_count,
    tokens,
)
from rpg_lite.rules import names
from rpg_lite.vocabulary import Direction

_REWARDS: Final[Mapping[str, dict[str, Any]]] = {"milestone": {"milestone": True}, "slain": {"encounter": True}}
"""Awards other than a number of points."""
_LISTENERS: Final = frozenset(("me", "us"))
"""Words after tell that ask somebody for a story."""
_SOME: Final = frozenset(("a", "an", "some"))
"""Words with which no name of a place begins."""
_DICE: Final = re.compile(r"\d*d\d+.*", re.IGNORECASE)


def tell(text: str, scene: Scene) -> Ask:
    """Narrate to everybody. At other tables, tell NAME is a whisper, so a hero's line to somebody here is not spoken aloud."""
    first, _, words = text.partition(" ")
    if first.casefold() in _LISTENERS:
        raise Malformed
    whom = scene.find(first, scene.people)
    if scene.me and words and isinstance(whom, Named) and names.fold(first) != names.fold(scene.me):
        raise Ambiguous(
            f"Everybody hears what tell narrates. For {whom.name} alone, type @{whom.name} TEXT; to narrate, type as party first."
        )
    return Ask("keep_journal", {"operation": "tell", "text": require_text(text)})


def focus(text: str, scene: Scene) -> Ask:
    """[NAME]: a hero's player who types it talks with NAME; a game master's hero is only a voice."""
    sides = {**({} if scene.gm else me(scene)), "toName": name_in(text)} if text else {}
    return Ask("keep_journal", {"operation": "focus", **sides})


def checkpoint(text: str, scene: Scene) -> Ask:
    return Ask("keep_journal", {"operation": "checkpoint", "name": require_text(name_in(text))})


def handout(text: str, scene: Scene) -> Ask:
    """PAGE [to NAME]: a page of handouts/, for everybody or for one character."""
    page, _, to = text.rpartition(" to ") if " to " in text else (text, "", "")
    return Ask("keep_journal", {"operation": "handout", "name": require_text(name_in(page)), **({"toName": name_in(to)} if to else {})})


def portal(text: str, scene: Scene) -> Ask:
    """DIRECTION [to] ROOM; a label of several words needs quotes."""
    label, *where = tokens(text) or [""]
    to = join_words(where[1:] if where[:1] == ["to"] else where)
    return Ask(
        "manage_room",
        {**me(scene), "operation": "portal", "direction": require_text(join_words([label])), **field_for("to", require_text(to))},
    )


def create(text: str, scene: Scene) -> Ask:
    name, direction = parts(text, "toward")
    if name.partition(" ")[0] in _SOME:
        raise Malformed
    return Ask(
        "manage_room", {**me(scene), "operation": "create", "name": require_text(name), **({"direction": direction} if direction else {})}
    )


def hide(text: str, scene: Scene) -> Ask:
    what = name_in(text)
    is_exit = names.fold(what) in map(names.fold, (*scene.ways, *get_args(Direction)))
    return Ask("manage_room", {**me(scene), "operation": "hide", **({"direction": what} if is_exit else field_for("item", what))})


def identify(text: str, scene: Scene) -> Ask:
    """Identify a carried thing, or a thing in a named bag."""
    what, bag, by = parts(text, "in", "by")
    where = here("bag", bag, scene, (*scene.things, *scene.held)) if bag else one(scene, by)
    return Ask("manage_inventory", {**where, "operation": "identify", **field_for("item", require_text(what))})


def grant(text: str, scene: Scene) -> Ask:
    what, to = parts(text, "to")
    many, template = split_count(what)
    if "all" in many and what != template:
        raise Malformed
    coins = {k: n for k, n in many.items() if k != "all"}  # gold alone means one piece
    return Ask("manage_inventory", {**one(scene, to), "operation": "give", "template": require_text(template), **coins})


def spawn(text: str, scene: Scene) -> Ask:
    many, template = split_count(name_in(text))
    if "all" in many:
        raise Malformed
    return Ask("manage_character", {"operation": "create", "template": require_text(template), "count": many.get("quantity", 1)})


# ── the book and the clock ──────────────────────────────────────────────────────────────────────────────────────────


def wait(text: str, scene: Scene) -> Ask:
    """DURATION: 10 minutes, dawn."""
    duration = name_in(text)
    return Ask("manage_character", {"operation": "advance", "duration": duration.removeprefix("until ").removeprefix("for ")})


# ── to creatures ────────────────────────────────────────────────────────────────────────────────────────────────────


def award(text: str, scene: Scene) -> Ask:
    """N | milestone | slain [to NAME]; without a name, the award goes to the party."""
    what, to = parts(text, "to")
    whom = one(scene, to) if to else {"characterName": "party"}
    reward = _REWARDS.get(what.casefold()) or {"xp": number(require_text(what))}
    return Ask("manage_character", {**whom, "operation": "award", **reward})


def encounter(text: str, scene: Scene) -> Ask:
    """[N CREATURE, N CREATURE]; random WORDS: "random hard undead"; without words, the creatures in the room."""
    first, _, rest = text.partition(" ")
    if first.casefold() == "random":
        return Ask("read_campaign", {"operation": "encounter", "filter": join_words(tokens(rest))})
    creatures: dict[str, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        many, name = split_count(part)
        if "all" in many:
            raise Malformed
        creatures[name] = creatures.get(name, 0) + many.get("quantity", 1)
    return Ask("read_campaign", {"operation": "encounter", **({"creatures": creatures} if creatures else {})})


def damage(text: str, scene: Scene) -> Ask:
    """NAME by N TYPE: goblin by 2d6 fire."""
    who, how = parts(text, "by")
    points, _, kind = how.partition(" ")
    return Ask(
        "execute_action", {**_whom(who, scene), "operation": "damage", **_points(points), "damageType": require_text(kind.casefold())}
    )


def heal(text: str, scene: Scene) -> Ask:
    """NAME by N: elara by 1d8+3."""
    who, points = parts(text, "by")
    return Ask("execute_action", {**_whom(who, scene), "operation": "heal", **_points(points)})


def afflict(text: str, scene: Scene) -> Ask:
    """NAME with CONDITION [for DURATION]."""
    who, condition, duration = parts(text, "with", "for")
    lasting = {"duration": duration} if duration else {}
    return Ask("manage_condition", {**_whom(who, scene), "operation": "apply", "condition": require_text(condition), **lasting})


def cure(text: str, scene: Scene) -> Ask:
    """NAME of CONDITION."""
    who, condition = parts(text, "of")
    return Ask("manage_condition", {**_whom(who, scene), "operation": "remove", "condition": require_text(condition)})


def retire(text: str, scene: Scene) -> Ask:
    """NAME."""
    return Ask("manage_character", {**_whom(name_in(text), scene), "operation": "retire"})


def _whom(name: str, scene: Scene) -> dict[str, Any]:
    if scene.id and names.fold(name) in MYSELF:
        return {"characterId": scene.id}
    return here("character", require_text(name), scene, scene.people)


def _points(text: str) -> dict[str, Any]:
    """Return the points as a number or as dice."""
    if _DICE.fullmatch(text):
        return {"dice": text}
    points = number(require_text(text))
    if points is None:
        raise Malformed
    return {"amount": points}
