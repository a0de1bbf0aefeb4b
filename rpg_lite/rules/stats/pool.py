"""The live changes of one creature, sorted by target, as the source of every later step."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.rules import formulas
from rpg_lite.rules.breakdown import Breakdown, Suppressed, fold_ranked, rank
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifier_values import ByLevel, PerLevel
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.vocabulary import Mode, Reason

_SORT_OF: Final[Mapping[str, str]] = {
    "grant": "words", "remove": "words", "add_dice": "dice", "extra_dice": "dice",
    "advantage": "modes", "disadvantage": "modes", "auto_fail": "modes",
}  # fmt: skip
_NORMAL: Final[tuple[Mode, tuple[Modifier, ...]]] = ("normal", ())


class Pool:
    """Live modifiers by target; `collect` builds the pool once per calculation, and later steps only read it."""

    __slots__ = ("dice", "lost", "modes", "numbers", "scoped", "words")

    def __init__(self) -> None:
        self.numbers: dict[str, list[Modifier]] = {}
        self.modes: dict[str, list[Modifier]] = {}
        self.dice: dict[str, list[Modifier]] = {}
        self.words: dict[str, list[Modifier]] = {}
        self.scoped: dict[str, list[Modifier]] = {}
        self.lost: dict[str, list[Suppressed]] = {}

    def add(self, m: Modifier) -> None:
        changes: dict[str, list[Modifier]] = self.scoped if m.scope else getattr(self, _SORT_OF.get(m.op, "numbers"))
        if m.target in changes:
            changes[m.target].append(m)
        else:
            changes[m.target] = [m]

    def lose(self, m: Modifier, reason: Reason, by: str = "") -> None:
        self.lost.setdefault(m.target, []).append(Suppressed(m, reason, by))

    def changes(self, *targets: str) -> list[Modifier]:
        """The numeric changes to any of the targets."""
        found: list[Modifier] = []
        for t in targets:
            if t in self.numbers:
                found += self.numbers[t]
        return found

    def list_at_rolls(self, *targets: str) -> list[Modifier]:
        """The roll-time changes to any of the targets."""
        return [m for t in targets if t in self.scoped for m in self.scoped[t]] if self.scoped else []

    def why_not(self, *targets: str) -> list[Suppressed]:
        """The changes to the targets that do not count: suppressed changes, and roll-time changes that never appear on a sheet."""
        found: list[Suppressed] = []
        for t in targets:
            if t in self.lost:
                found += self.lost[t]
        return found

    def settle(self) -> None:
        """Finish the pool: sort every list in the order of the fold, and gather the changes that do not count."""
        for changes in self.numbers.values():
            if len(changes) > 1:
                changes.sort(key=rank)
        for target, tagged in self.scoped.items():
            self.lost[target] = [*self.lost.get(target, ()), *(Suppressed(m, "scoped") for m in tagged)]

    def fold(self, start: Sequence[Modifier], *targets: str) -> Breakdown:
        """The number that results from the start lines and the live changes to the targets."""
        todo: Sequence[Modifier] = ()
        lost: Sequence[Suppressed] = ()
        for t in targets:
            if t in self.numbers:
                todo = sorted((*todo, *self.numbers[t]), key=rank) if todo else self.numbers[t]
            if t in self.lost:
                lost = (*lost, *self.lost[t])
        return fold_ranked(todo, start, lost)

    def speaks_of(self, target: str) -> bool:
        """Whether any change of any kind has exactly this target."""
        return target in self.numbers or target in self.modes or target in self.lost

    def flag(self, word: str) -> bool:
        flags = self.words.get("flag")
        return flags is not None and any([m.value == word for m in flags])

    def mode(self, *targets: str, extra: Iterable[Modifier] = ()) -> tuple[Mode, tuple[Modifier, ...]]:
        """The mode for all the keys together; the number of reasons does not matter (SRD, Advantage and Disadvantage)."""
        if not self.modes and not extra:
            return "normal", ()
        found = list(extra)
        for t in targets:
            if t in self.modes:
                found += self.modes[t]
        return resolve(found) if found else _NORMAL

    def list_grants(self, target: str) -> dict[str, tuple[Modifier, ...]]:
        """Map each word to the modifiers that grant it; a `remove` of the word takes precedence."""
        found: dict[str, tuple[Modifier, ...]] = {}
        for m in self.words.get(target, ()):
            if m.op == "grant":
                found[str(m.value)] = (*found.get(str(m.value), ()), m)
        for m in self.words.get(target, ()):
            if m.op == "remove":
                found.pop(str(m.value), None)
        return found


def resolve(found: Sequence[Modifier]) -> tuple[Mode, tuple[Modifier, ...]]:
    """Weigh advantage against disadvantage; an automatic failure counts as neither."""
    rolled = tuple([m for m in found if m.op != "auto_fail"])
    ops = {m.op for m in rolled}
    if len(ops) != 1:
        return "normal", rolled
    return ("advantage" if "advantage" in ops else "disadvantage"), rolled


OPEN: Final = frozenset((PerLevel, ByLevel, str))
"""The types of values that may still have to become numbers."""


def with_numbers(m: Modifier, sheet: Sheet, parameters: Mapping[str, int]) -> Modifier:
    """Replace a value or an aura that depends on the level or on a parameter with a number; other values stay as they are."""
    if isinstance(m.aura_ft, ByLevel):
        feet = sheet.at_level(m.aura_ft)
        m = replace(m, aura_ft=feet if isinstance(feet, int) and feet else None)
    value = m.value
    match value:
        case PerLevel() | ByLevel():
            return replace(m, value=sheet.at_level(value))
        case str() if m.op == "add" and "{" in value:
            return replace(m, value=formulas.value(value, sheet.formula_values))
        case str() if m.op == "add":
            sign, name = (-1, value[1:]) if value.startswith("-") else (1, value)
            return replace(m, value=sign * parameters.get(name, 0))
    return m
