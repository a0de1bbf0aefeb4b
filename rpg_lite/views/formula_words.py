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
    "hp": "hit points", "hp_max": "HP maximum", "passive_perception": "passive Perception", "attack": "the attack roll",
    "wrestling": "STR modifier (a monk: DEX if better)", "ability": "the chosen ability", "type": "the chosen type", "types": "the chosen types",
    "form": "the chosen form", "skill": "the chosen skill", **{a: f"{a.upper()} modifier" for a in ABILITIES},
}  # fmt: skip
_FUNCTIONS: Final = frozenset({"ceil", "floor", "min", "max"})
_STEPPED: Final = ((re.compile(r"level|class:[a-z]+"), "level", 20), (re.compile(r"slot"), "slot level", 9))
_HALF: Final = re.compile(r"^(floor|ceil)\(([^()/]+)/2\)$")
_AT_LEAST: Final = re.compile(r"^max\((\d+),\s*([^(),]+)\)$")
_AT_MOST: Final = re.compile(r"^min\((?:(\d+),\s*([^(),]+)|([^(),]+),\s*(\d+))\)$")
_SIDES: Final = re.compile(r"(\d+)d\{table:([a-z]+)_sides\}")
"""Dice whose size a class table gives: a bardic die, two dice of martial arts."""
_PICKED: Final = re.compile(r"\{'equal to': '([\w.]+)'\}|\{'base': (\d+), 'add': \[([^\]]*)\]\}")
MOST_STEPS: Final = 6


def in_words(text: str, least_slot: int = 1) -> str:
    """The text with each formula in words. `least_slot`: the lowest slot with which a spell is cast.

    >>> in_words("heals 1d10+{class:fighter}, {table:sneak_attack}d6, {max(1, cha)} times")
    'heals 1d10+fighter level, (sneak attack)d6, CHA modifier, at least 1, times'
    >>> in_words("+1d{table:bardic_sides} to the roll, 2d{table:martial_sides}")
    '+1 bardic die to the roll, 2 martial dice'
    """
    picked = _PICKED.sub(_picked, text)
    picked = _SIDES.sub(lambda m: f"{m[1]} {m[2]} {'die' if m[1] == '1' else 'dice'}", picked)
    found = _BRACES.sub(lambda m: _with_die(formula_text(m[1], least_slot), m["die"]), picked)
    return re.sub(r"(, at (?:least|most) \d+)(?= [a-z])", r"\1,", _functions_in_words(found))


def _with_die(told: str, die: str | None) -> str:
    return f"({told}){die}" if die else told


def formula_text(formula: str, least_slot: int = 1) -> str:
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
    return _by_steps(formula, least_slot) or _words(formula)


def _by_steps(formula: str, least_slot: int) -> str:
    """The values of a formula that rounds and has only one word: "1, 2 from level 5"; empty for any other formula, or if there are many
    values.
    """
    if not any(f"{name}(" in formula for name in _FUNCTIONS):
        return ""
    words = {m[0] for m in _WORD.finditer(formula) if m[0] not in _FUNCTIONS}
    for pattern, unit, highest in _STEPPED:
        if len(words) != 1 or not pattern.fullmatch(only := next(iter(words))):
            continue
        values = _values(formula, only, least_slot if unit == "slot level" else 1, highest)
        steps = [(at, v) for place, (at, v) in enumerate(values) if place == 0 or v != values[place - 1][1]]
        if steps and len(steps) <= MOST_STEPS:
            return ", ".join(f"{v}" if place == 0 else f"{v} from {unit} {at}" for place, (at, v) in enumerate(steps))
    return ""


def _values(formula: str, word: str, lowest: int, highest: int) -> list[tuple[int, int]]:
    try:
        return [(n, formulas.value("{" + formula + "}", {word: n})) for n in range(lowest, highest + 1)]
    except FormulaFault:
        return []


def _words(formula: str) -> str:
    told = _WORD.sub(_word, formula)
    spaced = re.sub(r"\s*([*+/])\s*", r" \1 ", re.sub(r"(?<=[\w)])\s*-\s*(?=[\w(])", " - ", told))
    return _functions_in_words(spaced.replace("*", "×").strip())


_INNER: Final = (
    (re.compile(r"\bfloor\(((?:[^(),]|\([^()]*\))+?) / 2\)"), r"half \1, rounded down"),
    (re.compile(r"\bceil\(((?:[^(),]|\([^()]*\))+?) / 2\)"), r"half \1, rounded up"),
    (re.compile(r"\bfloor\(((?:[^(),]|\([^()]*\))+)\)"), r"\1, rounded down"),
    (re.compile(r"\bceil\(((?:[^(),]|\([^()]*\))+)\)"), r"\1, rounded up"),
    (re.compile(r"\bmin\((\d+), ?((?:[^(),]|\([^()]*\))+)\)|\bmin\(((?:[^(),]|\([^()]*\))+), ?(\d+)\)"), r"\2\3, at most \1\4"),
    (re.compile(r"\bmax\((\d+), ?((?:[^(),]|\([^()]*\))+)\)|\bmax\(((?:[^(),]|\([^()]*\))+), ?(\d+)\)"), r"\2\3, at least \1\4"),
)


def _functions_in_words(told: str) -> str:
    """The text of a formula with its functions in words, the innermost first; within a larger formula in parentheses.

    >>> _functions_in_words("floor(hit points / 2) - HP maximum"), _functions_in_words("12 + min(10, the amount)"), _functions_in_words("floor(30 / the number)")
    ('(half hit points, rounded down) - HP maximum', '12 + (the amount, at most 10)', '30 / the number, rounded down')
    """
    for _ in range(told.count("(")):
        for pattern, words in _INNER:
            if found := pattern.search(told):
                said = found.expand(words)
                told = said if found[0] == told else f"{told[: found.start()]}({said}){told[found.end() :]}"
                break
        else:
            break  # what is left in parentheses are no functions
    return told


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
