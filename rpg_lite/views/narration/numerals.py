"""Numbers in a narration, in figures and in words."""

from typing import Final

_SMALL: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS: Final = {word: n for n, word in enumerate(_SMALL)} | {word: 10 * n for n, word in enumerate(_TENS, 2)} | {"dozen": 12}
_ALTERNATIVES: Final = "|".join((*sorted(_WORDS, key=len, reverse=True), "hundred"))
NUMBER: Final = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,9}}|(?:a )?(?:{_ALTERNATIVES})(?:(?:[- ]| and )(?:{_ALTERNATIVES}))*)"
"""A pattern without groups for a number."""


def value_of(written: str) -> int:
    """The number that a text matching NUMBER means.

    >>> value_of("1,200"), value_of("thirty-one"), value_of("two hundred and five"), value_of("a dozen")
    (1200, 31, 205, 12)
    """
    if written[0].isdigit():
        return int(written.replace(",", ""))
    total = 0
    for word in written.casefold().replace("-", " ").split():
        total = max(total, 1) * 100 if word == "hundred" else total + _WORDS.get(word, 0)
    return total
