"""keep_journal idea: record a thought to come back to."""

from typing import Literal

from rpg_lite.mechanics.journal.journal_entries import EntryCommand, decide_entry
from rpg_lite.operations.operation import Operation, free
from rpg_lite.operations.speech_rights import AUTHOR


class Idea(EntryCommand):
    """A possible plan."""

    operation: Literal["idea"]


OPERATION = Operation(
    tool="keep_journal",
    model=Idea,
    decide=decide_entry,
    who=AUTHOR,
    cost=free,
    sends="text characterName?",
    is_verb=True,
)
