"""The words of a line about open choices: which choice takes which of them, and how scores with points are written."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.vocabulary import ABILITIES

Choice = Mapping[str, Any]
"""An open choice, as a sheet lists it."""
_POINTS: Final = re.compile(rf"({'|'.join(ABILITIES)})[a-z]*\s*\+?([12])?(?![a-z0-9])")


def split_words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def option_called(word: str, options: Sequence[str]) -> str:
    """The option that a number or a word in any spelling means."""
    if word.isdecimal() and 0 < int(word) <= len(options):
        return options[int(word) - 1]
    return next((option for option in options if names.fold(option) == names.fold(word)), word)


def numbered(options: Sequence[str]) -> str:
    """The options with their numbers.

    >>> numbered(["Arcana", "History"])
    '1 Arcana, 2 History'
    """
    return ", ".join(f"{n} {word}" for n, word in enumerate(options, 1))


def as_points(form: str) -> str:
    """Scores with points, in the form that people type.

    >>> as_points('{"str": 1, "dex": 1}'), as_points("of str, dex")
    ('str 1 dex 1', 'of str, dex')
    """
    return " ".join(f"{a} {n}" for a, n in json.loads(form).items()) if form.startswith("{") else form


def say_forms(forms: Sequence[str], *, with_numbers: bool = False) -> str:
    """The forms that people can type, and the abilities that these may name.

    >>> say_forms(["str 2 dex 1", "str 1 dex 1 con 1", "of str, dex, con"])
    'str 2 dex 1, or str 1 dex 1 con 1, of str, dex, con'
    >>> say_forms(["str 2 dex 1", "str 1 dex 1 con 1", "of str, dex, con"], with_numbers=True)
    '1 str 2 dex 1, or 2 str 1 dex 1 con 1, of str, dex, con'
    """
    written = written_forms(forms)
    shown = [f"{n} {form}" for n, form in enumerate(written, 1)] if with_numbers else written
    return ", ".join([", or ".join(shown), *(form for form in forms if form not in written)])


def written_forms(forms: Sequence[str]) -> list[str]:
    """The forms without the list of the abilities that these may name."""
    return [form for form in forms if not form.startswith("of ")]


def read_points(text: str, forms: Sequence[str]) -> dict[str, int]:
    """The abilities that the text names, each with its points; without numbers, with the points of a form that has as many abilities.

    >>> read_points("Wisdom +1, con +1", ()), read_points("con and str", ["str 2 dex 1"]), read_points("Great Weapon Fighting", ())
    ({'wis': 1, 'con': 1}, {'con': 2, 'str': 1}, {})
    """
    found = [(ability, number) for ability, number in _POINTS.findall(names.fold(text)) if number or any(map(str.isdigit, "".join(forms)))]
    if not any(number for _, number in found):
        fits = [numbers for form in forms if len(numbers := re.findall(r"\d", form)) == len(found)]
        found = [(ability, number) for (ability, _), number in zip(found, fits[0], strict=True)] if fits and found else []
    return {ability: int(number) for ability, number in found if number}


def by_choice(text: str, opened: Sequence[Choice]) -> list[tuple[Choice, str]]:
    """The choices that the text names, each with the words after its name; nothing for a text that does not begin with a name.

    >>> by_choice("languages Orc, species cantrip Light", [{"choice": "languages"}, {"choice": "species cantrip"}])
    [({'choice': 'languages'}, 'Orc'), ({'choice': 'species cantrip'}, 'Light')]
    """
    longest_first = sorted((str(choice["choice"]) for choice in opened), key=len, reverse=True)
    either = "|".join(f"(?:{re.escape(name.removesuffix('s'))}s?)" for name in longest_first)
    named = list(re.finditer(rf"(?:^|[,;]\s*(?:and\s+)?|\s+and\s+)(?P<name>{either})\s+", text, re.IGNORECASE))
    if not named or named[0].start():
        return []
    ends = [*(found.start() for found in named[1:]), len(text)]
    return [(_choice_called(found["name"], opened), text[found.end() : end].strip(" ,;")) for found, end in zip(named, ends, strict=True)]


def _choice_called(name: str, opened: Sequence[Choice]) -> Choice:
    return next(choice for choice in opened if str(choice["choice"]).removesuffix("s").casefold() == name.casefold().removesuffix("s"))
