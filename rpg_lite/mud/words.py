"""The words of a line: quotes hold some together, and little words such as "to" part them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

_TOKEN: Final = re.compile(r'"[^"]*"?|[^\s"]+')
_ID: Final = re.compile(r"[bcdefimrt]\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Ask:
    """One call of one tool, as a client over MCP would send it. `acts_as`: whom the player is from now on, if it is accepted."""

    tool: str
    payload: dict[str, Any]
    acts_as: str | None = None


@dataclass(frozen=True, slots=True)
class Chore:
    """What the table itself does and no tool."""

    name: str
    words: tuple[str, ...] = ()


class Ambiguous(Exception):
    """The words name nobody and nothing here; the sentence says what there is."""


class Malformed(Exception):
    """The words do not keep to the form of their verb."""


def tokens(text: str) -> list[str]:
    """Word by word; what is quoted is one word and keeps its quotes, so that nobody takes it for a little word.

    >>> tokens('portal "rope bridge" Studio')
    ['portal', '"rope bridge"', 'Studio']
    """
    return _TOKEN.findall(text)


def said(words: Iterable[str]) -> str:
    """The words as one name, without their quotes."""
    return " ".join(word.strip('"') for word in words).strip()


def name_in(text: str) -> str:
    """The whole text as one name; there must be one."""
    return something(said(tokens(text)))


def parts(text: str, *little: str) -> tuple[str, ...]:
    """What stands before all of the little words, then what follows each of them, in the order of asking; "" where it is not said.

    >>> parts("goblin with longsword by Snag", "with", "by")
    ('goblin', 'longsword', 'Snag')
    >>> parts("Ring of Spell Storing", "with")
    ('Ring of Spell Storing', '')
    """
    found: dict[str, list[str]] = {"": []}
    at = ""
    for word in tokens(text):
        if word.casefold() in little and word.casefold() not in found:
            at = word.casefold()
            found[at] = []
        else:
            found[at].append(word)
    return tuple(said(found.get(word, [])) for word in ("", *little))


METALS: Final = frozenset(("copper", "silver", "electrum", "gold", "platinum"))


def counted(text: str) -> tuple[dict[str, Any], str]:
    """How many, as a payload says it, and of what.

    Who speaks of gold means all that is there.

    >>> counted("2 torches"), counted("all arrows"), counted("chest"), counted("gold")
    (({'quantity': 2}, 'torches'), ({'all': True}, 'arrows'), ({}, 'chest'), ({'all': True}, 'gold'))
    """
    if text.casefold() in METALS:
        return {"all": True}, text
    first, _, rest = text.partition(" ")
    if first.isdecimal() and first.isascii():
        return {"quantity": number(first)}, something(rest.strip())
    return ({"all": True}, rest.strip()) if first.casefold() == "all" else ({}, something(text))


def number(text: str) -> int | None:
    """None for nothing said."""
    if text and not (text.isdecimal() and text.isascii() and len(text) < 10):
        raise Malformed
    return int(text) if text else None


def nothing(text: str) -> None:
    """For verbs that stand alone."""
    if text:
        raise Malformed


def something(text: str) -> str:
    if not text:
        raise Malformed
    return text


def named(field: str, name: str) -> dict[str, Any]:
    """A name under its field, or an id under that of the id.

    >>> named("bag", "Footlocker"), named("bag", "i12.3")
    ({'bagName': 'Footlocker'}, {'bagId': 'i12.3'})
    """
    return {f"{field}Id": name} if _ID.fullmatch(name) else {f"{field}Name": name}
