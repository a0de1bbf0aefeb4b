"""The operations of keep_journal, in the order in which clients see them: an operation is added here, and nowhere else."""

from typing import Final

from rpg_lite.operations.journal import (
    checkpoint,
    decide,
    focus,
    handout,
    idea,
    import_quests,
    milestone,
    note,
    progress,
    quest,
    say,
    tell,
    unquest,
)
from rpg_lite.operations.operation import Operation

OPERATIONS: Final[tuple[Operation, ...]] = (
    say.OPERATION,
    tell.OPERATION,
    note.OPERATION,
    decide.OPERATION,
    idea.OPERATION,
    milestone.OPERATION,
    handout.OPERATION,
    checkpoint.OPERATION,
    focus.OPERATION,
    quest.OPERATION,
    progress.OPERATION,
    unquest.OPERATION,
    import_quests.OPERATION,
)
