"""The spells that features let a creature cast without a slot (SRD, Spell Mastery, Signature Spells; SRD 5.2, Magic Initiate)."""

from collections.abc import Iterator, Mapping

from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.class_table import FreeCasts
from rpg_lite.rules.granted_spells import list_free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.sheet import Sheet
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
        for own in _by_acts(feature, sheet, book):
            found.setdefault(own.name, own)
    return found


def _by_acts(feature: FeatureRule, sheet: Sheet, book: Rulebook) -> Iterator[OwnSpell]:
    """The spells that an act of the feature casts for a resource of its own and does nothing else (SRD 5.2, Favored Enemy)."""
    casting = sheet.casting.get(feature.of_class or "")
    for act in feature.acts if casting else ():
        match act.steps, [spend.split(":") for spend in act.spends]:
            case (DoStep(do=name) as step,), [["resource", resource]]:
                spell = book.spell(name)
                if casting and spell and resource in sheet.resources:
                    level = int(step.slot) if step.slot and str(step.slot).isdigit() else spell.level
                    yield OwnSpell(spell.name, casting[0].ability, level, resource, with_slots=True)


def _ability(feature: FeatureRule, how: FreeCasts, sheet: Sheet, modifiers: Mapping[Ability, int]) -> Ability | None:
    if how.abilities:
        return max(how.abilities, key=lambda a: modifiers.get(a, 0))
    casting = sheet.casting.get(feature.of_class or "")
    return casting[0].ability if casting else None
