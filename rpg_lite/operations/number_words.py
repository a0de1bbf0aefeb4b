"""Numbers as people write them: "DC 12", "5 gp", "30 ft.", "3rd", "x3", "1,200 XP", "two".

The unit must be one of the field's own: a weight in gold pieces, or a price in feet, is not understood.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from rpg_lite.rules.names import bare
from rpg_lite.vocabulary import COIN_VALUE, MOVEMENTS, SENSES

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
