"""The spell slots of any mix of classes; the slots of Pact Magic are separate (SRD, Multiclassing: Spellcasting)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from rpg_lite.rules.class_table import SpellcastingRule, at_level
from rpg_lite.rules.rulebook import Rulebook

SLOT: Final = "slot_"
PACT: Final = "pact"
ARCANUM: Final = "arcanum_"
"""The keys under which slots are spent: slot_3, pact, arcanum_6."""
MADE: Final = "made_"
"""The prefix of a slot's key for slots made in addition to those of the classes, until the next long rest (SRD, Font of Magic)."""
HIGHEST: Final = 9
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
    used: tuple[str, ...] = ()
    """The spent arcana: arcanum_6."""
    made: tuple[int, ...] = ()
    """For each level, the number of slots made in addition to those of the classes; `slots` includes them."""

    @property
    def highest(self) -> int:
        """The highest level of any slot, spent or not."""
        return max(len(self.slots), self.pact.level if self.pact else 0)

    def left_of(self, what: str) -> int:
        """The number of slots of this kind (slot_3, pact …) that are left; each arcanum can be used once."""
        return self._of(what, self.left, self.pact.left if self.pact else 0) - (self.used.count(what) if what.startswith(ARCANUM) else 0)

    def most_of(self, what: str) -> int:
        """The number of slots of this kind, spent or not."""
        return self._of(what, self.slots, self.pact.slots if self.pact else 0)

    def spent_of(self, what: str) -> int:
        return self.most_of(what) - self.left_of(what)

    def _of(self, what: str, slots: tuple[int, ...], pact: int) -> int:
        level = int(what.rpartition("_")[2]) if what != PACT else 0
        if what.startswith(ARCANUM):
            return int(level in self.arcanum)
        return pact if what == PACT else slots[level - 1] if 0 < level <= len(slots) else 0

    def lowest(self, level: int) -> str | None:
        """The lowest slot of at least this level that is left; of equal slots, a pact slot comes first."""
        pact = [(self.pact.level, 0, PACT)] if self.pact and self.pact.left and self.pact.level >= level else []
        others = [(at, 1, f"{SLOT}{at}") for at, n in enumerate(self.left, 1) if n and at >= level]
        return min([*pact, *others], default=(0, 0, None))[2]

    def arcanum_for(self, level: int) -> str | None:
        """The arcanum of this level if it is left; it casts one spell of its own level (SRD, Mystic Arcanum)."""
        what = f"{ARCANUM}{level}"
        return what if level in self.arcanum and self.left_of(what) else None

    def words(self) -> str:
        """The slots that are left, in short form: "4/3/1 of 4/3/2, pact 1 of 2 (level 3), arcana 7 of 6, 7"."""
        whole = [f"{'/'.join(map(str, self.left))} of {'/'.join(map(str, self.slots))}"] if self.slots else []
        pact = [f"pact {self.pact.left} of {self.pact.slots} (level {self.pact.level})"] if self.pact else []
        ready = [str(level) for level in self.arcanum if self.left_of(f"{ARCANUM}{level}")]
        arcana = [f"arcana {', '.join(ready) or 'none'} of {', '.join(map(str, self.arcanum))}"] if self.arcanum else []
        return ", ".join([*whole, *pact, *arcana])

    @property
    def spent(self) -> dict[str, int]:
        """The spent slots and the made slots: {"slot_3": 1, "pact": 1, "made_slot_2": 1}."""
        every = (
            [f"{SLOT}{at}" for at in range(1, len(self.slots) + 1)] + [PACT] * bool(self.pact) + [f"{ARCANUM}{at}" for at in self.arcanum]
        )
        made = {f"{MADE}{SLOT}{level}": n for level, n in enumerate(self.made, 1) if n}
        return {what: n for what in every if (n := self.spent_of(what))} | made

    def after(self, spent: Mapping[str, int]) -> "SpellSlots":
        """The same slots with these numbers spent and made: {"slot_3": 1, "pact": 1, "made_slot_2": 1}."""
        made = tuple(spent.get(f"{MADE}{SLOT}{level}", 0) for level in range(1, HIGHEST + 1))
        slots = _together(self.slots, self.made, made)
        left = tuple(max(0, n - spent.get(f"{SLOT}{level}", 0)) for level, n in enumerate(slots, 1))
        pact = self.pact and replace(self.pact, left=max(0, self.pact.slots - spent.get(PACT, 0)))
        used = tuple(what for at in self.arcanum if spent.get(what := f"{ARCANUM}{at}"))
        return replace(self, slots=slots, left=left, pact=pact, used=used, made=made if any(made) else ())


def _together(slots: tuple[int, ...], before: tuple[int, ...], made: tuple[int, ...]) -> tuple[int, ...]:
    """The slots of each level, with the slots made now in place of those made before; without empty levels at the end."""
    own = [n - m for n, m in zip_longest(slots, before, fillvalue=0)]
    whole = [n + m for n, m in zip_longest(own, made, fillvalue=0)]
    return tuple(whole[: max((level for level, n in enumerate(whole, 1) if n), default=0)])


_OF_SLOTS: Final = re.compile(rf"({MADE})?{SLOT}[1-9]|{PACT}|{ARCANUM}[1-9]")


def is_of_slots(what: str) -> bool:
    """Whether the key is that of a slot, not of a resource: slot_3, pact, arcanum_6."""
    return _OF_SLOTS.fullmatch(what) is not None


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
    """The level in the slot table: for a single casting class, from its own table; for several, the sum of the levels that each contributes,
    rounded as the ruleset says.
    """
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
