"""Built-in files whose entries are checked on first use: checking all of them here would take too long, and the tests do it."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar

from rpg_lite.content.entries_by_ruleset import in_ruleset, refuse_unknown_words, valid
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.document_fields import Document
from rpg_lite.rules.entries import Entries, Unread
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.traps import TrapRule
from rpg_lite.rules.word_checks import OURS, KnownWords
from rpg_lite.vocabulary import RULESETS, Ruleset

D = TypeVar("D", bound=Document)
LAZY: Final = ("classes", "features", "traps")
"""The tables that this module reads."""


def tables(data: Path, ruleset: Ruleset, known: KnownWords) -> dict[str, Mapping[str, Document]]:
    """Table → its entries; features that no class gives come last."""
    every: dict[str, Any] = features(data / "features", ruleset, known).rows | features(data / "features.json", ruleset, known).rows
    return {
        "classes": classes(data / "classes", ruleset, known),
        "features": Entries(every),
        "common_acts": by_every_name(Act, data / "acts.json", ruleset),
        "traps": by_every_name(TrapRule, data / "traps.json", ruleset),
    }


def classes(where: Path, ruleset: Ruleset, known: KnownWords = OURS) -> Entries[ClassRule]:
    """Folded name → class."""
    return Entries({names.fold(raw["name"]): _unread(ClassRule, raw, ruleset, known) for raw in _read_entries(where, ruleset)})


def features(where: Path, ruleset: Ruleset, known: KnownWords = OURS) -> Entries[FeatureRule]:
    """Folded name, with the class if the file gives it, → feature: several classes have an Extra Attack."""
    rows = (_with_class_name(raw) for raw in _read_entries(where, ruleset))
    return Entries({names.fold(f"{raw['name']} {raw.get('class', '')}"): _unread(FeatureRule, raw, ruleset, known) for raw in rows})


def by_every_name(model: type[D], where: Path, ruleset: Ruleset) -> Entries[D]:
    """Folded name → entry, under each of its names."""
    rows = (_unread(model, raw, ruleset, OURS) for raw in _read_entries(where, ruleset))
    return Entries({names.fold(name): row for row in rows for name in row.names})


def _read_entries(where: Path, ruleset: Ruleset) -> Iterator[Mapping[str, Any]]:
    """The entries for this ruleset in a file or in the files of a folder."""
    for file in sorted(where.glob("*.json")) if where.is_dir() else [where]:
        listed = json.loads(file.read_text("utf-8"))
        yield from (raw for raw in (listed if isinstance(listed, list) else [listed]) if ruleset in raw.get("rulesets", RULESETS))


def _with_class_name(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry, with "name (class)" as one more alias if it has a class."""
    return {**raw, "aliases": [*raw.get("aliases", ()), f"{raw['name']} ({raw['class']})"]} if "class" in raw else raw


def _unread(model: type[D], raw: Mapping[str, Any], ruleset: Ruleset, known: KnownWords) -> Unread[D]:
    entry = {**raw, **(raw.get(ruleset) or {})}
    make: Callable[[], D] = cache(partial(_make_entry, model, raw, ruleset, known))
    return Unread((entry["name"], *(entry.get("aliases") or ())), make)


def _make_entry(model: type[D], raw: Mapping[str, Any], ruleset: Ruleset, known: KnownWords) -> D:
    rule: D = valid(model, in_ruleset(raw, ruleset), known=known)
    refuse_unknown_words(getattr(rule, "modifiers", ()), getattr(rule, "toggles", ()), "modifiers", known)
    return rule
