"""The spells of a species and of feats: cantrips, and spells cast without a slot between long rests (SRD, Infernal Legacy; 5.2, Lineages,
Magic Initiate)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.origin_choices import feat_spells
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import RaceRule, SpeciesCasting
from rpg_lite.rules.sheet import Sheet
from rpg_lite.vocabulary import Ability


@dataclass(frozen=True, slots=True)
class SpeciesSpell:
    """A spell with the ability that casts it. `resource`: pays for it without a slot, at this `level`; None for a cantrip. `of_feat`: whether
    a feat gives it, not the species.
    """

    name: str
    ability: Ability
    level: int = 0
    resource: str | None = None
    with_slots: bool = False
    of_feat: bool = False


_BY_FEAT: Final = SpeciesCasting(abilities=("int", "wis", "cha"), with_slots=True)


def species_spells(sheet: Sheet, modifiers: Mapping[Ability, int], book: Rulebook) -> dict[str, SpeciesSpell]:
    """Name → spell, for the spells that species and feats give at the character's level, with the best of their casting abilities."""
    race = book.race(sheet.race) if sheet.race else None
    of_feats = _cast_by(_BY_FEAT, (s.name for s in feat_spells(sheet.chosen, book)) if sheet.chosen else (), sheet, modifiers, book)
    found = {one.name: replace(one, of_feat=True) for one in of_feats}
    if race is None or race.casting is None:
        return found
    return found | {one.name: one for one in _cast_by(race.casting, _list_given(race, sheet, book), sheet, modifiers, book)}


def _cast_by(
    how: SpeciesCasting, given: Iterable[str], sheet: Sheet, modifiers: Mapping[Ability, int], book: Rulebook
) -> Iterator[SpeciesSpell]:
    ability = max(how.abilities, key=lambda a: modifiers.get(a, 0))
    return (one for name in given if (one := _spell(name, ability, how, sheet, book)))


def _list_given(race: RaceRule, sheet: Sheet, book: Rulebook) -> Iterator[str]:
    yield from race.cantrips
    yield from (name for at, name in race.spells.items() if at <= sheet.level)
    for name in sheet.spells.cantrips or () if race.cantrip_to_choose else ():
        spell = book.spell(name)
        if spell and spell.level == 0 and race.cantrip_to_choose in spell.classes and not _of_a_class(sheet, spell.classes):
            yield spell.name


def _of_a_class(sheet: Sheet, lists: tuple[str, ...]) -> bool:
    return any(how.list in lists for how, _ in sheet.casting.values())


def _spell(name: str, ability: Ability, how: SpeciesCasting, sheet: Sheet, book: Rulebook) -> SpeciesSpell | None:
    spell = book.spell(name)
    if spell is None:
        return None
    resource = next((r for r in sheet.resources if names.fold(r) == names.fold(name)), None) if spell.level else None
    if spell.level and resource is None:
        return None
    return SpeciesSpell(spell.name, ability, how.at.get(spell.name, spell.level), resource, how.with_slots)
