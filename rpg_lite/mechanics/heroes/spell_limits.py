"""The number of cantrips and spells that the classes of a hero allow, for the lists of a new or changed sheet (SRD, Spellcasting)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.class_spellcasting import ClassCasting
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.granted_spells import always_prepared
from rpg_lite.rules.off_list_spells import chosen_elsewhere, may_come_from_a_feature
from rpg_lite.rules.ready_spells import classes_with
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.spell_choices import fixed_cantrips
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


class Limit(NamedTuple):
    """The most entries of one list of the sheet, and the entries that count, in their order."""

    kept_in: str
    kind: str
    most: int
    counted: tuple[str, ...]

    @property
    def over(self) -> tuple[str, ...]:
        return self.counted[self.most :]


def too_many(draft: Draft, hero: Thing, given: CharacterDocument, command: Command) -> Rejected | None:
    """Refuse more cantrips, known or prepared spells than the classes allow; the proposed call keeps the first of them.

    Spells that a class, a species, a feat or another choice adds do not count, and a spellbook holds any number.
    """
    if given.spells is None:
        return None
    given_lists = given.spells.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
    limits = [limit for limit in _limits(draft, draft.world.things[hero.id]) if limit.kept_in in given_lists and limit.over]
    if not limits:
        return None
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    lists = sent["character"]["spells"]
    for limit in limits:
        lists[limit.kept_in] = [word for word in lists[limit.kept_in] if word not in limit.over]
    first = limits[0]
    details = {"name": hero.name, "kind": first.kind, "most": first.most, "given": len(first.counted), "over": len(first.over)}
    return Rejected("spells_too_many", f"character.spells.{first.kept_in}", details, instead=sent)


def _limits(draft: Draft, hero: Thing) -> Iterator[Limit]:
    """The limit of each list that a class of the hero fills. Nobody knows the limits of a class that the rules do not have."""
    book, sheet = draft.situation.book, thing_stats.true_sheet(hero, draft.situation.book)
    casting = thing_stats.stats_of(draft.world, hero, book).spellcasting
    counts = [one.counts for one in casting.by_class.values()] if casting else []
    if not sheet.casting or sheet.unknown_classes or not counts:
        return
    race = book.race(sheet.race) if sheet.race else None
    of_species = 1 if race and race.cantrip_to_choose else 0
    free = {
        names.fold(name)
        for name in (*always_prepared(sheet, book), *chosen_elsewhere(sheet, book), *(fixed_cantrips(race, book) if race else ()))
    }
    if own := sum(c.cantrips for c in counts):  # where no class has any, the answer says that nothing gives them
        yield Limit("cantrips", "cantrips", own + of_species, _counted(sheet.spells.cantrips, free, sheet, book))
    yield from _of_leveled(counts, free, sheet, book)


def _of_leveled(counts: Sequence[ClassCasting], free: set[str], sheet: Sheet, book: Rulebook) -> Iterator[Limit]:
    """The limits of the prepared and of the known spells. A list that no class fills counts with the other, since its spells are cast, too."""
    prepared, known = _counted(sheet.spells.prepared, free, sheet, book), _known(free, sheet, book)
    may_prepare = sum(c.prepared or 0 for c in counts)
    may_know = sum(c.known or 0 for c in counts)
    knows, prepares = any(c.known is not None for c in counts), any(c.prepared is not None for c in counts)
    if prepares:
        yield Limit("prepared", "prepared spells", may_prepare + _arcana(prepared, sheet, book), prepared)
    if knows:
        every = known if prepares else tuple(dict.fromkeys((*known, *prepared)))
        most = may_know + _arcana(every, sheet, book)
        yield Limit("known", "known spells", most, every)
        if not prepares:
            yield Limit("prepared", "known spells", most, every)
    elif prepares and sheet.spells.prepared is None:
        yield Limit("known", "prepared spells", may_prepare + _arcana(known, sheet, book), known)


def _known(free: set[str], sheet: Sheet, book: Rulebook) -> tuple[str, ...]:
    """The known spells that count: not those of a spellbook."""
    with_book = {name for name, (how, _) in sheet.casting.items() if how.spellbook}
    found = _counted(sheet.spells.known, free, sheet, book)
    return tuple(w for w in found if not with_book or ((spell := book.spell(w)) and with_book.isdisjoint(classes_with(sheet, spell, book))))


def _counted(words: Sequence[str] | None, free: set[str], sheet: Sheet, book: Rulebook) -> tuple[str, ...]:
    """The entries that count against a number, each once."""
    found = dict.fromkeys(word for word in words or () if names.fold(word) not in free)
    return tuple(word for word in found if (spell := book.spell(word)) is None or not may_come_from_a_feature(spell, sheet, book))


def _arcana(words: Sequence[str], sheet: Sheet, book: Rulebook) -> int:
    """The spells of Mystic Arcanum among them, one for each level, which do not count."""
    levels = {spell.level for word in words if (spell := book.spell(word))}
    return len(levels.intersection(sheet.spell_slots.arcanum))
