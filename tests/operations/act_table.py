"""Creatures and dice for the worked cases of acts: casters of level 20, weapons by their dice, dice that fall to either end."""

import random
from collections.abc import Iterable
from typing import Any, Final

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.dice import _TERM, DiceRoll, Roller
from rpg_lite.vocabulary import ABILITIES, Ruleset
from tests.examples import examples

MANY_SEEDS: Final = 300
FEWEST_SEEDS: Final = 75
CASTERS: Final = ("wizard", "cleric", "druid", "sorcerer", "bard", "paladin", "ranger", "warlock")
DUMMY: Final = {"hpMax": 1000, "abilities": dict.fromkeys(ABILITIES, 10)}
"""A target of AC 10 that a 15 hits; what it resists is up to the case."""


def seeds() -> range:
    """So many as show both ends of a range."""
    return range(max(FEWEST_SEEDS, examples(MANY_SEEDS)))


def fixed(d20: int, face: Any) -> Roller:
    """A d20 shows this; of another die `face(sides, is_added)` says what it shows."""

    def roll(text: str) -> DiceRoll:
        faces: list[int] = []
        total = 0
        for term in _TERM.finditer(text):
            sign, sides = -1 if term["sign"] == "-" else 1, int(term["faces"] or 0)
            fell = [d20 if sides == 20 else face(sides, sign > 0) for _ in range(int(term["count"] or 1))] if sides else []
            faces += fell
            total += sign * (sum(fell) if sides else int(term["flat"]))
        return DiceRoll(text, tuple(faces), total)

    return roll


def lowest(d20: int = 15) -> Roller:
    """Each total is the least that there is: what is subtracted shows its most."""
    return fixed(d20, lambda sides, added: 1 if added else sides)


def highest(d20: int = 15) -> Roller:
    return fixed(d20, lambda sides, added: sides if added else 1)


def scattered(seed: int, d20: int = 15) -> Roller:
    source = random.Random(seed)
    return fixed(d20, lambda sides, added: source.randint(1, sides))


def target(*, fails: bool = True, **more: Any) -> dict[str, Any]:
    """A dummy whose saves are all lost, or all made."""
    save = {"target": "save.all", "op": "add", "value": -50 if fails else 50}
    return {"character": {**DUMMY, "name": "Dummy", "modifiers": [save], **more}}


def caster(spell: str, ruleset: Ruleset, modifier: int = 0, level: int = 20) -> dict[str, Any]:
    """Somebody of this level whose class has the spell."""
    found = rulebook_loading.rulebook(ruleset).spell(spell)
    of = next(c for c in CASTERS if found and c in found.classes)
    scores = dict.fromkeys(ABILITIES, 10 + 2 * modifier)
    return {"ruleset": ruleset, "character": {"name": "Caster", "classes": [f"{of} {level}"], "abilities": scores}}


def levels(classes: dict[str, int]) -> list[str]:
    return [f"{name} {level}" for name, level in classes.items()]


def spread(values: Iterable[int], low: int, high: int) -> None:
    """Every value lies in the range, the mean near its middle, and both ends are nearly reached."""
    found = sorted(values)
    assert low <= found[0] and found[-1] <= high, (found[0], found[-1])
    near = max(1, (high - low) * 0.35)
    assert found[0] <= low + near and found[-1] >= high - near, (found[0], found[-1])
    assert abs(sum(found) / len(found) - (low + high) / 2) <= max(0.6, (high - low) * 0.1)
