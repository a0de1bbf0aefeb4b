"""The trap that somebody means: by the name of a trap of the book, by changes to one, or as a whole homebrew trap."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from rpg_lite.rules import document_validation, names
from rpg_lite.rules.acts.act import ApplyStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import read_squares
from rpg_lite.rules.trap_rules import TrapRule


@dataclass(frozen=True, slots=True)
class TrapFault:
    """The reason why there is no such trap."""

    why: str


Given = str | Mapping[str, Any]
"""The name of a trap of the book, or a trap as a file has it, perhaps with only some of its keys."""


def trap_of(given: Given, book: Rulebook) -> TrapRule | TrapFault:
    """The whole trap; keys next to the name of a trap of the book change that trap."""
    if isinstance(given, str):
        return book.trap(given) or _unknown(given, book)
    try:
        return _whole(json.dumps(given, sort_keys=True), book)
    except ValidationError as error:
        return TrapFault("; ".join(f"{at}: {why}" if at else why for at, why in document_validation.faults_of(error, TrapRule)))


def with_squares(written: str) -> Given:
    """A trap that is written as its name and its squares; the text itself where it names none.

    >>> with_squares("Hidden Pit at C4 D4"), with_squares("Pit at the Door")
    ({'name': 'Hidden Pit', 'at': 'C4 D4'}, 'Pit at the Door')
    """
    name, at, squares = written.rpartition(" at ")
    return {"name": name.strip(), "at": squares.strip().upper()} if at and name.strip() and read_squares(squares) else written


def missing_name(given: Given, book: Rulebook) -> str | None:
    """The given name, if the book has no trap of this name and no steps are given either."""
    name = given if isinstance(given, str) else str(given.get("name", ""))
    return name if (isinstance(given, str) or not given.get("steps")) and book.trap(name) is None else None


@lru_cache(maxsize=256)
def _whole(written: str, book: Rulebook) -> TrapRule | TrapFault:
    given = json.loads(written)
    own = TrapRule.model_validate(given)
    ours = book.trap(own.name)
    if ours is not None:
        changed = {name: getattr(own, name) for name in own.model_fields_set if name != "name"}
        return ours.model_copy(update=changed)
    if not own.steps:
        return TrapFault(f"steps: are missing, and {_unknown(own.name, book).why}")
    return next((TrapFault(why) for why in unknown_words(own, book)), own)


def _unknown(name: str, book: Rulebook) -> TrapFault:
    known = sorted({rule.name for rule in book.traps.values()})
    near = names.nearest(name, known, 1)
    meant = f"did you mean {near[0]!r}?" if near else f"traps: {', '.join(known)}"
    return TrapFault(f"the book has no trap {name!r}; {meant}")


def unknown_words(rule: TrapRule, book: Rulebook) -> Iterator[str]:
    """The conditions and effects of its steps that the book does not have."""
    for step in walk(rule.steps):
        if isinstance(step, ApplyStep) and isinstance(step.apply, str) and not book.condition(step.apply) and not book.effect(step.apply):
            near = names.nearest(step.apply, book.conditions, 1)
            yield f"steps: there is no condition or effect {step.apply!r}{f'; did you mean {near[0]!r}?' if near else ''}"
