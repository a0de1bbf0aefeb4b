"""The table's own pages as text: lines of a context, the answers to a question, one whole page, and the list of all."""

from collections.abc import Iterator
from typing import Any, Final

from rpg_lite.rules.lore import Lore, PageKind

Json = dict[str, Any]
MOST_TOKENS: Final = 300
"""The tokens of a page that was found by a question; by its name, the whole page is read."""
MOST_LETTERS: Final = 1_000
"""The letters of a single line that is longer than that."""
TITLE: Final = "The table's own pages"
_KINDS: Final[tuple[tuple[PageKind, str], ...]] = (
    ("always", "In every context"),
    ("rule", "Rules"),
    ("region", "Rules of places"),
    ("skill", "Skills"),
    ("handout", "Handouts, for players"),
)


# ── lines of a context ──────────────────────────────────────────────────────────────────────────────────────────────


def always(lore: Lore) -> Iterator[str]:
    """RULES.md, and a line if something in the folder cannot be read: a rule that is missing would be missed by nobody."""
    for page in lore.of_kind("always"):
        yield from page.text.split("\n")
    if lore.faults:
        yield faults(lore)


def skills(lore: Lore) -> Iterator[str]:
    """One line for each skill; its page is read when it is needed."""
    return (f"{page.name}: {page.description}" for page in lore.of_kind("skill"))


def here(lore: Lore, *places: str) -> Iterator[str]:
    for page in lore.here(*places):
        yield f"{page.title} ({page.path}):"
        yield from page.text.split("\n")


def faults(lore: Lore) -> str:
    """The first fault, and the number of the others."""
    more = len(lore.faults) - 1
    others = f" and {more} more" if more else ""
    return f"Not all of the table's pages can be read: {lore.faults[0]}{others}. `rpg-lite lore check` lists every fault."
