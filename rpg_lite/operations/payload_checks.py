"""Faults that no payload may have, whatever its operation: checked before its models."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic.alias_generators import to_camel

DEEPEST: Final = 50
"""Levels of a payload. A plan of rooms with chests in chests has a dozen."""
LARGEST: Final = 2**53
"""The largest number: beyond it the readers of JSON disagree, and SQLite keeps no whole number of twice ten digits."""


_CONTROL: Final = re.compile(r"\\(?:u00[0189]|u007f|[bf])")
"""As JSON writes them in ASCII; tab and line ends have letters of their own."""


_ODD: Final = re.compile(r"[\x7f-\x9f\ud800-\udfff]|\\[ubf]|_|\d{16}|[eE]\+?\d|NaN|Infinity")
"""What must stand in a payload's JSON for any fault below but nesting: half a character, an escape, a key that may be spelled in two ways, a long
number. It stands there too where it is hidden in text that is decoded later."""
_written = json.JSONEncoder(ensure_ascii=False).encode


def is_clean(payload: Any) -> bool:
    """Whether one look at its JSON excludes every fault below, as for nearly all payloads: those need not be walked through once for each."""
    try:
        text = _written(payload)
    except (RecursionError, TypeError, ValueError):
        return False
    return text.count("{") + text.count("[") <= DEEPEST and not _ODD.search(text)


def too_deep(payload: Mapping[str, Any]) -> tuple[str, str] | None:
    """(key, fault) where something lies too deep in itself: found by steps, so that everything that follows may go down into it."""
    within: list[tuple[str, Any]] = list(payload.items())
    for _ in range(DEEPEST):
        within = [(key, inner) for key, value in within for inner in _parts(value)]
    return (within[0][0], f"is nested too deeply; takes at most {DEEPEST} levels") if within else None


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def no_number(payload: Mapping[str, Any]) -> tuple[str, str] | None:
    """(key, fault) where a number stands that no database and no client can keep. Asked last, like `control_in`."""
    within: list[tuple[str, Any]] = list(payload.items())
    while within:
        for key, value in within:
            if isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
                return key, f"holds a number that cannot be kept; takes at most {LARGEST}"
        within = [(key, inner) for key, value in within for inner in _parts(value)]
    return None


def not_unicode(payload: Mapping[str, Any]) -> str | None:
    """The key under which half a character stands (a lone surrogate), which no database and no client can keep."""
    for key, value in payload.items():
        try:
            json.dumps([key, value], ensure_ascii=False, default=str).encode()
        except (UnicodeEncodeError, RecursionError):
            return str(key).encode("ascii", "replace").decode()
    return None


def control_in(payload: Mapping[str, Any]) -> str | None:
    """The key under which a control character stands that is no tab and ends no line: it would steer the terminal that shows it.

    PostgreSQL cannot keep the null character at all. Asked last: of a name it is told more exactly.
    """
    written = ((key, json.dumps(value, default=str)) for key, value in payload.items())
    # Without the backslashes that stand for themselves.
    return next((key for key, text in written if _CONTROL.search(text.replace("\\\\", ""))), None)


def given_twice(value: Any) -> tuple[str, str] | None:
    """Both spellings of one key in one object."""
    if isinstance(value, dict):
        for key in value:
            if isinstance(key, str) and "_" in key and to_camel(key) != key and to_camel(key) in value:
                return key, to_camel(key)
    return next((found for v in _parts(value) if (found := given_twice(v))), None)
