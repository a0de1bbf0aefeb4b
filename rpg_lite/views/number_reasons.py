"""A number with its reasons as text: the lines that count, and the lines that do not count."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rpg_lite.rules import modifier_tag_words
from rpg_lite.rules.breakdown import Breakdown, Suppressed
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.on_roll import NOTHING, OnRoll
from rpg_lite.views.stat_changes import name_path, unit

_REASONS: Mapping[str, str] = {
    "not_attuned": "not attuned",
    "not_worn": "not worn",
    "same_name": "the same name counts once",
    "predicate": "its condition is not met",
    "blocked": "blocked",
    "lower": "something at least as good applies",
    "replaced": "the speed of its mount applies",
    "capped": "capped",
    "no_roll": "it changes rolls, and a passive score is not rolled",
    "scoped": "only for some rolls",
    "not_trained": "not trained",
    "second_shield": "only one shield counts",
}


_OPS: Mapping[str, str] = {"auto_fail": "automatic failure"}


def reasons_text(path: str, b: Breakdown, on_roll: OnRoll = NOTHING) -> str:
    """A number with its reasons, and what counts when it is rolled: "stealth 2 = 2 DEX, with disadvantage (Chain Mail)." """
    parts = "" if b.value and not b.lines else f" = {_sum(b.lines) or '0'}"
    why = f"{name_path(path)} {b.value}{unit(path)}{parts}{''.join(map(_die, on_roll.dice))}"
    return ". ".join((", ".join((why, *_ways(on_roll))), *map(_reason_lost, b.suppressed))) + "."


def _die(m: Modifier) -> str:
    dice = str(m.value)
    return f" − {dice.removeprefix('-')} {m.source.name}" if dice.startswith("-") else f" + {dice} {m.source.name}"


def _ways(on_roll: OnRoll) -> Iterator[str]:
    """The reasons why the roll is better, worse or fails: "with advantage (Dodge)", "with disadvantage (restrained)", "fails (paralyzed)"."""
    told = on_roll.sources
    yield from (f"{_WAYS.get(way, way)} ({', '.join(causes)})" for way, causes in told.items())
    if {"advantage", "disadvantage"} <= told.keys():
        yield "which cancel out"


_WAYS: Mapping[str, str] = {"advantage": "with advantage", "disadvantage": "with disadvantage"}


def _sum(lines: Sequence[Modifier]) -> str:
    """The lines in one sum; a sum that is multiplied is in parentheses: "(30 walk + 10 fast movement) × 2 Haste"."""
    told = ""
    for i, m in enumerate(lines):
        if m.op == "mul" and i > 1 and lines[i - 1].op == "add":
            told = f"({told})"
        told = f"{told} {_line(m, i == 0)}".strip()
    return told


def _reason_lost(s: Suppressed) -> str:
    """The reason why something does not count: "Ring of Protection +1: not attuned"."""
    m = s.modifier
    amount = f"{m.value:+d}" if m.op == "add" and isinstance(m.value, int) else str(_amount(m)) or _OPS.get(m.op, m.op)
    why = modifier_tag_words.only(m.scope) if s.reason == "scoped" else f"same effect from {s.by}" if s.by else _REASONS[s.reason]
    return f"{m.source.name} {amount} does not count: {why}"


def _line(m: Modifier, first: bool) -> str:
    amount, name = _amount(m), m.source.name
    match m.op:
        case "add":
            sign = "" if first else "− " if str(amount).startswith("-") else "+ "
            return f"{sign}{str(amount).removeprefix('-') if not first else amount} {name}"
        case "mul":
            return f"× {amount} {name}"
        case "raise_to" | "min":
            return f"→ at least {amount} {name}" if not first else f"{amount} {name}"
        case "zero":
            return f"→ 0 {name}"
    return name if " × " in name else f"{amount} {name}"  # the factors of the line already give the number


def _amount(m: Modifier) -> Any:
    return m.value if isinstance(m.value, int | float | str) and not isinstance(m.value, bool) else ""
