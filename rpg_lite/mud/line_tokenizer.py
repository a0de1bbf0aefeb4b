"""Split a line into words: quotes keep words together, and small words such as "to" separate the parts."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

_TOKEN: Final = re.compile(r"""(?<!\S)'[^']*'(?!\S)|"[^"]*"?|[^\s"]+""")
"""A word, or text in quotes; a single quote begins text only where it ends some, since names have apostrophes: Marra's."""
_ID: Final = re.compile(r"[bcdefimrt]\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Ask:
    """One call of one tool, as a client over MCP would send it. `acts_as`: the player's character from now on, if the call is accepted."""

    tool: str
    payload: dict[str, Any]
    acts_as: str | None = None
    also: dict[str, Any] | None = None
    """A second payload, for read_campaign; the lines of its answer follow those of the first."""
    is_call: bool = field(default=False, compare=False, repr=False)
    """Whether the player typed the keys of the call."""


@dataclass(frozen=True, slots=True)
class Chore:
    """Work that the session does without a tool."""

    name: str
    words: tuple[str, ...] = ()


class Unheard(str):
    """The sentence about a line that begins with no verb."""


class Misformed(str):
    """The sentence about a line whose words do not fit the form of the verb with which it begins."""


class TooLong(str):
    """The sentence about a line that is longer than a text may be; nobody reads such a line."""


class Ambiguous(Exception):
    """The words name nobody and nothing here; the sentence lists the possible names."""


class Malformed(Exception):
    """The words do not fit the form of their verb."""


def tokens(text: str) -> list[str]:
    """Split into words; quoted text is one word and keeps its quotes, because it must never count as a small word.

    >>> tokens('portal "rope bridge" Studio')
    ['portal', '"rope bridge"', 'Studio']
    """
    return _TOKEN.findall(text)


def join_words(words: Iterable[str]) -> str:
    """Join the words into one name, without their quotes."""
    return " ".join(map(unquoted, words)).strip()


def unquoted(word: str) -> str:
    """
    >>> unquoted('"Tom of Hill"'), unquoted("'Anna Lena'"), unquoted("thieves'")
    ('Tom of Hill', 'Anna Lena', "thieves'")
    """
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] == "'" else word.strip('"')


def name_in(text: str) -> str:
    """Read the whole text as one name; it must not be empty."""
    return require_text(join_words(tokens(text)))


def parts(text: str, *small: str) -> tuple[str, ...]:
    """Split at the small words: the text before them, then the text after each, in the order of the arguments; "" for a missing one.

    >>> parts("goblin with longsword by Snag", "with", "by")
    ('goblin', 'longsword', 'Snag')
    >>> parts("Ring of Spell Storing", "with")
    ('Ring of Spell Storing', '')
    """
    found: dict[str, list[str]] = {"": []}
    at = ""
    for word in tokens(text):
        if word.casefold() in small and word.casefold() not in found:
            at = word.casefold()
            found[at] = []
        else:
            found[at].append(word)
    return tuple(join_words(found.get(word, [])) for word in ("", *small))


MYSELF: Final = ("me", "myself")
EVERYTHING: Final = "everything"
NUMBERS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
METALS: Final = frozenset(("copper", "silver", "electrum", "gold", "platinum"))


def split_count(text: str) -> tuple[dict[str, Any], str]:
    """Split into a quantity, as a payload has it, and a name.

    The bare name of a metal means all coins of that metal.

    >>> split_count("two torches"), split_count("all arrows"), split_count("chest"), split_count("gold")
    (({'quantity': 2}, 'torches'), ({'all': True}, 'arrows'), ({}, 'chest'), ({'all': True}, 'gold'))
    """
    if text.casefold() in METALS:
        return {"all": True}, text
    if text.casefold() == EVERYTHING:
        return {"all": True}, ""
    first, _, rest = text.partition(" ")
    if rest.strip() and first.casefold() in NUMBERS:
        return {"quantity": NUMBERS[first.casefold()]}, rest.strip()
    if first.isdecimal() and first.isascii():
        return {"quantity": number(first)}, require_text(rest.strip())
    return ({"all": True}, rest.strip()) if first.casefold() == "all" else ({}, require_text(text))


def number(text: str) -> int | None:
    """Read a number; None for empty text."""
    if text and not (text.isdecimal() and text.isascii() and len(text) < 10):
        raise Malformed
    return int(text) if text else None


def require_nothing(text: str) -> None:
    """Refuse words after a verb that takes none."""
    if text:
        raise Malformed


def require_text(text: str) -> str:
    if not text:
        raise Malformed
    return text


def field_for(field: str, name: str) -> dict[str, Any]:
    """Put a name under its name field, or an id under its id field.

    >>> field_for("bag", "Footlocker"), field_for("bag", "i12.3")
    ({'bagName': 'Footlocker'}, {'bagId': 'i12.3'})
    """
    return {f"{field}Id": name} if _ID.fullmatch(name) else {f"{field}Name": name}
