"""The choices that are stored of a character, and the sheet that follows when what was left out is filled in."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from pydantic import Field, model_validator

from rpg_lite.rules import names
from rpg_lite.rules.items import Document, Name
from rpg_lite.rules.modifiers import Modifier, ModifierField, Source, fault_where_it_lasts, unknown_words
from rpg_lite.rules.rulebook import ClassRule, FeatureRule, RaceRule, Rulebook
from rpg_lite.vocabulary import (
    ABILITIES,
    Ability,
    Condition,
    DamageType,
    Layer,
    Movement,
    Sense,
    Size,
    Skill,
)

Score = Annotated[int, Field(ge=0, le=30, strict=True)]
Feet = Annotated[int, Field(ge=0, le=10_000)]
Points = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
Level = Annotated[int, Field(ge=1, le=20, strict=True)]


class NamedModifiers(Document):
    """A feature or an effect of one's own: a name and what it changes."""

    name: Name
    modifiers: tuple[ModifierField, ...] = ()
    duration: str | None = None
    source: str | None = None
    toggles: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _known_words(self) -> "NamedModifiers":
        if unknown := unknown_words((w for m in self.modifiers for w in m.when), self.toggles):
            raise ValueError(f"when: nobody can make {unknown[0]!r} true; declare it in toggles")
        if fault := fault_where_it_lasts([m for m in self.modifiers if m.target != "temp_hp"]):
            raise ValueError(fault)
        return self


class Proficiencies(Document):
    """`skills`: 1 proficient, 2 expertise. `weapons` and `armor` take category words or single names."""

    armor: tuple[str, ...] | None = None
    weapons: tuple[str, ...] | None = None
    tools: tuple[str, ...] | None = None
    saves: tuple[Ability, ...] | None = None
    skills: dict[Skill, Annotated[int, Field(ge=0, le=2)]] | None = None


class Resource(Document):
    max: Points
    left: Points | None = None
    recharge: str | None = None


class StoredCharacter(Document):
    """A character as it is kept, of whatever length it once was taken; every key may be left out (`sheet_of` fills it in).

    `ability_max`: its own maximum where that is not 20; what adds to a score up to 20 then adds up to this.
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
    features: tuple[str | NamedModifiers, ...] | None = None
    spellcaster: bool | None = None
    spellcasting_ability: Ability | None = None
    hp_max: Points | None = None
    hp: Points | None = None
    temp_hp: Points | None = None
    modifiers: tuple[ModifierField, ...] = ()
    resources: dict[str, Resource] | None = None
    resistances: tuple[DamageType, ...] | None = None
    immunities: tuple[DamageType, ...] | None = None
    vulnerabilities: tuple[DamageType, ...] | None = None
    condition_immunities: tuple[Condition, ...] | None = None
    senses: dict[Sense, Feet] | None = None
    mounted: bool = False
    death_saves: bool | None = None
    """Whether it falls unconscious at 0 hit points and makes death saves, or dies; left out, the party does the first."""

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
            raise ValueError("classes: levels are 1 to 20, together at most 20")
        return self

    @model_validator(mode="before")
    @classmethod
    def _species_is_race(cls, data: Any) -> Any:
        if isinstance(data, dict) and "species" in data:
            if "race" in data:
                raise ValueError("race and species are one key, given twice; send one of them")
            return {("race" if k == "species" else k): v for k, v in data.items()}
        return data


Word = Annotated[str, Field(max_length=names.LONGEST_NAME)]
Text = Annotated[str, Field(max_length=names.LONGEST_TEXT)]
MOST_CLASSES: Final = 20
MOST_WORDS: Final = 200


class CharacterDocument(StoredCharacter):
    """A character as people write it down: no longer than anybody reads."""

    classes: Annotated[tuple[Word, ...], Field(max_length=MOST_CLASSES)] | None = None
    race: Word | None = None
    alignment: Word | None = None
    languages: Annotated[tuple[Word, ...], Field(max_length=MOST_WORDS)] | None = None
    features: Annotated[tuple[Text | NamedModifiers, ...], Field(max_length=MOST_WORDS)] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character with everything filled in. Speeds and senses in feet. `assumed` names what was left out and filled."""

    name: str = "?"
    level: int = 1
    classes: tuple[str, ...] = ()
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
    senses: Mapping[Sense, int] = field(default_factory=dict)
    mounted: bool = False
    makes_death_saves: bool = False
    words: frozenset[str] = frozenset()
    """What is true of it for good, as predicates say it: "race:dwarf", "class:fighter", "size:medium" …"""
    assumed: tuple[str, ...] = ()
    unknown_features: tuple[str, ...] = ()
    unknown_classes: tuple[str, ...] = ()
    unknown_races: tuple[str, ...] = ()


_CLASS_LEVEL: Final = re.compile(r"(.+?)\s+(\d{1,2})")
ALL_ARMOR: Final = ("light", "medium", "heavy", "shield")
ALL_WEAPONS: Final = ("simple", "martial")


def class_levels(written: Sequence[str]) -> list[tuple[str, int | None]]:
    """Classes with the levels that they carry.

    >>> class_levels(["fighter 3", "Wizard"])
    [('fighter', 3), ('wizard', None)]
    """
    split = [(_CLASS_LEVEL.fullmatch(c.strip()), c) for c in written]
    return [(names.fold(m[1]), int(m[2])) if m else (names.fold(c), None) for m, c in split]


def sheet_of(document: StoredCharacter, book: Rulebook) -> Sheet:
    """The whole sheet: a key that is given is never touched, the rest comes from class and race tables, else plain defaults.

    `features: []` says "none", so it leaves out the traits of the race as well: its features, senses and resistances.
    """
    levels = class_levels(document.classes or ())
    classes = [book.classes[c] for c, _ in levels if c in book.classes]
    race = book.race(document.race) if document.race else None
    traits = race if document.features != () else None
    level = _level(document, levels)
    training = document.proficiencies or Proficiencies()
    abilities = {**dict.fromkeys(ABILITIES, 10), **(document.abilities or {})}
    hp_max = document.hp_max if document.hp_max is not None else _hit_points(levels, classes, level, abilities["con"])
    features, unknown = _features(document, traits, book)
    party = document.party if document.party is not None else bool(levels)
    assumed = _assumed(document, classes, race, hp_max)
    return Sheet(
        name=document.name or "?",
        level=level,
        classes=tuple(c for c, _ in levels),
        race=document.race or "",
        size=document.size or (race.size if race else "medium"),
        alignment=document.alignment or "",
        party=party,
        abilities=abilities,
        ability_max=document.ability_max or {},
        speed=document.speed if document.speed is not None else (race.speed if race else {"walk": 30}),
        armor_training=_training(training.armor, [c.armor for c in classes], ALL_ARMOR),
        weapon_training=_training(training.weapons, [c.weapons for c in classes], ALL_WEAPONS),
        saves=frozenset(training.saves if training.saves is not None else (classes[0].saves if classes else ())),
        skills=training.skills or {},
        spellcaster=document.spellcaster if document.spellcaster is not None else any(c.spellcasting_ability for c in classes),
        spellcasting_ability=document.spellcasting_ability or next(filter(None, (c.spellcasting_ability for c in classes)), None),
        hp_max=hp_max,
        hp=document.hp if document.hp is not None else hp_max,
        temp_hp=document.temp_hp or 0,
        modifiers=(*_granted(document, traits), *features, *_own(document)),
        resources={**_hit_dice(levels, classes, level), **(document.resources or {})},
        senses=document.senses if document.senses is not None else (traits.senses if traits else {}),
        mounted=document.mounted,
        makes_death_saves=party if document.death_saves is None else document.death_saves,
        words=_words(document, levels, race),
        assumed=assumed,
        unknown_features=tuple(unknown),
        unknown_classes=tuple(c for c, _ in levels if c not in book.classes),
        unknown_races=(document.race,) if document.race and race is None else (),
    )


def _level(document: StoredCharacter, levels: Sequence[tuple[str, int | None]]) -> int:
    carried = [n for _, n in levels if n is not None]
    return min(20, sum(carried)) if carried and len(carried) == len(levels) else document.level or 1


def _hit_points(levels: Sequence[tuple[str, int | None]], classes: Sequence[ClassRule], level: int, con: int) -> int | None:
    """Hit die's maximum, its average after level 1, CON each level (SRD 5.1, Beyond 1st Level)."""
    if not classes:
        return None
    dice = [c.hit_die for c, (_, n) in zip(classes, levels, strict=False) for _ in range(n or 0)]
    dice = dice if len(dice) == level else [classes[0].hit_die] * level
    return max(level, dice[0] + sum(d // 2 + 1 for d in dice[1:]) + level * ((con - 10) // 2))


def _hit_dice(levels: Sequence[tuple[str, int | None]], classes: Sequence[ClassRule], level: int) -> dict[str, Resource]:
    """Hit dice as resources: {"hit_die_d10": 5}."""
    found: dict[str, int] = {}
    for rule, (_, n) in zip(classes, levels, strict=False):
        name = f"hit_die_d{rule.hit_die}"
        found[name] = found.get(name, 0) + (n or (level if rule is classes[0] else 0))
    return {name: Resource(max=count, recharge="long_rest") for name, count in found.items() if count}


def _training(given: Sequence[str] | None, classes: Sequence[Sequence[str]], everything: Sequence[str]) -> frozenset[str]:
    """What is given; else what the classes have; else, no class known, everything."""
    words = given if given is not None else [w for c in classes for w in c] if classes else everything
    return frozenset(names.fold(w) for w in words)


def _assumed(document: StoredCharacter, classes: Sequence[ClassRule], race: RaceRule | None, hp_max: int | None) -> tuple[str, ...]:
    missing = ["abilities"] if document.abilities is None else [a for a in ABILITIES if a not in document.abilities]
    training = document.proficiencies or Proficiencies()
    found = [
        f"{' '.join(missing)} 10" if missing else "",
        "level 1" if document.level is None and not any(n for _, n in class_levels(document.classes or ())) else "",
        "" if document.speed or race else "speed 30 ft",
        "" if document.hp_max is not None or hp_max is None else f"hpMax {hp_max}",
        "" if classes or training.armor is not None else "proficient with all armor",
        "" if classes or training.weapons is not None else "proficient with all weapons",
    ]
    return tuple(f for f in found if f)


def _words(document: StoredCharacter, levels: Sequence[tuple[str, int | None]], race: RaceRule | None) -> frozenset[str]:
    race_words = {names.fold(document.race), race.name if race else names.fold(document.race)} if document.race else set()
    alignment = names.fold(document.alignment or "")
    return frozenset(
        {f"class:{c}" for c, _ in levels}
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


def _features(document: StoredCharacter, traits: RaceRule | None, book: Rulebook) -> tuple[list[Modifier], list[str]]:
    """The modifiers of all features (layer base), and the names that the book does not know."""
    wanted = dict.fromkeys((*(document.features or ()), *(traits.features if traits else ())))
    found: list[Modifier] = []
    unknown: list[str] = []
    for feature in wanted:
        rule: FeatureRule | NamedModifiers | None = book.feature(feature) if isinstance(feature, str) else feature
        if rule is None:
            unknown.append(str(feature))
        else:
            found += bind(rule.modifiers, "base", rule.name.replace("_", " "))
    return found, unknown


def _own(document: StoredCharacter) -> tuple[Modifier, ...]:
    return bind(document.modifiers, "base", document.name or "own")


def _granted(document: StoredCharacter, traits: RaceRule | None) -> list[Modifier]:
    """The plain lists of the sheet as modifiers, so that every grant has a line."""
    resist = document.resistances if document.resistances is not None else (traits.resistances if traits else ())
    lists = {
        "resist": resist,
        "immune": document.immunities or (),
        "vulnerable": document.vulnerabilities or (),
        "condition_immunity": document.condition_immunities or (),
        "language": document.languages or (),
        "proficiency.tool": (document.proficiencies.tools if document.proficiencies else None) or (),
    }
    source = Source("base", "sheet", document.name or "own")
    return [Modifier(target, "grant", word, source=source) for target, words in lists.items() for word in words]
