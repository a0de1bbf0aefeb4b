"""Forms of one value: one where a list is due and a list of one where one is due, JSON as text, and numbers as people write them: "DC 12",
"5 gp", "30 ft.", "3rd", "x3", "1,200 XP", "two".

The unit must be one of the field's own: a weight in gold pieces, or a price in feet, is not understood.
"""

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.rules import dice
from rpg_lite.rules.names import bare
from rpg_lite.vocabulary import COIN_VALUE, DAMAGE_TYPES, MOVEMENTS, SENSES


def unpacked(value: Any, opens: str) -> Any:
    """An object or a list that came as text, without null; anything else as it is. `opens`: the brackets that may begin it."""
    if not isinstance(value, str) or value.lstrip()[:1] not in (*opens,):
        return value
    try:
        return without_null(json.loads(value))
    except (ValueError, RecursionError):
        return value


def without_null(value: Any) -> Any:
    """The value without the keys that have no value."""
    if isinstance(value, dict):
        return {k: without_null(v) for k, v in value.items() if v is not None}
    return [without_null(v) for v in value] if isinstance(value, list) else value


_HALF_WORDS: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()
_LETTERS: Final = MappingProxyType({word: n for n, word in enumerate(_HALF_WORDS)})
_NUMBER: Final = re.compile(
    r"(?P<lead>[a-z]+)?[\s:=#]*(?P<figures>[+-]?\d[\d,]{0,18}(?:\.\d{1,9})?)(?P<ordinal>st|nd|rd|th)?[\s-]*(?P<unit>[a-z%'×][a-z.' ×]*)?"
)
_WITH_COMMAS: Final = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
MOST_FIGURES: Final = 15

_FEET: Final = dict.fromkeys(("ft", "feet", "foot", "'"), Fraction(1)) | dict.fromkeys(("yard", "yards", "yd"), Fraction(3))
_POUNDS: Final = dict.fromkeys(("lb", "lbs", "pound", "pounds"), Fraction(1)) | dict.fromkeys(("oz", "ounce", "ounces"), Fraction(1, 16))
_COINS: Final[dict[str, Fraction]] = {coin: Fraction(str(worth)) for coin, worth in COIN_VALUE.items()}
_GOLD: Final = _COINS | {
    f"{metal}{rest}": _COINS[coin]
    for metal, coin in (("gold", "gp"), ("silver", "sp"), ("copper", "cp"), ("electrum", "ep"), ("platinum", "pp"))
    for rest in ("", "piece", "pieces")
}
_MINUTES: Final = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), Fraction(1)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), Fraction(60)),
    **dict.fromkeys(("d", "day", "days"), Fraction(24 * 60)),
}
_POINTS: Final = dict.fromkeys(("hp", "hitpoint", "hitpoints", "point", "points", "pts", "damage", "healing"), Fraction(1))
_XP: Final = dict.fromkeys(("xp", "exp", "experience", "experiencepoints"), Fraction(1))
_PIECES: Final = dict.fromkeys(("x", "×", "pc", "pcs", "piece", "pieces", "times", "ofthem"), Fraction(1))
_LEVELS: Final = dict.fromkeys(("level", "levels", "lvl", "levelslot", "levelspellslot", "slot"), Fraction(1))
_SHARE: Final = {"%": Fraction(1, 100), "percent": Fraction(1, 100)}

_UNITS: Final[Mapping[str, Mapping[str, Fraction]]] = MappingProxyType(
    {
        **dict.fromkeys((*MOVEMENTS, *SENSES, "range", "reach", "feet", "bright", "dim", "light"), _FEET),
        **dict.fromkeys(("weight", "capacityLb"), _POUNDS),
        "value": _GOLD,
        "minutes": _MINUTES,
        **dict.fromkeys(("amount", "hp", "hpMax", "tempHp"), _POINTS),
        "xp": _XP,
        **dict.fromkeys(("quantity", "count"), _PIECES),
        **dict.fromkeys(("level", "slot"), _LEVELS),
        **dict.fromkeys(("prices", "buysAt"), _SHARE),
        "dc": {"dc": Fraction(1), "difficulty": Fraction(1)},
        "strengthRequirement": {"str": Fraction(1), "strength": Fraction(1)},
    }
)
"""Key → the units of its number; each unit with its worth in the unit of the key. A key's own name is a unit of it, too."""


def number_of(text: str, place: Sequence[int | str]) -> Fraction | None:
    """The number that the text gives to the field at this place, or None.

    >>> number_of("DC 12", ["dc"]), number_of("5 sp", ["item", "value"]), number_of("3rd level", ["slot"]), number_of("5 gp", ["weight"])
    (Fraction(12, 1), Fraction(1, 2), Fraction(3, 1), None)
    """
    words = text.strip().casefold()
    if words in _LETTERS:
        return Fraction(_LETTERS[words])
    found = _NUMBER.fullmatch(words)
    if found is None or not _is_number(found["figures"]):
        return None
    lead, unit = found["lead"], bare(found["unit"] or "") or found["unit"]
    units = _units_at(place)
    if lead and (unit or lead not in units):
        return None
    if unit and unit not in units:
        return None
    figures = Fraction(found["figures"].replace(",", ""))
    return figures * units[unit] if unit else figures


def _is_number(figures: str) -> bool:
    return len(figures) <= MOST_FIGURES + 1 and ("," not in figures or _WITH_COMMAS.fullmatch(figures) is not None)


def _units_at(place: Sequence[int | str]) -> Mapping[str, Fraction]:
    keys = [part for part in place if isinstance(part, str)]
    key = keys[-1] if keys else ""
    return {bare(key): Fraction(1), **_UNITS.get(key, {})}


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


def under_other_keys(data: Any, keys: Mapping[str, str]) -> Any:
    """The fields of a call with values under keys that other operations have, where the own key is free."""
    if not isinstance(data, Mapping):
        return data
    moved = {key: own for key, own in keys.items() if key in data and own not in data}
    return {moved.get(key, key): value for key, value in data.items()} if moved else data
