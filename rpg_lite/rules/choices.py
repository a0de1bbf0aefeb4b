"""The choices that a character has made at its levels, and the choices of its classes that are still open."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.rules import class_features, names
from rpg_lite.rules.character_document import Choice, Improvement, StoredCharacter
from rpg_lite.rules.choice_names import (
    ASI,
    FEAT_ABILITY,
    LANGUAGES,
    LESSONS,
    LINEAGE,
    MAGIC_INITIATE,
    MAGIC_LIST,
    OPEN,
    SCORES,
    SPECIES_CANTRIP,
    SUBCLASS,
    TOOLS,
    VERSATILE,
    choice_key,
)
from rpg_lite.rules.class_table import ChoiceRule, ClassRule, SubclassRule
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import BackgroundRule, FeatRule, RaceRule
from rpg_lite.rules.written_classes import class_levels, subclass_words
from rpg_lite.vocabulary import ABILITIES, SKILLS, Ability, Skill

SKILL_CHOICE: Final = "skills"
EXPERTISE: Final = "expertise"
EPIC_BOON: Final = "epic boon"
EXPERT: Final = (EXPERTISE, "scholar")
"""Choices that double the proficiency bonus of a skill, or of a tool where the class lets one choose it."""
TRAINED: Final = (SKILL_CHOICE, "bonus proficiencies", "primal knowledge", "keen senses", "skill versatility", "skillful", "skilled")
"""Choices that give proficiency in a skill; the last one may also give proficiency in a tool (SRD 5.2, Skilled)."""
ABILITY_CAP: Final = 20
"""The highest score that an improvement reaches."""
BOON_CAP: Final = 30
BOON_LEVEL: Final = 19
"""The level from which a feat may raise a score to the higher cap (SRD 5.2, Epic Boon)."""


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """An open choice of a class or an origin, and the level at which it comes.

    `count`: the number of words left to choose. `options`: the words to choose from, if the class table does not list the choice.
    """

    choice: str
    of: str
    level: int
    count: int = 1
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chosen:
    """The choices of a character. `words`: folded name of the choice → class, or "" for any → the chosen words."""

    words: Mapping[str, Mapping[str, tuple[str, ...]]]
    improvements: tuple[Improvement, ...]
    written: tuple[str, ...]
    """Subclasses in brackets and names of features, which may also express choices."""
    background: BackgroundRule | None = None
    spelling: Mapping[str, str] = field(default_factory=dict)
    """Folded name of the choice → the name as written."""
    points: Mapping[Ability, int] = field(default_factory=dict)
    """The points that the origin adds to ability scores, as chosen."""
    race: RaceRule | None = None
    has_open_points: bool = False
    """Whether the scores still lack the points that the species lets the hero choose."""

    def of(self, choice: str, name: str | None = None) -> tuple[str, ...]:
        """The words chosen for a class, or for all of them."""
        by_class = self.words.get(names.fold(choice)) if self.words else None
        if not by_class:
            return ()
        return tuple(w for c, ws in by_class.items() if name is None or c in ("", name) for w in ws)

    @cached_property
    def features(self) -> tuple[str, ...]:
        """Every chosen word that may name a feature, alone and preceded by its choice."""
        picked = [(choice, w) for choice in self.words if choice not in _NO_FEATURES for w in self.of(choice)]
        return (*self.feats, *(f"{choice}: {w}" for choice, w in picked), *(w for _, w in picked))

    @cached_property
    def feats(self) -> tuple[str, ...]:
        """The feats from the character's improvements and background."""
        of_background = (self.background.feat,) if self.background and self.background.feat else ()
        return (*of_background, *self.of(VERSATILE), *self.of(LESSONS), *(i.feat for i in self.improvements if i.feat))

    @cached_property
    def raised_by_origin(self) -> Mapping[Ability, int]:
        """The chosen points, if they fit the background or the species."""
        return self.points if self.points and self.origin_of_points else {}

    @property
    def origin_of_points(self) -> str:
        """The background or species that gives the chosen points; empty if neither does."""
        if self.background and fits_background(self.points, self.background):
            return self.background.name
        return self.race.name if self.race and fits_species(self.points, self.race) else ""

    @cached_property
    def subclasses(self) -> tuple[str, ...]:
        return (*self.written, *self.of(SUBCLASS))


def chosen_of(document: StoredCharacter, book: Rulebook) -> Chosen:
    """The choices of a document, under the names that the class files use."""
    spelling = {choice_key(name): name for name in document.choices or {}}
    given = [(choice_key(name), choice) for name, choice in (document.choices or {}).items()]
    rows = [row for key, choice in given if key == ASI and isinstance(choice, tuple) for row in choice]
    improved = tuple(row for row in rows if isinstance(row, Improvement))
    features = [f for f in document.features or () if isinstance(f, str)]
    written = (*subclass_words(document.classes or ()), *features)
    background = book.backgrounds.get(names.fold(document.background)) if document.background else None
    points = next((choice for key, choice in given if key == _SCORES_KEY and isinstance(choice, dict)), {})
    own = [rule for name, _ in class_levels(document.classes or ()) if (rule := book.classes.get(name))]
    words = _join_words(_as_asked(key, _by_class(choice), own) for key, choice in given if key not in (ASI, _SCORES_KEY))
    return Chosen(
        words, _with_abilities_of_feats(improved, words, book), written, background, spelling, {a: n for a, n in points.items() if a in ABILITIES and isinstance(n, int)},
        book.race(document.race) if document.race else None, (_SCORES_KEY, OPEN) in given,
    )  # fmt: skip


def _with_abilities_of_feats(
    improved: tuple[Improvement, ...], words: Mapping[str, Mapping[str, tuple[str, ...]]], book: Rulebook
) -> tuple[Improvement, ...]:
    """The improvements with the points of feats whose abilities were chosen apart, and those of epic boons, which are words of a choice."""
    by_feat = words.get(FEAT_ABILITY)
    if not by_feat:
        return improved
    boons = [w for ws in words.get(EPIC_BOON, {}).values() for w in ws]
    rows = (*improved, *(Improvement(level=BOON_LEVEL, feat=boon) for boon in boons))
    return tuple(_with_ability(row, by_feat, book) for row in rows)


def _with_ability(row: Improvement, by_feat: Mapping[str, tuple[str, ...]], book: Rulebook) -> Improvement:
    feat = book.feats.get(names.fold(row.feat)) if row.feat and not row.raises else None
    picked = (*by_feat.get(names.fold(feat.name), ()), *by_feat.get("", ())) if feat else ()
    ability = next((a for a in feat.abilities if a in map(names.fold, picked)), None) if feat else None
    return row.model_copy(update={f"by_{ability}": 1}) if ability else row


def feats_without_ability(chosen: Chosen, book: Rulebook) -> Iterator[tuple[FeatRule, int, bool]]:
    """(feat, level, whether the ability was chosen apart) of each feat that raises an ability and whose improvement does not say which."""
    boons = [Improvement(level=BOON_LEVEL, feat=w) for w in chosen.of(EPIC_BOON)]
    for row in {names.fold(i.feat): i for i in (*boons, *chosen.improvements) if i.feat}.values():
        feat = book.feats.get(names.fold(row.feat or ""))
        if feat and feat.abilities and (not row.raises or FEAT_ABILITY in chosen.words):
            yield feat, row.level or feat.level, bool(row.raises)


def fits_background(points: Mapping[Any, Any], background: BackgroundRule) -> bool:
    """Whether a background may add these points: 2 to one of its abilities and 1 to another, or 1 to each."""
    return points.keys() <= {*background.abilities} and sorted(points.values()) in ([1, 2], [1, 1, 1])


def fits_species(points: Mapping[Any, Any], race: RaceRule) -> bool:
    """Whether a species lets a hero choose these points, each for an ability that the species does not already raise (SRD 5.1, Half-Elf)."""
    return sorted(points.values()) == sorted(race.abilities_to_choose) and points.keys() <= {*abilities_of_choice(race)}


def abilities_of_choice(race: RaceRule) -> tuple[Ability, ...]:
    return tuple(a for a in ABILITIES if a not in race.abilities)


def _as_asked(key: str, by_class: Mapping[str, tuple[str, ...]], own: Sequence[ClassRule]) -> tuple[str, Mapping[str, tuple[str, ...]]]:
    """The words under the given name, or, if no class asks for a choice of that name ("order": "protector"), under the name of the choice
    that offers all of them.
    """
    rows = [row for rule in own for row in ((rule.choices, *(s.choices for s in rule.subclasses)))]
    if key in _OF_NO_OPTION or any(names.fold(choice) == key for row in rows for choice in row):
        return key, by_class
    wanted = {names.fold(word) for words in by_class.values() for word in words}
    offering = {names.fold(c) for row in rows for c, how in row.items() if wanted and wanted <= {names.fold(o) for o in how.options}}
    return (offering.pop() if len(offering) == 1 else key), by_class


_SCORES_KEY: Final = names.fold(SCORES)
_OF_NO_OPTION: Final = frozenset(
    map(
        names.fold, (SUBCLASS, *TRAINED, EPIC_BOON, FEAT_ABILITY, LANGUAGES, TOOLS, LINEAGE, VERSATILE, LESSONS, MAGIC_INITIATE, MAGIC_LIST)
    )
)
"""Choices that are always meant by their names: the skills of a class may all be among those of its feature Scholar."""
_NO_FEATURES: Final = frozenset((SUBCLASS, EXPERTISE, *map(names.fold, (SKILL_CHOICE, LANGUAGES, TOOLS, SPECIES_CANTRIP))))
"""Choices whose words never name a feature."""


def _join_words(given: Iterable[tuple[str, Mapping[str, tuple[str, ...]]]]) -> dict[str, dict[str, tuple[str, ...]]]:
    """The words of each choice by class; words given under two names of the same choice add up."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for key, by_class in given:
        row = found.setdefault(key, {})
        for of, words in by_class.items():
            row[of] = (*row.get(of, ()), *words)
    return found


def _by_class(choice: Choice) -> dict[str, tuple[str, ...]]:
    if isinstance(choice, dict):
        return {names.fold(of): _several(words) for of, words in choice.items() if not isinstance(words, int)}
    return {"": _several(choice) if isinstance(choice, str) else tuple(w for w in choice if isinstance(w, str))}


def _several(words: str | tuple[str, ...]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words


@lru_cache(maxsize=8)
def known_choices(book: Rulebook) -> frozenset[str]:
    """The folded names of all choices that the rules ask for."""
    of_classes = (c for rule in book.classes.values() for c in rule.choices)
    of_subclasses = (c for rule in book.classes.values() for subclass in rule.subclasses for c in subclass.choices)
    of_features = (c for rule in book.features.values() for c in rule.choices)
    of_origins = (FEAT_ABILITY, LANGUAGES, TOOLS, LINEAGE, SCORES, VERSATILE, MAGIC_INITIATE, MAGIC_LIST)
    return frozenset(
        names.fold(c) for c in (SUBCLASS, *of_origins, *TRAINED, EPIC_BOON, *EXPERT, *of_classes, *of_subclasses, *of_features)
    )


# ── the effects of choices ──────────────────────────────────────────────────────────────────────────────────────────


def increases(chosen: Chosen) -> list[Modifier]:
    """The increases of ability scores by the origin and by improvements, up to 20, and by epic boons, up to 30."""
    raised = chosen.raised_by_origin
    origin = Source("base", "background", chosen.origin_of_points if raised else "background")
    return [Modifier(f"ability.{a}", "add", n, cap=ABILITY_CAP, source=origin) for a, n in raised.items()] + [
        Modifier(f"ability.{a}", "add", n, cap=_cap(i), source=_source(i, place))
        for place, i in enumerate(chosen.improvements)
        for a, n in i.raises.items()
    ]


def _cap(i: Improvement) -> int:
    return BOON_CAP if (i.level or 0) >= BOON_LEVEL and i.feat else ABILITY_CAP


def _source(i: Improvement, place: int) -> Source:
    name = i.feat or f"ability score improvement{f', level {i.level}' if i.level else ''}"
    return Source("base", f"asi {place}", name)


def raise_scores(
    abilities: Mapping[Ability, int], chosen: Chosen, most: Mapping[Ability, int] = MappingProxyType({})
) -> dict[Ability, int]:
    """The base scores with the chosen increases, before gear. `most`: the maximums above 20 of this creature."""
    found = dict(abilities)
    steps = [(a, n, ABILITY_CAP) for a, n in chosen.raised_by_origin.items()]
    for i in chosen.improvements:
        steps += [(a, n, _cap(i)) for a, n in i.raises.items()]
    for a, n, cap in steps:
        found[a] = max(found[a], min(max(cap, most.get(a, cap)), found[a] + n))
    return found


def skills(chosen: Chosen, given: Mapping[Skill, int]) -> dict[Skill, int]:
    """The given skills and the chosen ones: 1 proficient, 2 expertise. A given 0 is kept."""
    proficient = [s for choice in TRAINED for w in chosen.of(choice) if (s := skill_called(w))]
    expert = [s for choice in EXPERT for w in chosen.of(choice) if (s := skill_called(w))]
    of_background = chosen.background.skills if chosen.background else ()
    return {**dict.fromkeys((*of_background, *proficient), 1), **given, **{s: 2 for s in expert if given.get(s) != 0}}


def chosen_tools(chosen: Chosen) -> tuple[str, ...]:
    """The tools that were chosen, some of them instead of skills."""
    instead = (w for w in chosen.of(TRAINED[-1]) if skill_called(w) is None)
    return tuple(w.casefold() for w in (*instead, *chosen.of(TOOLS)))


def expert_tools(chosen: Chosen) -> tuple[str, ...]:
    """The tools that were chosen for expertise in place of skills (SRD 5.1, Rogue)."""
    return tuple(w.casefold() for choice in EXPERT for w in chosen.of(choice) if skill_called(w) is None)


def skill_called(word: str) -> Skill | None:
    """The skill of this name in any spelling."""
    key = names.fold(word)
    return next((s for s in SKILLS if names.fold(s) == key), None)


# ── open choices ────────────────────────────────────────────────────────────────────────────────────────────────────


def open_choices(document: StoredCharacter, chosen: Chosen, levels: Mapping[str, int], book: Rulebook) -> tuple[OpenChoice, ...]:
    """The open choices of each class up to its level."""
    found: list[OpenChoice] = []
    skills_left = _skills_left(document, chosen, levels, book)
    improvements = _improvements_left(chosen, levels, book)
    for name, level in levels.items():
        if rule := book.classes.get(name):
            trained = [OpenChoice(SKILL_CHOICE, name, 1, left)] if (left := skills_left.get(name)) else []
            improved = (OpenChoice(ASI, rule.name, at) for at in improvements[name])
            others = _open(rule, level, document, chosen, _of_others(name, levels, book))
            found += [*trained, *sorted((*others, *improved), key=lambda c: c.level)]
    return tuple(found)


def _of_others(name: str, levels: Mapping[str, int], book: Rulebook) -> list[SubclassRule]:
    """The subclasses of the other classes of the character."""
    return [s for other in levels if other != name and (rule := book.classes.get(other)) for s in rule.subclasses]


def skills_to_choose(rule: ClassRule, is_first: bool) -> int:
    """The number of skills that a class lets a hero choose as its first class, or as a later one (SRD, Multiclassing, Proficiencies)."""
    if is_first:
        return rule.skills.choose if rule.skills else 0
    return rule.multiclass.skills if rule.multiclass else 0


def _skills_left(document: StoredCharacter, chosen: Chosen, levels: Mapping[str, int], book: Rulebook) -> dict[str, int]:
    """Class → the number of its skills that are left to choose; nothing for a sheet that names its skills. Words that are chosen for no
    class count for the first class that has a choice left.
    """
    if document.proficiencies and document.proficiencies.skills is not None:
        return {}
    by_class = chosen.words.get(names.fold(SKILL_CHOICE), {})
    free = len(by_class.get("", ()))
    found = {}
    for place, name in enumerate(levels):
        rule = book.classes.get(name)
        left = max(0, skills_to_choose(rule, place == 0) - len(by_class.get(name, ()))) if rule else 0
        found[name] = max(0, left - free)
        free = max(0, free - left)
    return found


def _open(
    rule: ClassRule, level: int, document: StoredCharacter, chosen: Chosen, of_others: Sequence[SubclassRule]
) -> Iterator[OpenChoice]:
    """`of_others`: the subclasses of other classes, whose names do not choose one for this class."""
    subclasses = class_features.chosen_subclasses(rule, chosen.subclasses)
    named = [w for w in chosen.of(SUBCLASS, rule.name) if not any(class_features.is_called(s, w) for s in of_others)]
    if rule.subclass_level and rule.subclass_level <= level and not subclasses and not named:
        yield OpenChoice(SUBCLASS, rule.name, rule.subclass_level)
    for choice, how in choices_of(rule, chosen.subclasses).items():
        due = sorted((at, count) for at, count in how.levels.items() if at <= level)
        left = _count_made(choice, how, rule, document, chosen) if due else 0
        for at, count in due:
            left -= count
            if left < 0:
                yield OpenChoice(choice, rule.name, at, min(count, -left))
    if (
        rule.epic_boon
        and rule.epic_boon <= level
        and not chosen.of(EPIC_BOON, rule.name)
        and not _is_improved(rule, rule.epic_boon, chosen)
    ):
        yield OpenChoice(EPIC_BOON, rule.name, rule.epic_boon)


def list_open(opened: Iterable[OpenChoice]) -> list[str]:
    """The open choices in a few words: "fighter asi at 4, 6"."""
    by_choice: dict[tuple[str, str], list[str]] = {}
    for c in opened:
        by_choice.setdefault((c.of, c.choice), []).append(f"{c.level} ({c.count})" if c.count > 1 else str(c.level))
    return [f"{_asked_of(of, choice)} at {', '.join(levels)}" for (of, choice), levels in by_choice.items()]


def _asked_of(of: str, choice: str) -> str:
    """The choice with its class or species.

    >>> _asked_of("fighter", "asi"), _asked_of("elf", "species cantrip")
    ('fighter asi', 'species cantrip of the elf')
    """
    return f"{choice} of the {of}" if choice.startswith("species ") else f"{of} {choice}"


def options_of(choice: OpenChoice, book: Rulebook) -> tuple[str, ...]:
    """The words that the choice offers; none if any word will do."""
    if choice.options:
        return choice.options
    rule = book.classes[choice.of]
    match choice.choice:
        case "subclass":
            return tuple(s.name for s in rule.subclasses)
        case "skills":
            return (rule.skills.options or SKILLS) if rule.skills else ()
    found = choices_of(rule, [s.name for s in rule.subclasses]).get(choice.choice)
    return found.options if found else ()


def asked_by(choice: OpenChoice, levels: Mapping[str, int], chosen: Chosen | None, book: Rulebook) -> int:
    """The number of words that the choice asks for in all, up to the level in its class."""
    rule = book.classes[choice.of]
    if choice.choice == SKILL_CHOICE:
        return skills_to_choose(rule, is_first=choice.of == next(iter(levels)))
    how = choices_of(rule, chosen.subclasses if chosen else ()).get(choice.choice)
    return sum(n for at, n in how.levels.items() if at <= levels[choice.of]) if how else 1


def choices_of(rule: ClassRule, chosen_subclasses: Sequence[str]) -> dict[str, ChoiceRule]:
    """The choices of a class and of its chosen subclasses; choices of the same name are joined."""
    found = dict(rule.choices)
    for subclass in class_features.chosen_subclasses(rule, chosen_subclasses):
        for choice, how in subclass.choices.items():
            before = found.get(choice)
            counts = {
                at: how.levels.get(at, 0) + (before.levels.get(at, 0) if before else 0)
                for at in {**how.levels, **(before.levels if before else {})}
            }
            tools = tuple(dict.fromkeys((*(before.tools if before else ()), *how.tools)))
            found[choice] = ChoiceRule(levels=counts, options=how.options, spells=how.spells, tools=tools)
    return found


def _count_made(choice: str, how: ChoiceRule, rule: ClassRule, document: StoredCharacter, chosen: Chosen) -> int:
    """The number of words already given for a choice: chosen, named as a feature, or given as expertise."""
    options = {names.fold(o) for o in how.options} if chosen.written else set()
    named = [f for f in chosen.written if names.fold(f) in options or names.fold(f).startswith(f"{names.fold(choice)} ")]
    given = (document.proficiencies and document.proficiencies.skills) or {}
    expert = list(given.values()).count(2) if choice in EXPERT else 0
    return max(len(chosen.of(choice, rule.name)), expert) + len(named)


def _improvements_left(chosen: Chosen, levels: Mapping[str, int], book: Rulebook) -> dict[str, list[int]]:
    """Class → the levels whose improvement is left to choose. One improvement counts for one class: for the one that it names, or else for the
    first that has it left at this level.
    """
    rules = [(name, rule) for name in levels if (rule := book.classes.get(name))]
    left = {name: [at for at in rule.asi_levels if at <= levels[name]] for name, rule in rules}
    for row in sorted(chosen.improvements, key=lambda i: (i.of is None, i.level is None)):
        classes = [name for name in left if row.of is None or names.fold(row.of) == name]
        places = ((name, at) for name in classes for at in left[name] if row.level in (None, at))
        if place := next(places, None):
            left[place[0]].remove(place[1])
    return left


def _is_improved(rule: ClassRule, at: int, chosen: Chosen) -> bool:
    return any(i.level == at and (i.of is None or names.fold(i.of) == rule.name) for i in chosen.improvements)
