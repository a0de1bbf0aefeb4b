"""The index over the table's own pages. Apart because pages live in files, and the index is a table."""

from collections.abc import Sequence

from rpg_lite.rules.lore import Page, Search
from rpg_lite.store import page_vectors, word_index
from rpg_lite.store.page_vectors import Embed


def index(pages: Sequence[Page], embed: Embed | None = None) -> Search | None:
    """The search over these pages; None if this SQLite has no full-text index. Raises PartlyIndexed."""
    find = word_index.index([(page.title, " ".join((*page.keywords, page.description)), page.text) for page in pages])
    if find is None:
        return None
    search = find

    def by_words(query: str) -> Sequence[Page]:
        return tuple(pages[n] for n in search(query))

    return page_vectors.beside(by_words, pages, embed) if embed else by_words
