"""Looking, going and handling things: each function turns the words after its verb, and the scene, into one call."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mud.in_sight import SHORTEST_PART, Named, Scene, has_words, without_article
from rpg_lite.mud.line_tokenizer import (
    Ambiguous,
    Ask,
    Chore,
    field_for,
    name_in,
    number,
    parts,
    require_nothing,
    require_text,
)
from rpg_lite.rules import names
from rpg_lite.vocabulary import DIRECTIONS, DoorState, ExitKind

_WAYS: Final = frozenset(("door", "exit", "gate", "way", "passage"))
DOOR: Final = r"(?:\w+ )?(?:door|gate|portcullis)s?"
"""The words for an exit that can be open or closed."""
_DOOR: Final = re.compile(DOOR, re.IGNORECASE)
_OTHERWISE: Final[dict[str, tuple[DoorState, ...]]] = {
    "open": ("closed", "locked"), "close": ("open",), "lock": ("open", "closed"), "unlock": ("locked",),
}  # fmt: skip
"""The states that each operation changes."""
WHICH: Final = "Which character? End the line with by NAME, or play one with as NAME. The party: {names}."
NOBODY: Final = "Which character? Make a hero with hero NAME CLASS."
_KINDS: Final[dict[str, tuple[ExitKind, ...]]] = {
    "portcullis": ("portcullis",), "gate": ("portcullis", "double_door"), "door": ("door", "double_door", "secret_door"),
}  # fmt: skip
"""The kinds of exits that a word means first; if there are none of these, it means any."""
_PICKS: Final = re.compile(r"(?:my |the |his |her )?(?:thie(?:f|ve)s?['’]?s? ?tools|lock ?picks?|picks?|tools)", re.IGNORECASE)
_FORCE: Final = re.compile(r"(?:my |the |an? )?(?:crowbar|shoulder|foot|boot|axe|hammer|force|strength)", re.IGNORECASE)
_KEY: Final = re.compile(r"(?:.+ )?key", re.IGNORECASE)
Reader = Callable[[str, Scene], Ask | Chore]
Fields = dict[str, Any]


# ── who acts, and what they see ───────────────────────────────────────────────────────────────────────────────────────


def me(scene: Scene) -> Fields:
    """Return the field for the current character; without one, the call means the party."""
    return field_for("character", scene.me) if scene.me else {}


def one(scene: Scene, by: str = "") -> Fields:
    """Return one character, for calls that a party cannot make as a whole: the named one, or else the current one, the one whose turn it is,
    or the only member.
    """
    only = scene.members[0] if len(scene.members) == 1 else ""
    who = by or scene.me or scene.acting or only
    if not who:
        raise Ambiguous(WHICH.format(names=", ".join(scene.members)) if scene.members else NOBODY)
    return field_for("character", who)


def hand(scene: Scene, by: str = "") -> Fields:
    """One character who takes a thing: the named one, the current one, the one whose turn it is, or else the first of the party."""
    return one(scene, by or scene.me or scene.acting or next(iter(scene.members), ""))


def bearer(scene: Scene, by: str, wanted: str) -> Fields:
    """One character who carries a thing: chosen as in `hand`, but from the party the first who has the thing, if possible one who stands."""
    has = [who for who, pack in scene.packs if any(has_words(known, wanted) for n in pack for known in (n.name, *n.keys))]
    down = {n.name for n in scene.people if n.down}
    who = by or scene.me or scene.acting or next(iter(sorted(has, key=down.__contains__)), "")
    if not who and wanted and len(scene.packs) > 1:
        raise Ambiguous(f"Nobody in the party carries {without_article(wanted)!r}.")
    return one(scene, who)


def buyer(scene: Scene, by: str) -> Fields:
    """One character who pays: chosen as in `hand`, but from the party the one with the fullest purse."""
    richest = max(scene.purses, key=lambda purse: purse[1], default=("", 0))
    return hand(scene, by or scene.me or scene.acting or (richest[0] if richest[1] else ""))


def caster(scene: Scene, by: str) -> Fields:
    """One character who casts: chosen as in `one`, but from the party the only one who casts spells."""
    only = scene.casters[0] if len(scene.casters) == 1 else ""
    return one(scene, by or scene.me or scene.acting or only)


def split_by(text: str, scene: Scene) -> tuple[str, str]:
    """Split off "by NAME" at the end if it names a member of the party; a book by somebody else keeps its name."""
    what, _, by = text.rpartition(" by ")
    found = next((m for m in scene.members if names.fold(by) in (names.fold(m), *names.fold(m).split())), "")
    return (what.strip(), found) if what and found else (text, "")


def for_players(scene: Scene) -> Fields:
    return {} if scene.gm else {"forPlayers": True}


def everything(scene: Scene) -> Fields:
    return {"everything": True} if scene.gm else {}


def here(field: str, wanted: str, scene: Scene, among: Sequence[Named]) -> Fields:
    """Find a person or thing in the scene and return its id and name. The game master can name everything."""
    return _named(field, wanted, scene, scene.find(wanted, among))


def target(wanted: str, scene: Scene) -> Fields:
    """Find the creature that is attacked or aimed at. Where several of a kind stand, the name of the kind means the first of them, which
    the answer names.
    """
    return _named("target", wanted, scene, scene.find_target(wanted))


def _named(field: str, wanted: str, scene: Scene, found: Named | str) -> Fields:
    if isinstance(found, str):
        if scene.gm:
            return field_for(field, wanted)
        raise Ambiguous(found)
    return {f"{field}Id": found.id} if found.veiled else {f"{field}Id": found.id, f"{field}Name": found.name}


def item(wanted: str, among: Sequence[Named]) -> Fields:
    """The field for an item: its name, or its id when only its look is known. Empty if the line means everything there. Part of a name is
    enough if only one thing has it.
    """
    wanted = without_article(wanted)
    key = names.fold(wanted)
    if key and not any(key in n.keys for n in among):
        partly = {n.name: n for n in among if not n.veiled and has_words(n.name, wanted)}
        wanted = next(iter(partly)) if len(partly) == 1 else wanted
    veiled = next((n for n in among if n.veiled and key in n.keys), None)
    if key and not any(key in n.keys for n in among):
        words = {*key.split()}
        called = {n.name for n in among if not n.veiled and any(words <= {*known.split()} for known in n.keys)}
        parts_of = {n.name for n in among if not n.veiled and len(key) >= SHORTEST_PART and any(key in known for known in n.keys)}
        wanted = next((only.pop() for only in (called, parts_of) if len(only) == 1), wanted)
    return {"itemId": veiled.id} if veiled else field_for("item", wanted) if wanted else {}


def is_here(wanted: str, scene: Scene, among: Sequence[Named]) -> bool:
    return isinstance(scene.find(wanted, among), Named)


# ── going ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _in_room(operation: str, scene: Scene, **fields: Any) -> Ask:
    return Ask("manage_room", {**me(scene), "operation": operation, **fields})


def _is_exit(wanted: str, scene: Scene) -> bool:
    return names.fold(wanted) in map(names.fold, (*scene.ways, *DIRECTIONS))


def _is_beyond(wanted: str, scene: Scene) -> bool:
    """Whether a room behind an exit has this name; it may be called after a direction or a door, such as North Gate."""
    return not {names.fold(wanted), names.fold(without_article(wanted))}.isdisjoint(map(names.fold, scene.beyond))


def _labelled(wanted: str, scene: Scene) -> str:
    """The label of the exit that is meant by "the east door", or by "the door" where there is only one."""
    wanted = wanted.removeprefix("through ")
    words = without_article(wanted).split()
    if _is_beyond(wanted, scene):
        return wanted
    if words and words[-1].casefold() in _WAYS and not _is_exit(wanted, scene):
        label = " ".join(words[:-1]) or (scene.ways[0] if len(scene.ways) == 1 else "")
        return label if label and _is_exit(label, scene) else wanted
    return wanted


def _is_side(wanted: str) -> bool:
    return room_lookup.word(wanted).casefold().split()[0] in DIRECTIONS


def go(text: str, scene: Scene) -> Ask:
    """Go through the exit with this label or direction, or else to a known room; in a fight, only the character whose turn it is goes, or
    the named one.
    """
    where, by = split_by(text.removeprefix("to "), scene)
    where, by = (where, by) if by else _walker(where, scene)
    where = _labelled(name_in(where), scene)
    is_room = not _is_exit(where, scene) and (_is_beyond(where, scene) or not _is_side(where))
    who = field_for("character", by or scene.me or scene.acting) if by or scene.me or scene.acting else {}
    way = field_for("to", where) if is_room else {"direction": where}
    return Ask("manage_room", {**who, "operation": "go", **way, **for_players(scene)})


def _walker(text: str, scene: Scene) -> tuple[str, str]:
    """Split "up Pip" and "Pip up" into the way and the member of the party who takes it."""
    words = text.split()
    for way, name in ((words[:-1], words[-1:]), (words[1:], words[:1])):
        found = next((m for m in scene.members if way and names.fold(" ".join(name)) in names.fold(m).split()), "")
        if found and (_is_exit(" ".join(way), scene) or _is_side(" ".join(way))):
            return " ".join(way), found
    return text, ""


def flee(text: str, scene: Scene) -> Ask:
    """Go out of the room; through the only exit, if the line names none."""
    if text.casefold() not in ("", "away"):
        return go(text, scene)
    if len(scene.ways) != 1:
        raise Ambiguous(f"Flee which way? Exits: {', '.join(scene.ways) or 'none'}.")
    return go(scene.ways[0], scene)


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


def _the_door(wanted: str, scene: Scene, operation: str) -> str | None:
    """The label of the exit that "the door" means: the only one that is not so yet, or the only one with a door. None for other words."""
    if not _DOOR.fullmatch(without_article(wanted)) or _is_exit(wanted, scene):
        return None
    kind = names.fold(wanted).rpartition(" ")[2]
    doors = [door for door in scene.doors if door.state in _OTHERWISE[operation]] or scene.doors
    fits = [door.label for door in ([door for door in doors if door.kind in _KINDS.get(kind, ())] or doors)]
    if len(fits) == 1:
        return fits[0]
    raise Ambiguous(
        f"Which one? {operation} {f', {operation} '.join(fits)}." if fits else f"Nothing to {operation} leads out of {scene.room}."
    )


def door(operation: str) -> Reader:
    """open, close, lock, unlock: an exit by its label or direction, or else a chest here or carried. To open something with a tool is to
    unlock it.
    """

    def call(text: str, scene: Scene) -> Ask:
        what, by, tool = parts(text, "by", "with")
        bags = (*scene.things, *scene.held)
        what = what if is_here(without_article(what), scene, bags) else _labelled(what, scene)
        told = [_skill_of(word) for word in (*re.split(r"\s+by\s+", by), tool) if word]
        deed = "unlock" if tool and operation == "open" else operation
        hand = next((m for m in scene.members for word in told if names.fold(m) == names.fold(word)), "")
        how = next(({"skill": word.casefold().replace(" ", "_")} for word in told if word and names.fold(word) != names.fold(hand)), {})
        is_chest = not _is_exit(require_text(what), scene) and is_here(what, scene, bags)
        target = here("bag", what, scene, bags) if is_chest else {"direction": _the_door(what, scene, deed) or what}
        who = one(scene, hand) if hand or scene.me or len(scene.members) == 1 else {}
        return Ask("manage_room", {**who, "operation": deed, **target, **how})

    return call


def _skill_of(word: str) -> str:
    """The skill of a tool, "" for a key, and any other word as it is: a skill or a name."""
    if _KEY.fullmatch(word):
        return ""
    return "sleight of hand" if _PICKS.fullmatch(word) else "athletics" if _FORCE.fullmatch(word) else word
