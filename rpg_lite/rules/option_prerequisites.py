"""The prerequisites that a hero does not meet, of the options that it chose, such as Eldritch Invocations."""

from collections.abc import Iterator
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import AttackStep, Spell
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule

CANTRIP: Final = "cantrip:"
DAMAGE: Final = "damage"
ATTACK: Final = "attack"
_KINDS: Final = {DAMAGE: "that deals damage", ATTACK: "that deals damage with an attack roll"}
Needs = dict[tuple[str, str], list[str]]
"""(choice, option) → the prerequisites that the hero lacks."""


def options_in_need(sheet: Sheet, book: Rulebook) -> Needs:
    """The chosen options of class features whose prerequisites the hero does not meet."""
    return {(choice, rule.name): needs for choice, rule in _options(sheet, book) if (needs := list(_lacking(choice, rule, sheet, book)))}


def may_choose(choice: str, word: str, sheet: Sheet, book: Rulebook) -> bool:
    """Whether the hero meets the prerequisites of an option that it may choose next."""
    rule = _option(choice, word, sheet, book)
    return rule is None or not list(_lacking(choice, rule, sheet, book))


def _options(sheet: Sheet, book: Rulebook) -> Iterator[tuple[str, FeatureRule]]:
    for choice, by_class in sheet.chosen.words.items() if sheet.chosen else ():
        found = (_option(choice, word, sheet, book) for words in by_class.values() for word in words)
        yield from ((choice, rule) for rule in found if rule)


def _option(choice: str, word: str, sheet: Sheet, book: Rulebook) -> FeatureRule | None:
    """The feature of an option that the hero's class itself gives; an option of a subclass comes at the level of its own feature."""
    rule = book.feature(f"{choice}: {word}") or book.feature(f"{choice}: {word.partition('(')[0].strip()}")
    return rule if rule and rule.of_class in sheet.class_levels and not rule.subclass else None


def _lacking(choice: str, rule: FeatureRule, sheet: Sheet, book: Rulebook) -> Iterator[str]:
    """The lacking prerequisites. A choice may be made before the class offers it, and waits; so its first level is not a prerequisite."""
    of = rule.of_class or ""
    offered = next((min(how.levels) for name, how in book.classes[of].choices.items() if names.fold(name) == choice), 0)
    if (rule.level or 0) > max(offered, sheet.class_levels[of]):
        yield f"{of} {rule.level}"
    for word in rule.prerequisites:
        if word.startswith(CANTRIP):
            yield from _lacking_cantrip(word.removeprefix(CANTRIP), of, sheet, book)
        elif not any(names.fold(f.name) == names.fold(word) for f in sheet.feature_rules):
            yield word


def _lacking_cantrip(word: str, of: str, sheet: Sheet, book: Rulebook) -> Iterator[str]:
    """The missing cantrip; while no cantrips are listed, every cantrip of the class can be cast, so none is missing."""
    known = [spell for name in sheet.spells.cantrips or () if (spell := book.spell(name))]
    if known and not any(_is_meant(word, of, spell) for spell in known):
        yield f"the cantrip {word}" if word not in _KINDS else f"a {of} cantrip {_KINDS[word]}"


def _is_meant(word: str, of: str, spell: Spell) -> bool:
    if word not in _KINDS:
        return names.fold(spell.name) == names.fold(word)
    steps = list(walk(spell.steps))
    attacks = word == DAMAGE or any(isinstance(s, AttackStep) for s in steps)
    return of in spell.classes and attacks and any(isinstance(s, DamageStep) for s in steps)
