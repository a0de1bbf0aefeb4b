"""Slots of two classes: computed here from the printed tables, for fifty pairs in each ruleset."""

import json
import random
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views.stats_json import sheet_json
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.rows import each_row

FOLDER: Final = Path(__file__).parents[1] / "facts"
JOINT: Final[dict[str, Any]] = json.loads((FOLDER / "class_facts.json").read_text("utf-8"))["multiclass"]
ONE_CLASS: Final[list[dict[str, Any]]] = json.loads((FOLDER / "caster_tables.json").read_text("utf-8"))
FULL: Final = ("bard", "cleric", "druid", "sorcerer", "wizard")
HALF: Final = ("paladin", "ranger")
OTHERS: Final = ("barbarian", "fighter", "monk", "rogue", "warlock")
CLASSES: Final = (*FULL, *HALF, *OTHERS)
PAIRS: Final = 50


def pairs(ruleset: Ruleset) -> list[tuple[tuple[str, int], tuple[str, int]]]:
    """Every class meets every other somewhere; the levels add up to 20 at most."""
    fall = random.Random(f"pairs of {ruleset}")
    all_pairs = [(a, b) for n, a in enumerate(CLASSES) for b in CLASSES[n + 1 :]]
    chosen = []
    for a, b in fall.sample(all_pairs, PAIRS):
        first = fall.randint(1, 19)
        chosen.append(((a, first), (b, fall.randint(1, 20 - first))))
    return chosen


def casts(of: str, level: int, ruleset: Ruleset) -> bool:
    """Whether the class has slots of its own at this level: half casters of 5.1 begin at level 2."""
    return of in FULL or (of in HALF and (ruleset == "5.2" or level >= 2))


def joint_level(of: str, level: int, ruleset: Ruleset) -> int:
    """Half of a paladin's or ranger's levels count, rounded down in 5.1 and up in 5.2."""
    if of in FULL:
        return level
    return 0 if of not in HALF else level // 2 if ruleset == "5.1" else (level + 1) // 2


def printed(pair: tuple[tuple[str, int], ...], ruleset: Ruleset) -> list[int]:
    """Two classes that cast use the joint table; one alone uses its own."""
    casting = [(of, level) for of, level in pair if casts(of, level, ruleset)]
    if len(casting) == 1 and casting[0][0] in HALF:
        (of, level) = casting[0]
        return next(list(r["slots"]) for r in ONE_CLASS if (r["ruleset"], r["class"], r["level"]) == (ruleset, of, level))
    level = sum(joint_level(of, n, ruleset) for of, n in casting)
    return list(JOINT[ruleset]["table"][str(level)]) if level else []


def pact(pair: tuple[tuple[str, int], ...], ruleset: Ruleset) -> tuple[int, int] | None:
    """Slots and their level, which no other class changes."""
    level = dict(pair).get("warlock")
    row = next((r for r in ONE_CLASS if (r["ruleset"], r["class"], r["level"]) == (ruleset, "warlock", level)), None)
    return (row["pact slots"], row["pact level"]) if row else None


@each_row(("ruleset", "pair"), [pytest.param(r, p, id=f"{p} {r}") for r in RULESETS for p in pairs(r)])
def test_slots_of_two_classes_are_those_of_the_printed_table(ruleset: Ruleset, pair: tuple[tuple[str, int], ...]) -> None:
    book = rulebook_loading.rulebook(ruleset)
    classes = [f"{of} {level}" for of, level in pair]
    shown = sheet_json(situation(SheetDocument.model_validate({"ruleset": ruleset, "character": {"classes": classes}}), book), book)
    slots = shown.get("spellSlots") or {"slots": [], "left": [], "pact": None}
    assert slots["slots"] == slots["left"] == printed(pair, ruleset)
    assert pact(pair, ruleset) == ((slots["pact"]["slots"], slots["pact"]["level"]) if slots["pact"] else None)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_pairs_are_of_every_kind(ruleset: Ruleset) -> None:
    found = pairs(ruleset)
    assert len(found) == PAIRS and {of for pair in found for of, _ in pair} == {*CLASSES}
    kinds = {
        tuple(sorted(("full" if of in FULL else "half" if of in HALF else "pact" if of == "warlock" else "none") for of, _ in p))
        for p in found
    }
    assert kinds >= {("full", "full"), ("full", "half"), ("full", "none"), ("full", "pact"), ("half", "none"), ("none", "none")}
