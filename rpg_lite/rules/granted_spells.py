"""The spells that a class, a subclass or a choice has always prepared, without counting (SRD, Domain Spells, Oath Spells, Circle Spells)."""

from collections.abc import Iterator

from rpg_lite.rules import classes, names
from rpg_lite.rules.class_table import SubclassRule
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet import Sheet


def granted_spells(sheet: Sheet, book: Rulebook) -> frozenset[str]:
    """The names of the spells that are always prepared at the levels of the character."""
    return frozenset(_granted(sheet, book))


def _granted(sheet: Sheet, book: Rulebook) -> Iterator[str]:
    for name, level in sheet.class_levels.items():
        rule = book.classes.get(name)
        if rule is None:
            continue
        own = rule.spellcasting.always_prepared if rule.spellcasting else {}
        yield from (spell for at, spells in own.items() if at <= level for spell in spells)
        for subclass in classes.chosen_subclasses(rule, sheet.chosen.subclasses if sheet.chosen else ()):
            yield from _of_subclass(subclass, sheet, level)


def _of_subclass(subclass: SubclassRule, sheet: Sheet, level: int) -> Iterator[str]:
    """Those of the subclass, and those of its choice: the land of a druid."""
    yield from (spell for at, spells in subclass.always_prepared.items() if at <= level for spell in spells)
    by_choice = subclass.spells_by_choice
    picked = {names.fold(w) for w in sheet.chosen.of(by_choice.choice)} if by_choice and sheet.chosen else set()
    for word, lists in by_choice.spells.items() if by_choice else ():
        if names.fold(word) in picked:
            yield from (spell for at, spells in lists.items() if at <= level for spell in spells)
