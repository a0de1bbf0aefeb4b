"""manage_character prepare: the spells that a caster has ready."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.operations import targets
from rpg_lite.operations.mechanics import state_changes
from rpg_lite.operations.mechanics.creature_making import Naming
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Result, Situation
from rpg_lite.rules import names
from rpg_lite.rules.class_spellcasting import ClassCasting
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import SpellRule
from rpg_lite.rules.sheet import Sheet
from rpg_lite.world import bearers, body_paths
from rpg_lite.world.things import Thing, World

_MOST_SPELLS: Final = 100


class Prepare(Naming):
    """The spells to have prepared."""

    operation: Literal["prepare"]
    spells: Annotated[tuple[str, ...], Field(max_length=_MOST_SPELLS)]


@dataclass(frozen=True, slots=True)
class PrepareResult(Result):
    """The prepared spells, of at most so many."""

    spells: tuple[str, ...]
    most: int


def decide_prepare(command: Prepare, world: World, situation: Situation) -> Outcome:
    """Refuses: prepared_too_many, prepares_nothing, spell_not_on_list, spell_unknown."""
    thing = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(thing, Rejected):
        return thing
    preparing = preparing_classes(world, thing, situation.book)
    if not preparing:
        return Rejected("prepares_nothing", "characterName", {"name": thing.name})
    most = sum(c.prepared or 0 for c in preparing.values())
    found = [_spell(word, thing, preparing, bearers.true_sheet(thing, situation.book), situation.book) for word in command.spells]
    if refusal := next((s for s in found if isinstance(s, Rejected)), None):
        return refusal
    spells = tuple(dict.fromkeys(s.name for s in found if isinstance(s, SpellRule)))
    if len(spells) > most:
        return Rejected("prepared_too_many", "spells", {"name": thing.name, "most": most, "wanted": len(spells)})
    draft = Draft(world, situation)
    kept = {**(thing.creature.sheet.document.get("spells") or {}), "prepared": list(spells)}
    state_changes.change(draft, thing, body_paths.of_sheet("spells"), kept)
    return draft.accepted(thing.id, thing.id, result=PrepareResult(spells, most))


def preparing_classes(world: World, thing: Thing, book: Rulebook) -> dict[str, ClassCasting]:
    """The classes of a creature that prepare spells."""
    casting = bearers.stats_of(world, thing, book).spellcasting
    counts = {c: n.counts for c, n in casting.by_class.items()} if casting else {}
    return {c: n for c, n in counts.items() if n.prepared is not None}


def _spell(word: str, thing: Thing, preparing: Mapping[str, ClassCasting], sheet: Sheet, book: Rulebook) -> SpellRule | Rejected:
    """The spell of this name, where it stands on the list of one of the classes, in the spellbook, and within their levels."""
    spell = book.spells.get(names.fold(word))
    ready = list(may_prepare(preparing, sheet, book))
    near = tuple(names.nearest(word, ready))
    if spell is None:
        return Rejected("spell_unknown", "spells", {"wanted": word}, near)
    if spell.name not in ready:
        return Rejected("spell_not_on_list", "spells", {"name": thing.name, "wanted": spell.name, "classes": list(preparing)}, near)
    return spell


def may_prepare(preparing: Mapping[str, ClassCasting], sheet: Sheet, book: Rulebook) -> Iterable[str]:
    """The names of the spells that these classes may prepare; those of the spellbook where it is written."""
    written = {names.fold(n) for n in sheet.spells.known or ()}
    for spell in book.spells.values():
        for name, casting in preparing.items():
            on_list = casting.list in spell.classes or spell.name in added_spells(sheet, name, book)
            in_book = not written or not _has_spellbook(name, book) or names.fold(spell.name) in written
            if on_list and in_book and spell.level and spell.level <= casting.highest:
                yield spell.name
                break


def added_spells(sheet: Sheet, name: str, book: Rulebook) -> frozenset[str]:
    """The spells that the subclasses of a class add to its list."""
    rule, chosen = book.classes[name], sheet.chosen
    parts = [
        s for s in rule.subclasses if chosen and any(names.fold(w) in map(names.fold, (s.name, *s.aliases)) for w in chosen.subclasses)
    ]
    return frozenset(spell for s in parts for spell in s.added_to_list)


def _has_spellbook(name: str, book: Rulebook) -> bool:
    how = book.classes[name].spellcasting
    return how is not None and how.spellbook is not None


OPERATION = Operation(
    tool="manage_character",
    model=Prepare,
    decide=decide_prepare,
    who=OWN,
    sends="characterName spells",
)
