"""Words that content files may extend: a condition or a slot is checked against the rulebook at hand.

pydantic's validation context carries the words of that rulebook. Without a context the words of the rules themselves hold;
`ANY` lets every word pass, for what was checked when it was stored: a campaign outlives the file that one of its words came from.
"""

import re
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import AfterValidator, ValidationInfo, WithJsonSchema
from pydantic_core import PydanticCustomError

from rpg_lite.vocabulary import CONDITIONS, SLOT_WORDS

LONGEST: Final = 40
PATTERN: Final = "^[a-z][a-z0-9_]*$"


@dataclass(frozen=True, slots=True)
class KnownWords:
    """The conditions and slots of a rulebook; None lets any word pass."""

    conditions: tuple[str, ...] | None = CONDITIONS
    slots: tuple[str, ...] | None = SLOT_WORDS


OURS: Final = KnownWords()
ANY: Final = KnownWords(None, None)


def of(info: ValidationInfo) -> KnownWords:
    """The words that this validation is held to."""
    return info.context if isinstance(info.context, KnownWords) else OURS


def _one_of(known: tuple[str, ...] | None, word: str) -> str:
    if known is not None and word not in known:
        raise PydanticCustomError("literal_error", "takes one of {expected}", {"expected": ", ".join(known)})
    return word


def _condition(word: str, info: ValidationInfo) -> str:
    return _one_of(of(info).conditions, word)


def _slot(word: str, info: ValidationInfo) -> str:
    return _one_of(of(info).slots, word)


def _shape(words: tuple[str, ...]) -> WithJsonSchema:
    """Editors complete the words of the rules and let one's own pass."""
    return WithJsonSchema({"anyOf": [{"type": "string", "enum": list(words)}, {"type": "string", "pattern": PATTERN}]})


def _new(word: str) -> str:
    if len(word) > LONGEST or not re.fullmatch(PATTERN, word):
        raise ValueError(f"is {word[:LONGEST]!r}; takes a word of at most {LONGEST} small letters, digits and _, such as sun_sick")
    return word


NewWord = Annotated[str, AfterValidator(_new)]
"""A condition or slot that a file adds."""
Condition = Annotated[str, AfterValidator(_condition), _shape(CONDITIONS)]
SlotWord = Annotated[str, AfterValidator(_slot), _shape(SLOT_WORDS)]
