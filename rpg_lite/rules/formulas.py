"""Formulas in braces, in dice, counts, DCs, durations and values: "{ceil(class:rogue/2)}d6", "{5*(slot-1)}".

They are parsed and bounded, never evaluated as Python. A formula may use the words of `WORDS`, words with one of the `PREFIXES`,
the signs + - * / ( ), and ceil, floor, min, max. A result that is not a whole number is rounded down (SRD, Round Down).
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rpg_lite.vocabulary import ABILITIES

WORDS: Final = frozenset(
    (
        *ABILITIES,
        "level",
        "pb",
        "mod",
        "slot",
        "their_slot",
        "attack",
        "dc",
        "spent",
        "taken",
        "rolled",
        "count",
        "charges",
        "uses",
        "amount",
        "passive_perception",
        "hp",
        "hp_max",
        "wrestling",
        "attack_mod",
    )
)
"""The words of formulas: the character's level, proficiency bonus, ability modifiers, and numbers of the cast and of the event;
wrestling is the modifier in the DC of a grapple or shove; attack_mod is the ability modifier of the attack that a rider joins; charges and uses
are those of the item that gives the act: charges left, and times that the act was used before."""
PREFIXES: Final = ("class:", "table:", "resource:", "score:", "their_speed:", "their_score:")
"""class:NAME is the level in a class, table:NAME a number in the feature's table, resource:NAME the amount left of a resource,
score:ABILITY an ability score; their_speed:MOVEMENT a speed of the first target; their_score:ABILITY its ability score.
"""
LONGEST: Final = 120
DEEPEST: Final = 12
LARGEST: Final = 1_000_000
Number = int | Fraction
"""Whole numbers stay int: fractions take several times as long, and few formulas need them."""
_FUNCTIONS: Final[Mapping[str, Callable[..., Number]]] = {
    "ceil": math.ceil,
    "floor": math.floor,
    "min": min,
    "max": max,
}
_ONE_ARGUMENT: Final = frozenset(("ceil", "floor"))
_TOKEN: Final = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<word>[a-z_]+(?::[a-z0-9_ ]*[a-z0-9_])?)|(?P<sign>[-+*/(),]))", re.ASCII)
_BRACES: Final = re.compile(r"\{([^{}]*)\}")

Values = Mapping[str, int | float]
"""The values of the words at the moment of the act."""


class FormulaFault(ValueError):
    """A formula that cannot be read, or that has no value here."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A number, a word, or an operation on nodes."""

    head: str
    number: Number = 0
    parts: tuple["_Node", ...] = ()

    def words(self) -> Iterator[str]:
        if self.head and self.head[0].isalpha() and self.head not in _FUNCTIONS:
            yield self.head
        for part in self.parts:
            yield from part.words()


def fault(text: str) -> str | None:
    """The reason why the braces of this text hold no formula, or None.

    >>> fault("{slot+1}d8"), fault("{luck}d8"), fault("8d6")
    (None, "'luck' is not a word of a formula; words: amount, attack, attack_mod, cha, charges, con, count, dc, dex, hp, hp_max, int, level, mod, passive_perception, pb, rolled, slot, spent, str, taken, their_slot, uses, wis, wrestling, class:NAME, table:NAME, resource:NAME, score:NAME, their_speed:NAME, their_score:NAME", None)
    """
    try:
        for inner in _BRACES.findall(text):
            if unknown := next((w for w in _parse_formula(inner).words() if not _is_known(w)), None):
                return f"{unknown!r} is not a word of a formula; words: {', '.join([*sorted(WORDS), *(f'{p}NAME' for p in PREFIXES)])}"
        if "{" in _BRACES.sub("", text) or "}" in _BRACES.sub("", text):
            return f"{text[:LONGEST]!r} has a brace that is not closed"
    except FormulaFault as e:
        return str(e)
    return None


def words_of(text: str) -> frozenset[str]:
    """The words that the formulas of this text use."""
    return frozenset(w for inner in _BRACES.findall(text) for w in _parse_formula(inner).words())


def fill(text: str, values: Values) -> str:
    """The text with each formula replaced by its value. Raises FormulaFault.

    >>> fill("{ceil(class:rogue/2)}d6+{mod}", {"class:rogue": 5, "mod": 3}), fill("1d8+{mod}", {"mod": -1})
    ('3d6+3', '1d8-1')
    """
    filled = _BRACES.sub(lambda m: str(math.floor(_value(_parse_formula(m[1]), values))), text)
    return filled.replace("+-", "-").replace("--", "+")


def value(text: str | int, values: Values) -> int:
    """The whole number that a text with a single number or formula stands for. Raises FormulaFault.

    >>> value("{5*(slot-1)}", {"slot": 3}), value(7, {}), value("{max(1, level/2)}", {"level": 5})
    (10, 7, 2)
    """
    if isinstance(text, int):
        return text
    if node := _only_formula(text):
        return math.floor(_value(node, values))
    filled = fill(text, values)
    try:
        return int(filled)
    except ValueError:
        raise FormulaFault(f"{text[:LONGEST]!r} is not a whole number") from None


@lru_cache(maxsize=1024)
def _only_formula(text: str) -> _Node | None:
    """The formula of a text that has nothing else in it. Its number need not be written out and read again."""
    found = _BRACES.fullmatch(text)
    return _parse_formula(found[1]) if found else None


def exact(text: str, values: Values) -> Fraction | None:
    """The value of a text, without rounding, or None if a word in it has no value here, for example below a table's first row.

    >>> exact("{table:cr}", {"table:cr": 0.5}), exact("3", {}), exact("{table:cr}", {})
    (Fraction(1, 2), Fraction(3, 1), None)
    """
    found = _BRACES.fullmatch(text)
    node = _parse_formula(found[1] if found else text)
    return Fraction(_value(node, values)) if all(word in values for word in node.words()) else None


def _is_known(word: str) -> bool:
    return word in WORDS or word.startswith(PREFIXES)


def _value(node: _Node, values: Values) -> Number:
    match node.head:
        case "#":
            return node.number
        case "+" | "-" | "*" | "/":
            return _check_size(_combine(node.head, *(_value(part, values) for part in node.parts)))
        case name if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_value(part, values) for part in node.parts))
        case word:
            if word not in values:
                raise FormulaFault(f"nothing gives {{{word}}} a value here")
            found = values[word]
            return found if isinstance(found, int) else Fraction(found)


def _combine(sign: str, left: Number, right: Number) -> Number:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    if not right:
        raise FormulaFault("a formula divides by zero")
    return Fraction(left) / right


def _check_size(number: Number) -> Number:
    if not -LARGEST <= number <= LARGEST:
        raise FormulaFault(f"a formula is larger than {LARGEST}")
    return number


# ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4096)
def _parse_formula(text: str) -> _Node:
    if len(text) > LONGEST:
        raise FormulaFault(f"a formula has more than {LONGEST} letters")
    reader = _Reader(list(_tokens(text)), text)
    node = reader.sum(0)
    if reader.rest:
        raise FormulaFault(f"{text!r} is not a formula at {reader.rest[0]!r}")
    return node


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            raise FormulaFault(f"{text!r} is not a formula at {text[at:].strip()[:1]!r}")
        yield found[0].strip()
        at = found.end()


class _Reader:
    """A parser of sums of products of terms; `rest` holds the remaining tokens."""

    def __init__(self, tokens: list[str], text: str) -> None:
        self.rest = tokens
        self.text = text

    def sum(self, depth: int) -> _Node:
        node = self.product(depth)
        while self.rest and self.rest[0] in "+-":
            node = _Node(self.rest.pop(0), parts=(node, self.product(depth)))
        return node

    def product(self, depth: int) -> _Node:
        node = self.term(depth)
        while self.rest and self.rest[0] in "*/":
            sign = self.rest.pop(0)
            node = _Node(sign, parts=(node, self.term(depth)))
            if sign == "/" and node.parts[1] == _Node("#"):
                raise FormulaFault(f"{self.text!r} divides by zero")
        return node

    def term(self, depth: int) -> _Node:
        if depth > DEEPEST:
            raise FormulaFault(f"{self.text!r} is nested more than {DEEPEST} levels deep")
        token = self.rest.pop(0) if self.rest else ""
        if token == "-":
            return _Node("-", parts=(_Node("#"), self.term(depth + 1)))
        if token == "(":
            return self._closed(self.sum(depth + 1))
        if token in _FUNCTIONS and self.rest[:1] == ["("]:
            return self._call(token, depth)
        if token[:1].isdigit():
            return _Node("#", _check_size(int(token) if token.isdecimal() else Fraction(token)))
        if token[:1].isalpha():
            return _Node(token)
        raise FormulaFault(f"{self.text!r} is not a formula" + (f" at {token!r}" if token else ": it ends too early"))

    def _closed(self, node: _Node) -> _Node:
        if self.rest[:1] != [")"]:
            raise FormulaFault(f"{self.text!r} lacks a closing parenthesis")
        self.rest.pop(0)
        return node

    def _call(self, name: str, depth: int) -> _Node:
        self.rest.pop(0)
        parts = [self.sum(depth + 1)]
        while self.rest[:1] == [","]:
            self.rest.pop(0)
            parts.append(self.sum(depth + 1))
        if name in _ONE_ARGUMENT and len(parts) != 1:
            raise FormulaFault(f"{name} takes one number")
        return self._closed(_Node(name, parts=tuple(parts)))
