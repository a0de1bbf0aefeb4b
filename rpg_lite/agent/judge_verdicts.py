"""What a judge says about a story: a verdict with its reason for the speaker, and without the reason for everybody."""

from typing import Final

NOT_JUDGED: Final = "not judged"
AGREES: Final = "agrees"
CONTRADICTS: Final = "contradicts: "


def in_words(verdict: str) -> str:
    """Return a clause about the last story, which leaves the reason out because it may quote private words.

    >>> in_words("contradicts: Ada knows the password"), in_words("agrees")
    ('the last story contradicts the campaign', 'the last story agrees with the campaign')
    """
    if verdict.startswith(CONTRADICTS):
        return "the last story contradicts the campaign"
    return "the last story agrees with the campaign" if verdict == AGREES else "the last story was not judged"
