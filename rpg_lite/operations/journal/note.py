"""keep_journal note: record a note."""

from typing import Literal

from rpg_lite.mechanics.journal.journal_entries import EntryCommand, decide_entry
from rpg_lite.operations.operation import Operation, free
from rpg_lite.operations.speech_rights import AUTHOR


class Note(EntryCommand):
    """Something worth keeping."""

    operation: Literal["note"]


OPERATION = Operation(
    tool="keep_journal",
    model=Note,
    decide=decide_entry,
    who=AUTHOR,
    cost=free,
    sends="text characterName?",
    is_verb=True,
)
