"""Colors for answers on a terminal: for damage, healing, refusals and dice. NO_COLOR switches them off. Apart because it loads only where
somebody reads at a terminal.
"""

import os
import re
import sys
from functools import partial
from typing import Final

_RESET: Final = "\x1b[0m"
_BOLD, _DIM, _RED, _GREEN, _YELLOW, _CYAN = ("\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m")
_HP: Final = re.compile(r"HP (\d+) → (\d+)")
_PATTERNS: Final = (
    (re.compile(r"^(?:Refused:|There is no |Write it like this:).*$", re.MULTILINE), _YELLOW),
    (re.compile(r"^Round \d+: [^\n(]*'s turn", re.MULTILINE), _BOLD),
    (re.compile(r"Rolled [^:\n]+: [^\n.]*\."), _DIM),
    (re.compile(r"\b(?:falls unconscious|is dead|dies)\b[^.\n]*"), _RED),
    (re.compile(r"^(?:Here|Exits|On the floor):", re.MULTILINE), _CYAN),
)


def wants_color() -> bool:
    """Return whether the output is a terminal whose user wants colors (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def colored(text: str) -> str:
    """Return the text with colors and otherwise unchanged."""
    text = _HP.sub(lambda m: f"{_RED if int(m[2]) < int(m[1]) else _GREEN}{m[0]}{_RESET}", text)
    for pattern, color in _PATTERNS:
        text = pattern.sub(partial(_in, color), text)
    return text


def _in(color: str, found: re.Match[str]) -> str:
    """Return the words in this color, which continues after any other color inside them."""
    return f"{color}{found[0].replace(_RESET, _RESET + color)}{_RESET}"
