"""The user's own features, which a class gives at their level like the features in the class's file."""

from collections.abc import Iterable, Iterator, Mapping

from rpg_lite.rules import names
from rpg_lite.rules.class_features import is_called
from rpg_lite.rules.class_table import HIGHEST, ClassRule, SubclassRule
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule


def faults(rule: FeatureRule, book: Rulebook) -> Iterator[tuple[str, str]]:
    """(key, sentence) for a class, a subclass or a level that does not exist, and for a choice that gives the feature itself."""
    of = book.classes.get(rule.of_class or "")
    if rule.of_class is not None and of is None:
        yield "class", _list_allowed(rule.of_class, sorted(book.classes))
    if rule.level is not None and not 1 <= rule.level <= HIGHEST:
        yield "level", f"is {rule.level}; takes a class level from 1 to {HIGHEST}"
    for name, options in rule.choices.items():
        mine = (n for n, word in enumerate(options) if names.fold(word) in map(names.fold, (rule.name, *rule.aliases)))
        yield from ((f"choices.{name}[{n}]", "is the feature itself; takes another feature, or a word that its acts read") for n in mine)
    if of and rule.subclass and not any(is_called(s, rule.subclass) for s in of.subclasses):
        yield "subclass", _list_allowed(rule.subclass, [s.name for s in of.subclasses])


def with_features(book: Rulebook, own: Iterable[FeatureRule], ours: Rulebook) -> Mapping[str, ClassRule]:
    """The classes that grant the user's own features, by their keys.

    A feature that replaces a built-in one is given in the same way as the built-in one. A feature without a level is chosen, or named on
    the sheet.
    """
    changed: dict[str, ClassRule] = {}
    for rule in own:
        key = rule.of_class or ""
        of = changed.get(key) or book.classes.get(key)
        if of and rule.level and not rule.kind and ours.feature(rule.name) is None:
            changed[key] = _giving(of, rule.level, rule)
    return changed


def _giving(of: ClassRule, level: int, rule: FeatureRule) -> ClassRule:
    if rule.subclass is None:
        return of if _has(of, rule) else of.model_copy(update={"features": _sort_levels(of, level, rule)})
    parts = tuple(
        s.model_copy(update={"features": _sort_levels(s, level, rule)}) if is_called(s, rule.subclass) and not _has(s, rule) else s
        for s in of.subclasses
    )
    return of.model_copy(update={"subclasses": parts})


def _has(of: ClassRule | SubclassRule, rule: FeatureRule) -> bool:
    return any(names.fold(name) == names.fold(rule.name) for _, name in of.features)


def _sort_levels(of: ClassRule | SubclassRule, level: int, rule: FeatureRule) -> tuple[tuple[int, str], ...]:
    return tuple(sorted((*of.features, (level, rule.name)), key=lambda row: row[0]))


def _list_allowed(word: str, known: list[str]) -> str:
    near = names.nearest(word, known, 1)
    return f"is {names.show_key(word)!r}; allowed: {', '.join(known)}" + (f"; did you mean {near[0]!r}?" if near else "")
