"""Find private words that a story repeats to somebody who has not heard them. Apart because it reads texts alone and knows no model."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

RUN: Final = 4
"""The number of words in a row that make a quotation; shorter texts are quoted only as a whole."""
SHORTEST: Final = 8
"""The number of letters of the shortest quotation: a story may say "all right" by itself."""
_WORD: Final = re.compile(r"\w+")


def quoted(story: str, private: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """The private texts that a story repeats. `known`: texts that the hearers know, and whose words anybody may repeat.

    >>> quoted("He mutters: the gold is under the mill.", ["The gold is under the mill, Pip.", "I like this mill."])
    ['The gold is under the mill, Pip.']
    >>> quoted("The gold is under the mill.", ["The gold is under the mill."], known=["I ask: the gold is under the mill, no?"])
    []
    """
    told, heard = _joined(story), [_joined(text) for text in known]
    return [text for text in private if any(run in told and not any(run in one for one in heard) for run in _runs(text))]


def _runs(text: str) -> Iterator[str]:
    words = _words(text)
    for start in range(max(1, len(words) - RUN + 1)):
        run = words[start : start + RUN]
        if sum(map(len, run)) >= SHORTEST:
            yield f" {' '.join(run)} "


def _joined(text: str) -> str:
    return f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold().replace("’", "'"))
