"""Conditions: their implications, immunities and changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rpg_lite.rules.modifiers import Modifier, bind
from rpg_lite.rules.rulebook import Rulebook

EXHAUSTION: Final = "exhaustion"
MOST_EXHAUSTION: Final = 6


@dataclass(frozen=True, slots=True)
class Affliction:
    """A condition applied to a creature. `level` is for exhaustion, `magical` for wards that stop only magic."""

    name: str
    level: int = 1
    magical: bool = False
    source: str | None = None
    duration: str | None = None


@dataclass(frozen=True, slots=True)
class Ward:
    """An immunity to a condition: its source, and whether it stops only magic."""

    condition: str
    source: str
    magic_only: bool = False


def block_conditions(given: Sequence[Affliction], wards: Iterable[Ward]) -> dict[str, str]:
    """Condition → the source that blocks it."""
    found: dict[str, str] = {}
    for ward in wards:
        for affliction in given:
            if affliction.name == ward.condition and (affliction.magical or not ward.magic_only):
                found.setdefault(affliction.name, ward.source)
    return found


def free(given: Sequence[Affliction], wards: Sequence[Ward]) -> list[Affliction]:
    """The conditions that no immunity stops; each cause is checked separately, because one may be magical and another not."""
    return [a for a in given if not block_conditions([a], wards)]


def expand(active: Iterable[Affliction], book: Rulebook) -> dict[str, Affliction]:
    """The conditions and those that they imply: paralyzed brings incapacitated. Keep the highest level of each name and, of equal levels,
    the nonmagical one, because fewer immunities stop it.
    """
    found: dict[str, Affliction] = {}
    todo = list(active)
    while todo:
        affliction = todo.pop(0)
        known = found.get(affliction.name)
        if known is None or (known.level, not known.magical) < (affliction.level, not affliction.magical):
            found[affliction.name] = affliction
            rule = book.conditions.get(affliction.name)
            todo += [Affliction(n, 1, affliction.magical) for n in (rule.implies if rule else ())]
    return found


def sum_levels(given: Sequence[Affliction]) -> list[Affliction]:
    """Add up levels of exhaustion, to at most 6; every other condition is either present or not (SRD, Conditions)."""
    levels = [a for a in given if a.name == EXHAUSTION]
    if len(levels) < 2:
        return list(given)
    whole = replace(levels[0], level=min(MOST_EXHAUSTION, sum(a.level for a in levels)))
    return [*(a for a in given if a.name != EXHAUSTION), whole]


def changes(affliction: Affliction, book: Rulebook) -> tuple[Modifier, ...]:
    """The modifiers of an active condition, in the layer conditions."""
    return _changes(affliction.name, affliction.level, book)


@lru_cache(maxsize=512)
def _changes(condition: str, level: int, book: Rulebook) -> tuple[Modifier, ...]:
    rule = book.conditions.get(condition)
    if rule is None:
        return ()
    own = rule.modifiers
    if rule.levels:
        reached = rule.levels[:level] if rule.cumulative else rule.levels[level - 1 : level]
        own = (*own, *(m for step in reached for m in step))
    return bind(own, "conditions", f"{rule.name} {level}" if rule.levels else rule.name, rule.name)
