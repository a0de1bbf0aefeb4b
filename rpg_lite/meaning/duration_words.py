"""Durations as people write them: "1 min", "8h", "1h 30m", "until dawn", "Concentration, up to 1 minute"."""

import re
from fractions import Fraction
from typing import Final

from rpg_lite.rules import durations

_SECONDS: Final = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1),
    **dict.fromkeys(("r", "rd", "rds", "rnd", "rnds", "round", "rounds"), 6),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 60),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3600),
    **dict.fromkeys(("d", "day", "days"), 86_400),
    **dict.fromkeys(("w", "wk", "wks", "week", "weeks"), 7 * 86_400),
}
_UNITS: Final = {6: "round", 60: "minute", 3600: "hour", 86_400: "day"}
_FIGURES: Final = {
    "a": "1", "an": "1", "one": "1", "half a": "0.5", "half an": "0.5", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "twelve": "12",
}  # fmt: skip
_COUNT: Final = r"\d+(?:\.\d+)?|half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve"
_PART: Final = re.compile(rf"(?P<count>{_COUNT})[\s-]*(?P<unit>[a-z]+)\.?(?:\s*,?\s*(?:and\s+)?|$)")
_DICE: Final = re.compile(r"(?P<count>\d*d\d+(?:[+-]\d+)?)\s*(?P<unit>[a-z]+)")
_FILLER: Final = re.compile(r"\bconcentration\b|\bup to\b|\bfor\b|\bthe\b|\bnext\b|\babout\b|\buntil\b|\btill\b|[(),;:]")
_LONGEST: Final = 80


def meant(text: str) -> str | None:
    """The duration in the words of the rules, or None if it has no plain length.

    >>> meant("8h"), meant("1h 30m"), meant("Concentration, up to 1 minute"), meant("until the next dawn"), meant("30 seconds"), meant("soon")
    ('8 hours', '90 minutes', '1 minute', 'dawn', '5 rounds', None)
    """
    if len(text) > _LONGEST:
        return None
    words = text.casefold().strip()
    bare = " ".join(_FILLER.sub(" ", words).split())
    for written in (words, bare):
        found = _of_dice(written) or _of_parts(written) or written  # "1d4h" is no day and four hours
        if durations.parse(found):
            return found
    return None


def _of_parts(words: str) -> str | None:
    """The sum of the parts in the largest unit that counts it whole and that one of the parts has, or in a smaller one."""
    total, units, at = Fraction(), set[int](), 0
    while at < len(words):
        found = _PART.match(words, at)
        seconds = _SECONDS.get(found["unit"]) if found else None
        if found is None or seconds is None:
            return None
        total += Fraction(_FIGURES.get(found["count"], found["count"])) * seconds
        units.add(seconds)
        at = found.end()
    largest = max((s for s in _UNITS if s <= max(units, default=0)), default=min(_UNITS))
    unit = next((s for s in sorted(_UNITS, reverse=True) if s <= largest and total % s == 0), None)
    return _told(int(total / unit), unit) if unit and total else None


def _of_dice(words: str) -> str | None:
    found = _DICE.fullmatch(words)
    seconds = _SECONDS.get(found["unit"]) if found else None
    return f"{found['count']} {_UNITS[seconds]}s" if found and seconds in _UNITS else None


def _told(count: int, seconds: int) -> str:
    return f"{count} {_UNITS[seconds]}{'' if count == 1 else 's'}"
