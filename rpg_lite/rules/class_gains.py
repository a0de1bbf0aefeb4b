"""Everything that follows from class levels beyond training and hit dice: features, resources, slots, attacks, and open choices."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from rpg_lite.rules import class_features, names
from rpg_lite.rules.character_document import NamedModifiers, StoredCharacter
from rpg_lite.rules.choices import Chosen, OpenChoice, open_choices
from rpg_lite.rules.class_resources import Supply, class_resources, feature_resources, supply_of, values_of
from rpg_lite.rules.class_table import Tables, at_level
from rpg_lite.rules.formulas import Values
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule, RaceRule
from rpg_lite.rules.spell_slots import SpellSlots, spell_slots
from rpg_lite.vocabulary import Ability

TableValue = int | float | str
BEYOND_NAME: Final = re.compile(r"\s*(?:\([^()]*\)|\d*d?\d+)$")
"""A count, dice or a class after a name: "Rage (3/day)", "Sneak Attack 2d6"."""


@dataclass(frozen=True, slots=True)
class NamedFeature:
    """A feature of a character, and the numbers that its tables give at this level."""

    name: str
    tables: Mapping[str, TableValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClassGains:
    """The gains of the levels; empty for a sheet that takes nothing from its class."""

    resources: Mapping[str, Supply] = field(default_factory=dict)
    spell_slots: SpellSlots = field(default_factory=SpellSlots)
    attacks_per_action: int = 1
    open_choices: tuple[OpenChoice, ...] = ()


def takes_from_class(document: StoredCharacter) -> bool:
    """Whether the class gives its features: not if the sheet has `features: []` or `classFeatures: false`."""
    return document.features != () and document.class_features is not False


def gains(
    document: StoredCharacter, chosen: Chosen, levels: Mapping[str, int], level: int, scores: Mapping[Ability, int],
    own: Sequence[FeatureRule], book: Rulebook,
) -> ClassGains:  # fmt: skip
    """Everything that the class levels give. `own`: the features of the character, which may bring resources of their own."""
    if not takes_from_class(document):
        return ClassGains()
    values = _values(levels, level, scores)
    attacks = [at_level(rule.attacks, n) or 1 for c, n in levels.items() if (rule := book.classes.get(c))]
    attacks += [_attacks_of(rule, levels) for rule in own]
    return ClassGains(
        {
            **feature_resources(own, levels, values),
            **_of_free_casts(own, chosen, levels, values, book),
            **class_resources(levels, chosen.subclasses, values, book),
        },
        spell_slots(levels, book),
        max(attacks, default=1),
        open_choices(document, chosen, levels, book),
    )


def _of_free_casts(
    own: Sequence[FeatureRule], chosen: Chosen, levels: Mapping[str, int], values: Values, book: Rulebook
) -> dict[str, Supply]:  # fmt: skip
    """The uses of each spell that a feature lets the creature cast without a slot, under the name of the spell."""
    found: dict[str, Supply] = {}
    for feature in own:
        how, level = feature.free_casts, levels.get(feature.of_class or "", sum(levels.values()))
        if how is None or how.each is None:
            continue
        for spell in (s for word in how.named(chosen.of) if (s := book.spell(word)) and s.level and how.takes(s.level, s.ritual, 0)):
            if supply := supply_of(how.each, level, values):
                found[spell.name.casefold()] = supply
    return found


def _attacks_of(rule: FeatureRule, levels: Mapping[str, int]) -> int:
    """The attacks of one action that a feature gives in addition to its class (SRD, Thirsting Blade)."""
    most = at_level(rule.tables.get("attacks", {}), levels.get(rule.of_class or "", 0))
    return most if isinstance(most, int) else 1


def of_species(traits: RaceRule | None, levels: Mapping[str, int], level: int, scores: Mapping[Ability, int]) -> dict[str, Supply]:
    """The resources of a species at this character level; a spell that the species gives at a level can be cast once between long rests."""
    if traits is None:
        return {}
    values = _values(levels, level, scores)
    found = {name: supply_of(rule, level, values) for name, rule in traits.resources.items()}
    spells = {spell.casefold(): Supply(1, 1, "long_rest", long="all") for at, spell in traits.spells.items() if 1 < at <= level}
    return {name: supply for name, supply in {**found, **spells}.items() if supply}


def _values(levels: Mapping[str, int], level: int, scores: Mapping[Ability, int]) -> Values:
    modifiers = {a: (score - 10) // 2 for a, score in scores.items()}
    return values_of(levels, level, 2 + (level - 1) // 4, modifiers)


def species_features(traits: RaceRule | None, level: int, book: Rulebook) -> list[str]:
    """The features of a species that a character of this level has (SRD 5.2, Draconic Flight)."""
    return [name for name in (traits.features if traits else ()) if (rule := book.feature(name)) is None or (rule.level or 0) <= level]


def features(
    document: StoredCharacter, traits: RaceRule | None, chosen: Chosen, levels: Mapping[str, int], level: int, book: Rulebook
) -> tuple[NamedFeature, ...]:
    """The features by name, each once: first the character's own, then those of its race and its class levels."""
    found: dict[str, NamedFeature] = {}
    for feature in _name_features(document, traits, chosen, levels, level, book):
        key = _bare(feature.name)
        if key not in found or (feature.tables and not found[key].tables):
            found[key] = NamedFeature(found[key].name if key in found else feature.name, feature.tables)
    return tuple(found.values())


@lru_cache(maxsize=4096)
def _bare(name: str) -> str:
    """The folded name of a feature without the count that may follow it."""
    return names.fold(BEYOND_NAME.sub("", name) or name)


def _name_features(
    document: StoredCharacter, traits: RaceRule | None, chosen: Chosen, levels: Mapping[str, int], level: int, book: Rulebook
) -> Iterator[NamedFeature]:
    for own in document.features or ():
        yield NamedFeature((own.name if isinstance(own, NamedModifiers) else own).replace("_", " "))
    yield from (NamedFeature(name.replace("_", " ")) for name in species_features(traits, level, book))
    yield from (NamedFeature(name) for name in chosen.feats)
    if takes_from_class(document):
        for of, level in levels.items():
            yield from _of_class(of, level, chosen.subclasses, book)


@lru_cache(maxsize=1024)
def _of_class(of: str, level: int, subclasses: tuple[str, ...], book: Rulebook) -> tuple[NamedFeature, ...]:
    """The features that these levels of a class give; they are the same for every character with these levels."""
    rule = book.classes.get(of)
    tables = [rule.tables, *(s.tables for s in class_features.chosen_subclasses(rule, subclasses))] if rule else []
    return tuple(NamedFeature(f.name, _at(f.name, level, tables)) for f in class_features.names_of({of: level}, book, subclasses))


def _at(feature: str, level: int, tables: Sequence[Tables]) -> dict[str, TableValue]:
    rows = {name: at_level(table, level) for part in tables for name, table in part.get(feature, {}).items()}
    return {name: value for name, value in rows.items() if value is not None}
