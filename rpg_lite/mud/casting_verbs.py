"""Casting, acting and gaining levels: each function turns the words after its verb, and the scene, into one call."""

import re
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision import reserved_names
from rpg_lite.mud import belongings, ground_verbs, target_words
from rpg_lite.mud.combat_and_journal import riders
from rpg_lite.mud.creature_offers import Offer
from rpg_lite.mud.exploration import caster, one, split_by, target
from rpg_lite.mud.in_sight import Named, Scene
from rpg_lite.mud.line_tokenizer import MYSELF, Ambiguous, Ask, Chore, Malformed, join_words, name_in, parts, require_text, tokens
from rpg_lite.mud.reaction_offer_parsing import who_answers
from rpg_lite.rules import names

_SLOT: Final = re.compile(r"\s+with\s+(?:an?\s+)?(?:slot\s+(?P<level>[1-9]|pact)|(?P<pact>pact)\s+slot)(?=\s|$)", re.IGNORECASE)
"""The words about a slot are taken out first, because spells have "with" in their names: Speak with Dead."""
_RITUAL: Final = re.compile(r"\s+as\s+(?:a\s+)?ritual(?=\s|$)", re.IGNORECASE)
_AND: Final = re.compile(r"(?:^|\s+)and\s+", re.IGNORECASE)
_TO: Final = re.compile(r"\s+to\s+", re.IGNORECASE)
SMALL: Final = ("at", "on", "choosing", "by")
MOST_WORDS: Final = 12
"""The most words of the name of an act; a line of a thousand words is not tried with each of its beginnings."""


def cast(text: str, scene: Scene) -> Ask:
    """SPELL at NAMES with slot N choosing WORD by NAME; each part except the spell can be left out."""
    slot = _SLOT.search(text)
    plain, place = _to_place(_RITUAL.sub("", _SLOT.sub("", text)), scene)
    spell, *rest = parts(plain, *_small(scene))
    how = {"slot": _number(slot["level"] or slot["pact"])} if slot else {}
    ritual = {"ritual": True} if _RITUAL.search(text) else {}
    return _execute("cast", scene, {"spell": require_text(spell)}, rest, {**how, **ritual, **place})


def act(text: str, scene: Scene) -> Ask:
    """NAME at NAMES choosing WORD by NAME. The longest matching name among the character's own acts wins, even if it has small words in it."""
    own, after = own_act(text, scene)
    plain, place = _to_place(text, scene)
    after = after if not (own and place) else plain[len(own) :].strip()
    name, *rest = parts(after if own else plain, *_small(scene))
    if own and name:
        raise Malformed
    return _execute("act", scene, {"act": require_text(own or name)}, rest, place)


def answer(text: str, scene: Scene) -> Ask:
    """Answer the last deed with one of the character's own acts, or else with a spell; if the line names nobody, the character with this
    offer answers.
    """
    if not parts(text, *SMALL)[-1] and (who := who_answers(text, scene.offered, scene.me)):
        scene = replace(scene, me=who, id=None)
    own, _ = own_act(text, scene)
    asked = act(text, scene) if own else cast(text, scene)
    return replace(asked, payload={**asked.payload, "answer": True})


def end(text: str, scene: Scene) -> Ask:
    """End a spell, on one of its bearers if the line names one: SPELL on NAME by NAME. Without words, end the fight."""
    if not text.strip():
        return Ask("execute_action", {"operation": "end_fight"})
    spell, on, by = parts(text, "on", "by")
    bearer = {"targetId": _targets(on, scene)[0]} if on else {}
    return Ask("execute_action", {**one(scene, by), "operation": "end", "spell": require_text(spell), **bearer})


def use(text: str, scene: Scene) -> Ask:
    """Use a carried thing; if the line names none, play an act of the character: use second wind."""
    what, _ = parts(text, "on")
    is_carried = isinstance(scene.find(what, scene.held), Named)
    own, _ = own_act(text, scene)
    return act(text, scene) if own and not is_carried else belongings.use(text, scene)


def offered(text: str, scene: Scene) -> Ask | None:
    """Return the act that `next` has offered under this number or name, with its targets: "2 at Ilse", "fire breath at Ilse, Bo". None for
    a line that begins with neither.
    """
    first, after = _offer_in(text, scene)
    if first is None:
        return None
    of_area = ground_verbs.AREA_WORDS if scene.is_measured else ()
    rest, at, on, choice, added, *said = parts(after, "at", "on", "choosing", "adding", *of_area)
    area = _area(at or on or rest, said, first.name, scene)
    whom = [] if area is not None else _targets(at or on or rest, scene, first.name)
    more = {**({"choice": choice} if choice else {}), **riders(added), **(area or {})}
    if first.is_attack:
        aim = {"targetId": whom[0]} if whom else {}
        return Ask("execute_action", {"characterId": first.by, "operation": "attack", "itemName": first.name, **aim, **riders(added)})
    targets = {"targets": whom} if whom else {}
    return Ask("execute_action", {"characterId": first.by, "operation": "act", "act": first.name, **targets, **more})


def _offer_in(text: str, scene: Scene) -> tuple[Offer | None, str]:
    """Return the offer that the text begins with, and the words after it; the longest name wins."""
    words = tokens(text) if scene.offers else []
    for n in range(min(MOST_WORDS, len(words)), 0, -1):
        key = names.fold(join_words(words[:n]))
        for offer in scene.offers:
            if key in (names.fold(offer.name), str(offer.number)):
                return offer, " ".join(words[n:])
    return None, text


def own_act(text: str, scene: Scene) -> tuple[str, str]:
    """Return (name, the words after it) if the text begins with one of the character's own acts; ("", text) for any other text."""
    words, own = tokens(text), {*map(names.fold, scene.acts)}
    for n in range(min(MOST_WORDS, len(words)), 0, -1):
        name = join_words(words[:n])
        if names.fold(name) in own:
            return name, " ".join(words[n:])
    return "", text


def _execute(operation: str, scene: Scene, what: dict[str, Any], rest: list[str], more: dict[str, Any]) -> Ask:
    at, on, choice, by, *said = rest
    area = _area(at or on, said, str(*what.values()), scene)
    whom = [] if area is not None else _targets(at or on, scene, str(*what.values()))
    fields = {**what, **({"targets": whom} if whom else {}), **({"choice": choice} if choice else {}), **(area or {}), **more}
    who = caster(scene, by) if operation == "cast" else one(scene, by)
    return Ask("execute_action", {**who, "operation": operation, **fields})


def _small(scene: Scene) -> tuple[str, ...]:
    return (*SMALL, *ground_verbs.AREA_WORDS) if scene.is_measured else SMALL


def _area(at: str, said: list[str], name: str, scene: Scene) -> dict[str, Any] | None:
    """The keys for an area where places count; None where the words are targets."""
    if not scene.is_measured or not (any(said) or (at and scene.has_area(name))):
        return None
    sparing, toward = said
    return ground_verbs.area(at, sparing, toward, scene)


def _to_place(text: str, scene: Scene) -> tuple[str, dict[str, Any]]:
    """The words about a place after the name of a spell or act, for those that take somebody there where places count: misty step to C4."""
    for cut in _TO.finditer(text) if scene.is_measured else ():
        if scene.is_deed(name_in(text[: cut.start()])):
            place, by = split_by(text[cut.end() :], scene)
            return f"{text[: cut.start()]}{f' by {by}' if by else ''}", {"to": place}
    return text, {}


def _targets(text: str, scene: Scene, act: str = "") -> list[str]:
    """The ids of the named targets, in order, each as often as it is named. A pronoun means the other side if the act is harmful, and the
    party otherwise.
    """
    others = scene.foes if scene.is_harmful(act) else scene.friends
    return [
        id
        for part in _each(text, scene)
        for id in ([n.id for n in target_words.several(part, scene, others)] or [_target(join_words(tokens(part)), scene)])
    ]


def _each(text: str, scene: Scene) -> list[str]:
    """The parts between commas, and around "and" unless it belongs to a name: "Kara, Wick and Ash"."""
    found: list[str] = []
    for part in filter(None, map(str.strip, text.split(","))):
        is_one = isinstance(scene.find(part, (*scene.people, *scene.things, *scene.held)), Named)
        found += [part] if is_one else [one for one in _AND.split(part) if one]
    return found


def _target(wanted: str, scene: Scene) -> str:
    if reserved_names.is_party(wanted):
        return wanted
    if (scene.me or scene.acting) and names.fold(wanted) in MYSELF:
        return scene.id or scene.me or scene.acting
    things = (*scene.held, *scene.things)
    if isinstance(scene.find_target(wanted), str) and isinstance(thing := scene.find(wanted, things), Named):
        return thing.name
    found = target(wanted, scene)
    return str(found.get("targetId") or found["targetName"])


def _number(slot: str) -> int | str:
    return int(slot) if slot.isdecimal() else slot.casefold()


# ── spells and levels ─────────────────────────────────────────────────────────────────────────────────────────────────


def spells(text: str, scene: Scene) -> Ask:
    return Ask("read_campaign", {**caster(scene, _whose(text)), "operation": "character", "stats": ["spells"]})


def acts(text: str, scene: Scene) -> Ask:
    return Ask("read_campaign", {**one(scene, _whose(text)), "operation": "character", "stats": ["acts"]})


def _whose(text: str) -> str:
    """The name in "Elara" and in "by Elara"."""
    name, by = parts(text, "by")
    return by or (name_in(name) if name else "")


def prepare(text: str, scene: Scene) -> Ask:
    wanted, by = parts(text, "by")
    found = [spell.strip() for spell in require_text(wanted).split(",") if spell.strip()]
    return Ask("manage_character", {**caster(scene, by), "operation": "prepare", "spells": found})


def choose(text: str, scene: Scene) -> Chore:
    """[CHOICE WORD, WORD] by NAME: make the open choices of a hero's levels; without words, by questions."""
    wanted, by = parts(text, "by")
    if scene.members and not (by or scene.me or scene.acting or len(scene.members) == 1):
        ways = ", or ".join(f"choose {wanted} by {name}".replace("  ", " ") for name in scene.members)
        raise Ambiguous(f"Who chooses? Type {ways}.")
    who = one(scene, by)
    return Chore("choose", (str(who.get("characterId") or who["characterName"]), wanted))


def level(text: str, scene: Scene) -> Ask:
    """Take one more level; the line need not name the class if there is only one."""
    up, by = parts(text, "by")
    word, _, of = up.partition(" ")
    if word.casefold() != "up":
        raise Malformed
    return Ask("manage_character", {**one(scene, by), "operation": "level_up", **({"class": of} if of else {})})
