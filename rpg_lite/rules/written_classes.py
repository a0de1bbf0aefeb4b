"""Class levels and subclasses as people write them: "Barbarian (Berserker) 5"."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rpg_lite.rules import names

_CLASS_LEVEL: Final = re.compile(r"(.+?)\s+(\d{1,9})", re.ASCII)
HIGHEST_LEVEL: Final = 20
_SUBCLASS: Final = re.compile(r"\s*\(([^()]+)\)")


_LEVEL: Final = r"(?:level|lvl\.?)\s*(?P<{}>\d{{1,9}})"
_LEVEL_ELSEWHERE: Final = re.compile(
    rf"{_LEVEL.format('first')}\s+(?P<after>.+)|(?P<before>.+?)[\s(]+(?:{_LEVEL.format('last')}|\((?P<bare>\d{{1,9}}))\s*\)?"
    r"|(?P<ordinal>\d{1,2})(?:st|nd|rd|th)[\s-]+level\s+(?P<of>.+)",
    re.ASCII | re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"\s*[/,;+&\n]\s*(?:and\s+)?|\s+and\s+")
_NAMED: Final = ("name", "class", "className")
_LEVELS: Final = ("level", "levels", "lvl")


def listed(written: Any) -> Any:
    """The classes as a list of texts with the level last; what is no class stays as it is.

    >>> listed("Fighter 3 / Rogue 2"), listed({"bard": 4}), listed([{"name": "Bard", "level": 4}, "Level 2 Monk"])
    (['Fighter 3', 'Rogue 2'], ['bard 4'], ['Bard 4', 'Monk 2'])
    """
    match written:
        case str() if written.lstrip()[:1] in ("[", "{"):
            return listed(_unpacked(written)) or written
        case str():
            parts = [part for part in _BETWEEN.split(written.strip()) if part]
            return [_level_last(part) for part in parts] or written
        case {**named} if named and all(isinstance(k, str) and type(n) is int for k, n in named.items()):
            return [f"{name} {level}" for name, level in named.items()]
        case {**named}:
            return [_from_object(named)]
        case list() | tuple():
            return [one if isinstance(one, str) and not _LEVEL_ELSEWHERE.fullmatch(one) else _one(one) for one in written]
    return written


def _one(written: Any) -> Any:
    return _from_object(written) if isinstance(written, Mapping) else _level_last(written) if isinstance(written, str) else written


def _unpacked(written: str) -> Any:
    """The list or the object that came as text; None if it is none."""
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        return None


def _from_object(written: Mapping[Any, Any]) -> Any:
    """The text for {"name": "Bard", "level": 4}; an object with other keys stays as it is."""
    name = next((written[k] for k in _NAMED if isinstance(written.get(k), str)), None)
    level = next((written[k] for k in _LEVELS if isinstance(written.get(k), int | str)), None)
    if name is None or written.keys() - {*_NAMED, *_LEVELS, "subclass"}:
        return dict(written)
    subclass = f" ({written['subclass']})" if isinstance(written.get("subclass"), str) else ""
    return f"{name}{subclass}" + ("" if level is None else f" {level}")


def _level_last(written: str) -> str:
    """
    >>> _level_last("Bard (4)"), _level_last("Level 4 Bard"), _level_last("Bard (Lore) 4"), _level_last("5th-level wizard")
    ('Bard 4', 'Bard 4', 'Bard (Lore) 4', 'wizard 5')
    """
    found = _LEVEL_ELSEWHERE.fullmatch(written.strip())
    if found is None:
        return written
    name = found["after"] or found["before"] or found["of"]
    return f"{name.strip()} {found['first'] or found['last'] or found['bare'] or found['ordinal']}"


def subclass_words(written: Sequence[str]) -> list[str]:
    """The words in brackets after a class, which name the subclass.

    >>> subclass_words(["Barbarian (Berserker) 5", "rogue 2"])
    ['Berserker']
    """
    return [word.strip() for c in written for word in _SUBCLASS.findall(c)]


def class_levels(written: Sequence[str]) -> list[tuple[str, int | None]]:
    """The classes with the levels in their text.

    >>> class_levels(["fighter 3", "Wizard", "Barbarian (Berserker) 5"])
    [('fighter', 3), ('wizard', None), ('barbarian', 5)]
    """
    plain = [_SUBCLASS.sub("", c).strip() for c in written]
    split = [(_CLASS_LEVEL.fullmatch(c), c) for c in plain]
    return [(names.fold(m[1]), int(m[2])) if m else (names.fold(c), None) for m, c in split]


def levels_fault(written: Sequence[str]) -> str | None:
    """The fault of levels that no character has, with what to send instead.

    >>> levels_fault(["wizard 25"])
    'each level is 1 to 20; send wizard 20 in place of wizard 25'
    >>> levels_fault(["wizard 15", "cleric 10"])
    'each level is 1 to 20, and the total is at most 20; these are 25, so take off 5'
    """
    levels = {name: n for name, n in class_levels(written) if n is not None}
    for name, n in levels.items():
        if not 1 <= n <= HIGHEST_LEVEL:
            return f"each level is 1 to {HIGHEST_LEVEL}; send {name} {min(max(n, 1), HIGHEST_LEVEL)} in place of {name} {n}"
    total = sum(n or 0 for _, n in class_levels(written))
    over = total - HIGHEST_LEVEL
    most = f"each level is 1 to {HIGHEST_LEVEL}, and the total is at most {HIGHEST_LEVEL}"
    return f"{most}; these are {total}, so take off {over}" if over > 0 else None
