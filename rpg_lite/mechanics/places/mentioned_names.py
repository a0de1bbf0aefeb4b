"""The names that a text may mention, so that the creatures and rooms of these names can be loaded. Apart because it reads a text before
anything is loaded.
"""

import re
from collections.abc import Iterator
from typing import Final

from rpg_lite.world.world_model import Ref

MOST_NAMES: Final = 60
_MOST_WORDS: Final = 4
_RUN: Final = re.compile(r"[^\W\d_a-z][\w'’-]*(?:[ \n]+(?:(?:of|the) )*(?:[^\W\d_a-z][\w'’-]*|\d+))*")
_OF_ITS_OWN: Final = re.compile(r"['’]s?$")


def mentioned(text: str) -> tuple[Ref, ...]:
    """A ref for each name that may occur in the text."""
    return tuple(Ref("mentioned", None, name) for name in list(dict.fromkeys(possible_names(text)))[:MOST_NAMES])


def possible_names(text: str) -> Iterator[str]:
    """Each capitalized word of a text, with the capitalized words and the numbers after it.

    >>> list(possible_names("Then Old Marra waves at Goblin 2."))
    ['Then', 'Then Old', 'Then Old Marra', 'Old', 'Old Marra', 'Marra', 'Goblin', 'Goblin 2']
    """
    for run in _RUN.findall(text):
        words = run.split()
        for first, word in enumerate(words):
            if word[0].isupper():
                yield from (
                    _OF_ITS_OWN.sub("", " ".join(words[first:last])) for last in range(first + 1, min(len(words), first + _MOST_WORDS) + 1)
                )
