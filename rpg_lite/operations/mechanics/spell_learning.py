"""Spells that a character learns by its choices: taken out of the choices, checked, and written to its spell lists."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from rpg_lite.operations.mechanics import state_changes
from rpg_lite.operations.mechanics.resources import sheet_now
from rpg_lite.operations.outcome import Draft, Rejected
from rpg_lite.rules import names, spell_choices
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.choice_names import choice_key
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet import Sheet
from rpg_lite.rules.spell_choices import ARCANUM, CANTRIPS, KEYS, OF_SPECIES, SPELLBOOK, SpellOffer
from rpg_lite.world import body_paths
from rpg_lite.world.things import Thing

Rows = Mapping[str, Any]
Document = TypeVar("Document", bound=CharacterDocument)
_SPELLS: Final = "spells"


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

    Refuses: choice_unfit, choices_used_up.
    """
    for key, value in rows.items():
        for word in _words(value):
            if refusal := _learn_one(draft, hero, key, word, f"{where}.{key}"):
                return refusal
    return None


def _learn_one(draft: Draft, hero: Thing, key: str, word: str, field: str) -> Rejected | None:
    book, sheet = draft.situation.book, sheet_now(draft, hero)
    spell = book.spells.get(names.fold(word))
    kind = KEYS[choice_key(key)]
    offers = [o for o in spell_choices.offers(sheet, book) if _is_of(o, kind)]
    fitting = [o for o in offers if spell and spell.name in spell_choices.options(o, sheet, book)]
    taken = next((o for o in sorted(fitting, key=_of_a_species) if _is_open(o, sheet, book)), None)
    if spell is None or taken is None:
        return _refuse(hero, key, word, field, offers, sheet, book, is_full=bool(fitting))
    lists = draft.world.things[hero.id].creature.sheet.document.get(_SPELLS) or {}
    before = lists.get(taken.kept_in) or (lists.get("prepared") or () if taken.choice == SPELLBOOK else ())  # prepared from the book
    now = {**lists, taken.kept_in: [*before, spell.name]}
    state_changes.change(draft, draft.world.things[hero.id], body_paths.of_sheet(_SPELLS), now)
    return None


def _is_of(offer: SpellOffer, kind: str) -> bool:
    """Whether a choice of this kind may take the offer; spells of Mystic Arcanum may be named among the other spells."""
    if kind == CANTRIPS:
        return offer.choice in (CANTRIPS, OF_SPECIES)
    return offer.choice == kind if kind in (OF_SPECIES, ARCANUM) else offer.choice not in (CANTRIPS, OF_SPECIES)


def _of_a_species(offer: SpellOffer) -> bool:
    """Whether the offer takes a cantrip only once the classes have theirs."""
    return offer.choice == OF_SPECIES


def _is_open(offer: SpellOffer, sheet: Sheet, book: Rulebook) -> bool:
    return len(spell_choices.counted(sheet, book)[offer]) < offer.count


def _refuse(
    hero: Thing, key: str, word: str, field: str, offers: list[SpellOffer], sheet: Sheet, book: Rulebook, is_full: bool
) -> Rejected:
    free = [o for o in offers if _is_open(o, sheet, book)]
    allowed = tuple(dict.fromkeys(s for o in free for s in spell_choices.options(o, sheet, book)))
    details = {"name": hero.name, "choice": key, "wanted": word}
    return Rejected("choices_used_up" if is_full else "choice_unfit", field, details, tuple(names.nearest(word, allowed)), allowed)


def _words(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [w for inner in value.values() for w in _words(inner)]
    return [value] if isinstance(value, str) else [w for w in value or () if isinstance(w, str)]
