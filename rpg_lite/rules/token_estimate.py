"""An estimate of the tokens that a text costs a model, by the kinds of its pieces.

Bytes divided by a constant count too little for short lines of names and numbers. This estimate is never below the count of cl100k on the
texts of tests/facts/token_counts.json, and at most 1.35 times as high; the tokenizers of other models differ from cl100k.
"""

import re
from functools import lru_cache
from math import ceil
from typing import Final

FACTOR: Final = 1.12
_PIECES: Final = re.compile(r"[^\W\d_]+|[0-9]+|[\r\n]+|[^\S\r\n]+|[^\w\s]+|.", re.DOTALL)

_KNOWN: Final = 4_096
"""The number of texts and of words whose estimate is kept: from one deed to the next, most lines of a context stay the same."""


@lru_cache(maxsize=_KNOWN)
def estimate(text: str) -> int:
    """The estimated number of tokens; lines estimated one by one never add up to less than all of them together.

    >>> estimate(""), estimate("Thorin has 27 hit points.")
    (0, 8)
    """
    return ceil(FACTOR * sum(map(_cost, _PIECES.findall(text))))


@lru_cache(maxsize=_KNOWN)
def _cost(piece: str) -> int:
    """The tokens of letters, digits, blanks, line ends or other characters."""
    if not piece.isascii():
        return ceil(0.42 * len(piece.encode())) + piece.isalpha()
    if piece.isalpha():
        return 1 + len(piece) // 9 + (piece[0].isupper() and len(piece) >= 5)
    if piece.isdigit():
        return ceil(len(piece) / 3)
    if piece.isspace():
        return int(piece != " ")
    return ceil(len(piece) / 2)
