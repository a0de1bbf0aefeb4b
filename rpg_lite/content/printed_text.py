"""The plain text of a stat block: without markup, in sentences, with its numbers in one spelling; and the parts that a file leaves out."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.content.entry_editions import Faulty
from rpg_lite.rules import names
from rpg_lite.vocabulary import ABILITIES, Ability

Json = dict[str, Any]
CONDITIONS: Final = (
    "blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "invisible", "paralyzed", "petrified",
    "poisoned", "prone", "restrained", "stunned", "unconscious",
)  # fmt: skip
LONG_ABILITIES: Final[dict[str, Ability]] = dict(
    zip(("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), ABILITIES, strict=True)
)
LONGEST_SAID: Final = 900
LONGEST_READ: Final = 6_000
"""Letters of one entry that are read; the longest trait of a rulebook has half as many, and some patterns take long on longer texts."""
_LONGEST_TEXT: Final = 60_000
HIGHEST_SCORE: Final = 30
_HIGHEST_SENT: Final = 50
"""Some books print scores above 30; one above 50 is a mistake."""
_BREAK: Final = re.compile(r"</(?:p|li|h\d|tr|div|section)>|<br ?/?>", re.IGNORECASE)
_TAG: Final = re.compile(r"<[^<>]{0,500}>")
_EMPHASIS: Final = re.compile(r"(?<![\w*_])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_])[*_]{1,3}(?![\w*_])")
_BULLET: Final = re.compile(r"^\s*[*•–-]\s+", re.MULTILINE)
_BRACES: Final = str.maketrans({"{": "(", "}": ")", "−": "-"})
_SENTENCE_END: Final = re.compile(r"(?<!\bft)(?<=[.!?])\s+(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Loss:
    """A part that does not come in: what it is, and its place in the file that was given."""

    what: str
    place: str

    def __str__(self) -> str:
        return f"{self.what} ({self.place})" if self.place else self.what


def one_line(text: str) -> str:
    """The text in one line without control and text-direction characters; markup stays as plain text."""
    return " ".join(names.without_strange_characters(text).split())[: names.LONGEST_NAME]


def plain(text: str) -> str:
    """The text in one line, without tags of HTML, emphasis of Markdown, braces and control characters."""
    return " ".join(lines(text[:LONGEST_READ]))


def lines(text: str) -> list[str]:
    """The paragraphs of the text, each in one line, as `plain` writes them; a bullet of a list is not part of its line."""
    marked = html.unescape(_BREAK.sub("\n", text[:_LONGEST_TEXT]))
    bare = _BULLET.sub("", _EMPHASIS.sub("", _TAG.sub(" ", marked))).translate(_BRACES)
    whole = (" ".join(names.without_strange_characters(line).split()) for line in bare.split("\n"))
    return [re.sub(r" (?=[,.;:])", "", line) for line in whole if line]


def sentences(text: str) -> list[str]:
    """The sentences of a plain text; "ft." ends none.

    >>> sentences("It pulls 10 ft. away. The target is prone.")
    ['It pulls 10 ft. away.', 'The target is prone.']
    """
    return [part for part in _SENTENCE_END.split(text) if part.strip(" .")]


def said(text: str) -> Iterator[Json]:
    """The step that tells the table this text; nothing for an empty one."""
    told = text.strip(" ,;")
    if told.strip("."):
        yield {"say": names.capitalize(told)[:LONGEST_SAID]}


def name_in_play(text: str) -> str:
    """The name as a file of ours may write it: in one line, without a semicolon, not too long."""
    return names.tidy(plain(text).replace(";", ","))[: names.LONGEST_NAME]


def entries(found: Any) -> Iterator[tuple[int, Json]]:
    """The entries with a name and a text, with their places in the list; older files have "" in place of an empty list."""
    for n, entry in enumerate(found if isinstance(found, list) else ()):
        if isinstance(entry, dict) and isinstance(entry.get("name"), str) and entry["name"].strip():
            yield n, {**entry, "desc": str(entry.get("desc") or "")}


def object_at(found: Any, *keys: str) -> Json:
    """The object at this place, or an empty one."""
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def rows_in(found: Any) -> list[Json]:
    """The objects of a list; none if it is no list."""
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def whole(value: Any) -> int | None:
    """The whole number that the value is or writes: 30, "30", 30.0.

    >>> whole("30"), whole(30.0), whole("many"), whole(True)
    (30, 30, None, None)
    """
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d{1,9}\s*", value, re.ASCII):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def ability_scores(given: dict[Ability, Any], of: str, places: dict[Ability, str], losses: list[Loss]) -> dict[Ability, int]:
    """The six scores; one above 30 counts as 30 and is a loss. Raises Faulty with the place of each score that is none."""
    found = {a: whole(given.get(a)) for a in ABILITIES}
    if wrong := [a for a, n in found.items() if n is None or not 1 <= n <= _HIGHEST_SENT]:
        raise Faulty(*((places[a], f"takes an ability score from 1 to {HIGHEST_SCORE}, not {str(given.get(a))[:40]!r}") for a in wrong))
    sure = {a: n for a, n in found.items() if n is not None}
    losses += (Loss(f"the score {n} of {of}, which counts as {HIGHEST_SCORE}", places[a]) for a, n in sure.items() if n > HIGHEST_SCORE)
    return {a: min(HIGHEST_SCORE, n) for a, n in sure.items()}
