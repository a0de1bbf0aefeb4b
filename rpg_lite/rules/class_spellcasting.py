"""The spellcasting of each class of a character: its ability, its cantrips, and the number of spells that it knows or prepares."""

from collections.abc import Mapping
from dataclasses import dataclass

from rpg_lite.rules import formulas
from rpg_lite.rules.class_table import SpellcastingRule, at_level
from rpg_lite.rules.formulas import Values
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.spell_slots import own_highest
from rpg_lite.vocabulary import Ability


@dataclass(frozen=True, slots=True)
class ClassCasting:
    """Counts for the class's own levels; A class has `known` or `prepared`; the other is None. `highest`: the level of its spells."""

    ability: Ability
    list: str
    cantrips: int
    known: int | None
    prepared: int | None
    highest: int
    more_lists: tuple[str, ...] = ()

    @property
    def lists(self) -> frozenset[str]:
        """All lists from which its spells may come."""
        return frozenset((self.list, *self.more_lists))


def castings(levels: Mapping[str, int], values: Values, book: Rulebook) -> dict[str, ClassCasting]:
    """Class → its casting, for each class whose levels have reached its spellcasting."""
    found = ((c, rule.spellcasting, n) for c, n in levels.items() if (rule := book.classes.get(c)))
    return {c: casting_at(how, n, values, book) for c, how, n in found if how and n >= how.first_level}


def casting_at(how: SpellcastingRule, level: int, values: Values, book: Rulebook) -> ClassCasting:
    """The casting of a class at this level in it."""
    known = at_level(how.known, level) if how.learn == "known" else None
    prepared = _count_prepared(how, level, values) if how.learn == "prepared" else None
    return ClassCasting(
        how.ability, how.list, at_level(how.cantrips, level) or 0, known, prepared, own_highest(how, level, book), more_lists(how, level)
    )


def more_lists(how: SpellcastingRule, level: int) -> tuple[str, ...]:
    """The lists of other classes that serve at this level."""
    return tuple(name for at, lists in how.more_lists.items() if at <= level for name in lists)


def _count_prepared(how: SpellcastingRule, level: int, values: Values) -> int:
    return formulas.value(how.prepared, values) if isinstance(how.prepared, str) else at_level(how.prepared, level) or 0
