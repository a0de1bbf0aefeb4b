"""The features of the classes: one file a class, each a list."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rpg_lite.content.entries_by_ruleset import in_ruleset, refuse_unknown_words, refuse_unsound, valid
from rpg_lite.rules import names
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.word_checks import OURS, KnownWords
from rpg_lite.vocabulary import Ruleset


def read(where: Path, ruleset: Ruleset, known: KnownWords = OURS) -> dict[str, FeatureRule]:
    """Folded name with the class → feature, of all files of a folder in this ruleset. Raises Faulty."""
    return {
        key: rule for file in sorted(where.glob("*.json")) for key, rule in of_file(json.loads(file.read_text("utf-8")), ruleset, known)
    }


def of_file(listed: Any, ruleset: Ruleset, known: KnownWords = OURS) -> Iterator[tuple[str, FeatureRule]]:
    for raw in listed:
        refuse_unsound(raw)
        if (entry := in_ruleset(raw, ruleset)) is not None:
            rule: FeatureRule = valid(FeatureRule, _with_class_name(entry), known=known)
            refuse_unknown_words(rule.modifiers, rule.toggles, "modifiers", known)
            yield names.fold(f"{rule.name} {rule.of_class or ''}"), rule


def _with_class_name(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The entry with its name and class as one more name: several classes have an Extra Attack."""
    if "class" not in entry:
        return dict(entry)
    return {**entry, "aliases": [*entry.get("aliases", ()), f"{entry['name']} ({entry['class']})"]}
