"""Find decisions that answered a question by the words of another question. Apart because it searches by words, and a unit of work reads by
keys.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection

from rpg_lite.rules import names
from rpg_lite.store import journal_queries, word_index
from rpg_lite.world.history_records import JournalEntry

LOOKED_THROUGH: Final = 500
"""The number of decisions that are searched, the newest first; `read_campaign journal` finds older ones."""
_ASKED: Final = journal_queries.EntryFilter(entry="decide", asked=True)


def find(connection: Connection, campaign_id: str, question: str) -> Sequence[JournalEntry]:
    """The decisions whose question or text has these words: first the decision on the same question, then the best matches; without words,
    all of them, newest first. If there are several decisions on the same question, only the newest is valid.
    """
    holding: dict[str, JournalEntry] = {}
    for entry in reversed(journal_queries.newest(connection, campaign_id, _ASKED, LOOKED_THROUGH)):
        holding.setdefault(names.fold(entry.question or ""), entry)
    if not question:
        return tuple(holding.values())
    same = holding.pop(names.fold(question), None)
    rest = tuple(holding.values())
    search = word_index.index([(entry.question or "", "", entry.text) for entry in rest])
    return (*([same] if same else []), *(rest[n] for n in (search(question) if search else ())))
