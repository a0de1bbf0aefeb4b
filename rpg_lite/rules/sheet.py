"""The stored choices of a character, and the complete sheet that follows from them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationInfo, model_validator

from rpg_lite.rules import classes, creature_flags, features_without_numbers, names, resources, training_words, word_checks
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.items import Document, Name
from rpg_lite.rules.modifiers import ByLevel, Modifier, ModifierField, PerLevel, Source, fault_where_it_lasts, unknown_words
from rpg_lite.rules.resources import Points, Resource, ResourceChange, StoredResource
from rpg_lite.rules.rulebook import FeatureRule, RaceRule, Rulebook
from rpg_lite.rules.word_checks import Condition
from rpg_lite.vocabulary import (
    ABILITIES,
    Ability,
    DamageType,
    Layer,
    Movement,
    Sense,
    Size,
    Skill,
)

Score = Annotated[int, Field(ge=0, le=30, strict=True)]
Feet = Annotated[int, Field(ge=0, le=10_000)]
Level = Annotated[int, Field(ge=1, le=20, strict=True)]


class NamedModifiers(Document):
    """A homebrew feature or effect: a name and its changes."""

    name: Name
    modifiers: tuple[ModifierField, ...] = ()
    duration: str | None = None
    source: str | None = None
    toggles: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _known_words(self, info: ValidationInfo) -> "NamedModifiers":
        if unknown := unknown_words((w for m in self.modifiers for w in m.when), self.toggles, word_checks.of(info).conditions):
            raise ValueError(f"when: nothing can make {unknown[0]!r} true; declare it in toggles")
        if fault := fault_where_it_lasts([m for m in self.modifiers if m.target != "temp_hp"]):
            raise ValueError(fault)
        return self


Cue = Literal["zero", "turn"]
"""The moment at which a feature's lines appear: its creature drops to 0 hit points, or its turn begins."""


class OwnFeature(NamedModifiers):
    """A homebrew feature; `adjudicated`: lines for the game master to judge, `on`: the moment at which they appear."""

    adjudicated: tuple[Annotated[str, Field(min_length=1, max_length=names.LONGEST_TEXT)], ...] = ()
    on: Cue | None = None


class Proficiencies(Document):
    """`skills`: 1 proficient, 2 expertise. `weapons` and `armor` take category words or single names."""

    armor: tuple[str, ...] | None = None
    weapons: tuple[str, ...] | None = None
    tools: tuple[str, ...] | None = None
    saves: tuple[Ability, ...] | None = None
    skills: dict[Skill, Annotated[int, Field(ge=0, le=2)]] | None = None


class StoredCharacter(Document):
    """A character as it is stored, with texts of any length that was once accepted; every key is optional (`sheet_of` fills it in).

    `ability_max`: the maximum of a score where it is not 20; an increase that stops at 20 then stops at this maximum.
    """

    name: Name | None = None
    level: Level | None = None
    classes: tuple[str, ...] | None = None
    race: str | None = None
    size: Size | None = None
    alignment: str | None = None
    party: bool | None = None
    abilities: dict[Ability, Score] | None = None
    ability_max: dict[Ability, Score] | None = None
    speed: dict[Movement, Feet] | None = None
    proficiencies: Proficiencies | None = None
    languages: tuple[str, ...] | None = None
    features: tuple[str | OwnFeature, ...] | None = None
    spellcaster: bool | None = None
    spellcasting_ability: Ability | None = None
    hp_max: Points | None = None
    hp: Points | None = None
    temp_hp: Points | None = None
    modifiers: tuple[ModifierField, ...] = ()
    resources: dict[str, StoredResource] | None = None
    resistances: tuple[DamageType, ...] | None = None
    immunities: tuple[DamageType, ...] | None = None
    vulnerabilities: tuple[DamageType, ...] | None = None
    condition_immunities: tuple[Condition, ...] | None = None
    senses: dict[Sense, Feet] | None = None
    mounted: bool = False
    death_saves: bool | None = None
    """Whether it falls unconscious at 0 hit points and makes death saves, or dies; by default only the party makes death saves."""

    @model_validator(mode="after")
    def _lasts(self) -> "StoredCharacter":
        own = (m for f in self.features or () if isinstance(f, NamedModifiers) for m in f.modifiers)
        if fault := fault_where_it_lasts((*self.modifiers, *own)):
            raise ValueError(fault)
        return self

    @model_validator(mode="after")
    def _levels_add_up(self) -> "StoredCharacter":
        levels = [n for _, n in class_levels(self.classes or ()) if n is not None]
        if any(n < 1 for n in levels) or sum(levels) > 20:
            raise ValueError("classes: each level is 1 to 20, and the total is at most 20")
        return self

    @model_validator(mode="before")
    @classmethod
    def _species_is_race(cls, data: Any) -> Any:
        if isinstance(data, dict) and "species" in data:
            if "race" in data:
                raise ValueError("race and species are the same key; send one of them")
            return {("race" if k == "species" else k): v for k, v in data.items()}
        return data


Word = Annotated[str, Field(max_length=names.LONGEST_NAME)]
Text = Annotated[str, Field(max_length=names.LONGEST_TEXT)]
MOST_CLASSES: Final = 20
MOST_WORDS: Final = 200


class CharacterDocument(StoredCharacter):
    """A character as people write it, with limits on the length of texts."""

    classes: Annotated[tuple[Word, ...], Field(max_length=MOST_CLASSES)] | None = None
    race: Word | None = None
    alignment: Word | None = None
    languages: Annotated[tuple[Word, ...], Field(max_length=MOST_WORDS)] | None = None
    features: Annotated[tuple[Text | OwnFeature, ...], Field(max_length=MOST_WORDS)] | None = None
    resources: dict[str, Resource] | None = None  # type: ignore[assignment]  # given whole, and told where it would come back never


class CharacterChanges(CharacterDocument):
    """The changes of an update to a character; for an existing resource, some of its keys are enough."""

    resources: dict[str, ResourceChange] | None = None  # type: ignore[assignment]  # merged with what is stored, and whole then


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character with everything filled in. Speeds and senses in feet. `assumed` names the values that were filled in."""

    name: str = "?"
    level: int = 1
    classes: tuple[str, ...] = ()
    class_levels: Mapping[str, int] = field(default_factory=dict)
    race: str = ""
    size: Size = "medium"
    alignment: str = ""
    party: bool = False
    abilities: Mapping[Ability, int] = field(default_factory=lambda: dict.fromkeys(ABILITIES, 10))
    ability_max: Mapping[Ability, int] = field(default_factory=dict)
    speed: Mapping[Movement, int] = field(default_factory=lambda: {"walk": 30})
    armor_training: frozenset[str] = frozenset()
    weapon_training: frozenset[str] = frozenset()
    saves: frozenset[str] = frozenset()
    skills: Mapping[Skill, int] = field(default_factory=dict)
    spellcaster: bool = False
    spellcasting_ability: Ability | None = None
    hp_max: int | None = None
    hp: int | None = None
    temp_hp: int = 0
    modifiers: tuple[Modifier, ...] = ()
    resources: Mapping[str, Resource] = field(default_factory=dict)
    hit_dice: Mapping[str, int] = field(default_factory=dict)
    """The hit dice that the levels give, by the name of their resource."""
    senses: Mapping[Sense, int] = field(default_factory=dict)
    mounted: bool = False
    makes_death_saves: bool = False
    words: frozenset[str] = frozenset()
    """Lasting facts about the character in the words of predicates: "race:dwarf", "class:fighter", "size:medium" …"""
    assumed: tuple[str, ...] = ()
    unknown_features: tuple[str, ...] = ()
    features_to_judge: tuple[str, ...] = ()
    """Features of the rules that change no number here."""
    unknown_classes: tuple[str, ...] = ()
    unknown_races: tuple[str, ...] = ()
    unknown_training: tuple[str, ...] = ()
    other_level: int | None = None
    """The given level, where the levels of the classes add up to another."""
    race_counts_as: str | None = None
    """The race that replaces an unknown subrace."""
    not_counted: tuple[str, ...] = ()
    """Features of the book that are not applied yet, in whole or in part."""
    within_hp_max: tuple[str, ...] = ()
    """Features whose hit points the given maximum already includes."""

    def level_in(self, of: str | None) -> int:
        """The levels in a class; for a creature without that class, its level."""
        return self.level if of is None else self.class_levels.get(of, self.level)

    def at_level(self, value: PerLevel | ByLevel) -> int | str:
        """The current amount of a value that grows with the level."""
        if isinstance(value, PerLevel):
            return value.per_level * self.level_in(value.of)
        level = self.level_in(value.of)
        return max((step for step in value.by_level if step[0] <= level), key=lambda step: step[0], default=(0, 0))[1]


_CLASS_LEVEL: Final = re.compile(r"(.+?)\s+(\d{1,2})")
_SUBCLASS: Final = re.compile(r"\s*\(([^()]+)\)")


def subclass_words(written: Sequence[str]) -> list[str]:
    """The words in brackets after a class, which name the subclass.

    >>> subclass_words(["Barbarian (Berserker) 5", "rogue 2"])
    ['Berserker']
    """
    return [word.strip() for c in written for word in _SUBCLASS.findall(c)]


def class_levels(written: Sequence[str]) -> list[tuple[str, int | None]]:
    """The classes with the levels in their text.

    >>> class_levels(["fighter 3", "Wizard", "Barbarian (Berserker) 5"])
    [('fighter', 3), ('wizard', None), ('barbarian', 5)]
    """
    plain = [_SUBCLASS.sub("", c).strip() for c in written]
    split = [(_CLASS_LEVEL.fullmatch(c), c) for c in plain]
    return [(names.fold(m[1]), int(m[2])) if m else (names.fold(c), None) for m, c in split]


def sheet_of(document: StoredCharacter, book: Rulebook) -> Sheet:
    """The whole sheet: a given key never changes; the others come from the class and race tables, or else from defaults.

    `features: []` means "none", so it also leaves out the traits of the race and of the classes: features, senses, resistances.
    """
    written = class_levels(document.classes or ())
    level = _level(document, written)
    levels = classes.levels_by_class(written, level)
    rules = classes.hit_dice(levels, book)
    trained = classes.training(rules)
    race = book.race(document.race) if document.race else None
    traits = race if document.features != () else None
    training = document.proficiencies or Proficiencies()
    abilities = {**dict.fromkeys(ABILITIES, 10), **(document.abilities or {})}
    hp_max = document.hp_max if document.hp_max is not None else _hit_points(rules, level, abilities["con"])
    found = _features(document, traits, levels, book)
    party = document.party if document.party is not None else bool(levels)
    dice = _hit_dice(rules)
    sheet = Sheet(
        name=document.name or "?",
        level=level,
        classes=tuple(c for c, _ in written),
        class_levels=levels,
        race=document.race or "",
        size=document.size or (race.size if race else "medium"),
        alignment=document.alignment or "",
        party=party,
        abilities=abilities,
        ability_max=document.ability_max or {},
        speed=document.speed if document.speed is not None else (race.speed if race else {"walk": 30}),
        armor_training=training_words.training(training.armor, [c.armor for c in trained], "armor"),
        weapon_training=training_words.training(training.weapons, [c.weapons for c in trained], "weapon"),
        saves=frozenset(training.saves if training.saves is not None else (rules[0][0].saves if rules else ())),
        skills=training.skills or {},
        spellcaster=document.spellcaster if document.spellcaster is not None else any(c.spellcasting_ability for c, _ in rules),
        spellcasting_ability=document.spellcasting_ability or next(filter(None, (c.spellcasting_ability for c, _ in rules)), None),
        hp_max=hp_max,
        hp=document.hp,
        temp_hp=document.temp_hp or 0,
        modifiers=(*_granted(document, traits, [t for c in trained for t in c.tools]), *found.modifiers, *_own(document)),
        resources=resources.resources(document.resources or {}, dice, kept=type(document) is StoredCharacter),
        hit_dice=dice,
        senses=document.senses if document.senses is not None else (traits.senses if traits else {}),
        mounted=document.mounted,
        makes_death_saves=party if document.death_saves is None else document.death_saves,
        words=_words(document, levels, race),
        assumed=_assumed(document, written, rules, race, hp_max, levels),
        unknown_features=tuple(found.unknown),
        features_to_judge=tuple(found.to_judge),
        unknown_classes=tuple(c for c in levels if c not in book.classes),
        unknown_races=(document.race,) if document.race and race is None else (),
        other_level=document.level if document.level not in (None, level) else None,
        unknown_training=tuple(training_words.unknown(training.armor, training.weapons, book)),
        race_counts_as=race.name if document.race and race and not book.exact_race(document.race) else None,
        not_counted=tuple(found.not_counted),
        within_hp_max=tuple(found.within_hp_max),
    )
    return sheet if sheet.hp is not None or hp_max is None else replace(sheet, hp=hp_max + _gained(sheet))


def _gained(sheet: Sheet) -> int:
    """The hit points that features add to the maximum; a new character starts with them."""
    values = [m.value for m in sheet.modifiers if m.target == "hp_max" and m.op == "add" and not m.when]
    grown = [sheet.at_level(v) if isinstance(v, PerLevel | ByLevel) else v for v in values]
    return sum(v for v in grown if isinstance(v, int))


def _level(document: StoredCharacter, levels: Sequence[tuple[str, int | None]]) -> int:
    carried = [n for _, n in levels if n is not None]
    return min(20, sum(carried)) if carried and len(carried) == len(levels) else document.level or 1


def _hit_points(rules: Sequence[tuple[ClassRule, int]], level: int, con: int) -> int | None:
    """The maximum of the hit die, its average for each level after the first, and CON for every level (SRD 5.1, Beyond 1st Level)."""
    if not rules:
        return None
    dice = [rule.hit_die for rule, n in rules for _ in range(n)]
    dice = dice if len(dice) == level else [rules[0][0].hit_die] * level
    return max(level, dice[0] + sum(d // 2 + 1 for d in dice[1:]) + level * ((con - 10) // 2))


def _hit_dice(rules: Sequence[tuple[ClassRule, int]]) -> dict[str, int]:
    """The number of hit dice of each size: {"hit_die_d10": 5}."""
    found: dict[str, int] = {}
    for rule, n in rules:
        name = f"hit_die_d{rule.hit_die}"
        found[name] = found.get(name, 0) + n
    return {name: count for name, count in found.items() if count}


def _assumed(
    document: StoredCharacter,
    written: Sequence[tuple[str, int | None]],
    rules: Sequence[object],
    race: RaceRule | None,
    hp_max: int | None,
    levels: Mapping[str, int],
) -> tuple[str, ...]:
    missing = ["abilities"] if document.abilities is None else [a for a in ABILITIES if a not in document.abilities]
    training = document.proficiencies or Proficiencies()
    shared = len([c for c, n in written if n is None]) > 1
    found = [
        f"{' '.join(missing)} 10" if missing else "",
        "level 1" if document.level is None and not any(n for _, n in written) else "",
        ", ".join(f"{c} {n}" for c, n in levels.items()) if shared else "",
        "" if document.speed or race else "speed 30 ft",
        "" if document.hp_max is not None or hp_max is None else f"hpMax {hp_max}",
        _to_choose(race) if race and document.languages is None and document.features != () else "",
        "" if rules or training.armor is not None else "proficient with all armor and shields",
        "" if rules or training.weapons is not None else "proficient with all weapons",
    ]
    return tuple(f for f in found if f)


def _to_choose(race: RaceRule) -> str:
    """The languages of the race, with the number of those still to choose."""
    more = race.languages_to_choose
    return f"languages {', '.join(map(names.begun, race.languages))} and {more} more to choose" if more else ""


def _words(document: StoredCharacter, levels: Mapping[str, int], race: RaceRule | None) -> frozenset[str]:
    known = {race.name, race.of or race.name} if race else set()
    race_words = {names.fold(document.race), *known} if document.race else set()
    alignment = names.fold(document.alignment or "")
    return frozenset(
        {f"class:{c}" for c in levels}
        | {f"race:{r}" for r in race_words}
        | {f"alignment:{a}" for a in (alignment, *alignment.split()) if a}
        | ({"mounted"} if document.mounted else set())
    )


def bind(modifiers: Sequence[Modifier], layer: Layer, name: str, id: str = "") -> tuple[Modifier, ...]:
    """The modifiers with their source filled in."""
    source = Source(layer, id or names.fold(name), name)
    return tuple(_replace_source(m, source) for m in modifiers)


def _replace_source(m: Modifier, source: Source) -> Modifier:
    return Modifier(
        m.target, m.op, m.value, m.cap, m.when, m.scope, m.group, m.needs, m.damage_type, m.magical,
        m.permanent, m.persists_when_removed, m.from_sources, m.aura_ft, source,
    )  # fmt: skip


@dataclass(slots=True)
class _Found:
    """The result of a character's features."""

    modifiers: list[Modifier] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    to_judge: list[str] = field(default_factory=list)
    not_counted: list[str] = field(default_factory=list)
    within_hp_max: list[str] = field(default_factory=list)


def _features(document: StoredCharacter, traits: RaceRule | None, levels: Mapping[str, int], book: Rulebook) -> _Found:
    """Collect each feature once: the given ones, then those of the race and of the class levels. Among features of one kind, only the first class counts."""
    found, rules = _Found(), dict[str, FeatureRule]()
    chosen = [*subclass_words(document.classes or ()), *(f for f in document.features or () if isinstance(f, str))]
    for feature in dict.fromkeys((*(document.features or ()), *chosen, *(traits.features if traits else ()))):
        if isinstance(feature, NamedModifiers):
            found.modifiers += bind(feature.modifiers, "base", feature.name.replace("_", " "))
        elif rule := book.feature(feature) or classes.of_kind(names.fold(feature), levels, book):
            rules.setdefault(rule.name, rule)
        elif not ((one := classes.subclass(feature, book)) and one[0] in levels and one[1].features):
            (found.to_judge if one or features_without_numbers.is_known(feature, book) else found.unknown).append(feature)
    kinds = {r.kind for r in rules.values() if r.kind}
    for _, rule in classes.features_of(levels, book, chosen) if document.features != () else ():
        if rule.kind is None or rule.kind not in kinds:
            rules.setdefault(rule.name, rule)
            kinds |= {rule.kind} if rule.kind else set()
    for rule in rules.values():
        _count(found, rule, document.hp_max is not None)
    return found


def _count(found: _Found, rule: FeatureRule, hp_max_given: bool) -> None:
    """Add the modifiers of a feature; a given hit point maximum already includes its hit points."""
    own, name = rule.modifiers, rule.name.replace("_", " ")
    if hp_max_given and any(m.target == "hp_max" for m in own):
        found.within_hp_max.append(name)
        own = tuple(m for m in own if m.target != "hp_max")
    if creature_flags.unread(rule.modifiers):
        found.not_counted.append(name)
    found.modifiers += bind(own, "base", name)


def _own(document: StoredCharacter) -> tuple[Modifier, ...]:
    return bind(document.modifiers, "base", document.name or "own")


def _granted(document: StoredCharacter, traits: RaceRule | None, tools: Sequence[str]) -> list[Modifier]:
    """The plain lists of the sheet as modifiers, so that every grant has a line. `tools`: the tools of the classes."""
    own_tools = document.proficiencies.tools if document.proficiencies else None
    resist = document.resistances if document.resistances is not None else (traits.resistances if traits else ())
    spoken = traits.languages if traits and document.languages is None else ()
    lists = {
        "resist": resist,
        "immune": document.immunities or (),
        "vulnerable": document.vulnerabilities or (),
        "condition_immunity": document.condition_immunities or (),
        "language": document.languages or (),
        "proficiency.tool": own_tools if own_tools is not None else tools,
    }
    source = Source("base", "sheet", document.name or "own")
    of_race = Source("base", names.fold(traits.name), traits.name) if traits else source
    granted = [Modifier("language", "grant", word, source=of_race) for word in spoken]
    return granted + [Modifier(target, "grant", word, source=source) for target, words in lists.items() for word in words]
