"""The built-in files, whose entries are checked on first use: checking all of them here would take too long, and the tests do it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from rpg_lite.content.entry_editions import in_ruleset, refuse_unknown_words, template_of, valid
from rpg_lite.content.rulebook_files import KEYED_BY_WORD, LISTS, ONE_A_FILE, PREFIX, TABLES, entry_and_lineages, files_in, folder
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.word_faults import named_resources
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.document_field_types import Document
from rpg_lite.rules.extensible_words import OURS, KnownWords
from rpg_lite.rules.item_templates import Template
from rpg_lite.rules.lazy_entries import Entries, Unread, UnreadVariant
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.vocabulary import RULESETS, SLOT_WORDS, Ruleset

D = TypeVar("D", bound=Document)


def tables(data: Path, ruleset: Ruleset) -> dict[str, Mapping[str, Document]]:
    """Table → its entries; features that no class gives come last."""
    conditions = tuple(raw["name"] for raw, _ in _entries([data / "conditions.json"], ruleset))
    known = KnownWords(conditions, SLOT_WORDS)
    every: dict[str, Any] = features(data / "features", ruleset, known).rows | features(data / "features.json", ruleset, known).rows
    found: dict[str, Mapping[str, Document]] = {
        "classes": classes(data / "classes", ruleset, known),
        "features": Entries(every),
        "common_acts": by_every_name(Act, data / "acts.json", ruleset),
        "traps": by_every_name(TrapRule, data / "traps.json", ruleset),
    }
    folders = {table: folder for folder, table in (*ONE_A_FILE.items(), *LISTS.items())}
    for table in TABLES.keys() - found.keys():
        where = (data / f"{table}.json", *files_in(data / folders.get(table, table)))
        found[table] = Entries(
            {
                entry["name"] if table in KEYED_BY_WORD else names.fold(entry["name"]): _unread(TABLES[table], raw, entry, ruleset, known)
                for raw, entry in _entries([file for file in where if file.is_file()], ruleset)
            }
        )
    return found


@cache
def resources_of_both_rulesets() -> frozenset[str]:
    """The resources of our own classes, features and species in either ruleset: an act of the user may be written for the other one."""
    every = [tables(folder("data"), ruleset) for ruleset in RULESETS]
    return frozenset().union(*(named_resources(t["classes"].values(), t["features"].values(), t["races"].values()) for t in every))


def templates(items: Path, ruleset: Ruleset, known: KnownWords) -> Entries[Template]:
    """Id → template."""
    rows = {}
    for raw, entry in _entries(files_in(items), ruleset):
        id = entry.get("id") or f"{PREFIX}:{names.fold(entry['name']).replace(' ', '_')}"
        variants = tuple(UnreadVariant(v["name"], v.get("fullName"), (*v.get("aliases", ()),)) for v in entry.get("variants") or ())
        rows[id] = Unread(_names_in(entry), partial(_make_template, raw, ruleset, known), variants)
    return Entries(rows)


def templates_elsewhere(items: Path, ruleset: Ruleset) -> dict[str, tuple[str, Ruleset]]:
    """Folded name → (name, ruleset) for the templates that only another ruleset has."""
    found: dict[str, tuple[str, Ruleset]] = {}
    for raw in (raw for file in files_in(items) for raw in _read(file)):
        of: Ruleset = raw.get("rulesets", (ruleset,))[0]
        if ruleset not in raw.get("rulesets", RULESETS):
            entry = _in_edition(raw, of)
            found |= {names.fold(name): (entry["name"], of) for name in _names_in(entry)}
    return found


def classes(where: Path, ruleset: Ruleset, known: KnownWords = OURS) -> Entries[ClassRule]:
    """Folded name → class."""
    return Entries(
        {names.fold(raw["name"]): _unread(ClassRule, raw, entry, ruleset, known) for raw, entry in _entries(files_in(where), ruleset)}
    )


def features(where: Path, ruleset: Ruleset, known: KnownWords = OURS) -> Entries[FeatureRule]:
    """Folded name, with the class if the file gives it, → feature: several classes have an Extra Attack."""
    rows = {}
    for plain, _ in _entries(files_in(where), ruleset):
        raw = _with_class_name(plain)
        rows[names.fold(f"{raw['name']} {raw.get('class', '')}")] = _unread(FeatureRule, raw, _in_edition(raw, ruleset), ruleset, known)
    return Entries(rows)


def by_every_name(model: type[D], where: Path, ruleset: Ruleset) -> Entries[D]:
    """Folded name → entry, under each of its names."""
    rows = (_unread(model, raw, entry, ruleset, OURS) for raw, entry in _entries([where], ruleset))
    return Entries({names.fold(name): row for row in rows for name in row.names})


def _entries(files: Iterable[Path], ruleset: Ruleset) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """The entries of these files for this ruleset, as written and with the differences of the ruleset."""
    for file in files:
        yield from ((raw, _in_edition(raw, ruleset)) for raw in _read(file) if ruleset in raw.get("rulesets", RULESETS))


@cache
def _read(file: Path) -> tuple[Mapping[str, Any], ...]:
    """The entries of a file, read once for both rulesets."""
    data = json.loads(file.read_text("utf-8"))
    if isinstance(data, dict) and "items" in data:
        return (*data["items"],)
    return (*data,) if isinstance(data, list) else tuple(raw for _, raw in entry_and_lineages(data))


def _in_edition(raw: Mapping[str, Any], ruleset: Ruleset) -> Mapping[str, Any]:
    """The entry with its differences in this ruleset, which is enough to name it."""
    return {**raw, **raw[ruleset]} if raw.get(ruleset) else raw


def _with_class_name(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry, with "name (class)" as one more alias if it has a class."""
    return {**raw, "aliases": [*raw.get("aliases", ()), f"{raw['name']} ({raw['class']})"]} if "class" in raw else raw


def _names_in(entry: Mapping[str, Any]) -> tuple[str, ...]:
    return (entry["name"], *(entry.get("aliases") or ()))


def _unread(model: type[D], raw: Mapping[str, Any], entry: Mapping[str, Any], ruleset: Ruleset, known: KnownWords) -> Unread[D]:
    make: Callable[[], D] = partial(_make_entry, model, raw, ruleset, known)
    return Unread(_names_in(entry), make)


def _make_entry(model: type[D], raw: Mapping[str, Any], ruleset: Ruleset, known: KnownWords) -> D:
    rule: D = valid(model, in_ruleset(raw, ruleset), known=known)
    refuse_unknown_words(getattr(rule, "modifiers", ()), getattr(rule, "toggles", ()), "modifiers", known)
    return rule


def _make_template(raw: Mapping[str, Any], ruleset: Ruleset, known: KnownWords) -> Template:
    entry = in_ruleset(raw, ruleset)
    assert entry is not None
    return template_of(entry, PREFIX, known)
