"""The built-in creatures: a folder for each ruleset with one file for each stat block, read the first time it is looked up by name. Apart
because it alone reads a file when somebody asks for a name.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from rpg_lite.content import creature_parsing
from rpg_lite.rules import names
from rpg_lite.vocabulary import Ruleset

_Sheets = Mapping[str, Mapping[str, Any]]


class CreatureFiles(Mapping[str, Mapping[str, Any]]):
    """Folded name → sheet document of one ruleset. The file `giant_rat.json` holds the creature "giant rat"; each file lists its other
    names, so looking up an unknown name reads all files once. Iteration gives each creature once, by its own name.
    """

    def __init__(self, where: Path, ruleset: Ruleset) -> None:
        self._where, self._ruleset = where, ruleset
        self._read: dict[str, _Sheets] = {}

    @cached_property
    def _files(self) -> dict[str, Path]:
        return {names.fold(file.stem.replace("_", " ")): file for file in sorted(self._where.glob("*.json"))}

    @cached_property
    def _whole(self) -> _Sheets:
        """Every name; a name that two creatures share means the one that has it as its own name."""
        every = [(key, sheet) for file in self._files for key, sheet in self._load(file).items()]
        own = {key: sheet for key, sheet in every if key in self._files}
        return own | {key: sheet for key, sheet in every if key not in own}

    def _load(self, key: str) -> _Sheets:
        if key not in self._read:
            self._read[key] = creature_parsing.read_unchecked(json.loads(self._files[key].read_text("utf-8")), self._ruleset)
        return self._read[key]

    def __getitem__(self, key: str) -> Mapping[str, Any]:
        if key in self._files and key in (sheets := self._load(key)):
            return sheets[key]
        return self._whole[key]

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._files if key in self._load(key))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, key: object) -> bool:
        return key in self._files or key in self._whole
