"""read_campaign quests: show the quests with their steps, clues and factions as a tree."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.journal.quest_nodes import node_named
from rpg_lite.mechanics.places.room_lookup import ForPlayers
from rpg_lite.operations.operation import SEEN, Operation, free
from rpg_lite.operations.reading_keys import Looking
from rpg_lite.rules.document_field_types import Name
from rpg_lite.vocabulary import QuestStatus
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.world_model import Ref


class Quests(Looking):
    """Quests, steps, clues and factions as a tree."""

    operation: Literal["quests"]
    name: Annotated[Name | None, Field(description="One, with all above and under it.")] = None
    status: Annotated[QuestStatus | None, Field(description="Only these.")] = None
    for_players: ForPlayers = False

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("quests"),)


def decide_quests(command: Quests, draft: Draft) -> Verdict:
    """Refuses: quest_unknown."""
    world = draft.world
    graph = quests_of(world).public if command.for_players else quests_of(world)
    found = node_named(graph, command.name) if command.name is not None else None
    return found if isinstance(found, Rejected) else Decision.about(found.id if found else None)


OPERATION = Operation(
    tool="read_campaign",
    model=Quests,
    decide=decide_quests,
    who=SEEN,
    cost=free,
    sends="status? forPlayers?",
    reads=True,
)
