"""The spell slots of any mix of classes; those of Pact Magic stand apart (SRD, Multiclassing: Spellcasting)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.rules.class_table import SpellcastingRule, at_level
from rpg_lite.rules.rulebook import Rulebook

SLOT: Final = "slot_"
PACT: Final = "pact"
ARCANUM: Final = "arcanum_"
"""What is spent: slot_3, pact, arcanum_6."""
_LEVELS_FOR_ONE: Final = {"full": 1, "half": 2, "third": 3}


@dataclass(frozen=True, slots=True)
class PactSlots:
    level: int
    slots: int
    left: int


@dataclass(frozen=True, slots=True)
class SpellSlots:
    """The slots of levels 1, 2, …, how many of each are left, and the levels of the spells of Mystic Arcanum."""

    slots: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    pact: PactSlots | None = None
    arcanum: tuple[int, ...] = ()

    @property
    def highest(self) -> int:
        """The highest level of a slot that there is, spent or not."""
        return max(len(self.slots), self.pact.level if self.pact else 0)

    def after(self, spent: Mapping[str, int]) -> "SpellSlots":
        """The same slots, with so many of them spent: {"slot_3": 1, "pact": 1}."""
        left = tuple(max(0, n - spent.get(f"{SLOT}{level}", 0)) for level, n in enumerate(self.slots, 1))
        pact = self.pact and replace(self.pact, left=max(0, self.pact.slots - spent.get(PACT, 0)))
        return replace(self, left=left, pact=pact)


def spell_slots(levels: Mapping[str, int], book: Rulebook) -> SpellSlots:
    """All slots of these class levels, none of them spent."""
    casting = [(rule.spellcasting, n) for c, n in levels.items() if (rule := book.classes.get(c)) and rule.spellcasting]
    reached = [(how, n) for how, n in casting if n >= how.first_level]
    caster = _caster_level([(how, n) for how, n in reached if how.kind != "pact"], book)
    slots = book.advancement.slots[min(caster, 20) - 1] if caster else ()
    pacts = [_pact(how, n) for how, n in reached if how.pact]
    arcanum = sorted(spell for how, n in reached for at, spell in how.arcanum.items() if at <= n)
    return SpellSlots(slots, slots, next(filter(None, pacts), None), tuple(arcanum))


def own_highest(how: SpellcastingRule, level: int, book: Rulebook) -> int:
    """The highest level of the spells that a class teaches by its own levels, whatever slots other classes add."""
    if level < how.first_level:
        return 0
    if how.pact:
        return max([at_level(how.pact.level, level) or 0, *(spell for at, spell in how.arcanum.items() if at <= level)])
    return len(book.advancement.slots[min(_caster_level([(how, level)], book), 20) - 1])


def _caster_level(casting: list[tuple[SpellcastingRule, int]], book: Rulebook) -> int:
    """One class that casts has its own table; of several, each counts its part, which the ruleset rounds."""
    if len(casting) == 1:
        [(how, n)] = casting
        return -(-n // _LEVELS_FOR_ONE[how.kind])
    return sum(_part(how, n, book) for how, n in casting)


def _part(how: SpellcastingRule, level: int, book: Rulebook) -> int:
    up = how.kind == "half" and book.advancement.multiclass_half == "up"
    return -(-level // 2) if up else level // _LEVELS_FOR_ONE[how.kind]


def _pact(how: SpellcastingRule, level: int) -> PactSlots | None:
    slots = at_level(how.pact.slots, level) if how.pact else None
    return PactSlots((at_level(how.pact.level, level) if how.pact else None) or 1, slots, slots) if slots else None
