"""The words that do not fit the choices of a hero, each with the words that the choice offers."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rpg_lite.rules import names, origin_choices
from rpg_lite.rules.character_document import Improvement, StoredCharacter
from rpg_lite.rules.choice_names import ASI, LANGUAGES, LINEAGE, OPEN, SCORES, SUBCLASS, choice_key
from rpg_lite.rules.choices import (
    EPIC_BOON,
    SKILL_CHOICE,
    Chosen,
    abilities_of_choice,
    choices_of,
    chosen_of,
    fits_background,
    fits_species,
    known_choices,
)
from rpg_lite.rules.class_table import FreeCasts
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.granted_spells import list_free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import BackgroundRule, RaceRule
from rpg_lite.vocabulary import SKILLS

_UNCHECKED: Final = frozenset({ASI, origin_choices.SKILLED})
"""Choices that are not checked here: tools may be any word, and improvements have checks of their own."""
_LESSONS: Final = names.fold("lessons of the first ones")
NO_CHOICE: Final = "its choices"
"""The name of the misfit for a choice that the hero does not have at all."""
Options = tuple[str, ...]


class Misfit(NamedTuple):
    """A choice as written, the word that does not fit it, and the words that fit."""

    choice: str
    wanted: str
    allowed: Options


@dataclass(frozen=True, slots=True)
class _Hero:
    """The hero with the choices of the call."""

    document: StoredCharacter
    chosen: Chosen
    sheet: Sheet
    book: Rulebook


def misfits(given: Mapping[str, Any], document: StoredCharacter, sheet: Sheet, book: Rulebook) -> Iterator[Misfit]:
    """The misfits among the choices of a call. `document` and `sheet`: the hero with these choices; its other choices are not checked.

    A creature without a class may keep choices for the class that it gets: only what its species offers is checked.
    """
    if sheet.class_levels.keys() - book.classes.keys():
        return
    hero = _Hero(document, chosen_of(document, book), sheet, book)
    offers, known = _offers(hero), known_choices(book)
    for written, value in given.items():
        key = choice_key(written)
        if key in offers:
            found = [*_of_choice(written, value, offers[key][1], hero)]
            yield from found or _of_free_casts(written, value, key, hero)
        elif sheet.class_levels and key in known and key not in _UNCHECKED:
            yield Misfit(NO_CHOICE, written, tuple(name for name, _ in offers.values()))


def _of_choice(written: str, value: Any, options: Options, hero: _Hero) -> Iterator[Misfit]:
    """The misfits of one choice; a choice without options takes any word."""
    key, background, race = choice_key(written), hero.chosen.background, hero.chosen.race
    if key == names.fold(SCORES):
        if race and race.abilities_to_choose:
            yield from _of_points_of_species(written, value, race)
        else:
            yield from _of_points(written, value, background) if background else ()
    elif key == names.fold(LANGUAGES) and hero.book.advancement.any_language:
        return
    elif options and key not in _UNCHECKED:
        fit = {names.fold(o) for o in options} | (_aliases(hero) if key == SUBCLASS else set())
        yield from (Misfit(written, w, options) for w in _words(value) if names.fold(w) not in fit and not _means(key, w, fit, hero))


def _of_free_casts(written: str, value: Any, key: str, hero: _Hero) -> Iterator[Misfit]:
    """The words that are not among the spells that a feature gives by this choice (SRD, Pact of the Tome)."""
    for rule in hero.sheet.feature_rules:
        how = rule.free_casts
        if how and how.choice and choice_key(how.choice) == key and choice_key(how.choice) in map(choice_key, rule.choices):
            taken = {names.fold(spell.name) for of, _, spell in list_free(hero.sheet, hero.book) if of is rule}
            yield from (Misfit(written, w, _kinds(how)) for w in _words(value) if names.fold(w) not in taken)


def _kinds(how: FreeCasts) -> Options:
    """The kinds of spells from which a feature lets a hero choose: "3 cantrips", "2 rituals of level 1"."""
    kind = "ritual" if how.rituals else "spell"
    found = [(how.most.get(n), f"{kind}{'' if how.most.get(n) == 1 else 's'} of level {n}" if n else "cantrips") for n in how.levels]
    return tuple(f"{most or ''} {words}".strip() for most, words in found) or (f"{kind}s",)


def _means(key: str, word: str, fit: set[str], hero: _Hero) -> bool:
    """Whether a word is another name of an option: a lineage without its species, a feat with its list."""
    if key == LINEAGE:
        race = hero.book.race(hero.document.race) if hero.document.race else None
        return race is not None and origin_choices.lineage_called(word, race, hero.book) is not None
    return names.fold(word.partition("(")[0]) in fit


def _of_points(written: str, value: Any, background: BackgroundRule) -> Iterator[Misfit]:
    if not (isinstance(value, Mapping) and fits_background(value, background)):
        one, other, third = background.abilities[:3]
        fits = (f'{{"{one}": 2, "{other}": 1}}', f'{{"{one}": 1, "{other}": 1, "{third}": 1}}', f"of {', '.join(background.abilities)}")
        yield Misfit(written, write_value(value), fits)


def _of_points_of_species(written: str, value: Any, race: RaceRule) -> Iterator[Misfit]:
    """The misfit of points that the species does not allow; the word for points that are still open always fits."""
    if value != OPEN and not (isinstance(value, Mapping) and fits_species(value, race)):
        of = abilities_of_choice(race)
        first = dict(zip(of, race.abilities_to_choose, strict=False))
        yield Misfit(written, write_value(value), (json.dumps(first, ensure_ascii=False), f"of {', '.join(of)}"))


def _offers(hero: _Hero) -> dict[str, tuple[str, Options]]:
    """Key → name and options, for each choice that the hero has at some level; options of choices with the same name are joined."""
    found: dict[str, tuple[str, Options]] = {}
    for choice, options in (*_of_classes(hero), *_of_features(hero), *_of_origin(hero)):
        key = choice_key(choice)
        before = found[key][1] if key in found else options
        found[key] = (choice, tuple(dict.fromkeys((*before, *options))) if before and options else ())
    return found


def _of_classes(hero: _Hero) -> Iterator[tuple[str, Options]]:
    book = hero.book
    for rule in (book.classes[c] for c in hero.sheet.class_levels):
        yield SUBCLASS, tuple(s.name for s in rule.subclasses)
        if rule.skills:
            yield SKILL_CHOICE, rule.skills.options or SKILLS
        for choice, how in choices_of(rule, [s.name for s in rule.subclasses]).items():
            listed = how.options or _listed(choice, book)
            yield choice, (*listed, *how.tools) if listed else ()
        if rule.epic_boon:
            yield EPIC_BOON, tuple(f.name for f in book.feats.values() if f.category == "epic_boon")


def _of_features(hero: _Hero) -> Iterator[tuple[str, Options]]:
    classes = {choice_key(choice) for choice, _ in _of_classes(hero)}
    for rule in hero.sheet.feature_rules:
        yield from ((c, options or _listed(c, hero.book)) for c, options in rule.choices.items() if choice_key(c) not in classes)


def _of_origin(hero: _Hero) -> Iterator[tuple[str, Options]]:
    race, own = origin_choices.race_of(hero.document, hero.chosen, hero.book), hero.sheet.feature_rules
    yield from ((one.choice, one.options) for one in origin_choices.offered(hero.document, hero.chosen, race, own, hero.book))


def _listed(choice: str, book: Rulebook) -> Options:
    """The options of a choice that the class table leaves to the lists of skills and weapons."""
    match names.fold(choice):
        case "expertise":
            return SKILLS
        case "weapon mastery":
            return weapons_with_mastery(book)
        case "agonizing blast" | "eldritch spear" | "repelling blast":
            return tuple(s.name for s in book.spells.values() if s.level == 0)
        case "blessed warrior":
            return _cantrips("cleric", book)
        case "druidic warrior":
            return _cantrips("druid", book)
        case key if key == _LESSONS:
            return tuple(f.name for f in book.feats.values() if f.category == "origin")
    return ()


def _cantrips(of: str, book: Rulebook) -> Options:
    return tuple(s.name for s in book.spells.values() if s.level == 0 and of in s.classes)


def weapons_with_mastery(book: Rulebook) -> Options:
    """The weapons of the rules that have a mastery property (SRD 5.2, Weapon Mastery)."""
    weapons = (t.item for t in book.templates.values() if t.item.type == "weapon" and not t.item.modifiers)
    return tuple(i.name for i in weapons if any(line.startswith("Mastery: ") for line in i.adjudicated))


def _aliases(hero: _Hero) -> set[str]:
    rules: Iterable[Any] = (hero.book.classes[c] for c in hero.sheet.class_levels)
    return {names.fold(a) for rule in rules for s in rule.subclasses for a in s.aliases}


def write_value(value: Any) -> str:
    """The value of a choice as people send it."""
    return value if isinstance(value, str) else json.dumps(value, default=_sent, ensure_ascii=False)


def _sent(row: Improvement) -> Any:
    return row.model_dump(mode="json", by_alias=True, exclude_none=True)


def _words(value: Any) -> list[str]:
    """The words of a choice in any form."""
    if isinstance(value, Mapping):
        return [w for inner in value.values() for w in _words(inner)]
    return [value] if isinstance(value, str) else [w for w in value or () if isinstance(w, str)] if isinstance(value, list | tuple) else []
