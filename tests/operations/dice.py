"""Rollers that always roll low, high, or the numbers that a test gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rpg_lite.rules.dice import _TERM, DiceRoll, Roller
from tests.operations.table import Answer, Sitting

AnySitting = TypeVar("AnySitting", bound=Sitting)


@dataclass
class Falling:
    """Dice with known results: `d20s` in this order, again and again, of which `fell` have fallen; every other die shows `face`, or its highest face
    if that is lower.
    """

    d20s: Sequence[int]
    face: int
    fell: int = 0

    def __call__(self, text: str) -> DiceRoll:
        faces: list[int] = []
        total = 0
        for term in _TERM.finditer(text):
            sides, sign = int(term["faces"] or 0), -1 if term["sign"] == "-" else 1
            shown = [self._next() if sides == 20 else min(sides, self.face) for _ in range(int(term["count"] or 1))] if sides else []
            faces += shown
            total += sign * (sum(shown) if sides else int(term["flat"]))
        return DiceRoll(text, tuple(faces), total)

    def _next(self) -> int:
        self.fell += 1
        return self.d20s[(self.fell - 1) % len(self.d20s)]


def falling(*d20s: int, face: int = 1) -> Roller:
    """Dice that fall so; without d20s, tens."""
    return Falling(d20s or (10,), face)


def low(text: str) -> DiceRoll:
    return falling(1)(text)


def high(text: str) -> DiceRoll:
    return falling(20, face=1000)(text)


def let(table: AnySitting, *d20s: int, face: int = 1) -> AnySitting:
    """From now on the dice fall so."""
    table.roll_with(falling(*d20s, face=face))
    return table


def result(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = answer["results"][0]
    return found
