"""The flags of one's own files that no rule depends on: the check of content says so, and the people at the table apply them. Apart because
the list of what code reads is compared with files in one place.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.rulebook_files import files_in, load, path_to_show
from rpg_lite.rules import creature_flags


def flags(written: Any) -> Iterator[str]:
    """Every flag that a part of a file grants: a modifier, or an entry of a list `flags`."""
    if isinstance(written, dict):
        if isinstance(written.get("flags"), list):
            yield from (word for word in written["flags"] if isinstance(word, str))
        if written.get("target") == "flag" and isinstance(written.get("value"), str):
            yield written["value"]
        written = list(written.values())
    if isinstance(written, list):
        for part in written:
            yield from flags(part)


def unread(*paths: str | Path) -> list[str]:
    """A sentence for each flag of these files that code does not read; a file that cannot be read has faults of its own."""
    return [
        f"{path_to_show(file)}: no rule depends on the flag {flag!r}; the game master is told it."
        for path in paths
        for file in files_in(Path(path))
        for flag in dict.fromkeys(_flags_of(file))
        if not creature_flags.is_read(flag)
    ]


def _flags_of(file: Path) -> list[str]:
    try:
        return [*flags(load(file))]
    except Faulty:
        return []
