"""Find texts by words with a full-text index in memory, which is the same whatever database holds the campaign."""

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from threading import Lock
from typing import Any, Final

from rpg_lite.store.sqlite_driver_selection import driver

IndexedText = tuple[str, str, str]
"""Title, keywords and text; a word in the title counts most, and a word in the keywords comes second."""
Search = Callable[[str], Sequence[int]]
"""The places of the texts that answer a question in words, best first."""
_TABLE: Final = "CREATE VIRTUAL TABLE texts USING fts5(title, keywords, text, tokenize = 'porter unicode61 remove_diacritics 2')"
_FIND: Final = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, 5.0, 3.0, 1.0), rowid LIMIT ?"
MOST_WORDS: Final = 40
MOST_FOUND: Final = 20
_WORD: Final = re.compile(r"\w+")
_STOP: Final = frozenset(
    "a about after all an and any are as at be been but by can could did do does for from get gets go goes got had has have he her him his how i if in into is it "
    "its just let like may me might my no not of off on one or our out over she should so some than that the their them then there they this to up us want wants was we "
    "were what when where which while who why will with would you your".split()
)  # fmt: skip
"""Words that say nothing about the subject of a question."""


def index(texts: Sequence[IndexedText]) -> Search | None:
    """The search over these texts; None if this SQLite has no full-text index."""
    sqlite, _ = driver()
    connection: Any = sqlite.connect(":memory:", check_same_thread=False)
    try:
        connection.execute(_TABLE)
    except sqlite.OperationalError:
        connection.close()
        return None
    rows = [(n, *text) for n, text in enumerate(texts)]
    connection.executemany("INSERT INTO texts (rowid, title, keywords, text) VALUES (?, ?, ?, ?)", rows)
    lock = Lock()

    def search(query: str) -> Sequence[int]:
        if not (wanted := match_of(query)):
            return ()
        with lock, closing(connection.execute(_FIND, (wanted, MOST_FOUND))) as found:
            return tuple(row[0] for row in found)

    return search


def match_of(query: str) -> str:
    """The meaningful words of a question, in the syntax of the index.

    >>> match_of("What happens if he falls into a pit?")
    '"happens" OR "falls" OR "pit"'
    """
    words = _WORD.findall(query.casefold())
    telling = [w for w in words if w not in _STOP] or words
    return " OR ".join(f'"{w}"' for w in dict.fromkeys(telling[:MOST_WORDS]))
