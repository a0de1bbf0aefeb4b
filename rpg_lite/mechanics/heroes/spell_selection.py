"""Spells that a character learns by its choices: taken out of the choices, checked, and written to its spell lists."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.life.resources import sheet_now
from rpg_lite.rules import names, spell_choices
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.choice_names import choice_key
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import SpellRule
from rpg_lite.rules.spell_choices import CANTRIPS, KEYS, OF_SPECIES, SPELLS, SpellOffer, fixed_cantrips
from rpg_lite.world import body_paths
from rpg_lite.world.world_model import Thing

Rows = Mapping[str, Any]
Document = TypeVar("Document", bound=CharacterDocument)
_SPELLS: Final = "spells"
_CHOICES: Final = "choices"


def split(choices: Rows | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """(the choices that name spells, the other choices)."""
    given = dict(choices or {})
    rows = {key: words for key, words in given.items() if choice_key(key) in KEYS}
    return rows, {key: words for key, words in given.items() if key not in rows}


def without_spells(character: Document, rest: Rows) -> Document:
    """The document with the other choices only."""
    return character.model_copy(update={"choices": rest or None})


def learn(draft: Draft, hero: Thing, rows: Rows, where: str) -> Rejected | None:
    """Write the chosen spells. `where`: the path of the choices in the payload. Refuse spells that no class of the hero may choose now.

    Refuses: choice_unfit, choices_used_up, no_cantrip_to_choose.
    """
    chosen = {key: _chosen_before(draft, hero, key) for key in rows}
    for key, value in sorted(rows.items(), key=lambda row: KEYS[choice_key(row[0])] == OF_SPECIES):  # after those of the classes
        for word in _words(value):
            if names.fold(word) in chosen[key]:
                continue  # the whole list was sent, with those that the hero has
            if refusal := _learn_one(draft, hero, key, word, f"{where}.{key}"):
                return refusal
    return None


def offered(draft: Draft, hero: Thing, rows: Mapping[str, Any]) -> dict[str, Any]:
    """The choices among these for which the hero has an offer, open or not."""
    offers = list(spell_choices.offers(sheet_now(draft, hero), draft.situation.book))
    return {key: words for key, words in rows.items() if any(_is_of(offer, KEYS[choice_key(key)]) for offer in offers)}


def _chosen_before(draft: Draft, hero: Thing, key: str) -> set[str]:
    """The folded names of the spells that the hero has already chosen under this key."""
    sheet, book = sheet_now(draft, hero), draft.situation.book
    offers = [o for o in spell_choices.offers(sheet, book) if _is_of(o, KEYS[choice_key(key)])]
    return {names.fold(word) for offer in offers for word in spell_choices.had(offer, sheet, book)}


def _learn_one(draft: Draft, hero: Thing, key: str, word: str, field: str) -> Rejected | None:
    book, sheet = draft.situation.book, sheet_now(draft, hero)
    spell = book.spells.get(names.fold(word))
    kind = KEYS[choice_key(key)]
    offers = [o for o in spell_choices.offers(sheet, book) if _is_of(o, kind)]
    fitting = [o for o in offers if spell and spell.name in spell_choices.options(o, sheet, book)]
    taken = next((o for o in sorted(fitting, key=_of_a_species) if _is_open(o, sheet, book)), None)
    if kind == OF_SPECIES and not offers:
        return _nothing_to_choose(hero, spell, field, sheet, book)
    if spell is None or taken is None:
        return _refuse(hero, key, word, field, fitting, sheet, book) if fitting else _unfit(hero, key, word, field, offers, sheet, book)
    lists = draft.world.things[hero.id].creature.sheet.document.get(_SPELLS) or {}
    before = lists.get(taken.kept_in) or (lists.get("prepared") or () if taken.is_of_spellbook else ())  # a new spellbook has these
    now = {**lists, taken.kept_in: [*before, spell.name]}
    state_changes.change(draft, draft.world.things[hero.id], body_paths.of_sheet(_SPELLS), now)
    if taken.choice == OF_SPECIES:
        _remember(draft, hero, spell.name)
    return None


def _remember(draft: Draft, hero: Thing, cantrip: str) -> None:
    """Store which cantrip the species gives, so that no later cantrip of a class takes its place."""
    made = draft.world.things[hero.id].creature.sheet.document.get(_CHOICES) or {}
    others = {key: words for key, words in made.items() if KEYS.get(choice_key(key)) != OF_SPECIES}
    state_changes.change(draft, draft.world.things[hero.id], body_paths.of_sheet(_CHOICES), {**others, OF_SPECIES: cantrip})


def _is_of(offer: SpellOffer, kind: str) -> bool:
    """Whether a choice of this kind may take the offer; spells of Mystic Arcanum and those of a school may be named among the other
    spells.
    """
    if kind == CANTRIPS:
        return offer.choice in (CANTRIPS, OF_SPECIES)
    return offer.choice not in (CANTRIPS, OF_SPECIES) if kind == SPELLS else offer.choice == kind


def _of_a_species(offer: SpellOffer) -> bool:
    """Whether the offer takes a cantrip only after the classes have theirs."""
    return offer.choice == OF_SPECIES


def _is_open(offer: SpellOffer, sheet: Sheet, book: Rulebook) -> bool:
    return len(spell_choices.counted(sheet, book)[offer]) < offer.count


def _refuse(hero: Thing, key: str, word: str, field: str, full: list[SpellOffer], sheet: Sheet, book: Rulebook) -> Rejected:
    """The refusal of one spell more than these offers take, with the spells that they have, of this call or of before."""
    taken = spell_choices.counted(sheet, book)
    has = dict.fromkeys(spell for offer in full for spell in taken[offer])
    details = {"name": hero.name, "choice": key, "wanted": word, "most": sum(offer.count for offer in full), "has": ", ".join(has)}
    return Rejected("choices_used_up", field, details)


def _unfit(hero: Thing, key: str, word: str, field: str, offers: list[SpellOffer], sheet: Sheet, book: Rulebook) -> Rejected:
    free = [o for o in offers if _is_open(o, sheet, book)]
    allowed = tuple(dict.fromkeys(s for o in free for s in spell_choices.options(o, sheet, book)))
    details = {"name": hero.name, "choice": key, "wanted": word}
    return Rejected("choice_unfit", field, details, tuple(names.nearest(word, allowed)), allowed)


def _nothing_to_choose(hero: Thing, spell: SpellRule | None, field: str, sheet: Sheet, book: Rulebook) -> Rejected:
    """The refusal of a cantrip of the species if the species gives a fixed one, which another may replace after a long rest, or none (SRD
    5.2, Elven Lineages).
    """
    race = book.race(sheet.race) if sheet.race else None
    given = fixed_cantrips(race, book) if race else []
    may_replace = bool(race and given and race.cantrip_to_choose)
    if not (race and given):
        return Rejected("no_cantrip_to_choose", field, {"name": hero.name, "why": f"{race.name if race else 'no species'} gives none"})
    why = f"{race.name} gives {', '.join(given)}"
    if not may_replace:
        return Rejected("no_cantrip_to_choose", field, {"name": hero.name, "why": why})
    why += (
        f"; after a long rest, another cantrip of the {race.cantrip_to_choose} may replace it: add that one to spells.cantrips of the hero"
    )
    fits = spell is not None and spell.level == 0 and race.cantrip_to_choose in spell.classes
    has = sheet.spells.cantrips or ()
    instead = (
        {"operation": "update", "characterName": hero.name, "character": {"spells": {"cantrips": [*has, spell.name]}}} if spell else None
    )
    return Rejected("no_cantrip_to_choose", field, {"name": hero.name, "why": why}, instead=instead if fits else None)


def _words(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [w for inner in value.values() for w in _words(inner)]
    return [value] if isinstance(value, str) else [w for w in value or () if isinstance(w, str)]
