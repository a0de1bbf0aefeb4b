"""The spells that a character may prepare: on the list of its class, within its levels, and in the spellbook if it has one; each class has room
of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.class_spellcasting import ClassCasting
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.granted_spells import added_spells, always_prepared
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import SpellRule
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def preparing_classes(world: World, thing: Thing, book: Rulebook) -> dict[str, ClassCasting]:
    """The classes of a creature that prepare spells."""
    casting = thing_stats.stats_of(world, thing, book).spellcasting
    counts = {c: n.counts for c, n in casting.by_class.items()} if casting else {}
    return {c: n for c, n in counts.items() if n.prepared is not None}


def spell_to_prepare(
    word: str, who: str, preparing: Mapping[str, ClassCasting], sheet: Sheet, book: Rulebook
) -> SpellRule | Rejected:  # fmt: skip
    """The spell of this name, if it is on the list of one of the classes, within their levels, and in the spellbook if there is one."""
    spell = book.spells.get(names.fold(word))
    ready = list(may_prepare(preparing, sheet, book))
    near = tuple(names.nearest(word, ready))
    if spell is not None and spell.name in always_prepared(sheet, book):
        return spell
    if spell is None:
        return Rejected("spell_unknown", "spells", {"wanted": word}, near)
    if not spell.level:
        return Rejected("cantrip_prepared", "spells", {"wanted": spell.name})
    if spell.name not in ready:
        why = _why_not(spell, preparing, sheet, book)
        return Rejected("spell_not_on_list", "spells", {"name": who, "wanted": spell.name, "classes": list(preparing), "why": why}, near)
    return spell


def _why_not(spell: SpellRule, preparing: Mapping[str, ClassCasting], sheet: Sheet, book: Rulebook) -> str:
    """The first reason that keeps the classes from preparing the spell: its lists, its level, the spellbook."""
    able = {name: how for name, how in preparing.items() if _is_on_list(spell, name, how, sheet, book)}
    if not able:
        return f"it is on the list of {', '.join(spell.classes) or 'no class'}, not on that of {', '.join(preparing) or 'any class that prepares'}"
    name, most = max(able.items(), key=lambda one: one[1].highest)
    if (spell.level or 0) > most.highest:
        return f"its level is {spell.level}, and a {name} of this level prepares spells up to level {most.highest}"
    return "it is not in the spellbook"


def _is_on_list(spell: SpellRule, name: str, casting: ClassCasting, sheet: Sheet, book: Rulebook) -> bool:
    return not casting.lists.isdisjoint(spell.classes) or spell.name in added_spells(sheet, name, book)


def may_prepare(preparing: Mapping[str, ClassCasting], sheet: Sheet, book: Rulebook) -> Iterable[str]:
    """The names of the spells that these classes may prepare; for a class with a spellbook, only the spells in it."""
    return (spell.name for spell in book.spells.values() if classes_for(spell, preparing, sheet, book))


def classes_for(spell: SpellRule, preparing: Mapping[str, ClassCasting], sheet: Sheet, book: Rulebook) -> list[str]:
    """The classes that may prepare the spell."""
    written = {names.fold(n) for n in sheet.spells.known or ()}
    found = []
    for name, casting in preparing.items():
        in_book = not written or not _has_spellbook(name, book) or names.fold(spell.name) in written
        if spell.level and spell.level <= casting.highest and in_book and _is_on_list(spell, name, casting, sheet, book):
            found.append(name)
    return found


LEVEL_UP: Final = "level_up"
"""The occasion on which some classes replace a prepared spell: when they gain a level."""


def replacing(preparing: Mapping[str, ClassCasting], left: Iterable[SpellRule], sheet: Sheet, book: Rulebook) -> list[str]:
    """Those of the classes that may have prepared these spells and do not replace all of theirs at once (SRD 5.2: Bard, Paladin, Ranger, Sorcerer,
    Warlock); a spell that another class may have prepared counts for none of them.
    """
    found = dict[str, None]()
    for spell in left:
        able = classes_for(spell, preparing, sheet, book)
        hows = [book.classes[name].spellcasting for name in able]
        found |= dict.fromkeys(able if all(how and how.changes is not None for how in hows) else ())
    return [*found]


def most_replaced(classes: Iterable[str], book: Rulebook) -> int:
    """The spells that these classes may replace at once."""
    return sum(how.changes or 0 for name in classes if (how := book.classes[name].spellcasting))


def replaces_at_levels(name: str, book: Rulebook) -> bool:
    """Whether the class replaces a prepared spell when it gains a level, and not after a long rest."""
    how = book.classes[name].spellcasting
    return how is not None and how.change == LEVEL_UP


def _has_spellbook(name: str, book: Rulebook) -> bool:
    how = book.classes[name].spellcasting
    return how is not None and how.spellbook is not None


@dataclass(slots=True)
class SpellRooms:
    """The spells in the rooms of the classes. `room`: class → the number of spells that it prepares; `fits`: spell → the classes that may
    prepare it.
    """

    room: Mapping[str, int]
    fits: Mapping[str, Sequence[str]]
    placed: dict[str, str] = field(default_factory=dict)

    def place(self, spell: str) -> bool:
        """Place a spell, moving others to another of their classes where that makes room; return whether it found room."""
        return self._place(spell, set())

    def _place(self, spell: str, tried: set[str]) -> bool:
        for room in self.fits[spell]:
            if room in tried:
                continue
            tried.add(room)
            inside = [one for one, at in self.placed.items() if at == room]
            if len(inside) < self.room[room] or any(self._place(one, tried) for one in inside):
                self.placed[spell] = room
                return True
        return False

    def crowded_by(self, spell: str) -> tuple[set[str], int]:
        """The rooms that are too small for a spell that found none, and the number of spells that they hold together."""
        rooms: set[str] = set()
        self._place(spell, rooms)
        return rooms, sum(self.room[name] for name in rooms)


def rooms_of(preparing: Mapping[str, ClassCasting], spells: Iterable[SpellRule], sheet: Sheet, book: Rulebook) -> SpellRooms:
    """The rooms of these classes for these spells; each mystic arcanum has room for one spell of its level (SRD, Warlock)."""
    arcanum = {level: f"arcanum {level}" for level in sheet.spell_slots.arcanum}
    fits = {
        spell.name: (*((arcanum[spell.level],) if spell.level in arcanum else ()), *classes_for(spell, preparing, sheet, book))
        for spell in spells
    }
    return SpellRooms({**{name: how.prepared or 0 for name, how in preparing.items()}, **dict.fromkeys(arcanum.values(), 1)}, fits)


def kept_beside(wanted: Sequence[str], before: Sequence[str], rooms: SpellRooms) -> list[str]:
    """The spells prepared before that stay: those of other classes than the one whose spells the call names."""
    named = [{*rooms.fits[spell]} for spell in wanted]
    of_all = set.intersection(*named) if named else set()
    meant = of_all if len(of_all) == 1 else set().union(*named)
    others = (spell for spell in before if spell in rooms.fits and spell not in wanted)
    return [spell for spell in others if wanted and meant.isdisjoint(rooms.fits[spell])]
