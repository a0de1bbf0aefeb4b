"""The open quests on the page, as a list in the order of their tree."""

from typing import Any, Final

from rpg_lite.views import quest_tree
from rpg_lite.views.quest_tree import HIDDEN
from rpg_lite.vocabulary import QuestStatus
from rpg_lite.world.quest_graph import QuestGraph
from rpg_lite.world.world_model import Thing

Json = dict[str, Any]

_STATES: Final[dict[QuestStatus, str]] = {"pending": "pending", "in_progress": "open", "done": "done", "failed": "failed"}
_PLAIN: Final = frozenset({"quest", "step"})


def quests_json(graph: QuestGraph) -> list[Json]:
    """Each open node with its depth under the quest that holds it; `tags`: what kind of node it is, and whether it is hidden."""
    return [_node(node, depth) for node, depth in quest_tree.open_nodes(graph)]


def _node(node: Thing, depth: int) -> Json:
    kept = node.quest
    tags = [*([] if kept.kind in _PLAIN else [kept.kind]), *([] if kept.is_public else [HIDDEN])]
    return {"name": node.name, "text": kept.text, "depth": depth, "state": _STATES[kept.status], **({"tags": tags} if tags else {})}
