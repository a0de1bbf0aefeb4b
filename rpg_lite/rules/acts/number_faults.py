"""The plain numbers of acts: the least and the most that each field takes. Formulas are computed in play, and bounded there."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from rpg_lite.rules.acts.act import ZoneModel
from rpg_lite.rules.acts.plain_steps import MOST_MADE, ActArea
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.document_field_types import Document

Fault = tuple[str, str]
HIGHEST_SLOT: Final = 9
_LEAST: Final[Mapping[str, int]] = {
    "dc": 1,
    "times": 1,
    "max": 1,
    "count": 1,
    "ft": 1,
    "damage": 0,
    "heal": 0,
    "temp_hp": 0,
    "pool": 0,
    "revive": 1,
    "move": 0,
    "attack": -20,
}
"""Field of a step or an area → the lowest number that it takes."""
HIGHEST_DC: Final = 99
"""The highest DC of an act, which its effects keep (and the sheets of creatures take)."""
HIGHEST_BONUS: Final = 99
"""The highest bonus of an attack or a check, as for the attacks of items."""
_MOST_POINTS: Final = 100_000
_FARTHEST: Final = 10_000
_MOST: Final[Mapping[str, int]] = {
    "slot": HIGHEST_SLOT,
    "count": MOST_MADE,
    "dc": HIGHEST_DC,
    "attack": HIGHEST_BONUS,
    "damage": _MOST_POINTS,
    "heal": _MOST_POINTS,
    "temp_hp": _MOST_POINTS,
    "pool": _MOST_POINTS,
    "revive": _MOST_POINTS,
    "max": _MOST_POINTS,
    "ft": _FARTHEST,
    "move": _FARTHEST,
}
"""Field → the highest number that it takes, when the number is written out."""


def of_numbers(part: StepModel | ActArea | ZoneModel) -> Iterator[Fault]:
    """The numbers below the least or above the most that their field takes."""
    for field, least in _LEAST.items():
        if (given := _number_in(part, field)) is not None and given < least:
            yield _alias(part, field), f"is {given}; takes at least {least}"
    for field, most in _MOST.items():
        if (given := _number_in(part, field)) is not None and given > most:
            yield _alias(part, field), f"is {given}; takes at most {most:,}"


def _number_in(part: Document, field: str) -> int | None:
    given = getattr(part, field, None)
    return int(given) if isinstance(given, str | int) and re.fullmatch(r"-?\d+", str(given)) else None


def _alias(part: Document, field: str) -> str:
    return type(part).model_fields[field].alias or field
