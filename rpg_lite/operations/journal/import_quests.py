"""keep_journal import_quests: add or change many nodes of the graph of quests at once, from a file."""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.journal.quest_nodes import MOST_PARENTS, NodeValues, QuestText, put
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules.document_field_types import Document, Name
from rpg_lite.vocabulary import QuestKind, QuestStatus
from rpg_lite.world.quest_graph import MOST, quests_of
from rpg_lite.world.world_model import Ref

_OTHER_WORDS: Final[Mapping[str, QuestKind]] = {"plan": "quest"}


def _kind(word: Any) -> Any:
    return _OTHER_WORDS.get(word, word) if isinstance(word, str) else word


class NodeContext(Document):
    """The texts of a node. Other keys that the file's maker added are neither kept nor refused."""

    model_config = ConfigDict(extra="ignore")

    description: Name
    status: QuestStatus = "pending"
    text: QuestText | None = None
    public: bool = False


class RelationNode(Document):
    """A node as a file has it; `id` and `parents` have a meaning only in the file, and the campaign assigns ids of its own."""

    id: Annotated[str, Field(min_length=1, max_length=200)]
    parents: Annotated[tuple[str, ...], Field(max_length=MOST_PARENTS)] = ()
    edge_type: Annotated[QuestKind, BeforeValidator(_kind)] = "quest"
    context: NodeContext
    created_at: float | None = None


class ImportQuests(Command):
    """Many quests at once, from a file."""

    operation: Literal["import_quests"]
    nodes: Annotated[list[RelationNode], Field(min_length=1, max_length=MOST)]

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("quests"),)


def decide_import_quests(command: ImportQuests, draft: Draft) -> Verdict:
    """Add the nodes; a node whose name already exists changes the existing one.

    Refuses: quest_cycle, quest_given_twice, quest_unknown, quests_full.
    """
    world = draft.world
    nodes: dict[str, tuple[int, RelationNode]] = {}
    for n, node in enumerate(command.nodes):
        if node.id in nodes:
            return Rejected("quest_given_twice", f"nodes[{n}].id", {"wanted": node.id})
        nodes[node.id] = n, node
    for n, node in nodes.values():
        for m, parent in enumerate(node.parents):
            if parent not in nodes:
                return Rejected("quest_unknown", f"nodes[{n}].parents[{m}]", {"wanted": parent}, allowed=tuple(nodes))
    try:
        order = [*TopologicalSorter({id: node.parents for id, (_, node) in nodes.items()}).static_order()]
    except CycleError as error:
        path = " → ".join(nodes[id][1].context.description for id in error.args[1])
        return Rejected("quest_cycle", "nodes", {"path": path})
    ids = dict[str, str]()
    for id in order:
        n, node = nodes[id]
        parents = [*dict.fromkeys(ids[parent] for parent in node.parents)]
        said = node.context
        made = put(draft, said.description, NodeValues(node.edge_type, said.status, parents, said.text, said.public), f"nodes[{n}].parents")
        if isinstance(made, Rejected):
            return made
        ids[id] = made
    known = quests_of(world).nodes
    draft.notes.clear()
    return Decision.about(None, made=[*dict.fromkeys(id for id in ids.values() if id not in known)])


OPERATION = Operation(
    tool="keep_journal",
    model=ImportQuests,
    decide=decide_import_quests,
    who=GM,
    cost=free,
    sends="nodes",
    is_listed=False,
)
