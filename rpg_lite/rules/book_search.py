"""Find entries of a rulebook: one by its name, or all that match words such as "wizard level 3" and "cr 1/4 undead"."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.class_table import HIGHEST
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule

EntryKind = Literal["spell", "creature", "item", "condition", "feature", "act", "class", "species", "background", "rule", "trap"]
KINDS: Final[tuple[EntryKind, ...]] = (
    "spell", "creature", "item", "condition", "feature", "act", "class", "species", "background", "rule", "trap",
)  # fmt: skip
"""The kinds of entries, in order of precedence if several have the same name."""
_NOISE: Final = frozenset(
    {
        "a",
        "all",
        "an",
        "any",
        "can",
        "every",
        "for",
        "from",
        "in",
        "list",
        "of",
        "on",
        "that",
        "the",
        "which",
        "with",
        *KINDS,
        "lineage",
        "monster",
        "race",
        "specie",  # "species" as names.fold writes it
        "subclass",
    }
)
_MEANS: Final[Mapping[str, EntryKind]] = MappingProxyType(
    {
        **{kind: kind for kind in KINDS},
        "monster": "creature",
        "subclass": "class",
        "race": "species",
        "lineage": "species",
        "specie": "species",
    }
)
_MOVES: Final[Mapping[str, str]] = MappingProxyType(
    {form: move for move, forms in {
        "fly": ("fly", "flie", "flies", "flying", "flyer", "winged"), "swim": ("swim", "swims", "swimming", "swimmer"),
        "climb": ("climb", "climbs", "climbing", "climber"), "burrow": ("burrow", "burrows", "burrowing", "burrower"),
    }.items() for form in forms}
)  # fmt: skip
"""Words about the movement of creatures → the movement in their stat blocks."""
_NUMBER: Final = re.compile(
    r"\b(?P<head>level|lvl|cr|challenge rating)\s*(?P<sign>[<>]=?|[=≤≥])?\s*(?P<low>\d+(?:/\d+|\.\d+)?)(?:\s*(?:-|–|to)\s*(?P<high>\d+(?:/\d+)?)|(?P<up>\+))?"
    r"|\b(?P<nth>\d)(?:st|nd|rd|th)[\s-]*level"
)
_FRACTIONS: Final[Mapping[float, str]] = MappingProxyType({0.125: "1/8", 0.25: "1/4", 0.5: "1/2"})
_SHORTEST_PART: Final = 3
_CLOSEST: Final = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the book. `words` describe it; `number` is its level or challenge rating."""

    kind: EntryKind
    name: str
    words: frozenset[str] = frozenset()
    number: float | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a level or a challenge rating, both inclusive."""

    of: Literal["level", "cr"]
    low: float
    high: float

    def holds(self, entry: Entry) -> bool:
        is_rating = entry.kind == "creature"
        return is_rating == (self.of == "cr") and entry.number is not None and self.low <= entry.number <= self.high


def exact(query: str, kind: EntryKind | None, book: Rulebook) -> list[Entry]:
    """The entries of this name, one of each kind that has it; entries with the name only as an alias come last."""
    found = ((k, _BY_NAME[k](query, book)) for k in _find_kinds(kind))
    return sorted((Entry(k, name) for k, name in found if name), key=lambda e: names.fold(e.name) != names.fold(query))


def bringing(query: str, kind: EntryKind | None, book: Rulebook) -> list[Entry]:
    """The features that bring an act of this name: Divine Spark leads to the Channel Divinity of clerics, a breath weapon to each ancestry."""
    if kind not in (None, "feature", "act"):
        return []
    return [Entry("feature", name) for name in _features_by_act(book).get(names.fold(query), ())]


@lru_cache(maxsize=8)
def _features_by_act(book: Rulebook) -> dict[str, list[str]]:
    """Folded name of an act → the features that bring it, each with its class if several classes have a feature of that name."""
    found: dict[str, list[str]] = {}
    for rule in book.features.values():
        for act in rule.acts:
            of = found.setdefault(names.fold(act.name), [])
            of += [name] if (name := name_of_its_own(rule, book)) not in of else []
    return found


def name_of_its_own(rule: FeatureRule, book: Rulebook) -> str:
    """The name of a feature, with its class if several classes have a feature of that name."""
    return f"{feature_name(rule)} {rule.of_class}" if rule.of_class and namesakes(rule, book) else feature_name(rule)


def namesakes(rule: FeatureRule, book: Rulebook) -> list[FeatureRule]:
    """The features of other classes with the same name: Channel Divinity, Extra Attack."""
    return [other for other in _features_by_name(book).get(names.fold(rule.name), ()) if other.of_class != rule.of_class]


@lru_cache(maxsize=8)
def _features_by_name(book: Rulebook) -> dict[str, list[FeatureRule]]:
    """Folded name → the features of classes that have it."""
    found: dict[str, list[FeatureRule]] = {}
    for rule in book.features.values():
        found.setdefault(names.fold(rule.name), []).extend([rule] if rule.of_class else [])
    return found


def asked(query: str, kind: EntryKind | None, book: Rulebook) -> Entry | None:
    """The rule that answers a question in everyday words: "how do I bring him back to life?"."""
    if kind not in (None, "rule"):
        return None
    words = {*names.fold(query).split()}
    return next((Entry("rule", r.name) for r in book.rules.values() if any({*names.fold(a).split()} <= words for a in r.asked)), None)


def matching(query: str, kind: EntryKind | None, book: Rulebook) -> list[Entry]:
    """The entries that all the words describe: a class, a level, a type …; the other words must be part of the name."""
    meant = _meaning(query, kind, book)
    rest = meant.part_of_name
    if not (meant.given or meant.bounds or (rest and len(rest) >= _SHORTEST_PART) or meant.is_of_a_kind):
        return []
    fitting = (e for e in meant.pool if _has(e, meant.given) and all(b.holds(e) for b in meant.bounds))
    return [e for e in fitting if not rest or names.holds(names.fold(e.name), rest)]


def part_of_name(query: str, kind: EntryKind | None, book: Rulebook) -> str:
    """The words of a query that describe nothing and must therefore be part of a name, or ""."""
    return _meaning(query, kind, book).part_of_name


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A query, taken apart: the entries of the kind that it names, words that describe them, bounds, and the rest of the words."""

    pool: list[Entry]
    given: frozenset[str]
    bounds: list[Bounds]
    part_of_name: str
    is_of_a_kind: bool


def _meaning(query: str, kind: EntryKind | None, book: Rulebook) -> _Meaning:
    text, bounds = _numbers(query.casefold())
    words = [_MOVES.get(w, w) for w in names.fold(text).split() if w]
    meant = next((_MEANS[w] for w in words if w in _MEANS), None) if kind is None else None
    pool = [e for k in _find_kinds(kind or meant) for e in entries(k, book)]
    given, rest = _split_description(" ".join(w for w in words if w not in _NOISE), {w for e in pool for w in e.words})
    return _Meaning(pool, given, bounds, rest, bool(meant or (kind and words)))


def class_meant(query: str, kind: EntryKind | None, book: Rulebook) -> Entry | None:
    """The class whose level a query names that finds no spell, at that level: "rogue level 4", "sorcerer 5"."""
    rest, bounds = _numbers(query.casefold())
    found = _CLASS_LEVEL.fullmatch(query.casefold().strip()) if not bounds else None
    level = int(found["level"]) if found else int(bounds[0].low) if bounds and bounds[0].low == bounds[0].high else None
    named = exact((found["name"] if found else rest).strip(), "class", book) if (bounds or found) and kind in (None, "class") else []
    if not named:
        return None
    is_class = names.fold(named[0].name) in book.classes
    return Entry("class", f"{named[0].name} {level}") if is_class and level and level <= HIGHEST else named[0]


_CLASS_LEVEL: Final = re.compile(r"(?P<name>[a-z' ]+?) (?P<level>\d{1,2})(?:st|nd|rd|th)?", re.ASCII)


def _has(entry: Entry, given: frozenset[str]) -> bool:
    """Whether all the words describe the entry. A word about movement may be part of a name instead: "wizard level 3 fly"."""
    return all(w in entry.words or (w in _MOVES and w in names.fold(entry.name).split()) for w in given)


def near(query: str, kind: EntryKind | None, book: Rulebook) -> tuple[str, ...]:
    """The names most similar to a query without a match; if only the level or rating does not match, the entries closest to it."""
    text, bounds = _numbers(query.casefold())
    if bounds and (others := matching(text, kind, book)):
        return tuple(e.name for e in sorted(others, key=lambda e: _distance(e, bounds))[:_CLOSEST])
    known = [e.name for k in _find_kinds(kind) for e in entries(k, book)]
    return tuple(n for n in names.nearest(query, known, 5) if names.is_like(query, n))


def rating(cr: float) -> str:
    """A challenge rating as the book writes it: "1/4", "5"."""
    return _FRACTIONS.get(cr, f"{cr:g}")


def rating_in(text: str) -> float | None:
    """The challenge rating that is the whole text.

    >>> rating_in("CR 1/4"), rating_in("cr 3 undead"), rating_in("cr 5+")
    (0.25, None, None)
    """
    rest, bounds = _numbers(text.casefold())
    found = bounds[0] if len(bounds) == 1 and not rest.strip() else None
    return found.low if found and found.of == "cr" and found.low == found.high else None


def _distance(entry: Entry, bounds: list[Bounds]) -> float:
    return min((max(b.low - (entry.number or 0), (entry.number or 0) - b.high) for b in bounds), default=0)


def holdings(book: Rulebook) -> str:
    """The number of entries of each kind: "211 spells, 29 creatures …"."""
    counts = ((kind, len(entries(kind, book))) for kind in KINDS)
    return ", ".join(f"{n} {kind if n == 1 else plural(kind)}" for kind, n in counts)


def plural(kind: EntryKind) -> str:
    return {"class": "classes and subclasses", "species": "species"}.get(kind, f"{kind}s")


@lru_cache(maxsize=24)
def entries(kind: EntryKind, book: Rulebook) -> tuple[Entry, ...]:
    """All the entries of a kind, by name."""
    return tuple(sorted({e.name: e for e in _ALL[kind](book)}.values(), key=lambda e: e.name))


def creature_type(character: Mapping[str, Any]) -> str:
    """The creature type in a document; in older documents, the race."""
    return str(character.get("type") or character.get("race") or "")


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _find_kinds(kind: EntryKind | None) -> tuple[EntryKind, ...]:
    return (kind,) if kind else KINDS


def _numbers(text: str) -> tuple[str, list[Bounds]]:
    """The text without "level 3", "cr 1/2", "cr 5+", "3rd level", and the bounds that these give."""
    found: list[Bounds] = []

    def take(match: re.Match[str]) -> str:
        found.append(_bounds(match))
        return " "

    rest = _NUMBER.sub(take, text)
    return rest, found


def _bounds(match: re.Match[str]) -> Bounds:
    if nth := match["nth"]:
        return Bounds("level", int(nth), int(nth))
    of: Literal["level", "cr"] = "level" if match["head"][0] == "l" else "cr"
    low, most = _fraction(match["low"]), float("inf")
    if match["sign"] in ("<", "<=", "≤"):
        return Bounds(of, 0, low - 0.01 if match["sign"] == "<" else low)
    if match["sign"] in (">", ">=", "≥") or match["up"]:
        return Bounds(of, low if match["sign"] != ">" else low + 0.01, most)
    return Bounds(of, low, _fraction(match["high"]) if match["high"] else low)


def _fraction(text: str) -> float:
    whole, _, part = text.partition("/")
    return float(whole) / (float(part) or 1) if part else float(whole)


def _split_description(text: str, known: Iterable[str]) -> tuple[frozenset[str], str]:
    """The known words in the text, the longest first ("bonus action"), and the rest of the text."""
    found: set[str] = set()
    for word in sorted(known, key=len, reverse=True):
        pattern = rf"\b{re.escape(word)}\b"
        if re.search(pattern, text):
            found.add(word)
            text = re.sub(pattern, " ", text)
    return frozenset(found), " ".join(text.split())


# ── entries ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _spells(book: Rulebook) -> Iterator[Entry]:
    for spell in book.spell_acts.values():
        yield Entry("spell", spell.name, frozenset(map(names.fold, _words_of_spell(spell))), spell.level)


def _words_of_spell(spell: Spell) -> Iterator[str]:
    yield from (spell.school, *spell.classes, {"bonus": "bonus action"}.get(spell.cost, spell.cost))
    yield from (
        word for word, holds in (("cantrip", not spell.level), ("ritual", spell.ritual), ("concentration", spell.concentration)) if holds
    )


def _creatures(book: Rulebook) -> Iterator[Entry]:
    for document in book.creatures.values():
        made = document["character"]
        moves = (way for way, feet in made.get("speed", {}).items() if feet and way in _MOVES)
        words = (creature_type(made), str(made.get("size", "medium")), *made.get("tags", ()), *moves)
        yield Entry("creature", made["name"], frozenset(names.fold(w) for w in words if w), made.get("cr"))


def _items(book: Rulebook) -> Iterator[Entry]:
    for template in book.templates.values():
        yield Entry("item", template.item.name, frozenset(map(names.fold, _words_of_item(template.item))))


def _words_of_item(item: Item) -> Iterator[str]:
    yield from (item.type, item.rarity, *(["attunement"] if item.needs_attunement else []))


def _features(book: Rulebook) -> Iterator[Entry]:
    for rule in book.features.values():
        yield Entry("feature", feature_name(rule), frozenset([names.fold(rule.of_class)] if rule.of_class else ()), rule.level)


def feature_name(rule: FeatureRule) -> str:
    """The name of a feature as people write it; older rows have underscores in it."""
    return names.capitalize(rule.name.replace("_", " "))


def _conditions(book: Rulebook) -> Iterator[Entry]:
    return (Entry("condition", names.capitalize(name.replace("_", " "))) for name in book.conditions)


def _acts(book: Rulebook) -> Iterator[Entry]:
    return (Entry("act", act.name) for act in book.common_acts.values())


def _classes(book: Rulebook) -> Iterator[Entry]:
    for rule in book.classes.values():
        yield Entry("class", names.capitalize(rule.name))
        yield from (Entry("class", part.name, frozenset((rule.name, *map(names.fold, part.name.split())))) for part in rule.subclasses)


def _species(book: Rulebook) -> Iterator[Entry]:
    return (Entry("species", names.capitalize(rule.name)) for rule in book.races.values())


def _backgrounds(book: Rulebook) -> Iterator[Entry]:
    return (Entry("background", rule.name) for rule in book.backgrounds.values())


def _rules(book: Rulebook) -> Iterator[Entry]:
    return (Entry("rule", rule.name) for rule in book.rules.values())


def _traps(book: Rulebook) -> Iterator[Entry]:
    return (Entry("trap", rule.name, frozenset(rule.trigger)) for rule in book.traps.values())


def _trap_name(query: str, book: Rulebook) -> str | None:
    return rule.name if (rule := book.trap(query)) else None


def _background_name(query: str, book: Rulebook) -> str | None:
    return rule.name if (rule := book.backgrounds.get(names.fold(query))) else None


def _rule_name(query: str, book: Rulebook) -> str | None:
    return rule.name if (rule := book.terms.get(names.fold(query))) else None


def _species_name(query: str, book: Rulebook) -> str | None:
    return names.capitalize(rule.name) if (rule := book.exact_race(query)) else None


def _class_name(query: str, book: Rulebook) -> str | None:
    key = names.fold(query)
    if rule := book.classes.get(key):
        return names.capitalize(rule.name)
    return next((s.name for rule in book.classes.values() for s in rule.subclasses if key == names.fold(s.name)), None)


def _creature_name(query: str, book: Rulebook) -> str | None:
    found = book.creatures.get(names.fold(query))
    return found["character"]["name"] if found else None


def _item_name(query: str, book: Rulebook) -> str | None:
    pick = book.find(query)
    made = book.item(pick) if pick else None
    return made.name if made else None


def _condition_name(query: str, book: Rulebook) -> str | None:
    return names.capitalize(word.replace("_", " ")) if (word := book.condition(query)) else None


def _feature_of(query: str, book: Rulebook) -> str | None:
    rule = book.feature(query)
    if rule is None:
        return None
    return feature_name(rule) if names.fold(query) == names.fold(rule.name) else name_of_its_own(rule, book)


def _act_name(query: str, book: Rulebook) -> str | None:
    return act.name if (act := book.common_acts.get(names.fold(query))) else None


def _spell_name(query: str, book: Rulebook) -> str | None:
    return spell.name if (spell := book.spell(query)) else None


_ALL: Final[Mapping[EntryKind, Callable[[Rulebook], Iterable[Entry]]]] = {
    "spell": _spells, "creature": _creatures, "item": _items, "condition": _conditions, "feature": _features, "act": _acts,
    "class": _classes, "species": _species, "background": _backgrounds, "rule": _rules, "trap": _traps,
}  # fmt: skip
_BY_NAME: Final[Mapping[EntryKind, Callable[[str, Rulebook], str | None]]] = {
    "spell": _spell_name, "creature": _creature_name, "item": _item_name, "condition": _condition_name, "feature": _feature_of, "act": _act_name,
    "class": _class_name, "species": _species_name, "background": _background_name, "rule": _rule_name, "trap": _trap_name,
}  # fmt: skip
