"""Forms of one value: one where a list is due and a list of one where one is due, JSON as text, numbers with units, dice for an amount."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.operations.json_text import unpacked
from rpg_lite.operations.number_words import number_of
from rpg_lite.rules import dice
from rpg_lite.vocabulary import DAMAGE_TYPES

TRUTH: Final = MappingProxyType(
    {"true": True, "yes": True, "y": True, "on": True, "1": True, "false": False, "no": False, "n": False, "off": False, "0": False}
)
TITLES: Final = frozenset({"notes", "under", "adjudicated", "aliases", "features"})
"""Lists whose entries may have commas of their own: texts and titles."""
_OF_OBJECTS: Final = frozenset({"batch", "nodes", "steps", "modifiers", "acts", "riders", "on", "own", "casts", "activated"})
"""Lists of objects, which no plain text stands for."""
_BETWEEN: Final = re.compile(r"\s*[,;\n]\s*(?:and\s+)?")
_WORDS: Final = frozenset({"string", "literal"})
_LISTS: Final = frozenset({"tuple", "list"})
_OBJECTS: Final = frozenset({"dict", "mapping", "model", "dataclass"})
_TYPED: Final = re.compile(r"(?P<points>\S+(?:\s*[+-]\s*\d+)?)(?:\s+points\s+of)?\s+(?P<type>[a-z]+)(?:\s+damage)?")


def in_shape(kind: str, key: int | str, given: Any) -> Any:
    """The value as the list, the object or the single value that is due, or None. `kind`: of the fault."""
    if kind in _LISTS and not isinstance(given, list | bool):
        found = parts(str(key), given)
        return None if key in _OF_OBJECTS and not all(isinstance(one, dict) for one in found) else found
    if kind in _OBJECTS:
        return _object(key, given)
    if kind in _WORDS and isinstance(given, list) and len(given) == 1 and not isinstance(given[0], list | dict):
        return given[0]
    return str(given) if kind == "string" and key == "dice" and type(given) is int else None


def parts(key: str, given: Any) -> list[Any]:
    """One value, a list as JSON, or a list with commas as the list of its values."""
    found = unpacked(given, "[{")
    if isinstance(found, list):
        return found
    if not isinstance(found, str) or key in TITLES:
        return [found]
    return [part for part in _BETWEEN.split(found.strip()) if part] or [found]


def _object(key: int | str, given: Any) -> Any:
    if isinstance(found := unpacked(given, "{["), dict | list) and found is not given:
        return found
    if key == "d20" and isinstance(given, str):
        numbers = [number_of(part, ["d20"]) for part in parts("d20", given)]
        return [int(n) for n in numbers if n is not None] if all(numbers) else None
    if key == "speed" and isinstance(given, str | int) and not isinstance(given, bool):
        return {"walk": given}
    return None


def number(kind: str, text: str, place: Sequence[int | str]) -> int | float | None:
    """The number in the text: whole where a whole one is due."""
    found = number_of(text, place)
    if found is None or (kind == "int" and found.denominator != 1):
        return None
    return int(found) if kind == "int" else float(found)


def with_its_dice(holder: Mapping[str, Any], key: Any, fault: Any) -> dict[str, Any] | None:
    """An amount of hit points under the keys that take it: dice under `dice`, and the type of the damage under its own."""
    given = fault["input"]
    if key != "amount" or not isinstance(given, str) or "dice" in holder:
        return None
    rest = {k: v for k, v in holder.items() if k != "amount"}
    text, typed = given.strip(), _TYPED.fullmatch(given.strip().casefold())
    beside = {}
    if typed and typed["type"] in DAMAGE_TYPES and holder.get("damageType", typed["type"]) == typed["type"]:
        text, beside = typed["points"], {"damageType": typed["type"]}
    if dice.fault_in_roll(text) is None and "d" in text.casefold():
        return {**rest, "dice": text, **beside}
    points = number("int", text, ["amount"]) if beside else None
    return None if points is None else {**rest, "amount": points, **beside}
