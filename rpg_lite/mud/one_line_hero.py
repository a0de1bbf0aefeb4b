"""A hero made in one line: check that its class, species and background are words of the rules, and report the parts that the line leaves
out.
"""

from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook

BARE: Final = "{name} has scores of 10 and no gear: hero without words asks for both; equip, grant and buy give gear later."
NO_GEAR: Final = "The class of {name} has no starting equipment (the key kit of its file): grant and buy give gear."
NO_BACKGROUND: Final = "{name} has no background: the line of a new hero may end with background and one of these: {known}."
_OF_ONES_OWN: Final = "--force at the end makes one of your own."


def unknown_word(payload: dict[str, Any], book: Rulebook) -> str | None:
    """The sentence about a class, a species or a background that the rules do not have; None if the rules have them, or if the line forces
    them.
    """
    character = payload.get("character", {})
    if payload.get("force"):
        return None
    kind = str(character["classes"][0]).rpartition(" ")[0]
    if names.fold(kind) not in map(names.fold, book.classes):
        return _there_is_no("class", kind, list(book.classes))
    race = character.get("race")
    if race and book.race(race) is None:
        return _there_is_no("species", race, list(book.races))
    background = character.get("background")
    is_known = not background or names.fold(background) in book.backgrounds
    return None if is_known else _there_is_no("background", background, [rule.name for rule in book.backgrounds.values()])


def has_kit(character: dict[str, Any], book: Rulebook) -> bool:
    """Whether the class has starting equipment; a class that the rules do not have is taken for one, so that the refusal names it."""
    classes = character.get("classes") or [""]
    rule = book.classes.get(names.fold(str(classes[0]).rpartition(" ")[0]))
    return rule is None or rule.kit is not None


def left_out(payload: dict[str, Any], book: Rulebook) -> str:
    """Return the sentences about the scores, the gear and the background that a new hero lacks; empty if the line gave them."""
    name, known = payload["name"], ", ".join(rule.name for rule in book.backgrounds.values())
    scores, gear = payload.get("method"), payload.get("kit")
    bare = "" if gear else NO_GEAR.format(name=name) if scores else BARE.format(name=name)
    homeless = "" if payload["character"].get("background") else NO_BACKGROUND.format(name=name, known=known)
    return "\n".join(filter(None, (bare, homeless)))


def _there_is_no(what: str, word: str, known: list[str]) -> str:
    near = names.nearest(word, known, 1)
    meant = f"; did you mean {near[0]}?" if near else "."
    return f"There is no {what} {word!r}{meant} Allowed: {', '.join(known)}. {_OF_ONES_OWN}"
