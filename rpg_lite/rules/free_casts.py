"""The spells that features let a creature cast without a slot (SRD, Spell Mastery, Signature Spells; SRD 5.2, Magic Initiate)."""

from collections.abc import Iterator, Mapping

from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.class_table import FreeCasts
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.sheet import Sheet
from rpg_lite.rules.species_spells import OwnSpell
from rpg_lite.vocabulary import Ability


def free_casts(sheet: Sheet, modifiers: Mapping[Ability, int], book: Rulebook) -> dict[str, OwnSpell]:
    """Name → spell, for the spells that the features of the character give."""
    found: dict[str, OwnSpell] = {}
    for feature, how, spell in _list_given(sheet, book):
        ability = _ability(feature, how, sheet, modifiers)
        resource = spell.name.casefold() if how.each and spell.level else None
        if ability and (resource is None or resource in sheet.resources):
            at_will = how.each is None and spell.level > 0
            found.setdefault(spell.name, OwnSpell(spell.name, ability, spell.level, resource, True, at_will, how.prepared))
    return found


def always_prepared(sheet: Sheet, book: Rulebook) -> Iterator[tuple[str, str]]:
    """(class, spell) for the spells that features of a class keep always prepared."""
    for feature, how, spell in _list_given(sheet, book):
        if how.prepared and spell.level:
            yield feature.of_class or "", spell.name


def _list_given(sheet: Sheet, book: Rulebook) -> Iterator[tuple[FeatureRule, FreeCasts, Spell]]:
    chosen = sheet.chosen
    for feature in sheet.feature_rules:
        how = feature.free_casts
        for word in how.named(chosen.of if chosen else lambda choice: ()) if how else ():
            spell = book.spell(word)
            if spell and how and how.takes(spell.level):
                yield feature, how, spell


def _ability(feature: FeatureRule, how: FreeCasts, sheet: Sheet, modifiers: Mapping[Ability, int]) -> Ability | None:
    if how.abilities:
        return max(how.abilities, key=lambda a: modifiers.get(a, 0))
    casting = sheet.casting.get(feature.of_class or "")
    return casting[0].ability if casting else None
