"""The spells that features let a creature cast without a slot (SRD, Spell Mastery, Signature Spells; SRD 5.2, Magic Initiate)."""

from collections.abc import Mapping

from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.class_table import FreeCasts
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.granted_spells import list_free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.species_spells import OwnSpell
from rpg_lite.vocabulary import Ability


def free_casts(sheet: Sheet, modifiers: Mapping[Ability, int], book: Rulebook) -> dict[str, OwnSpell]:
    """Name → spell, for the spells that the features of the character give."""
    found: dict[str, OwnSpell] = {}
    for feature, how, spell in list_free(sheet, book):
        if spell.level and how.pays == "ritual":
            continue
        ability = _ability(feature, how, sheet, modifiers)
        resource = spell.name.casefold() if how.each and spell.level else None
        if ability and (resource is None or resource in sheet.resources):
            at_will = how.each is None and how.pays == "nothing" and spell.level > 0
            found.setdefault(spell.name, OwnSpell(spell.name, ability, spell.level, resource, True, at_will, how.prepared))
    for feature in sheet.feature_rules:
        for step, resource in feature.paid_acts:
            if resource in sheet.resources and (own := _by_act(feature, step, resource, sheet, book)):
                found.setdefault(own.name, own)
    return found


def _by_act(feature: FeatureRule, step: DoStep, resource: str, sheet: Sheet, book: Rulebook) -> OwnSpell | None:
    """The spell that an act of the feature casts; None for another act, such as Dash."""
    casting, spell = sheet.casting.get(feature.of_class or ""), book.spell(step.do)
    if casting is None or spell is None:
        return None
    level = int(step.slot) if step.slot and step.slot.isdigit() else spell.level
    return OwnSpell(spell.name, casting[0].ability, level, resource, with_slots=True)


def _ability(feature: FeatureRule, how: FreeCasts, sheet: Sheet, modifiers: Mapping[Ability, int]) -> Ability | None:
    if how.abilities:
        return max(how.abilities, key=lambda a: modifiers.get(a, 0))
    casting = sheet.casting.get(feature.of_class or "")
    return casting[0].ability if casting else None
