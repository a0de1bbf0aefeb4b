"""The state of a quest, read from the body of its thing. Apart because a state alone reads a body by its keys."""

from dataclasses import dataclass

from rpg_lite.vocabulary import QuestKind, QuestStatus
from rpg_lite.world.kept_json import Body


@dataclass(frozen=True, slots=True)
class QuestState:
    """A node of the graph of quests. `parents`: the ids of the nodes directly above it; `is_public`: players read it, too."""

    kind: QuestKind
    status: QuestStatus
    parents: tuple[str, ...]
    text: str
    is_public: bool

    @classmethod
    def of(cls, body: Body) -> "QuestState":
        parents = tuple(body.get("parents", ()))
        return cls(body.get("quest", "quest"), body.get("status", "pending"), parents, body.get("text", ""), bool(body.get("public")))
