"""Words that content files may extend: check a condition or a slot against the current rulebook.

pydantic's validation context carries the words of that rulebook. Without a context the words of the rules themselves apply;
`ANY` allows every word, for values that were checked when they were stored: the file that added a word may be gone by then.
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
    """The conditions and slots of a rulebook; None allows any word. `places`: whether faults name what only a campaign that measures lists."""

    conditions: tuple[str, ...] | None = CONDITIONS
    slots: tuple[str, ...] | None = SLOT_WORDS
    places: bool = False


OURS: Final = KnownWords()
ANY: Final = KnownWords(None, None)


def of(info: ValidationInfo) -> KnownWords:
    """The words that the current validation allows."""
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
    """A schema that lets editors suggest the words of the rules and still accept other words."""
    return WithJsonSchema({"anyOf": [{"type": "string", "enum": list(words)}, {"type": "string", "pattern": PATTERN}]})


def _new(word: str) -> str:
    if len(word) > LONGEST or not re.fullmatch(PATTERN, word):
        raise ValueError(f"is {word[:LONGEST]!r}; takes a word of at most {LONGEST} lowercase letters, digits and _, such as sun_sick")
    return word


NewWord = Annotated[str, AfterValidator(_new)]
"""A condition or slot that a file adds."""
Condition = Annotated[str, AfterValidator(_condition), _shape(CONDITIONS)]
SlotWord = Annotated[str, AfterValidator(_slot), _shape(SLOT_WORDS)]
