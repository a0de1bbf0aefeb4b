"""The room that each class gives for prepared spells: with several classes, each prepares its own (SRD, Multiclassing, Spells Known and Prepared)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rpg_lite.operations.mechanics.spell_preparing import classes_for
from rpg_lite.rules.class_spellcasting import ClassCasting
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import SpellRule


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
