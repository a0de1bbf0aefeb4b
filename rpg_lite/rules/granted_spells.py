"""The spells that a class, a subclass or a choice keeps always prepared, uncounted, or adds to the list of its class (SRD, Domain Spells,
Oath Spells, Circle Spells, Expanded Spell List)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from rpg_lite.rules import class_features, names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.choices import Chosen, choices_of
from rpg_lite.rules.class_table import FreeCasts, SubclassRule
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule


class Trained(Protocol):
    """The part of a sheet that decides which spells its classes give."""

    @property
    def class_levels(self) -> Mapping[str, int]: ...
    @property
    def chosen(self) -> Chosen | None: ...
    @property
    def feature_rules(self) -> Sequence[FeatureRule]: ...
    @property
    def race(self) -> str | None: ...


def granted_spells(sheet: Trained, book: Rulebook) -> dict[str, str]:
    """Spell → class, for the spells that are always prepared at the levels of the character."""
    found: dict[str, str] = {}
    for name, spell in _list_granted(sheet, book):
        found.setdefault(spell, name)
    return found


def always_prepared(sheet: Trained, book: Rulebook) -> dict[str, str]:
    """Spell → class or species, for every spell that is always prepared and counts against no number: those of classes, and those that a
    lineage or a legacy of the species keeps prepared (SRD 5.2, Elven Lineage, Fiendish Legacy).
    """
    race = book.race(sheet.race) if sheet.race else None
    if race is None or race.casting is None or not race.casting.with_slots:
        return granted_spells(sheet, book)
    level = sum(sheet.class_levels.values())
    kept = (spell for at, word in race.spells.items() if at <= level and (spell := book.spells.get(names.fold(word))) and spell.level)
    return {**{spell.name: sheet.race or "" for spell in kept}, **granted_spells(sheet, book)}


def added_spells(sheet: Trained, name: str, book: Rulebook) -> frozenset[str]:
    """The spells that the subclasses of a class add to its list."""
    return frozenset(spell for s in _subclasses(sheet, name, book) for spell in s.added_to_list)


def list_free(sheet: Trained, book: Rulebook) -> Iterator[tuple[FeatureRule, FreeCasts, Spell]]:
    """The spells that features let the character cast without a slot, each with the feature that does."""
    chosen = sheet.chosen
    for feature in sheet.feature_rules:
        how, taken = feature.free_casts, dict[str, int]()
        for word in how.named(chosen.of if chosen else lambda choice: ()) if how else ():
            spell = book.spell(word)
            before = sum(level == spell.level for level in taken.values()) if spell else 0
            if spell and how and spell.name not in taken and how.takes(spell.level, spell.ritual, before):
                taken[spell.name] = spell.level
                yield feature, how, spell


def ritual_spells(sheet: Trained, book: Rulebook) -> dict[str, str]:
    """Spell → class, for the spells that a feature lets the character cast as rituals alone (SRD, Book of Ancient Secrets)."""
    return {spell.name: feature.of_class or "" for feature, how, spell in list_free(sheet, book) if how.pays == "ritual"}


def ritual_classes(sheet: Trained, book: Rulebook) -> frozenset[str]:
    """The classes of the character that cast rituals, by their own rules or by a feature (SRD, Ritual Casting)."""
    of_features = {f.of_class for f in sheet.feature_rules if f.of_class and f.free_casts and f.free_casts.pays == "ritual"}
    rules = ((name, book.classes.get(name)) for name in sheet.class_levels)
    return frozenset(name for name, r in rules if name in of_features or (r and r.spellcasting and r.spellcasting.ritual))


def _list_granted(sheet: Trained, book: Rulebook) -> Iterator[tuple[str, str]]:
    for feature, how, spell in list_free(sheet, book):
        if how.prepared and spell.level:
            yield feature.of_class or "", spell.name
    for name, level in sheet.class_levels.items():
        rule = book.classes.get(name)
        own = rule.spellcasting.always_prepared if rule and rule.spellcasting else {}
        yield from ((name, spell) for at, spells in own.items() if at <= level for spell in spells)
        yield from ((name, spell) for spell in _chosen_spells(sheet, name, book)) if rule else ()
        for subclass in _subclasses(sheet, name, book):
            yield from ((name, spell) for spell in _of_subclass(subclass, sheet, level))


def _chosen_spells(sheet: Trained, name: str, book: Rulebook) -> Iterator[str]:
    """The spells that a feature let the character choose, at most as many as its levels give (SRD, Magical Secrets)."""
    level, chosen = sheet.class_levels[name], sheet.chosen
    if chosen is None:
        return
    for choice, how in choices_of(book.classes[name], chosen.subclasses).items():
        if how.spells:
            most = sum(count for at, count in how.levels.items() if at <= level)
            found = [book.spells.get(names.fold(word)) for word in chosen.of(choice, name)[:most]]
            yield from (spell.name for spell in found if spell)


def _subclasses(sheet: Trained, name: str, book: Rulebook) -> list[SubclassRule]:
    rule = book.classes.get(name)
    return class_features.chosen_subclasses(rule, sheet.chosen.subclasses) if rule and sheet.chosen else []


def spells_of_choice(sheet: Trained, choice: str, book: Rulebook) -> frozenset[str]:
    """The spells that a choice of a subclass keeps prepared at the levels of the character (SRD, Circle Spells)."""
    of_classes = ((level, s) for name, level in sheet.class_levels.items() for s in _subclasses(sheet, name, book))
    return frozenset(
        spell
        for level, s in of_classes
        if s.spells_by_choice and s.spells_by_choice.choice == choice
        for spell in _of_choice(s, sheet, level)
    )


def _of_subclass(subclass: SubclassRule, sheet: Trained, level: int) -> Iterator[str]:
    """The spells of the subclass, and those of its choice, such as the land of a druid."""
    yield from (spell for at, spells in subclass.always_prepared.items() if at <= level for spell in spells)
    yield from _of_choice(subclass, sheet, level)


def _of_choice(subclass: SubclassRule, sheet: Trained, level: int) -> Iterator[str]:
    by_choice = subclass.spells_by_choice
    picked = {names.fold(w) for w in sheet.chosen.of(by_choice.choice)} if by_choice and sheet.chosen else set()
    for word, lists in by_choice.spells.items() if by_choice else ():
        if names.fold(word) in picked:
            yield from (spell for at, spells in lists.items() if at <= level for spell in spells)
