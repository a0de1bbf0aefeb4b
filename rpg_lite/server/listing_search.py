"""Find operations by words: the lines of the menu, best first."""

from collections.abc import Sequence

from rpg_lite.operations.compact_schema import lines
from rpg_lite.operations.registry import TOOLS
from rpg_lite.store import word_index
from rpg_lite.vocabulary import Role


def find(words: str, role: Role) -> Sequence[str] | None:
    """The tool and the line of each operation that the words may mean; None if this SQLite has no full-text index.

    >>> find("first aid heals", "gm")[0]
    'execute_action heal(characterName, dice, seed?, amount?): Give hit points back.'
    """
    rows = [(tool, verb, line.removeprefix("- ")) for tool in TOOLS for verb, line in lines(tool, role).items()]
    search = word_index.index([(verb, tool.replace("_", " "), line) for tool, verb, line in rows])
    return search and [f"{rows[n][0]} {rows[n][2]}" for n in search(words)]
