"""keep_journal decide: record a decision of the party."""

from typing import Literal

from rpg_lite.operations.mechanics.journal_entries import AUTHOR, EntryCommand, decide_entry
from rpg_lite.operations.operation import Operation


class Decide(EntryCommand):
    """A decision made."""

    operation: Literal["decide"]


OPERATION = Operation(
    tool="keep_journal",
    model=Decide,
    decide=decide_entry,
    who=AUTHOR,
    sends="text characterName?",
    is_verb=True,
)
