"""The built-in spells: one file for each spell, read and checked the first time it is looked up by name."""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from rpg_lite.content.entry_editions import in_ruleset, refuse_unsound, valid
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.vocabulary import Ruleset

_ABSENT = object()


class SpellFiles(Mapping[str, Spell]):
    """Folded name → spell of one ruleset. The file `fire_bolt.json` holds the spell "fire bolt"; `aliases.json` holds the other names."""

    def __init__(self, where: Path, ruleset: Ruleset) -> None:
        self._where, self._ruleset = where, ruleset
        self._read: dict[str, Any] = {}

    @cached_property
    def _files(self) -> dict[str, Path]:
        return {names.fold(file.stem.replace("_", " ")): file for file in sorted(self._where.glob("*.json"))}

    def __getitem__(self, key: str) -> Spell:
        if key not in self._read:
            self._read[key] = self._load(key)
        if self._read[key] is _ABSENT:
            raise KeyError(key)
        found: Spell = self._read[key]
        return found

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._files if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def _load(self, key: str) -> Any:
        file = self._files.get(key)
        return (file and spell_of(json.loads(file.read_text("utf-8")), self._ruleset)) or _ABSENT


def spell_of(raw: Any, ruleset: Ruleset) -> Spell | None:
    """The spell of an entry in a ruleset; None if the ruleset does not have it. Raises Faulty."""
    refuse_unsound(raw)
    entry = in_ruleset(raw, ruleset)
    if entry is None:
        return None
    spell: Spell = valid(Spell, entry)
    return spell
