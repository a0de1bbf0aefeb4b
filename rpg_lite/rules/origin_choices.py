"""The choices of a hero's origin: the lineage and the traits of its species, the ability scores of its background, and the spells of feats
(SRD 5.2, Character Origins, Feats)."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.choice_names import (
    FEAT_ABILITY,
    INVOCATIONS,
    LANGUAGES,
    LESSONS,
    LINEAGE,
    MAGIC_INITIATE,
    MAGIC_LIST,
    SCORES,
    TOOLS,
    VERSATILE,
)
from rpg_lite.rules.choices import TRAINED, Chosen, OpenChoice, abilities_of_choice, feats_without_ability
from rpg_lite.rules.class_table import ChooseTools
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule, RaceRule, SpellRule
from rpg_lite.rules.written_classes import class_levels, subclass_words
from rpg_lite.vocabulary import SKILLS

SKILLED: Final = TRAINED[-1]
_LESSONS: Final = names.fold(LESSONS)
MOST_SKILLED: Final = 3
"""The skills or tools that the feat Skilled gives."""
MAGIC_LISTS: Final = ("cleric", "druid", "wizard")
"""The spell lists of Magic Initiate."""
INITIATE_CANTRIPS: Final = 2
INITIATE_SPELLS: Final = 3
"""The cantrips and the spell of level 1 together."""


# ── lineages ────────────────────────────────────────────────────────────────────────────────────────────────────────


def race_of(document: StoredCharacter, chosen: Chosen, book: Rulebook) -> RaceRule | None:
    """The species of a character, with the lineage that was chosen."""
    race = book.race(document.race) if document.race else None
    picked = (lineage_called(word, race, book) for word in chosen.of(LINEAGE)) if race else ()
    return next(filter(None, picked), race)


def lineages(race: RaceRule, book: Rulebook) -> tuple[RaceRule, ...]:
    """The lineages of a species; none if the sheet already names one of them as the species."""
    return _lineages_of(race.name, book) if race.of is None else ()


@lru_cache(maxsize=128)
def _lineages_of(name: str, book: Rulebook) -> tuple[RaceRule, ...]:
    return tuple(r for r in book.races.values() if r.of is not None and names.fold(r.of) == names.fold(name))


def lineage_called(word: str, race: RaceRule, book: Rulebook) -> RaceRule | None:
    """The lineage of this name, with or without the name of the species: "red", "red dragonborn", "cloud giant", "Cloud's Jaunt"."""
    key = names.fold(word)
    own = next((r for r in lineages(race, book) if key in _names_of(r, race)), None)
    return book.exact_race(own.name) if own else None


def _names_of(lineage: RaceRule, race: RaceRule) -> set[str]:
    whole = {names.fold(n) for n in (lineage.name, *lineage.aliases)}
    alone = {" ".join(w for w in name.split() if w != names.fold(race.name)) for name in whole}
    return whole | alone | {names.fold(f) for f in lineage.features if f not in race.features}


# ── open choices ────────────────────────────────────────────────────────────────────────────────────────────────────


def offered(
    document: StoredCharacter, chosen: Chosen, race: RaceRule | None, own: Sequence[FeatureRule], book: Rulebook
) -> Iterator[OpenChoice]:
    """Every choice of the origin, open or already made, with the number of words that it asks for and its options. `own`: the features of
    the hero.
    """
    species = book.race(document.race) if document.race else None
    if species and (kin := lineages(species, book)):
        yield OpenChoice(LINEAGE, species.name, 1, options=tuple(r.name for r in kin))
    if race and race.skills:
        yield OpenChoice(race.skill_trait, race.of or race.name, 1, race.skills.choose, race.skills.options or SKILLS)
    if race and race.feat:
        feats = tuple(f.name for f in book.feats.values() if f.category == race.feat)
        yield OpenChoice(VERSATILE, race.of or race.name, 1, options=feats)
    if lessons := sum(names.fold(w) == _LESSONS for w in chosen.of(INVOCATIONS)):
        yield OpenChoice(LESSONS, LESSONS, 1, lessons, tuple(f.name for f in book.feats.values() if f.category == "origin"))
    if chosen.background and chosen.background.abilities:
        yield OpenChoice(SCORES, names.fold(chosen.background.name), 1, options=chosen.background.abilities)
    if race and race.abilities_to_choose:
        yield OpenChoice(SCORES, race.of or race.name, 1, options=abilities_of_choice(race))
    yield from _languages(chosen, race, own, book)
    yield from _tools(document, chosen, race, book)
    initiates = [f for f in chosen.feats if _is_initiate(f)]
    if any(not subclass_words([f]) for f in initiates):
        yield OpenChoice(MAGIC_LIST, MAGIC_INITIATE, 1, options=MAGIC_LISTS)
    if skilled := sum(names.fold(f) == SKILLED for f in chosen.feats):
        yield OpenChoice(SKILLED, SKILLED, 1, MOST_SKILLED * skilled, SKILLS)
    for feat, level, _ in feats_without_ability(chosen, book):
        yield OpenChoice(FEAT_ABILITY, names.fold(feat.name), level, options=feat.abilities)
    for of in magic_lists(chosen):
        yield OpenChoice(MAGIC_INITIATE, of, 1, INITIATE_SPELLS, tuple(s.name for s in initiate_spells(of, book)))


def opened(
    document: StoredCharacter, chosen: Chosen, race: RaceRule | None, own: Sequence[FeatureRule], book: Rulebook
) -> Iterator[OpenChoice]:
    """The open choices of the origin."""
    given = _given(document, chosen, race)
    listed = list(offered(document, chosen, race, own, book))
    for one in listed:
        left = one.count - _made(one, listed, chosen, book)
        if one.choice == LINEAGE and len(one.options) < 2:
            continue  # nothing to choose among
        if left > 0 and one.choice not in given:
            yield OpenChoice(one.choice, one.of, one.level, left, one.options)


def _given(document: StoredCharacter, chosen: Chosen, race: RaceRule | None) -> frozenset[str]:
    """The choices that the sheet has made by listing all its skills, tools or languages, or by scores that contain the points of its species."""
    training = document.proficiencies
    listed = (
        (race.skill_trait if race else "", training is not None and training.skills is not None),
        (TOOLS, training is not None and training.tools is not None),
        (LANGUAGES, document.languages is not None),
        (SCORES, bool(race and race.abilities_to_choose) and not chosen.has_open_points),
    )
    return frozenset(choice for choice, is_given in listed if is_given)


def _made(one: OpenChoice, listed: Sequence[OpenChoice], chosen: Chosen, book: Rulebook) -> int:
    match one.choice:
        case "ability scores":
            return int(bool(chosen.raised_by_origin))
        case "feat ability":
            return sum(is_made for feat, _, is_made in feats_without_ability(chosen, book) if names.fold(feat.name) == one.of)
        case "magic initiate":
            return len(spells_of_initiate(chosen, one.of, book))
        case "languages":
            return len(chosen.of(LANGUAGES))
        case "tools":
            return len(_tools_of([c for c in listed if c.choice == TOOLS], chosen)[one.of])
    return len(chosen.of(one.choice, names.fold(one.of)))


# ── languages and tools ─────────────────────────────────────────────────────────────────────────────────────────────


def _languages(chosen: Chosen, race: RaceRule | None, own: Sequence[FeatureRule], book: Rulebook) -> Iterator[OpenChoice]:
    """The languages that species, background and features let the hero choose, as one choice, because the chosen words do not show which of
    these gives them. A feature allows rare ones, too (SRD 5.2, Thieves' Cant, Deft Explorer).
    """
    teaching, background = [rule for rule in own if rule.languages_to_choose], chosen.background
    sources = [
        *([(race.of or race.name, race.languages_to_choose)] if race else []),
        *([(names.fold(background.name), background.languages_to_choose)] if background else []),
        *((rule.of_class or rule.name, rule.languages_to_choose) for rule in teaching),
    ]
    given = [(of, count) for of, count in sources if count]
    if given:
        spoken = {names.fold(w) for w in race.languages} if race else set()
        spoken |= {names.fold(str(m.value)) for rule in own for m in rule.modifiers if m.target == "language"}
        listed = (*book.advancement.languages, *(book.advancement.rare_languages if teaching else ()))
        options = tuple(w for w in listed if names.fold(w) not in spoken)
        yield OpenChoice(LANGUAGES, given[0][0], 1, sum(count for _, count in given), options)


def _tools(document: StoredCharacter, chosen: Chosen, race: RaceRule | None, book: Rulebook) -> Iterator[OpenChoice]:
    """The tools to choose from classes, species and background; a later class offers those of its multiclass training."""
    sources: list[tuple[str, ChooseTools | None]] = []
    for place, (name, _) in enumerate(class_levels(document.classes or ())):
        rule = book.classes.get(name)
        later = rule.multiclass if rule and place else None
        sources.append((name, later.tools_to_choose if later else rule.tools_to_choose if rule else None))
    sources.append((race.of or race.name if race else "", race.tools_to_choose if race else None))
    background = chosen.background
    sources.append((names.fold(background.name if background else ""), background.tools_to_choose if background else None))
    yield from (OpenChoice(TOOLS, of, 1, how.choose, tools_in(how.options, book)) for of, how in dict(sources).items() if how)


@lru_cache(maxsize=64)
def tools_in(words: str, book: Rulebook) -> tuple[str, ...]:
    """The tools that words stand for: "artisan's tools or musical instrument", "smith's tools, brewer's supplies or mason's tools"."""
    kinds = {names.fold(kind): tools for kind, tools in book.advancement.kinds_of_tools.items()}
    return tuple(tool for part in re.split(r", | or ", words) for tool in kinds.get(names.fold(part), (part,)))


def _tools_of(offers: Sequence[OpenChoice], chosen: Chosen) -> dict[str, list[str]]:
    """The chosen tools of each source: first those chosen for it, then those that it offers and that no source before it took."""
    by_source = chosen.words.get(names.fold(TOOLS), {})
    free = list(dict.fromkeys(by_source.get("", ())))
    found: dict[str, list[str]] = {}
    for one in offers:
        own = [*by_source.get(names.fold(one.of), ())]
        fits = {names.fold(o) for o in one.options}
        own += [w for w in free if names.fold(w) in fits][: max(0, one.count - len(own))]
        free = [w for w in free if w not in own]
        found[one.of] = own
    return found


# ── Magic Initiate ──────────────────────────────────────────────────────────────────────────────────────────────────


def _is_initiate(feat: str) -> bool:
    return names.fold(feat).startswith(MAGIC_INITIATE)


def magic_lists(chosen: Chosen) -> tuple[str, ...]:
    """The spell lists of the character's Magic Initiate feats, written in brackets after the feat or chosen."""
    initiates = [f for f in chosen.feats if _is_initiate(f)]
    named = [names.fold(w) for f in initiates for w in subclass_words([f])]
    free = sum(not subclass_words([f]) for f in initiates)
    picked = [names.fold(w) for w in chosen.of(MAGIC_LIST)][:free]
    return tuple(dict.fromkeys(w for w in (*named, *picked) if w in MAGIC_LISTS))


@lru_cache(maxsize=24)
def initiate_spells(of: str, book: Rulebook) -> tuple[SpellRule, ...]:
    """The cantrips and the spells of level 1 on a list."""
    found = sorted((s for s in book.spells.values() if s.level in (0, 1) and of in s.classes), key=lambda s: (s.level, s.name))
    return tuple(found)


def spells_of_initiate(chosen: Chosen, of: str, book: Rulebook) -> list[SpellRule]:
    """The spells chosen for a list: up to two cantrips and one spell of level 1."""
    words = chosen.of(MAGIC_INITIATE, of)
    allowed = {names.fold(s.name): s for s in initiate_spells(of, book)} if words else {}
    picked = [allowed[key] for w in dict.fromkeys(words) if (key := names.fold(w)) in allowed]
    return [
        *[s for s in picked if s.level == 0][:INITIATE_CANTRIPS],
        *[s for s in picked if s.level][: INITIATE_SPELLS - INITIATE_CANTRIPS],
    ]
