"""The names in a user's creatures, backgrounds and features that the whole rulebook lacks, and numbers that contradict each other."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from rpg_lite.content import builtin_files
from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules import dice, names, training_words
from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.class_table import ClassRule, Features, Kit
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.predicates import parse_predicate
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import BackgroundRule, FeatureRule, RaceRule
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.rules.stat_block import spell_name
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.vocabulary import RULESETS, SKILLS

Fault = tuple[str, str]
RATINGS: Final = (0, 0.125, 0.25, 0.5)
"""The challenge ratings below 1."""
HIT_DICE: Final = (4, 6, 8, 10, 12)
CANTRIP: Final = "cantrip:"
MOST_FEET: Final = 1000
"""The longest speed or sense of a species, in feet."""
MOST_POINTS: Final = 10
"""The most points by which a species changes a score, up or down."""


def faults(entry: BaseModel, book: Rulebook) -> Iterator[Fault]:
    """(dotted path, sentence) for each fault of an entry that cannot be found by reading the entry alone."""
    match entry:
        case SheetDocument():
            yield from _of_creature(entry, book)
        case BackgroundRule():
            yield from _of_background(entry, book)
        case ClassRule():
            yield from _of_class(entry, book)
        case RaceRule():
            yield from _of_species(entry, book)
        case FeatureRule():
            yield from _of_feature(entry, book)
    for n, m in enumerate(getattr(entry, "modifiers", ())):
        yield from ((f"modifiers[{n}].{key}", why) for key, why in _of_modifier(m, book))


def _of_creature(entry: SheetDocument, book: Rulebook) -> Iterator[Fault]:
    one, found = entry.character, situation(entry, book)
    for kind, name in found.unknown:
        known = book.template_names if kind == "item" else tuple(rule.name for rule in book.effects.values())
        yield "effects" if kind == "effect" else _place_of(name, entry), f"there is no {kind} {name!r}{_meant(name, known)}"
    for name in found.sheet.unknown_features:
        yield "character.features", f"there is no feature {name!r}{_meant(name, [f.name for f in book.features.values()])}"
    if one.type is not None and not {*re.split(r"[\s(),]+", one.type.casefold())} & {*CREATURE_TYPES}:
        yield (
            "character.type",
            f"is {names.show_key(one.type)!r}; takes a type such as {', '.join(CREATURE_TYPES)}{_meant(one.type, CREATURE_TYPES)}",
        )
    if one.cr is not None and one.cr not in RATINGS and one.cr != int(one.cr):
        yield "character.cr", f"is {one.cr:g}; takes 0, 0.125, 0.25, 0.5 or a whole number to 30"
    if one.race is not None and book.race(one.race) is None:
        yield "character.race", f"there is no species {one.race!r}{_meant(one.race, [r.name for r in book.races.values()])}"
    for n, (name, _) in enumerate(class_levels(one.classes or ())):
        if name not in book.classes:
            yield f"character.classes[{n}]", f"there is no class {name!r}{_meant(name, [*book.classes])}"
    for key, name in _spells_of(one):
        if not _knows_spell(name, book):
            yield f"character.{key}", f"there is no spell {name!r}{_meant(name, book.spell_names)}"
    yield from _of_hit_points(one)


def _place_of(name: str, entry: SheetDocument) -> str:
    """The list with the thing of this name."""

    def is_it(one: Any) -> bool:
        return name == one or getattr(one, "item", None) == name

    return "equipped" if any(map(is_it, entry.equipped)) else "carried"


def _of_hit_points(one: CharacterDocument) -> Iterator[Fault]:
    if one.hp is not None and one.hp_max is None and not one.classes:
        yield "character.hpMax", f"is missing beside hp {one.hp}: nobody can hurt or heal a creature without a maximum"
    if one.hp_max is not None and one.hit_dice is not None:
        low, high = dice.bounds(one.hit_dice)
        if not low <= one.hp_max <= high:
            yield "character.hpMax", f"is {one.hp_max}, and hitDice {one.hit_dice} give {low} to {high}"


def _spells_of(one: CharacterDocument) -> Iterator[tuple[str, str]]:
    lists = one.spells
    for key in ("prepared", "known", "cantrips") if lists else ():
        yield from ((f"spells.{key}", name) for name in getattr(lists, key) or ())
    if block := one.spellcasting:
        yield from ((f"spellcasting.spells.{n}", spell_name(s)) for n, spells in block.spells.items() for s in spells)
        yield from (("spellcasting.atWill", spell_name(s)) for s in block.at_will)
        yield from ((f"spellcasting.perDay.{n}", spell_name(s)) for n, spells in block.per_day.items() for s in spells)


def _knows_spell(name: str, book: Rulebook) -> bool:
    return book.spell(name) is not None or names.fold(name) in book.spells or names.fold(name) in _ours("spells")


def _of_background(entry: BackgroundRule, book: Rulebook) -> Iterator[Fault]:
    for n, name in enumerate(entry.tools):
        pick = book.find(name)
        item = book.item(pick) if pick else None
        if item is None or item.type != "tool":
            tools = [t.item.name for t in book.templates.values() if t.item.type == "tool"]
            yield f"tools[{n}]", f"there is no tool {name!r}{_meant(name, tools)}"
    if entry.feat is not None and not _is_feat(entry.feat, book):
        yield "feat", f"there is no feat {entry.feat!r}{_meant(entry.feat, sorted(_ours('feats')))}"
    if entry.kit is not None:
        yield from _of_kit(entry.kit, book)


def _is_feat(name: str, book: Rulebook) -> bool:
    plain = name.partition("(")[0]
    return any(names.fold(word) in known for word in (name, plain) for known in (book.feats, _ours("feats")))


def _of_kit(kit: Kit, book: Rulebook) -> Iterator[Fault]:
    if not kit.equipped and not kit.carried and not kit.gp:
        yield "kit", "is empty; takes equipped, carried or gp"
    for key, things in (("equipped", kit.equipped), ("carried", kit.carried)):
        for n, thing in enumerate(things):
            name = thing if isinstance(thing, str) else thing.get("item")
            if isinstance(name, str) and book.find(name) is None:
                yield f"kit.{key}[{n}]", f"there is no item {name!r}{_meant(name, book.template_names)}"


def _of_class(entry: ClassRule, book: Rulebook) -> Iterator[Fault]:
    if entry.hit_die not in HIT_DICE:
        yield "hitDie", f"is {entry.hit_die}; takes {', '.join(map(str, HIT_DICE[:-1]))} or {HIT_DICE[-1]}"
    yield from _of_choose(entry)
    yield from _of_levels("features", entry.features, book)
    for n, part in enumerate(entry.subclasses):
        yield from _of_levels(f"subclasses[{n}].features", part.features, book)
    for word in training_words.unknown(entry.armor, (), book):
        yield "armor", f"there is no armor {word!r}; takes {', '.join(training_words.ALL_ARMOR)}"
    for word in training_words.unknown((), entry.weapons, book):
        yield "weapons", f"there is no weapon {word!r}; takes simple, martial or the name of a weapon"
    if entry.kit:
        yield from _of_kit(entry.kit, book)


def _of_levels(key: str, listed: Features, book: Rulebook) -> Iterator[Fault]:
    for level, name in listed:
        if not _is_feature(name, book):
            yield f"{key}.{level}", _no_feature(name, book)


def _of_choose(entry: ClassRule | RaceRule) -> Iterator[Fault]:
    """More skills to choose than there are options."""
    if (skills := entry.skills) and len({*skills.options} or SKILLS) < skills.choose:
        yield "skills.choose", f"is {skills.choose}, and there are {len({*skills.options} or SKILLS)} to choose from"


def _of_numbers(entry: RaceRule) -> Iterator[Fault]:
    """Numbers that no creature has."""
    for key, feet in (("speed", entry.speed), ("senses", entry.senses)):
        yield from ((f"{key}.{word}", f"is {n}; takes feet from 0 to {MOST_FEET:,}") for word, n in feet.items() if not 0 <= n <= MOST_FEET)
    raised = [*((f"abilities.{word}", n) for word, n in entry.abilities.items())]
    raised += ((f"abilitiesToChoose[{n}]", points) for n, points in enumerate(entry.abilities_to_choose))
    yield from (
        (key, f"is {n}; takes points from {-MOST_POINTS} to {MOST_POINTS}, which change the score of a new hero")
        for key, n in raised
        if not -MOST_POINTS <= n <= MOST_POINTS
    )


def _of_species(entry: RaceRule, book: Rulebook) -> Iterator[Fault]:
    yield from _of_numbers(entry)
    yield from _of_choose(entry)
    for n, name in enumerate(entry.features):
        if not _is_feature(name, book):
            yield f"features[{n}]", _no_feature(name, book)
    known = _languages(book)
    for n, name in enumerate(entry.languages):
        if names.fold(name) not in known and (meant := _meant(name, known.values())):  # a world may have tongues of its own
            yield f"languages[{n}]", f"there is no language {name!r}{meant}"
    if entry.feat is not None and not _is_feat(entry.feat, book):
        yield "feat", f"there is no feat {entry.feat!r}{_meant(entry.feat, sorted(_ours('feats')))}"
    named = [*((f"spells.{level}", name) for level, name in entry.spells.items()), *(("cantrips", name) for name in entry.cantrips)]
    for key, name in named:
        if not _knows_spell(name, book):
            yield key, f"there is no spell {name!r}{_meant(name, book.spell_names)}"


def _is_feature(name: str, book: Rulebook) -> bool:
    key = names.fold(name)
    if any(key == names.fold(rule.kind or "") for rule in book.features.values()):  # each class has its own of this kind
        return True
    return book.feature(name) is not None or key in book.known_features or key in _ours("features") or key in book.features


def _no_feature(name: str, book: Rulebook) -> str:
    meant = _meant(name, [f.name for f in book.features.values()])
    return f"there is no feature {name!r}{meant or '; write it in features.json'}"


def _languages(book: Rulebook) -> dict[str, str]:
    """The languages that the book lists, by their folded names."""
    listed = (*book.advancement.languages, *book.advancement.rare_languages)
    return {names.fold(word): word for word in listed}


def _of_feature(entry: FeatureRule, book: Rulebook) -> Iterator[Fault]:
    for n, name in enumerate(entry.prerequisites):
        if not name.startswith(CANTRIP) and book.feature(name) is None and names.fold(name) not in _ours("features"):
            yield f"prerequisites[{n}]", f"there is no feature {name!r}{_meant(name, [f.name for f in book.features.values()])}"
    for n, word in enumerate(entry.spell_lists):
        name, _, level = word.partition(":")
        if name != "any" and name not in book.classes:
            yield f"spellLists[{n}]", f"there is no list {name!r}; allowed: any, {', '.join(book.classes)}{_meant(name, [*book.classes])}"
        elif level and not (level.isdecimal() and int(level) <= 9):
            yield f"spellLists[{n}]", f"has the level {level}; takes a level of a spell from 0 to 9"
    for n, name in enumerate(entry.free_casts.spells if entry.free_casts else ()):
        if not _knows_spell(name, book):
            yield f"freeCasts.spells[{n}]", f"there is no spell {name!r}{_meant(name, book.spell_names)}"
    given = {names.fold(name) for race in book.races.values() for name in race.features}
    if entry.level is not None and entry.of_class is None and names.fold(entry.name) not in given:
        yield "level", "needs a class, or a species that lists the feature; without one, nothing gives it at this level"
    asked = {w.removeprefix("active:") for m in entry.modifiers for p in m.when for w in parse_predicate(p)[1]}
    for n, word in enumerate(entry.toggles):
        if word not in asked:
            yield f"toggles[{n}]", f"is {word!r}, and nothing asks for it; name it in when of a modifier"


def _of_modifier(m: Modifier, book: Rulebook) -> Iterator[Fault]:
    if m.cap is not None and type(m.value) is int and m.value > m.cap:
        yield "cap", f"is {m.cap}, which is less than the value {m.value}; it is the highest result of the addition"
    if (
        m.target == "proficiency.weapon"
        and isinstance(m.value, str)
        and m.value != "this_item"
        and training_words.unknown((), (m.value,), book)
    ):
        yield "value", f"there is no weapon {m.value!r}; takes simple, martial or the name of a weapon"


@cache
def _ours(table: str) -> frozenset[str]:
    """The folded names of a built-in table in both rulesets: an entry of the user may be written for the other one."""
    found: list[Mapping[str, Any]] = []
    for ruleset in RULESETS:
        found.append(builtin_files.tables(folder("data"), ruleset).get(table, {}))
    return frozenset(names.fold(name) for rows in found for row in rows.values() for name in (row.name, *row.aliases))


def _meant(name: str, known: Iterable[str]) -> str:
    near = names.nearest(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""
