"""Shorter words of the same meaning, for cards that would be too long."""

import re
from typing import Final

BYTES_A_TOKEN: Final = 3.5
_SHORTER: Final = tuple(
    (re.compile(pattern), shorter)
    for pattern, shorter in (
        (r" \((?:execute_action check|manage_\w+ \w+)\)", ""),
        (r"(?<=[A-Z]{3}) save DC (?=\d)", " DC "),
        (r", reach (?=\d+ ft)", ", "),
        (r"(?<=\d), range (?=\d)", ", "),
        (r"; half on a success", "; half on success"),
        (r"\(save at each turn's end\)", "(save each turn's end)"),
        (r"bludgeoning, piercing, slashing", "bludgeoning/piercing/slashing"),
        (r"\b(?:hit points|Hit Points)\b", "HP"),
        (r"\b(?<=\d )feet\b", "ft"),
        (r"on a success immune to it", "on success immune"),
        (r"(?<=\d )minutes?\b", "min"),
        (r"(?<=\d )hours?\b", "h"),
        (r"Legendary actions", "Legendary"),
        (r"(?<=\. )Languages: ", "Speaks "),
        (r"until the end of its next turn", "until its next turn ends"),
        (r"until the start of its next turn", "until its next turn"),
        (r"until the end of the target's next turn", "until the target's next turn ends"),
        (r"for you to judge: ", "judge: "),
        (r"needs attunement", "attunement"),
        (r"\(only if ", "(if "),
        (r" \((?:srd|example):\w+\)", ""),
        (r"\(no action", "(free"),
        (r"bright light (\d+) ft, dim light (\d+) ft more", r"light \1 + \2 ft dim"),
        (r"\bmelee (?=\+\d+, \d+ ft)", ""),
        (r"ends when the source drops", "until the source drops"),
        (r"at the start of each of the source's turns", "as the source's turn starts"),
        (r"advantage on saves against", "advantage against"),
        (r"advantage on Perception checks", "advantage on Perception"),
    )
)  # fmt: skip
"""The words of a long card, and shorter ones for them, the plainest losses first. An attack with a reach is a melee attack."""


def shortened(text: str, most_tokens: int) -> str:
    """The text, in shorter words as far as it needs them to cost at most this many tokens; nothing is left out.

    >>> shortened("WIS save DC 15 or prone", 450), shortened("WIS save DC 15 or prone", 6)
    ('WIS save DC 15 or prone', 'WIS DC 15 or prone')
    """
    for pattern, shorter in _SHORTER:
        if _bytes(text) <= most_tokens * BYTES_A_TOKEN:
            break
        text = pattern.sub(shorter, text)
    return text


def _bytes(text: str) -> int:
    """The bytes of the text in an answer, in which each line break takes two."""
    return len(text.encode()) + text.count("\n") + 2
