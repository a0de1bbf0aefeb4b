"""The spellcasting of each class of a character: its ability, its cantrips, and the number of spells that it knows or prepares."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.rules import formulas
from rpg_lite.rules.class_table import SpellcastingRule, at_level
from rpg_lite.rules.formulas import Values
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.spell_slots import own_highest
from rpg_lite.vocabulary import Ability

CANTRIPS: Final = "cantrips"
"""The table of a feature that adds cantrips of its class."""


@dataclass(frozen=True, slots=True)
class ClassCasting:
    """Counts for the class's own levels. A class has `known` or `prepared`; the other is None. `highest`: the level of its spells."""

    ability: Ability
    list: str
    cantrips: int
    known: int | None
    prepared: int | None
    highest: int
    more_lists: tuple[str, ...] = ()

    @property
    def lists(self) -> frozenset[str]:
        """All spell lists from which its spells may come."""
        return frozenset((self.list, *self.more_lists))


def castings(levels: Mapping[str, int], values: Values, book: Rulebook) -> dict[str, ClassCasting]:
    """Class → its casting, for each class whose levels have reached its spellcasting."""
    found = ((c, rule.spellcasting, n) for c, n in levels.items() if (rule := book.classes.get(c)))
    return {c: casting_at(how, n, values, book) for c, how, n in found if how and n >= how.first_level}


def casting_at(how: SpellcastingRule, level: int, values: Values, book: Rulebook) -> ClassCasting:
    """The spellcasting of a class at this level in the class."""
    known = at_level(how.known, level) if how.learn == "known" else None
    prepared = _count_prepared(how, level, values) if how.learn == "prepared" else None
    return ClassCasting(
        how.ability, how.list, at_level(how.cantrips, level) or 0, known, prepared, own_highest(how, level, book), more_lists(how, level)
    )


def with_features(counts: ClassCasting, name: str, features: Iterable[FeatureRule]) -> ClassCasting:
    """The counts of a class with the cantrips that its features add (SRD 5.2, Magician, Thaumaturge)."""
    rows = (rule.tables[CANTRIPS] for rule in features if rule.of_class == name and CANTRIPS in rule.tables)
    more = sum(n for row in rows for n in row.values() if isinstance(n, int))
    return replace(counts, cantrips=counts.cantrips + more) if more else counts


def more_lists(how: SpellcastingRule, level: int) -> tuple[str, ...]:
    """The spell lists of other classes that also count at this level."""
    return tuple(name for at, lists in how.more_lists.items() if at <= level for name in lists)


def _count_prepared(how: SpellcastingRule, level: int, values: Values) -> int:
    return formulas.value(how.prepared, values) if isinstance(how.prepared, str) else at_level(how.prepared, level) or 0
