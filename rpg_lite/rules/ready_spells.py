"""The spells that a character has ready: chosen, always prepared, or, if nothing is chosen, on the lists of its classes."""

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.class_spellcasting import more_lists
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.granted_spells import added_spells
from rpg_lite.rules.rulebook import Rulebook


def chosen_cantrips(sheet: Sheet) -> list[str] | None:
    """The cantrips that the character has chosen; None if the sheet names none."""
    return None if sheet.spells.cantrips is None else list(sheet.spells.cantrips)


def chosen_spells(sheet: Sheet, book: Rulebook, as_ritual: bool = False) -> list[str] | None:
    """The spells with a level that the character has chosen; None if the sheet names none.

    A class that prepares spells casts only the prepared ones; other spells in its spellbook are for rituals (SRD, Wizard: Ritual Casting).
    """
    lists = sheet.spells
    if lists.prepared is None and lists.known is None:
        return None
    prepares = lists.prepared is not None and any(how.learn == "prepared" for how, _ in sheet.casting.values())
    known = [w for w in lists.known or () if not prepares or as_ritual or _is_learnt(sheet, w, book)]
    return [*(lists.prepared or ()), *known]


def _is_learnt(sheet: Sheet, word: str, book: Rulebook) -> bool:
    """Whether the spell is on the list of a class that knows its spells, and therefore needs no preparation."""
    spell = book.spell(word)
    knowing = [name for name, (how, _) in sheet.casting.items() if how.learn == "known"]
    return bool(knowing) if spell is None else any(name in knowing for name in classes_with(sheet, spell, book))


def classes_with(sheet: Sheet, spell: Spell, book: Rulebook) -> list[str]:
    """The classes of a character that have the spell on their lists, or to whose list a subclass adds it."""
    return [
        name
        for name, (how, level) in sheet.casting.items()
        if not {how.list, *more_lists(how, level)}.isdisjoint(spell.classes) or spell.name in added_spells(sheet, name, book)
    ]


def has(names_of: list[str], spell: Spell) -> bool:
    return names.fold(spell.name) in map(names.fold, names_of)
