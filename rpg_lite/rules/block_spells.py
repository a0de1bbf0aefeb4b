"""The spells of a stat block: at will, some times a day, or with its slots (SRD, Monsters: Spellcasting)."""

from collections.abc import Iterator

from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.species_spells import OwnSpell
from rpg_lite.rules.stat_block import BlockCasting, BlockSpell, Spells, spell_name


def block_spells(sheet: Sheet, book: Rulebook) -> dict[str, OwnSpell]:
    """Name → spell, for the spells that the stat block gives; a spell that the book does not have is left out."""
    return {one.name: one for one in _list_spells(sheet.block_casting, book)} if sheet.block_casting else {}


def _list_spells(how: BlockCasting, book: Rulebook) -> Iterator[OwnSpell]:
    """The prepared spells first; a spell that is also cast without a slot then replaces its entry and needs none."""
    for level, spells in how.spells.items():
        yield from _each(how, spells, book, with_slots=level > 0, at_will=level == 0)
    for spells in how.per_day.values():
        yield from _each(how, spells, book, per_day=True)
    yield from _each(how, how.at_will, book, at_will=True)


def _each(
    how: BlockCasting, spells: Spells, book: Rulebook, *, with_slots: bool = False, at_will: bool = False, per_day: bool = False
) -> Iterator[OwnSpell]:
    for one in spells:
        spell = book.spell(spell_name(one))
        if spell is None:
            continue
        level = (one.slot if isinstance(one, BlockSpell) else None) or spell.level
        paid = spell_name(one).casefold() if per_day else None
        yield OwnSpell(
            spell.name, how.ability, level, paid, with_slots, at_will and level > 0, dc=how.save_dc, attack=how.attack,
            of_block=(how, one),
        )  # fmt: skip
