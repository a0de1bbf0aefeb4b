"""Class levels: the number in each class, and the features that come with them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rpg_lite.rules import names
from rpg_lite.rules.class_table import ClassRule, LaterClass, SubclassRule
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule


def levels_by_class(written: Sequence[tuple[str, int | None]], level: int) -> dict[str, int]:
    """Class → levels in it. Classes without a number share the remaining levels: one each, and the rest for the first such class.

    >>> levels_by_class([("fighter", 3), ("wizard", None)], 5)
    {'fighter': 3, 'wizard': 2}
    """
    found: dict[str, int] = {}
    left = level - sum(n or 0 for _, n in written)
    unsaid = [c for c, n in written if n is None]
    for name, n in written:
        found[name] = found.get(name, 0) + (n if n is not None else min(1, max(0, left)))
        left -= 1 if n is None and left > 0 else 0
    if unsaid:
        found[unsaid[0]] += max(0, left)
    return found


def features_of(levels: Mapping[str, int], book: Rulebook, chosen: Iterable[str] = ()) -> Iterator[tuple[str, FeatureRule]]:
    """(class, feature) for every feature that the levels reach, by class. `chosen`: words, some of which name subclasses."""
    words = tuple(chosen)
    for name, level in levels.items():
        yield from _rules_of(name, level, words, book)


@lru_cache(maxsize=1024)
def _rules_of(name: str, level: int, words: tuple[str, ...], book: Rulebook) -> tuple[tuple[str, FeatureRule], ...]:
    found = ((feature.of, own_version(feature.name, feature.of, book)) for feature in _names_of(name, level, words, book))
    return tuple((of, known) for of, known in found if known)


@dataclass(frozen=True, slots=True)
class ClassFeature:
    """A feature that a class gives at a level."""

    name: str
    of: str
    level: int


def names_of(levels: Mapping[str, int], book: Rulebook, chosen: Iterable[str] = ()) -> Iterator[ClassFeature]:
    """The name of every feature that the levels reach, including features that change no numbers."""
    words = tuple(chosen)
    for name, level in levels.items():
        yield from _names_of(name, level, words, book)


@lru_cache(maxsize=1024)
def _names_of(name: str, level: int, words: tuple[str, ...], book: Rulebook) -> tuple[ClassFeature, ...]:
    rule = book.classes.get(name)
    given = [*rule.features, *(f for s in chosen_subclasses(rule, words) for f in s.features)] if rule else []
    return tuple(ClassFeature(feature, name, at) for at, feature in given if at <= level)


def chosen_subclasses(rule: ClassRule, chosen: Iterable[str]) -> list[SubclassRule]:
    """The subclasses of a class that these words name."""
    words = [*chosen]
    if not words:
        return []
    return [s for s in rule.subclasses if any(is_called(s, w) for w in words)]


def own_version(feature: str, of: str, book: Rulebook) -> FeatureRule | None:
    """The rule of a class's feature: the class's own version if several classes have the name, or else the feature of that name."""
    return book.feature(f"{feature} {of}") or book.feature(feature)


def is_called(subclass: SubclassRule, word: str) -> bool:
    return names.fold(word) in map(names.fold, (subclass.name, *subclass.aliases))


def subclass(word: str, book: Rulebook) -> tuple[str, SubclassRule] | None:
    """The (class, subclass) pair of this name."""
    return next(((c, s) for c, rule in book.classes.items() for s in rule.subclasses if is_called(s, word)), None)


def changes_numbers(of: str, subclass: SubclassRule, book: Rulebook) -> bool:
    """Whether a rule of the book changes numbers for one of the subclass's features."""
    return any(own_version(name, of, book) for _, name in subclass.features)


def of_kind(kind: str, levels: Mapping[str, int], book: Rulebook) -> FeatureRule | None:
    """The feature that this word means for these classes: for a monk "unarmored defense" is the monk's."""
    return next((rule for _, rule in features_of(levels, book) if rule.kind == kind), None)


def hit_dice(levels: Mapping[str, int], book: Rulebook) -> list[tuple[ClassRule, int]]:
    """The known classes with their levels."""
    return [(book.classes[c], n) for c, n in levels.items() if c in book.classes]


def training(rules: Sequence[tuple[ClassRule, int]]) -> list[ClassRule | LaterClass]:
    """The sources of training: the first class in full, a later one with its multiclass training (SRD, Multiclassing)."""
    first, later = rules[:1], rules[1:]
    return [*(c for c, _ in first), *(c if c.multiclass is None else c.multiclass for c, _ in later)]
