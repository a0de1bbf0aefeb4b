"""The index over the table's own pages."""

from collections.abc import Sequence

from rpg_lite.rules.lore import Page, Search
from rpg_lite.store import word_index


def index(pages: Sequence[Page]) -> Search | None:
    """The search over these pages; None if this SQLite has no full-text index."""
    search = word_index.index([(page.title, " ".join((*page.keywords, page.description)), page.text) for page in pages])
    return search and (lambda query: tuple(pages[n] for n in search(query)))
