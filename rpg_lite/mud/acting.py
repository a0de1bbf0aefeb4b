"""Casting, acting and gaining levels: each function turns the words after its verb, and the scene, into one call."""

import re
from dataclasses import replace
from typing import Any, Final

from rpg_lite.mud import belongings
from rpg_lite.mud.creature_offers import Offer
from rpg_lite.mud.exploration import here, one
from rpg_lite.mud.in_sight import Named, Scene
from rpg_lite.mud.words import Ask, Malformed, join_words, name_in, parts, require_text, tokens
from rpg_lite.operations import reserved_names
from rpg_lite.rules import names

_SLOT: Final = re.compile(r"\s+with\s+(?:an?\s+)?(?:slot\s+(?P<level>[1-9]|pact)|(?P<pact>pact)\s+slot)(?=\s|$)", re.IGNORECASE)
"""The words about a slot are taken out first, because spells have "with" in their names: Speak with Dead."""
_RITUAL: Final = re.compile(r"\s+as\s+(?:a\s+)?ritual(?=\s|$)", re.IGNORECASE)
_SMALL: Final = ("at", "on", "choosing", "by")


def cast(text: str, scene: Scene) -> Ask:
    """SPELL at NAMES with slot N choosing WORD by NAME; each part except the spell can be left out."""
    slot = _SLOT.search(text)
    plain = _RITUAL.sub("", _SLOT.sub("", text))
    spell, *rest = parts(plain, *_SMALL)
    how = {"slot": _number(slot["level"] or slot["pact"])} if slot else {}
    ritual = {"ritual": True} if _RITUAL.search(text) else {}
    return _execute("cast", scene, {"spell": require_text(spell)}, rest, {**how, **ritual})


def act(text: str, scene: Scene) -> Ask:
    """NAME at NAMES choosing WORD by NAME. The longest matching name among the character's own acts counts, even one with small words in
    it.
    """
    own, after = own_act(text, scene)
    name, *rest = parts(after if own else text, *_SMALL)
    if own and name:
        raise Malformed
    return _execute("act", scene, {"act": require_text(own or name)}, rest, {})


def answer(text: str, scene: Scene) -> Ask:
    """Answer the last deed with one of the character's own acts, or else with a spell."""
    own, _ = own_act(text, scene)
    asked = act(text, scene) if own else cast(text, scene)
    return replace(asked, payload={**asked.payload, "answer": True})


def use(text: str, scene: Scene) -> Ask:
    """Use a carried thing; if the line names none, play an act of the character: use second wind."""
    what, _ = parts(text, "on")
    is_carried = isinstance(scene.find(what, scene.carried), Named)
    own, _ = own_act(text, scene)
    return act(text, scene) if own and not is_carried else belongings.use(text, scene)


def offered(text: str, scene: Scene) -> Ask | None:
    """An act that `next` has offered, by its number or its name, and its targets: "2 at Ilse", "fire breath at Ilse, Bo". None for a line
    that begins with neither.
    """
    first, after = _offer_in(text, scene)
    if first is None:
        return None
    rest, at, on, choice = parts(after, "at", "on", "choosing")
    whom = _targets(at or on or rest, scene)
    more = {"choice": choice} if choice else {}
    if first.is_attack:
        aim = {"targetId": whom[0]} if whom else {}
        return Ask("execute_action", {"characterId": first.by, "operation": "attack", "itemName": first.name, **aim})
    targets = {"targets": whom} if whom else {}
    return Ask("execute_action", {"characterId": first.by, "operation": "act", "act": first.name, **targets, **more})


def _offer_in(text: str, scene: Scene) -> tuple[Offer | None, str]:
    """The offer that the text begins with, and the words after it; the longest name counts."""
    words = tokens(text)
    for n in range(len(words), 0, -1):
        key = names.fold(join_words(words[:n]))
        for offer in scene.offers:
            if key in (names.fold(offer.name), str(offer.number)):
                return offer, " ".join(words[n:])
    return None, text


def own_act(text: str, scene: Scene) -> tuple[str, str]:
    """(name, the words after it) if the text begins with one of the character's own acts; ("", text) for any other text."""
    words, own = tokens(text), {*map(names.fold, scene.acts)}
    for n in range(len(words), 0, -1):
        name = join_words(words[:n])
        if names.fold(name) in own:
            return name, " ".join(words[n:])
    return "", text


def _execute(operation: str, scene: Scene, what: dict[str, Any], rest: list[str], more: dict[str, Any]) -> Ask:
    at, on, choice, by = rest
    whom = _targets(at or on, scene)
    fields = {**what, **({"targets": whom} if whom else {}), **({"choice": choice} if choice else {}), **more}
    return Ask("execute_action", {**one(scene, by), "operation": operation, **fields})


def _targets(text: str, scene: Scene) -> list[str]:
    """The ids of the named targets, in order, each as often as it is named."""
    return [_target(join_words(tokens(part)), scene) for part in text.split(",") if part.strip()]


def _target(wanted: str, scene: Scene) -> str:
    if reserved_names.is_party(wanted):
        return wanted
    if scene.me and names.fold(wanted) in ("me", "myself"):
        return scene.id or scene.me
    found = here("target", wanted, scene, scene.people)
    return str(found.get("targetId") or found["targetName"])


def _number(slot: str) -> int | str:
    return int(slot) if slot.isdecimal() else slot.casefold()


# ── spells and levels ─────────────────────────────────────────────────────────────────────────────────────────────────


def spells(text: str, scene: Scene) -> Ask:
    return Ask("read_campaign", {**one(scene, name_in(text) if text else ""), "operation": "character", "stats": ["spells"]})


def acts(text: str, scene: Scene) -> Ask:
    return Ask("read_campaign", {**one(scene, name_in(text) if text else ""), "operation": "character", "stats": ["acts"]})


def prepare(text: str, scene: Scene) -> Ask:
    wanted, by = parts(text, "by")
    found = [spell.strip() for spell in require_text(wanted).split(",") if spell.strip()]
    return Ask("manage_character", {**one(scene, by), "operation": "prepare", "spells": found})


def level(text: str, scene: Scene) -> Ask:
    """Take one more level; the class need not be named if there is only one."""
    up, by = parts(text, "by")
    word, _, of = up.partition(" ")
    if word.casefold() != "up":
        raise Malformed
    return Ask("manage_character", {**one(scene, by), "operation": "level_up", **({"class": of} if of else {})})
