"""Read data/ and items/, with the user's own files on top, into one frozen Rulebook for each ruleset."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rpg_lite.content import builtin_files, creature_parsing, spell_files
from rpg_lite.content.built_in_scenes import scenes
from rpg_lite.content.builtin_creatures import CreatureFiles
from rpg_lite.content.entry_editions import EDITION_KEYS, Faulty, in_ruleset, valid
from rpg_lite.content.rulebook_builder import RulebookDraft
from rpg_lite.content.rulebook_files import Fault, folder, load, policy_in
from rpg_lite.rules import names
from rpg_lite.rules.advancement import Advancement
from rpg_lite.rules.encounters import EncounterTable
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import SpellRule
from rpg_lite.vocabulary import RULESETS, Ruleset

ADVANCEMENT: Final = "advancement.json"
"""The file with the tables that all classes share: experience, spell slots, and the methods for ability scores."""
ENCOUNTERS: Final = "encounters.json"
"""The file with the experience points by challenge rating and the difficulties of encounters."""
RARITY_VALUES: Final = "rarity_values.json"
"""The file with the value in gold pieces for each rarity, for the rulesets that have such a table."""


class Checked(NamedTuple):
    """The result of `check`: the number of valid entries, and the faults."""

    good: int
    faults: list[Fault]


def rulebook(ruleset: Ruleset = "5.1", *paths: str | Path) -> Rulebook:
    """The built-in rulebook with the user's files and folders on top; an item with the same id or name replaces the built-in one.

    Faulty entries are left out and named in `Rulebook.faults`; all others are loaded. Raises ValueError for another ruleset.
    """
    if ruleset not in RULESETS:
        raise ValueError(f"there is no ruleset {ruleset!r}; allowed: {', '.join(RULESETS)}")
    return RulebookDraft.over(_ours(ruleset), "own").read(*paths).rulebook() if paths else _ours(ruleset)


def check(path: str | Path) -> Checked:
    """Check an item file or a folder of them in both rulesets."""
    drafts = [RulebookDraft.over(_ours(r), "own").read(path) for r in RULESETS]
    faults = list(dict.fromkeys(f for d in drafts for f in d.all_faults()))
    entries = dict.fromkeys(e for d in drafts for e in d.entries)
    return Checked(sum(not any(_is_of(f, *e) for f in faults) for e in entries), faults)


def _is_of(fault: Fault, file: str, place: str) -> bool:
    return fault.file == file and (not place or fault.key == place or fault.key.startswith(f"{place}."))


@cache
def _ours(ruleset: Ruleset) -> Rulebook:
    data = folder("data")
    worth = {rarity: float(gold) for rarity, gold in json.loads((data / RARITY_VALUES).read_text("utf-8"))[ruleset].items()}
    known = frozenset(names.fold(f["name"]) for f in _rows("known_features", ruleset))
    spells = {names.fold(s["name"]): SpellRule(**s) for s in _rows("spells", ruleset)}
    tables: dict[str, Any] = builtin_files.tables(data, ruleset)
    book = Rulebook(
        ruleset, policy=policy_in(load(data / "rulesets.json"), ruleset, Policy()), rarity_values=MappingProxyType(worth),
        creatures=CreatureFiles(data / "creatures" / ruleset, ruleset), known_features=known, spells=MappingProxyType(spells),
        spell_acts=spell_files.SpellFiles(data / "spells", ruleset), advancement=_advancement(ruleset), encounters=_encounters(ruleset), scenes=scenes(), **tables,
    )  # fmt: skip
    items = folder("items")
    ours, others = builtin_files.templates(items, ruleset, book.words), builtin_files.templates_elsewhere(items, ruleset)
    return replace(book, templates=ours, templates_elsewhere=others).with_prices()


def _advancement(ruleset: Ruleset) -> Advancement:
    """The tables that all classes share, from a file that users never write."""
    made: Advancement = valid(Advancement, in_ruleset(load(folder("data") / ADVANCEMENT), ruleset))
    return made


def _encounters(ruleset: Ruleset) -> EncounterTable:
    """The numbers of encounters, from a file that users never write."""
    made: EncounterTable = valid(EncounterTable, in_ruleset(load(folder("data") / ENCOUNTERS), ruleset))
    return made


def _rows(name: str, ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """The entries of a built-in plain list in this ruleset; users never write such a list, which may hold hundreds of entries."""
    for raw in json.loads((folder("data") / f"{name}.json").read_text("utf-8")):
        if ruleset in raw.get("rulesets", RULESETS):
            yield {k: v for k, v in (raw | raw.get(ruleset, {})).items() if k not in EDITION_KEYS}


def bestiary(ruleset: Ruleset, where: Path) -> tuple[dict[str, Mapping[str, Any]], list[Fault]]:
    """The creatures of a folder by each of their folded names, and the faults of those that are left out."""
    found: dict[str, Mapping[str, Any]] = {}
    faults: list[Fault] = []
    for file in sorted(where.glob("*.json")):
        try:
            found |= creature_parsing.read(load(file), ruleset)
        except Faulty as faulty:
            faults += [Fault(f"{where.name}/{file.name}", *place) for place in faulty.places]
    return found, faults
