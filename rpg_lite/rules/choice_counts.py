"""How many words each choice of a hero takes, and the words beyond that (SRD, Classes, Multiclassing, Character Origins)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from rpg_lite.rules import names, origin_choices
from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.choice_names import ASI, INVOCATIONS, LANGUAGES, MAGIC_INITIATE, SCORES, SUBCLASS, choice_key
from rpg_lite.rules.choices import EPIC_BOON, SKILL_CHOICE, Chosen, choices_of, chosen_of, skills_to_choose
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook

_COUNTED_ELSEWHERE: Final = frozenset((SCORES, MAGIC_INITIATE))
"""Points are checked as a whole, and the spells of a feat against its list."""
Due = dict[str, Counter[str]]
"""Folded choice → class or source → the number of words."""


class Surplus(NamedTuple):
    """A choice as written, the class that it is given for ("" for all together), the number of words that it takes, and the given words.
    `twice`: the word that is given twice, where this is the fault.
    """

    choice: str
    of: str
    most: int
    words: tuple[str, ...]
    twice: str = ""


def surpluses(given: Mapping[str, Any], document: StoredCharacter, sheet: Sheet, book: Rulebook) -> Iterator[Surplus]:
    """Each choice of a call that has more words than the hero may choose, or one word twice. `document`, `sheet`: the hero with them."""
    if not sheet.class_levels or sheet.class_levels.keys() - book.classes.keys():
        return
    chosen, due = chosen_of(document, book), _due(document, sheet, book)
    for written in given:
        key = choice_key(written)
        if key == ASI:
            yield from _of_improvements(written, chosen, sheet, book)
        elif key in due:
            by_class = chosen.words.get(key, {})
            yield from _given_twice(written, by_class, due[key].total(), book)
            yield from _of_words(written, by_class, due[key], _spoken(key, chosen))


def _given_twice(written: str, by_class: Mapping[str, tuple[str, ...]], most: int, book: Rulebook) -> Iterator[Surplus]:
    """The first word that is given twice; an option with a choice of its own may be (SRD 5.2, Agonizing Blast, Repeatable)."""
    every = [w for words in by_class.values() for w in words]
    for word, count in Counter(map(names.fold, every)).items():
        rule = book.feature(word) if count > 1 else None
        if count > 1 and not (rule and rule.choices):
            yield Surplus(written, "", most, tuple(every), next(w for w in every if names.fold(w) == word))
            return


def _of_words(written: str, by_class: Mapping[str, tuple[str, ...]], due: Counter[str], known: set[str]) -> Iterator[Surplus]:
    """`known`: words that the hero has anyway, which take nobody's place."""
    counted = {of: [w for w in words if names.fold(w) not in known] for of, words in by_class.items()}
    for of, words in counted.items():
        if of in due and len(words) > due[of]:
            yield Surplus(written, of if len(due) > 1 else "", due[of], tuple(words))
            return
    every = [w for words in counted.values() for w in words]
    if len(every) > due.total():
        yield Surplus(written, "", due.total(), tuple(every))


def _of_improvements(written: str, chosen: Chosen, sheet: Sheet, book: Rulebook) -> Iterator[Surplus]:
    """The levels that improve a hero: those of its classes, and the one of its epic boon."""
    rules = [(book.classes[name], level) for name, level in sheet.class_levels.items()]
    most = sum(at <= level for rule, level in rules for at in (*rule.asi_levels, *([rule.epic_boon] if rule.epic_boon else ())))
    rows = [i.feat or ", ".join(f"{a} {n}" for a, n in i.raises.items()) for i in chosen.improvements]
    given = Counter((i.level, names.fold(i.of or "")) for i in chosen.improvements if i.level)
    fit = sum(min(count, 1 if of else max(1, _count_improved(at, rules))) for (at, of), count in given.items())
    if len(rows) > most or fit < given.total():
        yield Surplus(written, "", min(most, fit or most), tuple(rows))


def _count_improved(at: int, rules: Sequence[tuple[ClassRule, int]]) -> int:
    """The number of classes that improve at this level of theirs, which the hero has reached."""
    return sum(at <= level and at in (*rule.asi_levels, rule.epic_boon) for rule, level in rules)


def _spoken(key: str, chosen: Chosen) -> set[str]:
    return {names.fold(w) for w in chosen.race.languages} if key == names.fold(LANGUAGES) and chosen.race else set()


def _due(document: StoredCharacter, sheet: Sheet, book: Rulebook) -> Due:
    """The number of words that each choice takes at the hero's levels, by class or source; words for a choice of a later level wait for it."""
    chosen, due = chosen_of(document, book), Due()
    for place, (name, level) in enumerate(sheet.class_levels.items()):
        rule = book.classes[name]
        _add(due, SUBCLASS, name, 1)
        _add(due, SKILL_CHOICE, name, skills_to_choose(rule, is_first=place == 0))
        for choice, how in choices_of(rule, chosen.subclasses).items():
            steps = sorted(how.levels.items())
            _add(due, choice, name, sum(count for at, count in steps if at <= level) or sum(count for _, count in steps[:1]))
        if rule.epic_boon:
            _add(due, EPIC_BOON, name, int(rule.epic_boon <= level))
    race, own = origin_choices.race_of(document, chosen, book), sheet.feature_rules
    for one in origin_choices.offered(document, chosen, race, own, book):
        if one.choice not in _COUNTED_ELSEWHERE:
            _add(due, one.choice, one.of, one.count)
    of_classes = {*due}
    taken = Counter(names.fold(w) for w in chosen.of(INVOCATIONS))
    for feature in own:
        for choice in feature.choices:
            if choice_key(choice) not in of_classes and feature.free_casts is None:
                _add(due, choice, feature.name, max(1, taken[names.fold(feature.name)]))
    return due


def _add(due: Due, choice: str, of: str, count: int) -> None:
    due.setdefault(choice_key(choice), Counter())[names.fold(of)] += count
