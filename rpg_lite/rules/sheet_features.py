"""The modifiers from the features of a character and from the plain lists of its sheet."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rpg_lite.rules import class_features, names
from rpg_lite.rules.character_document import NamedModifiers, OwnFeature, StoredCharacter
from rpg_lite.rules.choice_names import LANGUAGES
from rpg_lite.rules.choices import Chosen, chosen_tools, expert_tools
from rpg_lite.rules.class_gains import BEYOND_NAME, species_features, takes_from_class
from rpg_lite.rules.modifiers import Modifier, Source, bind, flags_not_read
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule, RaceRule

_BEYOND_NAME: Final = re.compile(r"\s*(?:\(.*\)|[:,].*|\+?\d.*)$")


def is_known(feature: str, book: Rulebook) -> bool:
    """Whether the rules have this feature; a count or dice may follow its name: "Rage (3/day)", "Sneak Attack 2d6"."""
    short = _BEYOND_NAME.sub("", feature)
    return names.fold(feature) in book.known_features or (bool(short) and names.fold(short) in book.known_features)


@dataclass(slots=True)
class _Found:
    """The result of a character's features."""

    modifiers: list[Modifier] = field(default_factory=list)
    rules: list[FeatureRule] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    to_judge: list[str] = field(default_factory=list)
    not_counted: list[str] = field(default_factory=list)
    within_hp_max: list[str] = field(default_factory=list)


def collect_features(
    document: StoredCharacter, choices: Chosen, traits: RaceRule | None, levels: Mapping[str, int], level: int, book: Rulebook
) -> _Found:
    """Collect the given features and those of race and classes, each once. Of the features of one kind, only that of the first class
    counts.
    """
    found, rules = _Found(), dict[tuple[str, str | None], FeatureRule]()
    chosen = choices.subclasses
    for feature in _each_once((*(document.features or ()), *chosen, *species_features(traits, level, book))):
        if isinstance(feature, NamedModifiers):
            found.modifiers += bind(feature.modifiers, "base", feature.name.replace("_", " "))
            found.rules += _own_rule(feature)
        elif rule := _of_own_class(feature, levels, book) or class_features.of_kind(names.fold(feature), levels, book):
            rules.setdefault(_key(rule), rule)
        elif not ((one := class_features.subclass(feature, book)) and one[0] in levels and class_features.changes_numbers(*one, book)):
            (found.to_judge if one or is_known(feature, book) else found.unknown).append(feature)
    kinds = {r.kind for r in rules.values() if r.kind}
    for feature in choices.features:
        if (rule := _of_own_class(feature, levels, book)) and (rule.level or 0) <= levels.get(rule.of_class or "", level):
            rules.setdefault(_key(rule), rule)
    for _, rule in class_features.features_of(levels, book, chosen) if takes_from_class(document) else ():
        if rule.kind is None or rule.kind not in kinds:
            rules.setdefault(_key(rule), rule)
            kinds |= {rule.kind} if rule.kind else set()
    found.rules += rules.values()
    for rule in rules.values():
        _count(found, rule, document.hp_max is not None)
    return found


def _each_once(features: Iterable[str | NamedModifiers]) -> Iterator[str | NamedModifiers]:
    """Keep each named feature once, and every homebrew feature."""
    seen: set[str] = set()
    for feature in features:
        if not isinstance(feature, str) or feature not in seen:
            yield feature
        seen |= {feature} if isinstance(feature, str) else set()


def _of_own_class(feature: str, levels: Mapping[str, int], book: Rulebook) -> FeatureRule | None:
    """The feature of this name, after which a count may follow ("Rage (3/day)"); if several classes have one, that of the character's
    class.
    """
    for name in (feature, BEYOND_NAME.sub("", feature)):
        if rule := next((rule for of in levels if (rule := book.feature(f"{name} {of}"))), None) or book.feature(name):
            return rule
    return None


def _key(rule: FeatureRule) -> tuple[str, str | None]:
    """The key of a feature; two classes may give different features of the same name (Channel Divinity)."""
    return rule.name, rule.of_class


def _own_rule(feature: NamedModifiers) -> list[FeatureRule]:
    """A homebrew feature as a rule of the book, if it has acts, riders, triggers, light or conditions."""
    if not isinstance(feature, OwnFeature):
        return []
    triggers = feature.on if isinstance(feature.on, tuple) else ()
    if not (feature.acts or feature.riders or triggers or feature.light or feature.conditions):
        return []
    given = {"acts": feature.acts, "riders": feature.riders, "on": triggers, "tables": feature.tables, "light": feature.light}
    return [FeatureRule(name=feature.name, conditions=feature.conditions, **given)]


def _count(found: _Found, rule: FeatureRule, hp_max_given: bool) -> None:
    """Add the modifiers of a feature; a given hit point maximum already includes its hit points."""
    own, name = rule.changes, rule.name.replace("_", " ")
    if hp_max_given and any(m.target == "hp_max" for m in own):
        found.within_hp_max.append(name)
        own = tuple(m for m in own if m.target != "hp_max")
    if rule.modifiers and flags_not_read(rule.modifiers):
        found.not_counted.append(name)
    found.modifiers += own


def own_modifiers(document: StoredCharacter) -> tuple[Modifier, ...]:
    return bind(document.modifiers, "base", document.name or "own")


def granted_modifiers(document: StoredCharacter, traits: RaceRule | None, tools: Sequence[str], chosen: Chosen) -> list[Modifier]:
    """The plain lists of the sheet as modifiers, which gives every grant a line. `tools`: those of the classes and the origin."""
    own_tools = document.proficiencies.tools if document.proficiencies else None
    resist = document.resistances if document.resistances is not None else (traits.resistances if traits else ())
    spoken = traits.languages if traits and document.languages is None else ()
    lists = {
        "resist": resist,
        "immune": document.immunities or (),
        "vulnerable": document.vulnerabilities or (),
        "condition_immunity": document.condition_immunities or (),
        "language": (*(document.languages or ()), *chosen.of(LANGUAGES)),
        "proficiency.tool": dict.fromkeys((*(own_tools if own_tools is not None else tools), *chosen_tools(chosen))),
        "expertise.tool": dict.fromkeys(expert_tools(chosen)),
    }
    source = Source("base", "sheet", document.name or "own")
    of_race = Source("base", names.fold(traits.name), traits.name) if traits else source
    granted = [Modifier("language", "grant", word, source=of_race) for word in spoken]
    return granted + [Modifier(target, "grant", word, source=source) for target, words in lists.items() for word in words]
