"""The nodes of the graph of quests: find them by name, make them, change them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Name
from rpg_lite.vocabulary import QuestKind, QuestStatus
from rpg_lite.world import body_paths, events
from rpg_lite.world.quest_graph import MOST, OVER, QuestGraph, quests_of
from rpg_lite.world.world_model import QUESTS_ID, Ref, Thing

MOST_PARENTS: Final = 20
QuestText = Annotated[str, Field(min_length=1, max_length=4000)]


class QuestCommand(Command):
    """A command about one node, by its name."""

    name: Annotated[Name, Field(description="The quest, step, clue or faction.")]

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("quests"),)


@dataclass(frozen=True, slots=True)
class NodeValues:
    """The values of a node that a command gives; None leaves a value as it is."""

    kind: QuestKind | None = None
    status: QuestStatus | None = None
    parents: Sequence[str] | None = None
    text: str | None = None
    is_public: bool | None = None


def node_named(graph: QuestGraph, name: str) -> Thing | Rejected:
    return graph.find(name) or refuse_unknown(graph, name, "name")


def refuse_unknown(graph: QuestGraph, name: str, field: str) -> Rejected:
    called = [node.name for node in graph.nodes.values()]
    near = tuple(names.nearest(name, called))
    return Rejected("quest_unknown", field, {"wanted": name}, near=near, allowed=() if near else tuple(called))


def put(draft: Draft, name: str, given: NodeValues, field: str = "under") -> str | Rejected:
    """Make the node of this name, or change the one that is there; return its id. `field`: the key that named the parents."""
    graph = quests_of(draft.world)
    found = graph.find(name)
    if found is None:
        return _make(draft, graph, name, given)
    if given.parents is not None and (circle := graph.circle(found.id, given.parents)):
        return Rejected("quest_cycle", field, {"path": " → ".join(circle)})
    before = len(draft.events)
    if given.kind is not None:
        change(draft, found, body_paths.QUEST, given.kind)
    if given.status is not None:
        change(draft, found, body_paths.QUEST_STATUS, given.status)
    if given.parents is not None:
        change(draft, found, body_paths.PARENTS, [*given.parents] or None)
    if given.text is not None:
        change(draft, found, body_paths.TEXT, given.text)
    if given.is_public is not None:
        change(draft, found, body_paths.PUBLIC, given.is_public or None)
    if len(draft.events) == before:
        draft.note("nothing_changed", name=found.name)
    elif given.status in OVER and found.quest.status not in OVER:
        _note_parents_over(draft, found.id)
    return found.id


def _make(draft: Draft, graph: QuestGraph, name: str, given: NodeValues) -> str | Rejected:
    if len(graph.nodes) >= MOST:
        return Rejected("quests_full", "name", {"most": MOST})
    body = body_paths.body_of(
        body_paths.QUEST.to(given.kind or "quest"),
        body_paths.QUEST_STATUS.to(given.status or "pending"),
        body_paths.PARENTS.to([*given.parents] if given.parents else None),
        body_paths.TEXT.to(given.text),
        body_paths.PUBLIC.to(given.is_public or None),
    )
    made = draft.new_id("data")
    draft.add(events.Created(Thing(made, "data", names.tidy(name), QUESTS_ID, body=body)))
    return made


def _note_parents_over(draft: Draft, id: str) -> None:
    """Ask whether a parent is done, too, once nothing under it is left to do; its status never changes by itself."""
    graph = quests_of(draft.world)
    for parent in graph.parents(id):
        under = graph.children[parent]
        if graph.nodes[parent].quest.status not in OVER and all(graph.nodes[child].quest.status in OVER for child in under):
            draft.note("quest_may_be_over", name=Called(parent))
