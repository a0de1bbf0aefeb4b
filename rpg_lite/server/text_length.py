"""The length limit for a text that a client passes to its model."""

from typing import Final

MOST_BYTES: Final = 48_000
_ROOM: Final = 300
"""Bytes reserved for the sentence at the end."""


def fitting(text: str) -> str:
    """Return the text, or as many lines as fit and a last line with the number of missing lines and the way to get them.

    >>> len(fitting("a" * 48_000)), len(fitting("é" * 48_000)) < 24_000, fitting("a\\n" * 48_000)[-142:]
    (48000, True, 'a\\n(Cut here: 24151 of 48001 lines are not shown. Ask for less at once: fewer in a batch, fewer entries, one name, or skip what you have read.)')
    """
    data = text.encode("utf-8", "replace")
    if len(data) <= MOST_BYTES:
        return text
    kept = data[: MOST_BYTES - _ROOM].decode("utf-8", "ignore")
    whole_lines, newline, _ = kept.rpartition("\n")
    kept = whole_lines if newline and len(whole_lines) > len(kept) // 2 else kept
    lines, of_all = text.count("\n") - kept.count("\n"), text.count("\n") + 1
    missing = f"{lines} of {of_all} lines are" if lines else f"{len(text) - len(kept)} of {len(text)} characters are"
    return f"{kept}\n(Cut here: {missing} not shown. Ask for less at once: fewer in a batch, fewer entries, one name, or skip what you have read.)"
