"""Nothing that the files hold is idle: every feature, trait, choice, resource, effect, condition and rule of a zone does something, or is told."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

import pytest

import rpg_lite
from rpg_lite.content import rulebook_loading
from rpg_lite.content.own_flags import flags
from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.words import TABLE_WORDS, TOLD_ENDS, ZoneRule
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.content.words_in_files import READ_ENDS, READ_IF, words
from tests.operations.casters import cast, first_choices, opened
from tests.rows import each_row

pytestmark = pytest.mark.pure
NAMES: Final = frozenset(("name", "aliases", "kind", "of_class", "level", "subclass", "of", "source"))
PACKAGE: Final = Path(rpg_lite.__file__).parent
TOLD_CHOICES: Final = {"favored enemy", "natural explorer"}
"""The table applies these: which enemies and terrains they are is told with the checks of the hero."""
READ_CHOICES: Final = {
    "expertise": "tests/rules/test_class_sheets.py", "bonus proficiencies": "tests/operations/test_features_in_play.py",
    "primal knowledge": "tests/operations/test_features_in_play.py", "scholar": "tests/content/test_nothing_idle.py",
    "magical secrets": "tests/operations/test_features_above_5_bard.py", "additional magical secrets": "tests/operations/test_features_above_5_bard.py",
    "magical discoveries": "tests/operations/test_features_above_5_bard.py", "pact of the tome": "tests/operations/test_features_above_5_warlock.py",
    "spell mastery": "tests/operations/test_features_above_5_wizard.py", "signature spells": "tests/operations/test_features_above_5_wizard.py",
    "dragon ancestor": "tests/operations/test_features_above_5_sorcerer.py", "elemental affinity": "tests/operations/test_features_above_5_sorcerer.py",
    "book of ancient secrets": "tests/operations/test_rituals_of_classes.py",
    "blessed warrior": "tests/operations/test_heroes_checked.py",
    "agonizing blast": "tests/content/test_features_against_the_text.py",
    "eldritch spear": "tests/operations/test_heroes_checked.py",
    "druidic warrior": "tests/operations/test_heroes_checked.py",
    "repelling blast": "tests/operations/test_heroes_checked.py",
    "skilled": "tests/operations/test_features_in_play.py", "lessons of the first ones": "tests/content/test_nothing_idle.py",
}  # fmt: skip
"""Choices of skills, spells and feats, with the tests that show what follows from them."""
IS_A_CHOICE_OF_SCORES: Final = "Ability Score Improvement"
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@cache
def code() -> str:
    return "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))


@cache
def files() -> tuple[str, ...]:
    return tuple(path.read_text("utf-8") for where in ("data", "items") for path in sorted(folder(where).rglob("*.json")))


@cache
def text() -> str:
    return "\n".join(files())


def is_named(word: str) -> bool:
    """Whether code asks for the word."""
    return f'"{word}"' in code() or f'"{word.replace(" ", "_")}"' in code()


@each_ruleset
def test_every_feature_does_something_or_is_told(ruleset: Ruleset) -> None:
    found = rulebook_loading.rulebook(ruleset).features.values()
    assert [rule.name for rule in found if rule.model_dump(exclude_defaults=True).keys() <= NAMES] == []


def choices_of(rule: FeatureRule, book: Rulebook) -> Iterator[str]:
    """The choices whose words are no features and are not asked for by an act."""
    for name, options in rule.choices.items():
        if not options or any(not book.feature(o) and f"choice:{o}" not in text() for o in options):
            yield name


@each_ruleset
def test_something_follows_from_every_choice(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    open_ones = {name for rule in book.features.values() for name in choices_of(rule, book)}
    assert open_ones <= TOLD_CHOICES | READ_CHOICES.keys()
    unshown = [n for n, where in READ_CHOICES.items() if f'"{n}"' not in (Path(__file__).parents[2] / where).read_text("utf-8")]
    assert unshown == []


def test_a_scholar_doubles_a_skill_and_a_lesson_gives_a_feat() -> None:
    book = rulebook_loading.rulebook("5.2")

    def stats(of: str, **choices: Any) -> Any:
        sheet = {"classes": [of], "abilities": {"int": 16}, "proficiencies": {"skills": {"arcana": 1}}, "choices": choices}
        return rpg_lite.effective({"ruleset": "5.2", "character": sheet}, book)

    assert [stats("wizard 2", **c).skills.values["arcana"].value for c in ({}, {"scholar": "arcana"})] == [5, 7]
    learned = {"eldritch invocations": ["lessons of the first ones"], "lessons of the first ones": ["alert"]}
    assert [stats("warlock 2", **c).initiative.value for c in ({}, learned)] == [0, 2]


@each_ruleset
def test_every_resource_is_spent_somewhere(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    holders = (*book.features.values(), *book.classes.values(), *book.races.values())
    found = {name for holder in holders for name in holder.resources}
    assert [n for n in found if f"resource:{n}" not in text() and not is_named(n) and not book.spell(n)] == []


@each_ruleset
def test_every_trait_of_a_species_and_every_feat_is_a_feature(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    assert [(race.name, n) for race in book.races.values() for n in race.features if not book.feature(n)] == []
    assert [feat.name for feat in book.feats.values() if not book.feature(feat.name)] in ([], [IS_A_CHOICE_OF_SCORES])


@each_ruleset
def test_every_trait_of_a_creature_does_something_or_is_told(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    traits = [(name, trait) for name, d in book.creatures.items() for trait in d["character"].get("features", ())]
    idle = [(n, t) for n, t in traits if (not book.feature(t) if isinstance(t, str) else not set(t) - {"name"})]
    assert idle == []


@each_ruleset
def test_every_effect_and_condition_does_something_or_is_told(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    assert [e.name for e in book.effects.values() if not (e.modifiers or e.conditions or e.temp_hp or e.adjudicated)] == []
    assert [n for n, rule in book.conditions.items() if rule.model_dump(exclude_defaults=True).keys() <= NAMES] == []


@each_ruleset
def test_old_names_of_effects_find_them(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    old = [(alias, rule.name) for rule in book.effects.values() for alias in (rule.name, *rule.aliases)]
    assert len(old) > 240
    assert [(alias, name) for alias, name in old if (found := book.effect(alias)) is None or found.name != name] == []


@each_row(
    ("who", "spell", "rules"),
    [
        ("Lute", "Silence", ("silence",)),
        ("Fern", "Wall of Thorns", ("blocks sight",)),
        ("Bran", "Forbiddance", ("no teleport", "no planar travel")),
        ("Elara", "Tiny Hut", ("no spells through",)),
        ("Elara", "Darkness", ("magical darkness",)),
    ],
)
def test_the_rules_of_a_zone_are_told_when_it_is_laid(who: str, spell: str, rules: tuple[str, ...]) -> None:
    box = opened()
    found = box.book.spell(spell)
    assert found
    told = cast(box, who, spell, choice=first_choices(found))["text"]
    assert [rule for rule in rules if rule not in told] == []


def test_a_rule_of_a_zone_is_a_word_that_people_read() -> None:
    laid = {str(rule) for one in files() for rule in _values_of(json.loads(one), "rules")}
    assert [rule for rule in laid if not re.fullmatch(r"[a-z_]+(:(\d+|\{[^{}]+\}))?", rule)] == []
    assert {rule for rule in get_args(ZoneRule) if rule not in text()} == set()


def test_words_and_flags_of_items_are_read_or_told() -> None:
    """A flag that no code reads is told with the thing (`list_told`)."""
    read = [json.loads(one) for one in files()]
    parts = {w.removeprefix("not ").partition("|")[0] for one in read for key in ("if", "needs") for w in words(one, key)}
    assert {p for p in parts if p not in TABLE_WORDS and not READ_IF.fullmatch(p)} == set()
    ends = {w for one in read for w in words(one, "ends")}
    assert {w for w in ends if not READ_ENDS.fullmatch(w) and w.partition(":")[0] not in TOLD_ENDS} == set()
    laid = {w for one in read for w in flags(one)}
    told = creature_flags.list_told(laid)
    assert len(told) == len([w for w in laid if w not in creature_flags.READ and not w.startswith(creature_flags.HEADS)])
    assert all(re.fullmatch(r"[^_:]+", word) for word in told)


def _values_of(written: Any, key: str) -> Iterator[Any]:
    if isinstance(written, dict):
        yield from written[key] if isinstance(written.get(key), list) and "shape" in written else ()
        written = list(written.values())
    if isinstance(written, list):
        for part in written:
            yield from _values_of(part, key)
