"""The cantrips and spells that the classes of a character let it choose, and how many are still open (SRD, Spellcasting of each class)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol, get_args

from rpg_lite.rules import names
from rpg_lite.rules.acts.words import School
from rpg_lite.rules.character_document import SpellLists
from rpg_lite.rules.choice_names import SPECIES_CANTRIP
from rpg_lite.rules.choices import Chosen, OpenChoice
from rpg_lite.rules.class_spellcasting import ClassCasting, casting_at, with_features
from rpg_lite.rules.class_table import SpellcastingRule, at_level
from rpg_lite.rules.formulas import Values
from rpg_lite.rules.granted_spells import Trained, added_spells, always_prepared, granted_spells
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import RaceRule, SpellRule
from rpg_lite.rules.spell_slots import own_highest

CANTRIPS: Final = "cantrips"
SPELLBOOK: Final = "spellbook"
SPELLS: Final = "spells"
ARCANUM: Final = "mystic arcanum"
SAVANT: Final = "savant"
"""The last word of the choice of spells of one school for the spellbook: "evocation savant"."""
OF_SPECIES: Final = SPECIES_CANTRIP
KEYS: Final = {
    names.fold(word): kind
    for kind, words in (
        (CANTRIPS, (CANTRIPS, "known cantrips")),
        (OF_SPECIES, (OF_SPECIES, "racial cantrip", "race cantrip", "lineage cantrip", "elf cantrip", "high elf cantrip")),
        (ARCANUM, (ARCANUM, "arcanum", "arcana")),
        *((f"{school} {SAVANT}", (f"{school} {SAVANT}", f"{school} spells")) for school in get_args(School)),
        (SPELLS, (SPELLS, SPELLBOOK, "spell book", "known spells", "spells known", "prepared spells", "new spells")),
    )
    for word in words
}
"""The folded names of these choices → whether they name cantrips, that of a species, arcana, spells of a school for the spellbook, or other spells with a level."""


class Caster(Trained, Protocol):
    """The part of a sheet that decides which spells are still to be chosen."""

    @property
    def casting(self) -> Mapping[str, tuple[SpellcastingRule, int]]: ...
    @property
    def spells(self) -> SpellLists: ...
    @property
    def race(self) -> str | None: ...
    @property
    def formula_values(self) -> Values: ...
    @property
    def chosen(self) -> Chosen | None: ...


@dataclass(frozen=True, slots=True)
class SpellOffer:
    """The spells of one kind that a class lets a character choose: how many in all, and the list of the sheet that keeps them."""

    choice: str
    of: str
    level: int
    count: int
    kept_in: Literal["cantrips", "known", "prepared"]
    highest: int
    lowest: int = 1
    school: School | None = None

    @property
    def is_of_spellbook(self) -> bool:
        return self.choice == SPELLBOOK or self.school is not None

    def holds(self, level: int) -> bool:
        """Whether spells of this level belong to the offer; those of Mystic Arcanum have one level, which other spells of the class cannot
        have.
        """
        return level == 0 if self.choice in (CANTRIPS, OF_SPECIES) else self.lowest <= level <= self.highest


def offers(sheet: Caster, book: Rulebook) -> Iterator[SpellOffer]:
    """Cantrips, the spells of a spellbook, and the spells that change only when a level is gained; other prepared spells are chosen daily."""
    for name, (how, level) in sheet.casting.items():
        counts = _counts(name, how, level, sheet, book)
        if counts.cantrips:
            yield SpellOffer(CANTRIPS, name, level, counts.cantrips, "cantrips", 0)
        if offer := _leveled(name, how, level, counts):
            if how.spellbook:  # first: a spell that fits one leaves the free choice open
                yield from _of_schools(offer, how, level, sheet, book)
            yield offer
            yield from _arcana(offer, how, level)
    if race := _choosing_species(sheet, book):  # last: only a cantrip in excess of those of the classes counts for the species
        yield SpellOffer(OF_SPECIES, race.of or race.name, 1, 1, "cantrips", 0)


def _choosing_species(sheet: Caster, book: Rulebook) -> RaceRule | None:
    """The species that has a cantrip only by choice (SRD 5.1, High Elf)."""
    race = book.race(sheet.race) if sheet.race else None
    return race if race and race.cantrip_to_choose and not fixed_cantrips(race, book) else None


def fixed_cantrips(race: RaceRule, book: Rulebook) -> list[str]:
    """The cantrips that the species gives without a choice."""
    of_levels = [spell for word in race.spells.values() if (spell := book.spells.get(names.fold(word)))]
    return [*race.cantrips, *(spell.name for spell in of_levels if spell.level == 0)]


def _of_species(sheet: Caster, book: Rulebook) -> list[str]:
    """The cantrip of the sheet that counts for the species: the one that was chosen for it. On a sheet that only lists its cantrips, it is
    one that no class could give, or else the first on the list after those with which the classes begin. Cantrips of later levels are
    chosen after it.
    """
    race = _choosing_species(sheet, book)
    words = dict.fromkeys(sheet.spells.cantrips or ())
    known = [s for word in words if (s := book.spells.get(names.fold(word))) and s.level == 0 and s.name not in granted_spells(sheet, book)]
    found = [s.name for s in known if race and race.cantrip_to_choose in s.classes]
    named = {names.fold(word) for word in sheet.chosen.of(OF_SPECIES)} if sheet.chosen else set()
    if chosen := [name for name in found if names.fold(name) in named]:
        return chosen[:1]
    lists = {how.list for how, _ in sheet.casting.values()}
    if strange := [s.name for s in known if s.name in found and not lists & {*s.classes}]:
        return strange[:1]
    begun = sum(_counts(name, how, how.first_level, sheet, book).cantrips for name, (how, _) in sheet.casting.items())
    taken = max(0, begun - (len(known) - len(found)))
    return found[taken : taken + 1]


def _counts(name: str, how: SpellcastingRule, level: int, sheet: Caster, book: Rulebook) -> ClassCasting:
    return with_features(casting_at(how, level, sheet.formula_values, book), name, sheet.feature_rules)


def _arcana(beside: SpellOffer, how: SpellcastingRule, level: int) -> Iterator[SpellOffer]:
    """One spell for each level of Mystic Arcanum, on top of the other spells."""
    for at, spell in sorted(how.arcanum.items()):
        if at <= level:
            yield replace(beside, choice=ARCANUM, level=at, count=1, highest=spell, lowest=spell)


def _of_schools(beside: SpellOffer, how: SpellcastingRule, level: int, sheet: Caster, book: Rulebook) -> Iterator[SpellOffer]:
    """The spells of a school that features add to the spellbook, each up to the highest level of the slots at that time."""
    gains = [rule.spellbook for rule in sheet.feature_rules if rule.spellbook and rule.of_class == beside.of]
    for gain in gains:
        for at, count in sorted(gain.levels.items()):
            if at <= level:
                highest = own_highest(how, at, book)
                yield replace(beside, choice=f"{gain.school} {SAVANT}", level=at, count=count, highest=highest, school=gain.school)


def _leveled(name: str, how: SpellcastingRule, level: int, counts: ClassCasting) -> SpellOffer | None:
    if how.spellbook:
        return SpellOffer(SPELLBOOK, name, level, how.spellbook.start + how.spellbook.per_level * (level - 1), "known", counts.highest)
    highest = (at_level(how.pact.level, level) or 0) if how.pact else counts.highest
    if counts.known:
        return SpellOffer(SPELLS, name, level, counts.known, "known", highest)
    if how.change == "level_up" and counts.prepared:
        return SpellOffer(SPELLS, name, level, counts.prepared, "prepared", highest)
    return None


def opened(sheet: Caster, book: Rulebook) -> Iterator[OpenChoice]:
    """The offers that are not used up."""
    for offer, taken in counted(sheet, book).items():
        left = offer.count - len(taken)
        if left > 0:
            yield OpenChoice(offer.choice, offer.of, offer.level, left)


def counted(sheet: Caster, book: Rulebook) -> dict[SpellOffer, list[str]]:
    """The spells that use up each offer. A spell on the lists of two classes uses up only one offer, the one that leaves as few as possible
    open (SRD, Multiclassing: each class chooses individually). What the rules do not have uses up none: it is a word that a table keeps.
    """
    fitting = {offer: had(offer, sheet, book) for offer in offers(sheet, book)}
    found: dict[SpellOffer, list[str]] = {offer: [] for offer in fitting}
    apart = {names.fold(w) for offer, words in fitting.items() if offer.choice == OF_SPECIES for w in words}
    shared = {
        offer: [w for w in words if names.fold(w) in book.spells and names.fold(w) not in apart]
        for offer, words in fitting.items()
        if offer.choice != OF_SPECIES
    }
    for word in dict.fromkeys(w for words in shared.values() for w in words):
        _place(word, shared, found, set())
    of_species = {offer: words for offer, words in fitting.items() if offer.choice == OF_SPECIES}
    return found | of_species


def _place(word: str, fitting: Mapping[SpellOffer, list[str]], found: dict[SpellOffer, list[str]], tried: set[SpellOffer]) -> bool:
    """Count the spell against an offer with room, or in place of a spell for which another offer has room."""
    for offer, words in fitting.items():
        if word not in words or offer in tried:
            continue
        tried.add(offer)
        if len(found[offer]) < offer.count:
            found[offer].append(word)
            return True
        for other in [w for w in found[offer] if any(w in fits for o, fits in fitting.items() if o not in tried)]:
            if _place(other, fitting, found, tried):
                found[offer][found[offer].index(other)] = word
                return True
    return False


def had(offer: SpellOffer, sheet: Caster, book: Rulebook) -> list[str]:
    """The spells of the sheet that count against an offer; a spell that the rules do not have counts for every class."""
    lists = sheet.spells
    if offer.choice == OF_SPECIES:
        return _of_species(sheet, book)
    if not (lists.cantrips or lists.known or lists.prepared):
        return []
    always = always_prepared(sheet, book)
    is_cantrip = offer.choice == CANTRIPS
    found: dict[str, str] = {}
    for place, written in (("cantrips", lists.cantrips), ("known", lists.known), ("prepared", lists.prepared)):
        for word in written or ():
            spell = book.spells.get(names.fold(word))
            if (spell.level == 0 if spell else place == "cantrips") != is_cantrip:
                continue
            if (spell is None and offer.choice == ARCANUM) or (spell and _is_apart(spell, offer, sheet)):
                continue
            if spell is None or (spell.name not in always and _is_on_list(spell, offer, sheet, book) and _is_of_school(spell, offer, book)):
                found.setdefault(names.fold(word), word)
    return list(found.values())


def _is_apart(spell: SpellRule, offer: SpellOffer, sheet: Caster) -> bool:
    """Whether the offer is for arcana and the spell is not one, or the other way round; their levels tell arcana from other spells."""
    arcana = sheet.casting[offer.of][0].arcanum.values()
    return spell.level in arcana if offer.choice != ARCANUM else not offer.holds(spell.level or 0)


def options(offer: SpellOffer, sheet: Caster, book: Rulebook) -> list[str]:
    """The spells that an offer takes and that the character does not have yet."""
    there = {names.fold(w) for w in (*had(offer, sheet, book), *always_prepared(sheet, book))}
    there |= set(map(names.fold, sheet.spells.cantrips or ())) if offer.choice == OF_SPECIES else set()
    fits = (s for s in book.spells.values() if _fits(s, offer, sheet, book) and names.fold(s.name) not in there)
    return [s.name for s in sorted(fits, key=lambda s: (s.level or 0, s.name))]


def _fits(spell: SpellRule, offer: SpellOffer, sheet: Caster, book: Rulebook) -> bool:
    return offer.holds(spell.level or 0) and _is_on_list(spell, offer, sheet, book) and _is_of_school(spell, offer, book)


def _is_of_school(spell: SpellRule, offer: SpellOffer, book: Rulebook) -> bool:
    """Whether the spell is of the school and level that the offer asks for, if it asks for a school."""
    if offer.school is None:
        return True
    act = book.spell(spell.name)
    return act is not None and act.school == offer.school and offer.holds(spell.level or 0)


def _is_on_list(spell: SpellRule, offer: SpellOffer, sheet: Caster, book: Rulebook) -> bool:
    """Whether the spell is on the list of the class, or a subclass adds it there; or on the list of the species."""
    if offer.choice == OF_SPECIES:
        race = _choosing_species(sheet, book)
        return race is not None and race.cantrip_to_choose in spell.classes
    return sheet.casting[offer.of][0].list in spell.classes or spell.name in added_spells(sheet, offer.of, book)
