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
        self._named: dict[str, dict[str, Path]] = {}

    @cached_property
    def _files(self) -> dict[str, list[Path]]:
        """First letter → the files, because folding all their names at once takes longer than a spell."""
        found: dict[str, list[Path]] = {}
        for file in sorted(self._where.glob("*.json")):
            found.setdefault(file.name[0], []).append(file)
        return found

    def _under(self, letter: str) -> dict[str, Path]:
        """Folded name → file, for the names that begin with this letter."""
        if letter not in self._named:
            self._named[letter] = {names.fold(file.stem.replace("_", " ")): file for file in self._files.get(letter, ())}
        return self._named[letter]

    def __getitem__(self, key: str) -> Spell:
        if key not in self._read:
            self._read[key] = self._load(key)
        if self._read[key] is _ABSENT:
            raise KeyError(key)
        found: Spell = self._read[key]
        return found

    def __iter__(self) -> Iterator[str]:
        return (key for letter in self._files for key in self._under(letter) if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def _load(self, key: str) -> Any:
        file = self._under(key[:1]).get(key)
        return (file and spell_of(json.loads(file.read_text("utf-8")), self._ruleset)) or _ABSENT


def spell_of(raw: Any, ruleset: Ruleset) -> Spell | None:
    """The spell of an entry in a ruleset; None if the ruleset does not have it. Raises Faulty."""
    refuse_unsound(raw)
    entry = in_ruleset(raw, ruleset)
    if entry is None:
        return None
    spell: Spell = valid(Spell, entry)
    return spell
