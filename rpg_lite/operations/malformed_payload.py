"""Faults that no payload of any operation may have, which are checked before the models of the operations."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic.alias_generators import to_camel

DEEPEST: Final = 50
"""The maximum nesting of a payload. A plan of rooms with chests in chests has a dozen levels."""
LARGEST: Final = 2**53
"""The largest number: readers of JSON disagree about larger ones, and SQLite cannot store integers of twenty digits."""


_CONTROL: Final = re.compile(r"\\(?:u00[0189]|u007f|[bf])")
"""Control characters as JSON writes them in ASCII; tab and line ends have other escapes."""


_ODD: Final = re.compile(r"[\x7f-\x9f\ud800-\udfff]|\\[ubf]|_|\d{16}|[eE]\+?\d|NaN|Infinity")
"""Matches the JSON of any payload with one of the faults below except nesting (half a character, an escape, two spellings, a long number),
also in text that is decoded later.
"""
_written = json.JSONEncoder(ensure_ascii=False).encode


def is_clean(payload: Any) -> bool:
    """Whether a single search of the JSON rules out every fault below; nearly all payloads pass and need no separate search for each fault."""
    try:
        text = _written(payload)
    except (RecursionError, TypeError, ValueError):
        return False
    return text.count("{") + text.count("[") <= DEEPEST and not _ODD.search(text)


def too_deep(payload: Mapping[str, Any]) -> tuple[str, str] | None:
    """(key, fault) of a value that is nested too deeply. The search is not recursive, so that all later checks can safely be recursive."""
    within: list[tuple[str, Any]] = list(payload.items())
    for _ in range(DEEPEST):
        if not within:
            return None
        within = [(key, inner) for key, value in within for inner in _parts(value)]
    return (within[0][0], f"is nested too deeply; takes at most {DEEPEST} levels") if within else None


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def no_number(payload: Mapping[str, Any]) -> tuple[str, str] | None:
    """(key, fault) of a number that no database and no client can keep. Checked last, like `control_in`."""
    within: list[tuple[str, Any]] = list(payload.items())
    while within:
        for key, value in within:
            if isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
                return key, f"holds a number that cannot be kept; takes at most {LARGEST}"
        within = [(key, inner) for key, value in within for inner in _parts(value)]
    return None


def not_unicode(payload: Mapping[str, Any]) -> str | None:
    """The key of a text with half a character (a lone surrogate), which no database and no client can keep."""
    for key, value in payload.items():
        try:
            json.dumps([key, value], ensure_ascii=False, default=str).encode()
        except (UnicodeEncodeError, RecursionError):
            return str(key).encode("ascii", "replace").decode()
    return None


def control_in(payload: Mapping[str, Any]) -> str | None:
    """The key of a text with a control character other than tab and line ends, because it could control the terminal that shows the text.

    PostgreSQL cannot store the null character at all. Checked last, because a name gets a more exact message.
    """
    # Written in ASCII, every control character is an escape. Escaped backslashes are removed first.
    written = ((key, json.dumps(value, default=str)) for key, value in payload.items())
    return next((key for key, text in written if _CONTROL.search(text.replace("\\\\", ""))), None)


def given_twice(value: Any) -> tuple[str, str] | None:
    """Two spellings of one key in one object."""
    if isinstance(value, dict):
        for key in value:
            if isinstance(key, str) and "_" in key and to_camel(key) != key and to_camel(key) in value:
                return key, to_camel(key)
    return next((found for v in _parts(value) if (found := given_twice(v))), None)
