"""The choices of a call as words, whatever shape they were sent in."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rpg_lite.rules import names

MOST_REPEATED: Final = 20
"""The maximum number of times that an entry such as {"3": 2} repeats its word."""
_NUMBERED: Final = re.compile(r"\D*([1-9])", re.ASCII)


def as_words(written: Any) -> Any:
    """A choice as words: "fire", 3, ["fiend", "undead"], {"type": "fire"}, or {"slots": {"3": 1}} for one slot of level 3."""
    if isinstance(written, list | tuple):
        return {"choice": ", ".join(map(str, written))}
    if isinstance(written, Mapping):
        return {str(name): _words(value) for name, value in written.items()}
    return {"choice": str(written)} if isinstance(written, str | int) else written


def word_for(choice: Mapping[str, str], name: str) -> str | None:
    """The word under this name: "heals" is "heal"."""
    return next((word for key, word in choice.items() if names.fold(key) == names.fold(name)), None)


def _words(value: Any) -> str:
    match value:
        case Mapping():
            return ", ".join(_amounts(value))
        case list() | tuple():
            return ", ".join(_words(one) for one in value)
    return str(value)


def _amounts(amounts: Mapping[Any, Any]) -> Iterator[str]:
    """A level for each time that it is wanted: {"3": 2} is "3, 3"; other names are kept with their values."""
    for name, value in amounts.items():
        level = _NUMBERED.fullmatch(str(name))
        if level and isinstance(value, int) and 0 <= value <= MOST_REPEATED:
            yield from [level[1]] * value
        else:
            yield f"{name} {_words(value)}"
