"""The spells of a species: cantrips, and spells cast without a slot between long rests (SRD, Infernal Legacy; 5.2, Lineages)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rpg_lite.rules import names
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import RaceRule, SpeciesCasting
from rpg_lite.rules.stat_block import BlockCasting, BlockSpell
from rpg_lite.vocabulary import Ability


@dataclass(frozen=True, slots=True)
class OwnSpell:
    """A spell that a species, a feature or a stat block gives, with the ability that casts it. `resource`: the resource that pays for it in
    place of a slot, at this `level`; None for a cantrip and for a spell that is cast `at_will`. `prepared`: it needs no preparation. `dc`,
    `attack`: printed numbers; `of_block`: the stat block's casting and its line for this spell, which may change the spell.
    """

    name: str
    ability: Ability
    level: int = 0
    resource: str | None = None
    with_slots: bool = False
    at_will: bool = False
    prepared: bool = True
    dc: int | None = None
    attack: int | None = None
    of_block: tuple[BlockCasting, str | BlockSpell] | None = None


def species_spells(sheet: Sheet, modifiers: Mapping[Ability, int], book: Rulebook) -> dict[str, OwnSpell]:
    """Name → spell, for the spells that the species gives at the character's level, with the best of their casting abilities."""
    race = book.race(sheet.race) if sheet.race else None
    if race is None or race.casting is None:
        return {}
    how, ability = race.casting, max(race.casting.abilities, key=lambda a: modifiers.get(a, 0))
    return {one.name: one for name in _list_given(race, sheet, book) if (one := _spell(name, ability, how, sheet, book))}


def _list_given(race: RaceRule, sheet: Sheet, book: Rulebook) -> Iterator[str]:
    chosen = [*_list_chosen(race, sheet, book)]
    yield from race.cantrips
    yield from (name for at, name in race.spells.items() if at <= sheet.level and not (chosen and _is_cantrip(name, book)))
    yield from chosen


def _list_chosen(race: RaceRule, sheet: Sheet, book: Rulebook) -> Iterator[str]:
    """The cantrips that were chosen for the species; they replace one that it gives by itself (SRD 5.2, Elven Lineages)."""
    for name in sheet.spells.cantrips or () if race.cantrip_to_choose else ():
        spell = book.spell(name)
        if spell and spell.level == 0 and race.cantrip_to_choose in spell.classes and not _of_a_class(sheet, spell.classes):
            yield spell.name


def _is_cantrip(name: str, book: Rulebook) -> bool:
    spell = book.spell(name)
    return spell is not None and spell.level == 0


def _of_a_class(sheet: Sheet, lists: tuple[str, ...]) -> bool:
    return any(how.list in lists for how, _ in sheet.casting.values())


def _spell(name: str, ability: Ability, how: SpeciesCasting, sheet: Sheet, book: Rulebook) -> OwnSpell | None:
    spell = book.spell(name)
    if spell is None:
        return None
    resource = next((r for r in sheet.resources if names.fold(r) == names.fold(name)), None) if spell.level else None
    if spell.level and resource is None:
        return None
    return OwnSpell(spell.name, ability, how.at.get(spell.name, spell.level), resource, how.with_slots)
