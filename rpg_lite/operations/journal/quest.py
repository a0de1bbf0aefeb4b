"""keep_journal quest: add a quest, a step, a clue or a faction, or change one."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.journal.journal_entries import Public
from rpg_lite.mechanics.journal.quest_nodes import MOST_PARENTS, NodeValues, QuestCommand, QuestText, put, refuse_unknown
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.vocabulary import QuestKind
from rpg_lite.world.quest_graph import quests_of


class Quest(QuestCommand):
    """A quest, or a part of one; the same name again changes it."""

    operation: Literal["quest"]
    kind: QuestKind | None = None
    under: Annotated[list[str] | None, Field(max_length=MOST_PARENTS, description="Names; [] for none.")] = None
    text: QuestText | None = None
    public: Public = None


def decide_quest(command: Quest, draft: Draft) -> Verdict:
    """Refuses: quest_cycle, quest_unknown, quests_full."""
    world = draft.world
    graph = quests_of(world)
    parents: list[str] = []
    for name in command.under or ():
        parent = graph.find(name)
        if parent is None:
            return refuse_unknown(graph, name, "under")
        parents.append(parent.id)
    wanted = None if command.under is None else [*dict.fromkeys(parents)]
    id = put(draft, command.name, NodeValues(command.kind, None, wanted, command.text, command.public))
    return id if isinstance(id, Rejected) else Decision.about(id, made=[id] if id not in graph.nodes else ())


OPERATION = Operation(
    tool="keep_journal",
    model=Quest,
    decide=decide_quest,
    who=GM,
    cost=free,
    sends="name text? public?",
)
