"""keep_journal unquest: remove a quest or a part of one; the nodes under it stay."""

from dataclasses import dataclass
from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.journal.quest_nodes import QuestCommand, node_named
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import body_paths, events
from rpg_lite.world.quest_graph import quests_of


class Unquest(QuestCommand):
    """Remove it; the parts under it stay."""

    operation: Literal["unquest"]


@dataclass(frozen=True, slots=True)
class UnquestResult(Result):
    """The name of the removed node, and the names of the nodes under it that now have no parent."""

    removed: str
    roots: tuple[str, ...]


def decide_unquest(command: Unquest, draft: Draft) -> Verdict:
    """Refuses: quest_unknown."""
    world = draft.world
    graph = quests_of(world)
    found = node_named(graph, command.name)
    if isinstance(found, Rejected):
        return found
    under = [graph.nodes[id] for id in graph.children[found.id]]
    for child in under:
        others = [parent for parent in child.quest.parents if parent != found.id]
        change(draft, child, body_paths.PARENTS, others or None)
    draft.add(events.Removed(draft.world.things[found.id]))
    left = quests_of(draft.world)
    return Decision.about(None, result=UnquestResult(found.name, tuple(child.name for child in under if not left.parents(child.id))))


OPERATION = Operation(
    tool="keep_journal",
    model=Unquest,
    decide=decide_unquest,
    who=GM,
    cost=free,
    sends="name",
)
