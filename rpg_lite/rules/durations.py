"""Durations: "3 rounds", "10 minutes", "8 hours", "long_rest", "dawn", "turn_end:source", "this_turn"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.rules import dice

Until = Literal["short_rest", "long_rest", "dawn", "dusk"]
Edge = Literal["turn_start", "turn_end"]
"""The beginning or the end of a turn."""
Whose = Literal["source", "target", "current"]
"""The creature that applies the effect, the bearer of the effect, or the creature whose turn it is."""

ROUNDS_A_MINUTE: Final = 10
_MINUTES: Final = {"minute": 1, "hour": 60, "day": 24 * 60}
_WORDS: Final[Mapping[str, Until]] = {"short_rest": "short_rest", "short rest": "short_rest", "long_rest": "long_rest", "long rest": "long_rest",
                 "dawn": "dawn", "dusk": "dusk"}  # fmt: skip
_SPAN: Final = re.compile(r"(?P<count>\d+|\d*d\d+(?:[+-]\d+)?) (?P<unit>round|minute|hour|day)s?", re.ASCII)
_TURN: Final = re.compile(r"(?P<edge>turn_start|turn_end): ?(?P<whose>source|target)", re.ASCII)
_THIS_TURN: Final = ("this_turn", "this turn")
LONGEST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class TurnEdge:
    """The beginning or the end of somebody's next turn; for the current turn, always the end."""

    edge: Edge
    whose: Whose


@dataclass(frozen=True, slots=True)
class Duration:
    """`count` (a number or dice) of `unit` ("round", "minute", "hour", "day"), or `until` a rest or time of day, or to a `turn` edge."""

    count: str = ""
    unit: str = ""
    until: Until | None = None
    turn: TurnEdge | None = None

    def minutes(self, rolled: int) -> float:
        """The length of a count in minutes; a round is a tenth of a minute."""
        return rolled / ROUNDS_A_MINUTE if self.unit == "round" else rolled * _MINUTES[self.unit]


def parse(text: str) -> Duration | None:
    """The duration that the text describes, or None.

    >>> parse("3 rounds"), parse("long rest").until, parse("soon")
    (Duration(count='3', unit='round', until=None, turn=None), 'long_rest', None)
    """
    words = " ".join(text.casefold().split())
    if words in _WORDS:
        return Duration(until=_WORDS[words])
    if turn := _turn(words):
        return Duration("1", "round", turn=turn)
    found = _SPAN.fullmatch(words)
    if found is None or dice.fault(found["count"]) or not 0 < dice.bounds(found["count"])[1] <= LONGEST:
        return None
    return Duration(found["count"], found["unit"])


def _turn(words: str) -> TurnEdge | None:
    """The edge of a turn that the words name; outside a fight, such a duration is one round."""
    if words in _THIS_TURN:
        return TurnEdge("turn_end", "current")
    found = _TURN.fullmatch(words)
    return TurnEdge(found["edge"], found["whose"]) if found else None  # type: ignore[arg-type]  # words of the pattern


def fault(text: str) -> str | None:
    """The reason why this is not a duration, or None."""
    if parse(text):
        return None
    kinds = "3 rounds, 10 minutes, 8 hours, 2 days, short_rest, long_rest, dawn, dusk, turn_end:source or this_turn"
    return f"{text[:40]!r} is not a duration; write {kinds}"
