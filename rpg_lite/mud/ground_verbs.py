"""Verbs for a fight whose places count: move, where, ground and place, and the words of areas. Each turns a line, and the scene, into one call."""

import re
from collections.abc import Mapping
from typing import Any, Final

from rpg_lite.mud.exploration import split_by
from rpg_lite.mud.in_sight import Named, Scene
from rpg_lite.mud.line_tokenizer import (
    MYSELF,
    Ambiguous,
    Ask,
    Chore,
    Malformed,
    field_for,
    join_words,
    require_nothing,
    require_text,
    tokens,
)
from rpg_lite.rules import names
from rpg_lite.vocabulary import DIRECTIONS

MODES: Final[Mapping[str, str]] = {"jump": "jump", "leap": "jump", "fly": "fly", "climb": "climb", "swim": "swim", "crawl": "crawl"}
"""The first words of a line that say how somebody moves → the mode of the call."""
WALKS: Final = ("walk", "step", "run", "stride", "stroll", "sneak", "back", "stay")
"""The first words that mean `move` where places count; elsewhere they keep their meanings."""
_TO: Final[Mapping[str, str]] = {"approach": "next to {}", "charge": "in reach of {}", "retreat": "away from {}", "flank": "flanking {}"}
"""The first words that say a place with the name after them."""
_OVER: Final = re.compile(r"(?:over|across) (?:to )?(?!the other side)(?P<x>\S.*)", re.IGNORECASE)
_MODE: Final = "|".join(dict.fromkeys((*MODES.values(), "walk", "burrow")))
_BY: Final = re.compile(rf"by (?P<first>{_MODE}) (?P<rest>\S.*)|(?P<words>\S.*) by (?P<last>{_MODE})", re.IGNORECASE)
_CAREFUL: Final = re.compile(r"(?:^|\s+)(?:carefully|safely|without provoking(?: anybody| anyone)?)(?=\s|$)", re.IGNORECASE)
_BREATHE: Final = re.compile(r"(?:i )?(?:breathes?|exhales?) (?P<what>\w+)(?P<rest>(?: .*)?)", re.IGNORECASE)
_ONESELF: Final = re.compile(r"^(?:i|we)(?:'ll| will| want to)? (?=\S)", re.IGNORECASE)
_FOES: Final = frozenset(map(names.fold, ("enemies", "foes", "them", "all enemies", "all foes", "monsters")))
_STEP: Final = "{} 5 ft"
HOW_FAR: Final = "How far? Type {verb} {way} 20 ft. To leave by an exit, type go {way}."


def understood(line: str, scene: Scene) -> str | None:
    """The line with `move` or an act that this one means where places count; None for any other line."""
    if not scene.is_measured:
        return None
    line = _ONESELF.sub("", " ".join(line.strip(" \t.!").split()))
    first, _, rest = line.partition(" ")
    word, rest = first.casefold(), rest.strip()
    if word == "move" and rest:
        return f"move {rest}"
    if word in MODES and rest:
        return f"move by {MODES[word]} {rest}"
    if word in WALKS and (rest or word in ("back", "stay")):
        return f"move {_stepped(word, rest)}"
    if word in _TO and (rest or word == "retreat"):
        return f"move {_TO[word].format(rest.removeprefix('from ').removeprefix('at ') or 'enemies')}"
    return _breath(line, scene)


def _stepped(word: str, rest: str) -> str:
    if word == "step" and rest.casefold() in DIRECTIONS:
        return _STEP.format(rest)
    return f"{word} {rest}".strip() if word in ("back", "stay") else rest


def _breath(line: str, scene: Scene) -> str | None:
    """The breath of the creature whose turn it is: "breathe fire at Oda"."""
    found = _BREATHE.fullmatch(line)
    known = [*(offer.name for offer in scene.offers if offer.is_ready), *scene.acts]
    breaths = [name for name in known if "breath" in name.casefold()]
    if found is None or not breaths:
        return None
    called = next((name for name in breaths if names.fold(found["what"]) in names.fold(name)), breaths[0])
    return f"{called}{found['rest']}"


def move(text: str, scene: Scene) -> Ask:
    """WHERE [carefully] [by MODE] [by NAME]: next to ogre, 20 ft behind thorin, over the pit."""
    words, careful = _CAREFUL.subn("", text.strip())
    who, words = _mover(words.strip(), scene)
    words, mode = _mode(words)
    where = _over(require_text(join_words(tokens(words))))
    if where.casefold() in DIRECTIONS and not any(names.fold(where) == names.fold(n.name) for n in scene.people):
        raise Ambiguous(HOW_FAR.format(verb="move", way=where.casefold()))
    more = {**({"by": mode.casefold()} if mode else {}), **({"careful": True} if careful else {})}
    return Ask("execute_action", {**who, "operation": "move", "to": _of_kind(where, scene), **more})


def _mode(words: str) -> tuple[str, str]:
    """The words without "by jump" at their beginning or end, and the mode."""
    if found := _BY.fullmatch(words):
        return found["rest"] or found["words"], found["first"] or found["last"]
    return words, ""


def _over(words: str) -> str:
    """The far side of what somebody goes over; "over to the altar" is no jump."""
    words = re.sub(r"^over (?:to|next to) ", lambda found: found[0].removeprefix("over "), words, flags=re.IGNORECASE)
    found = _OVER.fullmatch(words)
    return f"other side of {found['x']}" if found else words.removeprefix("to ")


def _mover(words: str, scene: Scene) -> tuple[dict[str, Any], str]:
    """Whoever moves, and the other words: the one named at the end or, by the game master, at the beginning, else the current one or the one whose
    turn it is.
    """
    whole, by = split_by(words, scene)
    if by:
        return field_for("character", by), whole
    if scene.gm:
        head, _, tail = words.rpartition(" by ")
        if head and isinstance(found := scene.find(tail, scene.people), Named):
            return field_for("character", found.id), head
        split = words.split()
        for n in range(min(4, len(split) - 1), 0, -1):
            one = next((p for p in scene.people if names.fold(p.name) == names.fold(" ".join(split[:n]))), None)
            if one is not None:
                return field_for("character", one.id), " ".join(split[n:])
    who = scene.me or scene.acting or (scene.members[0] if len(scene.members) == 1 else "") or (scene.turn if scene.gm else "")
    if not who:
        raise Ambiguous(f"Who moves? End the line with by NAME. The party: {', '.join(scene.members) or 'nobody'}.")
    return field_for("character", who), words


def _of_kind(where: str, scene: Scene) -> str:
    """The words with "nearest" before the name of a kind of which several stand here: next to goblin."""
    kinds: dict[str, int] = {}
    for one in scene.people:
        if one.stands and (kind := names.without_number(one.name)) != one.name:
            kinds[kind] = kinds.get(kind, 0) + 1
    for kind, count in kinds.items():
        if count > 1:
            pattern = rf"(?<!nearest )(?<!closest )\b(?:the |a |an )?{re.escape(kind)}\b(?! \d)(?!s\b)"
            where = re.sub(pattern, f"nearest {kind}", where, flags=re.IGNORECASE)
    return re.sub(r"\b(nearest|closest) nearest ", r"\1 ", where)


def where(text: str, scene: Scene) -> Chore:
    """[NAME]: where one stands among the others; of a name, the words about it alone."""
    words = join_words(tokens(re.sub(r"^(?:is|are) ", "", text, flags=re.IGNORECASE))).removesuffix("?").strip()
    own = scene.me or scene.acting or (scene.members[0] if len(scene.members) == 1 else "")
    if not words or names.fold(words) in {*MYSELF, "everybody", "everyone", "all"}:
        return Chore("where", (own if names.fold(words) not in {"everybody", "everyone", "all"} else "", ""))
    found = scene.find_target(words)
    if isinstance(found, Named) and (scene.gm or found.name in scene.members):
        return Chore("where", (found.id, ""))
    return Chore("where", (own, found.name if isinstance(found, Named) else words))


def ground(text: str, scene: Scene) -> Ask:
    """Draw the ground of the room with those who stand on it."""
    require_nothing(text)
    who = field_for("character", scene.me) if scene.me else {}
    return Ask("manage_room", {**who, "operation": "map", "ground": True})


def place(text: str, scene: Scene) -> Ask:
    """NAME, NAME at WHERE: goblin at C4, goblin 1 and goblin 2 next to oda."""
    for cut in _cuts(text):
        who, to = cut
        ones = [part.strip() for part in re.split(r",| and ", who) if part.strip()]
        found = [scene.find_target(one) for one in ones]
        called = [one if names.fold(one) == "party" else n.id if isinstance(n, Named) else "" for one, n in zip(ones, found, strict=True)]
        if called and all(called):
            return Ask("execute_action", {"operation": "place", "names": called, "to": _of_kind(to, scene)})
    raise Malformed


def _cuts(text: str) -> list[tuple[str, str]]:
    """The lines cut in who and where, at each word between them."""
    found = []
    for cut in re.finditer(
        r" (?:at|to|on|in) | (?=(?:next to|beside|behind|between|near|\d+ ft|with|in front of|against|along) )", text, re.IGNORECASE
    ):
        before, after = text[: cut.start()], text[cut.end() :]
        word = cut[0].strip().casefold()
        found.append((before, f"{word} {after}" if word in ("on", "in") else after))
    return found


# ── the words of areas ──────────────────────────────────────────────────────────────────────────────────────────────

AREA_WORDS: Final = ("sparing", "toward")
"""The small words that say more of an area where places count."""


def area(at: str, sparing: str, toward: str, scene: Scene) -> dict[str, Any] | None:
    """The keys of a call for the words after "at", "sparing" and "toward" of a line where places count; None for words that name creatures alone, so that
    they are targets.
    """
    keys: dict[str, Any] = {}
    if sparing:
        keys["spare"] = [_name_of(part, scene) for part in _each(sparing)]
    if toward:
        keys["toward"] = _of_kind(toward, scene)
    if names.fold(at) in _FOES and at:
        return {**keys, "catch": ["enemies"]}
    if at and not _are_creatures(at, scene):
        return {**keys, "at": _of_kind(at, scene)}
    return keys if not at else ({**keys, "catch": [_name_of(part, scene) for part in _each(at)]} if keys else None)


def _each(text: str) -> list[str]:
    return [part.strip() for part in re.split(r",| and ", text) if part.strip()]


def _are_creatures(text: str, scene: Scene) -> bool:
    """Whether the words name what a line may aim at: creatures, things, oneself, the party, or several of a kind."""
    among = (*scene.things, *scene.held)
    return all(
        names.fold(part) in {*MYSELF, "party", "all", "both"}
        or isinstance(scene.find_target(part), Named)
        or isinstance(scene.find(part, among), Named)
        or names.is_plural(part)
        or re.match(r"(?:all|both|each|every|two|three|\d) ", part, re.IGNORECASE)
        for part in _each(text)
    )


def _name_of(part: str, scene: Scene) -> str:
    if names.fold(part) in MYSELF and (scene.id or scene.me or scene.acting):
        return scene.id or scene.me or scene.acting
    found = scene.find_target(part)
    return found.id if isinstance(found, Named) and not names.is_plural(part) else part
