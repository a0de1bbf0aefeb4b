"""Words for a place that mean several at once: the party, allies, everybody, "the goblins", "both goblins", "Goblin 1 and the ogre".

Apart because these are words alone: who is meant by them, the names of a room say.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.rules import names

GroupKind = Literal["party", "allies", "foes", "everybody", "named"]
_SAID: Final[tuple[tuple[GroupKind, tuple[str, ...]], ...]] = (
    ("party", ("party", "my party", "our party", "heroes", "us")),
    ("allies", ("allies", "my allies", "our allies", "friends", "my friends", "companions", "my companions")),
    ("foes", ("enemies", "foes", "them", "my enemies", "my foes")),
    ("everybody", ("everybody", "everyone", "everybody else", "everyone else", "all", "others")),
)
_KINDS: Final = {names.fold(word): kind for kind, words in _SAID for word in words}
_EACH: Final = re.compile(r"(?P<how>all|both|each|every)(?: (?:of )?(?:the )?| )(?P<of>\S.*)", re.IGNORECASE)
_BOTH: Final = "both"
_JOINED: Final = re.compile(r",? and (?:also )?|, ", re.IGNORECASE)
MOST_JOINED: Final = 8
"""The names that one place may be asked for at once."""


@dataclass(frozen=True, slots=True)
class GroupWords:
    """A group as words name it. `name`: of one kind of creatures, for `named`; `is_all`: whether the place is to fit each of them, and not any;
    `count`: how many there must be, None for any number.
    """

    kind: GroupKind
    name: str = ""
    is_all: bool = False
    count: int | None = None


def read(words: str) -> GroupWords | None:
    """The group that words mean; None for words that mean one."""
    text = " ".join(words.split())
    if names.fold(text) == _BOTH:
        return GroupWords("foes", is_all=True, count=2)
    if found := _EACH.fullmatch(text):
        kind, count = _KINDS.get(names.fold(found["of"])), 2 if found["how"].casefold() == _BOTH else None
        return GroupWords(kind, is_all=True, count=count) if kind else GroupWords("named", found["of"], True, count)
    kind = _KINDS.get(names.fold(text))
    if kind:
        return GroupWords(kind, is_all=kind == "everybody")
    return GroupWords("named", text) if names.is_plural(text) else None


def joined(words: str) -> tuple[str, ...]:
    """The names that are joined with commas and "and"; none for words that name one."""
    text = re.sub(r"^both (?=.* and )", "", " ".join(words.split()), flags=re.IGNORECASE)
    parts = tuple(part for part in _JOINED.split(text) if part)
    return parts if 1 < len(parts) <= MOST_JOINED else ()
