"""Checks of a new or changed hero and notes for the answer: misspelled classes, spells of other classes, open choices."""

import json
from dataclasses import replace
from typing import Any, Final

from rpg_lite.operations.command import Command
from rpg_lite.operations.mechanics.spell_preparing import preparing_classes, spell_to_prepare
from rpg_lite.operations.outcome import Draft, Rejected
from rpg_lite.rules import names
from rpg_lite.rules.character_document import CharacterDocument, SpellLists
from rpg_lite.rules.choices import ASI, OpenChoice, asked_by, list_open, options_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet import Sheet
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing

_MISSPELT: Final = 80
"""The percentage of letters that a misspelled class shares with the intended class; a homebrew class shares fewer."""


def misspelt_class(given: CharacterDocument, book: Rulebook) -> Rejected | None:
    """Refuse a class whose name nearly matches one in the rules. Any other name is kept as a homebrew class."""
    for n, (written, (name, _)) in enumerate(zip(given.classes or (), class_levels(given.classes or ()), strict=True)):
        meant = "" if name in book.classes else next(iter(names.misspelt(name, book.classes, _MISSPELT)), "")
        if meant:
            near = names.fold(written).replace(name, meant)
            return Rejected("class_unknown", f"character.classes[{n}]", {"wanted": written}, (near,), tuple(book.classes))
    return None


def spells_of_others(draft: Draft, hero: Thing, given: CharacterDocument, command: Command) -> Rejected | None:
    """Refuse a prepared spell of the rules that no class of the hero prepares; homebrew spells are kept."""
    book, words = draft.situation.book, (given.spells.prepared if given.spells else None) or ()
    preparing = preparing_classes(draft.world, hero, book) if words else {}
    sheet = replace(bearers.sheet(hero, book), spells=SpellLists())  # a wizard's prepared spells are in the spellbook too
    tried = [spell_to_prepare(word, hero.name, preparing, sheet, book) for word in words if preparing]
    wrong = {n: found for n, found in enumerate(tried) if isinstance(found, Rejected) and found.code != "spell_unknown"}
    if not wrong:
        return None
    place, first = next(iter(wrong.items()))
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    sent["character"]["spells"]["prepared"] = [word for n, word in enumerate(words) if n not in wrong]
    return replace(first, field=f"character.spells.prepared[{place}]", instead=sent)


def tell_open_choices(draft: Draft, hero: Thing, listing: bool = True) -> None:
    """Note the open choices, with a call that makes the first of them. Without `listing`, only the call, because the result lists them."""
    sheet = bearers.sheet(hero, draft.situation.book)
    if not sheet.open_choices:
        return
    if listing:
        draft.note("to_choose", texts=list_open(sheet.open_choices))
    if choices := _first_made(sheet, draft.situation.book):
        payload = {"operation": "update", "characterName": hero.name, "character": {"choices": choices}}
        draft.note("choose_so", payload=json.dumps(payload))


def _first_made(sheet: Sheet, book: Rulebook) -> dict[str, Any]:
    """The first open choice that has options, filled in after its earlier picks."""
    for choice in sheet.open_choices:
        made: Any = _improve(sheet, choice, book) if choice.choice == ASI else _pick(sheet, choice, book)
        if made:
            return {choice.choice: made}
    return {}


def _improve(sheet: Sheet, choice: OpenChoice, book: Rulebook) -> list[dict[str, Any]]:
    """Add two points for the ability that serves the class most to the earlier improvements."""
    rows = sheet.chosen.improvements if sheet.chosen else ()
    old = [row.model_dump(mode="json", by_alias=True, exclude_none=True) for row in rows]
    order = book.classes[choice.of].ability_order or ABILITIES
    several = {"class": choice.of} if len(sheet.class_levels) > 1 else {}
    return [*old, {"level": choice.level, **several, order[0]: 2}]


def _pick(sheet: Sheet, choice: OpenChoice, book: Rulebook) -> list[str] | str | dict[str, list[str]]:
    had = sheet.chosen.of(choice.choice, choice.of) if sheet.chosen else ()
    most = asked_by(choice, sheet.class_levels, sheet.chosen, book)
    words = [*had, *(w for w in options_of(choice, book) if names.fold(w) not in map(names.fold, had))][:most]
    if len(words) <= len(had):
        return []
    return {choice.of: words} if len(sheet.class_levels) > 1 else words[0] if most == 1 else words


def tell_of_race(draft: Draft, given: CharacterDocument) -> None:
    """Note that scores are final: they already include the increases of the race (SRD 5.1, Racial Traits)."""
    race = draft.situation.book.race(given.race) if given.race else None
    if race and race.abilities and given.abilities:
        draft.note("scores_final", race=race.name, texts=[f"{a.upper()} {n:+d}" for a, n in race.abilities.items()])
