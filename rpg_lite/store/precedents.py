"""Decisions that answered a question: found again by the words of another question."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection

from rpg_lite.rules import names
from rpg_lite.store import journal, word_index
from rpg_lite.world.past_records import JournalEntry

LOOKED_THROUGH: Final = 500
"""The newest decisions that are looked through; an older one is found by read_campaign journal."""
_ASKED: Final = journal.EntryFilter(entry="decide", asked=True)


def find(connection: Connection, campaign_id: str, question: str) -> Sequence[JournalEntry]:
    """The decisions whose question or text has these words: first that on the same question, then the best; without words, the newest
    first. Of several decisions on the same question, only the newest holds.
    """
    holding: dict[str, JournalEntry] = {}
    for entry in reversed(journal.newest(connection, campaign_id, _ASKED, LOOKED_THROUGH)):
        holding.setdefault(names.fold(entry.question or ""), entry)
    if not question:
        return tuple(holding.values())
    same = holding.pop(names.fold(question), None)
    rest = tuple(holding.values())
    search = word_index.index([(entry.question or "", "", entry.text) for entry in rest])
    return (*([same] if same else []), *(rest[n] for n in (search(question) if search else ())))
