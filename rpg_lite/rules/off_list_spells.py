"""The spells on a sheet that the character's classes, species, features and choices do not give."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.class_gains import BEYOND_NAME
from rpg_lite.rules.class_spellcasting import casting_at
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.granted_spells import granted_spells, list_free
from rpg_lite.rules.ready_spells import classes_with
from rpg_lite.rules.rulebook import Rulebook

ANY: Final = "any"


class Foreign(NamedTuple):
    """A spell, the list of the sheet that names it, and the reason why the rules would not put it there."""

    spell: str
    kept_in: str
    why: str


def foreign_spells(sheet: Sheet, book: Rulebook) -> Iterator[Foreign]:
    """The spells of the rules on the sheet that nothing gives the character: from the list of another class, of too high a level, or listed
    as cantrips without being any.
    """
    if not sheet.casting or sheet.unknown_classes:
        return
    given = {*granted_spells(sheet, book), *_of_species(sheet, book), *chosen_elsewhere(sheet, book)}
    lists = sheet.spells
    for kept_in, words in (("cantrips", lists.cantrips), ("known", lists.known), ("prepared", lists.prepared)):
        for spell in filter(None, (book.spell(word) for word in words or ())):
            if spell.name not in given and (why := _why(spell, kept_in, sheet, book)):
                yield Foreign(spell.name, kept_in, why)


def may_come_from_a_feature(spell: Spell, sheet: Sheet, book: Rulebook) -> bool:
    """Whether a feature opens a list that has the spell at its level (SRD, Book of Shadows; 5.2, Magic Initiate)."""
    feats = (book.feature(BEYOND_NAME.sub("", feat)) for feat in (sheet.chosen.feats if sheet.chosen else ()))
    opened = (word.partition(":") for rule in (*sheet.feature_rules, *filter(None, feats)) for word in rule.spell_lists)
    return any(of in (ANY, *spell.classes) and level in ("", str(spell.level)) for of, _, level in opened)


def _why(spell: Spell, kept_in: str, sheet: Sheet, book: Rulebook) -> str:
    if kept_in == "cantrips" and spell.level:
        return f"level {spell.level}, no cantrip"
    if may_come_from_a_feature(spell, sheet, book):
        return ""
    having = classes_with(sheet, spell, book)
    if not having:
        return f"on the lists of {', '.join(spell.classes)}" if spell.classes else "on no list"
    highest = max(_highest(name, sheet, book) for name in having)
    return f"level {spell.level}, above {highest}" if spell.level > highest else ""


def _highest(name: str, sheet: Sheet, book: Rulebook) -> int:
    how, level = sheet.casting[name]
    arcana = (spell for at, spell in how.arcanum.items() if at <= level)
    return max(casting_at(how, level, sheet.formula_values, book).highest, *arcana, 0)


def _of_species(sheet: Sheet, book: Rulebook) -> Iterator[str]:
    race = book.race(sheet.race) if sheet.race else None
    if race is None:
        return
    yield from (*race.cantrips, *race.spells.values())
    for spell in filter(None, (book.spell(word) for word in sheet.spells.cantrips or ())):
        if race.cantrip_to_choose in spell.classes and spell.level == 0:
            yield spell.name


def chosen_elsewhere(sheet: Sheet, book: Rulebook) -> Iterator[str]:
    """The spells that a choice names, whichever feature asked for it, and those that a feature casts freely."""
    yield from (spell.name for _, _, spell in list_free(sheet, book))
    words = (w for by_class in sheet.chosen.words.values() for ws in by_class.values() for w in ws) if sheet.chosen else ()
    yield from (spell.name for w in words if (spell := book.spells.get(names.fold(w))))
