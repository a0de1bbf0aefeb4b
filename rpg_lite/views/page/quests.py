"""The quests on the page: the open ones in the order of their tree, then the last that are over. Apart because each part of the page is one
block that is read and changed alone.
"""

from typing import Any, Final

from rpg_lite.views import quest_tree
from rpg_lite.views.quest_tree import HIDDEN
from rpg_lite.vocabulary import QuestStatus
from rpg_lite.world.quest_graph import OVER, QuestGraph
from rpg_lite.world.world_model import Thing

Json = dict[str, Any]

_STATES: Final[dict[QuestStatus, str]] = {"pending": "pending", "in_progress": "open", "done": "done", "failed": "failed"}
_MOST_OVER: Final = 5
_PLAIN: Final = frozenset({"quest", "step"})


def quests_json(graph: QuestGraph) -> list[Json]:
    """Each open node with its depth under the quest that holds it, then the last quests that are done or failed; `tags`: what kind of node it
    is, and whether it is hidden.
    """
    over = [node for node in graph.nodes.values() if node.quest.kind == "quest" and node.quest.status in OVER]
    return [*(_node(node, depth) for node, depth in quest_tree.open_nodes(graph)), *(_node(node, 0) for node in over[-_MOST_OVER:])]


def _node(node: Thing, depth: int) -> Json:
    kept = node.quest
    tags = [*([] if kept.kind in _PLAIN else [kept.kind]), *([] if kept.is_public else [HIDDEN])]
    return {"name": node.name, "text": kept.text, "depth": depth, "state": _STATES[kept.status], **({"tags": tags} if tags else {})}
