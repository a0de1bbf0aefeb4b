"""Durations: "3 rounds", "10 minutes", "8 hours", "long_rest", "dawn"."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.rules import dice

Until = Literal["short_rest", "long_rest", "dawn", "dusk"]

ROUNDS_A_MINUTE: Final = 10
_MINUTES: Final = {"minute": 1, "hour": 60, "day": 24 * 60}
_WORDS: Final = {"short_rest": "short_rest", "short rest": "short_rest", "long_rest": "long_rest", "long rest": "long_rest",
                 "dawn": "dawn", "dusk": "dusk"}  # fmt: skip
_SPAN: Final = re.compile(r"(?P<count>\d+|\d*d\d+(?:[+-]\d+)?) (?P<unit>round|minute|hour|day)s?", re.ASCII)
LONGEST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Duration:
    """`count` (a number or dice) of `unit` ("round", "minute", "hour", "day"); or `until` a rest or a time of day."""

    count: str = ""
    unit: str = ""
    until: Until | None = None

    def minutes(self, rolled: int) -> float:
        """The length of a count in minutes; a round is a tenth of a minute."""
        return rolled / ROUNDS_A_MINUTE if self.unit == "round" else rolled * _MINUTES[self.unit]


def parse(text: str) -> Duration | None:
    """The duration that the text describes, or None.

    >>> parse("3 rounds"), parse("long rest").until, parse("soon")
    (Duration(count='3', unit='round', until=None), 'long_rest', None)
    """
    words = " ".join(text.casefold().split())
    if words in _WORDS:
        return Duration(until=_WORDS[words])  # type: ignore[arg-type]
    found = _SPAN.fullmatch(words)
    if found is None or dice.fault(found["count"]) or not 0 < dice.bounds(found["count"])[1] <= LONGEST:
        return None
    return Duration(found["count"], found["unit"])


def fault(text: str) -> str | None:
    """The reason why this is not a duration, or None."""
    if parse(text):
        return None
    return f"{text[:40]!r} is not a duration; write 3 rounds, 10 minutes, 8 hours, 2 days, short_rest, long_rest, dawn or dusk"
