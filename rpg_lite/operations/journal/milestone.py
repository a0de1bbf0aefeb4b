"""keep_journal milestone: record a point that the story has reached."""

from typing import Literal

from rpg_lite.mechanics.journal.journal_entries import EntryCommand, Public, decide_entry
from rpg_lite.operations.operation import Operation, free
from rpg_lite.operations.speech_rights import AUTHOR
from rpg_lite.world import body_paths
from rpg_lite.world.body_paths import Setting


class Milestone(EntryCommand):
    """An achievement."""

    operation: Literal["milestone"]
    public: Public = None

    @property
    def extra(self) -> tuple[Setting, ...]:
        return (body_paths.PUBLIC.to(self.public or None),)


OPERATION = Operation(
    tool="keep_journal",
    model=Milestone,
    decide=decide_entry,
    who=AUTHOR,
    cost=free,
    sends="text characterName? public?",
    is_verb=True,
)
