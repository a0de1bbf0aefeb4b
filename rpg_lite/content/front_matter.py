"""Read the lines between two --- at the beginning of a page: title, keywords and the like.

They look like YAML, but are read by simpler rules, because YAML refuses a plain sentence with a colon in it, and people write such
sentences here: `description: Runs a chase: rounds, escape`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Value = str | tuple[str, ...]
FENCE: Final = "---"
_KEY: Final = re.compile(r"([A-Za-z][\w-]*):(?:\s+(.*))?$")
_ITEM: Final = re.compile(r"\s*-\s+(.*)$")
_FOLDED: Final = ("|", ">", "|-", ">-", "|+", ">+")
"""The marks of a text that continues on the indented lines below."""
FORMS: Final = "write `key: text`, `key: [one, two]`, or `key:` with a line `- one` for each"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The keys, each with its line; the text below them; and the faults, each with its line."""

    values: Mapping[str, Value]
    lines: Mapping[str, int]
    body: str
    faults: tuple[tuple[int, str], ...] = ()


def split(text: str) -> FrontMatter:
    """The keys and the text of a page; a page that does not begin with --- has no keys."""
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].rstrip() != FENCE:
        return FrontMatter({}, {}, "\n".join(lines).strip())
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == FENCE), None)
    if end is None:
        return FrontMatter({}, {}, "", ((1, "the keys begin with --- and have no --- at their end"),))
    values: dict[str, Value] = {}
    places: dict[str, int] = {}
    faults: list[tuple[int, str]] = []
    for place, key, value in _entries(lines[:end]):
        if key is None:
            faults.append((place, f"this is not a key with a value: {FORMS}"))
        elif key in values:
            faults.append((place, f"{key} appears twice; the first one applies"))
        else:
            values[key], places[key] = value, place
    return FrontMatter(values, places, "\n".join(lines[end + 1 :]).strip(), tuple(faults))


def _entries(lines: Sequence[str]) -> Iterator[tuple[int, str | None, Value]]:
    """(line, key, value) of each entry; without a key if the line cannot be read."""
    at = 1
    while at < len(lines):
        line, place = lines[at], at + 1
        at += 1
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _KEY.match(line)
        if not found:
            yield place, None, ""
            continue
        below, said = at, (found[2] or "").strip()
        while at < len(lines) and (not lines[at].strip() or lines[at][0].isspace() or _ITEM.match(lines[at])):
            at += 1
        yield place, *_value(found[1], said, [one for one in lines[below:at] if one.strip()])


def _value(key: str, said: str, below: Sequence[str]) -> tuple[str | None, Value]:
    """The key with its value; None in place of the key if the lines below are not a value."""
    if said in _FOLDED:
        return key, ("\n" if said[0] == "|" else " ").join(line.strip() for line in below)
    if said.startswith("["):
        whole = " ".join([said, *map(str.strip, below)])
        return (key, _list(whole[1:-1].split(","))) if whole.endswith("]") else (None, "")
    if not said and below and all(_ITEM.match(line) for line in below):
        return key, _list([line.strip()[1:] for line in below])
    if not said and below and all(_KEY.match(line.strip()) for line in below):
        return key, _list(below)
    return key, " ".join([_plain(said), *map(str.strip, below)]).strip()


def _list(parts: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for part in parts if (word := _plain(part)))


def _plain(text: str) -> str:
    """The text without the quotation marks around it."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
