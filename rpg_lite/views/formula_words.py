"""Formulas of the rules as words for cards: "{class:fighter}" is "fighter level", "{floor((level+7)/6)}" its values by level."""

import re
from typing import Final

from rpg_lite.rules import formulas
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.vocabulary import ABILITIES

_BRACES: Final = re.compile(r"\{([^{}]*)\}(?P<die>d\d)?")
_WORD: Final = re.compile(
    r"(?P<prefix>class|table|resource|their_speed|their_score|score)\s?[:,]\s?(?P<name>[a-z0-9_ ]*[a-z0-9_])|(?P<word>[a-z_]+)"
)
_PLAIN: Final[dict[str, str]] = {
    "pb": "proficiency bonus", "mod": "casting modifier", "slot": "slot level", "their_slot": "their slot level", "dc": "the DC",
    "amount": "the amount", "taken": "the damage taken", "rolled": "the roll", "count": "the number", "spent": "the amount spent",
    "passive_perception": "passive Perception", "attack": "the attack roll",
    "wrestling": "STR modifier (a monk: DEX if better)", "ability": "the chosen ability", "type": "the chosen type",
    "form": "the chosen form", "skill": "the chosen skill", **{a: f"{a.upper()} modifier" for a in ABILITIES},
}  # fmt: skip
_FUNCTIONS: Final = frozenset({"ceil", "floor", "min", "max"})
_STEPPED: Final = ((re.compile(r"level|class:[a-z]+"), "level", 20), (re.compile(r"slot"), "slot level", 9))
_HALF: Final = re.compile(r"^(floor|ceil)\(([^()/]+)/2\)$")
_AT_LEAST: Final = re.compile(r"^max\((\d+),\s*([^(),]+)\)$")
_AT_MOST: Final = re.compile(r"^min\((?:(\d+),\s*([^(),]+)|([^(),]+),\s*(\d+))\)$")
_PICKED: Final = re.compile(r"\{'equal to': '([\w.]+)'\}|\{'base': (\d+), 'add': \[([^\]]*)\]\}")
MOST_STEPS: Final = 6


def in_words(text: str) -> str:
    """The text with each formula in words.

    >>> in_words("heals 1d10+{class:fighter}, {table:sneak_attack}d6, {max(1, cha)} times")
    'heals 1d10+fighter level, (sneak attack)d6, CHA modifier, at least 1, times'
    """
    picked = _PICKED.sub(_picked, text)
    found = _BRACES.sub(lambda m: f"({formula_text(m[1])}){m['die']}" if m["die"] else formula_text(m[1]), picked)
    return re.sub(r"(, at (?:least|most) \d+)(?= [a-z])", r"\1,", found)


def formula_text(formula: str) -> str:
    """One formula in words; a formula that rounds is shown by its values, if there are few.

    >>> formula_text("floor((level+7)/6)"), formula_text("ceil(class:wizard/2)"), formula_text("5*(slot-1)")
    ('1, 2 from level 5, 3 from level 11, 4 from level 17', 'half wizard level, rounded up', '5 × (slot level - 1)')
    """
    if half := _HALF.match(formula):
        return f"half {_words(half[2])}, rounded {'up' if half[1] == 'ceil' else 'down'}"
    if least := _AT_LEAST.match(formula):
        return f"{_words(least[2])}, at least {least[1]}"
    if most := _AT_MOST.match(formula):
        return f"{_words(most[2] or most[3])}, at most {most[1] or most[4]}"
    return _by_steps(formula) or _words(formula)


def _by_steps(formula: str) -> str:
    """The values of a formula that rounds and has only one word: "1, 2 from level 5"; empty for any other formula, or if there are many
    values.
    """
    if not any(f"{name}(" in formula for name in _FUNCTIONS):
        return ""
    words = {m[0] for m in _WORD.finditer(formula) if m[0] not in _FUNCTIONS}
    for pattern, unit, highest in _STEPPED:
        if len(words) != 1 or not pattern.fullmatch(only := next(iter(words))):
            continue
        values = _values(formula, only, highest)
        steps = [(at, v) for place, (at, v) in enumerate(values) if place == 0 or v != values[place - 1][1]]
        if steps and len(steps) <= MOST_STEPS:
            return ", ".join(f"{v}" if place == 0 else f"{v} from {unit} {at}" for place, (at, v) in enumerate(steps))
    return ""


def _values(formula: str, word: str, highest: int) -> list[tuple[int, int]]:
    try:
        return [(n, formulas.value("{" + formula + "}", {word: n})) for n in range(1, highest + 1)]
    except FormulaFault:
        return []


def _words(formula: str) -> str:
    told = _WORD.sub(_word, formula)
    spaced = re.sub(r"\s*([*+/])\s*", r" \1 ", re.sub(r"(?<=[\w)])\s*-\s*(?=[\w(])", " - ", told))
    return spaced.replace("*", "×").strip()


def _word(m: re.Match[str]) -> str:
    name, word = str(m["name"]), str(m["word"])
    match m["prefix"]:
        case "class":
            return f"{name} level"
        case "their_speed":
            return f"the {name} speed of the target"
        case "score":
            return f"{name.upper()} score"
        case "their_score":
            return f"the {name.upper()} score of the target"
        case "table" | "resource":
            return table_text(name)
    return _PLAIN.get(word, word.replace("_", " "))


def table_text(name: str) -> str:
    """The name of a table of a class in words.

    >>> table_text("sneak_attack"), table_text("destroy_cr")
    ('sneak attack', 'destroy CR')
    """
    return re.sub(r"\bcr$", "CR", name.replace("_", " "))


def _picked(m: re.Match[str]) -> str:
    """A value that a modifier takes from elsewhere: "equal to speed.walk", "13 + DEX"."""
    if m[1]:
        return f"equal to {m[1].replace('.', ' ')}"
    return " + ".join([m[2], *(f"{a.strip(chr(39)).upper()} modifier" for a in m[3].split(", "))])
