"""keep_journal milestone: record a point that the story has reached."""

from typing import Literal

from rpg_lite.operations.mechanics.journal_entries import AUTHOR, EntryCommand, decide_entry
from rpg_lite.operations.operation import Operation


class Milestone(EntryCommand):
    """An achievement."""

    operation: Literal["milestone"]


OPERATION = Operation(
    tool="keep_journal",
    model=Milestone,
    decide=decide_entry,
    who=AUTHOR,
    sends="text characterName?",
    is_verb=True,
)
