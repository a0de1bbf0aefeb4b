"""keep_journal progress: record the status of a quest, a step or a clue."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.journal.quest_nodes import NodeValues, QuestCommand, QuestText, node_named, put
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.vocabulary import QuestStatus
from rpg_lite.world.quest_graph import quests_of


class Progress(QuestCommand):
    """The status of a quest or a part of one."""

    operation: Literal["progress"]
    status: QuestStatus
    text: Annotated[QuestText | None, Field(description="Replaces its text.")] = None


def decide_progress(command: Progress, draft: Draft) -> Verdict:
    """Refuses: quest_unknown."""
    world = draft.world
    found = node_named(quests_of(world), command.name)
    if isinstance(found, Rejected):
        return found
    put(draft, found.name, NodeValues(status=command.status, text=command.text))
    return Decision.about(found.id)


OPERATION = Operation(
    tool="keep_journal",
    model=Progress,
    decide=decide_progress,
    who=GM,
    cost=free,
    sends="name status",
)
