"""The quests as an indented tree with the state of each, and as data."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from rpg_lite.vocabulary import QuestStatus
from rpg_lite.world.quest_graph import OVER, QuestGraph
from rpg_lite.world.world_model import Thing

Json = dict[str, Any]
MOST_LINES: Final = 40
MOST_WAYS: Final = 5
SIGNS: Final[dict[QuestStatus, str]] = {"pending": "○", "in_progress": "▸", "done": "✓", "failed": "✗"}
HIDDEN: Final = "hidden"
"""The mark of a quest that the players do not know."""
LEGEND: Final = "○ pending, ▸ in progress, ✓ done, ✗ failed"


def text(graph: QuestGraph, of: str | None = None, status: QuestStatus | None = None, whole: bool = False) -> str:
    """The tree (`whole`: with the texts); for one node, the ways that lead down to it and everything under it; for a status, only the nodes
    with this status, each with its ways.
    """
    if status is not None:
        found = [id for id, node in graph.nodes.items() if node.quest.status == status and of in (None, id)]
        lines = [_path(graph, id) for id in found]
        none = f"No quest is {status.replace('_', ' ')}."
    elif of is not None:
        above = [_names(graph, way[:-1]) for way in islice(graph.ways_down(of), MOST_WAYS) if len(way) > 1]
        lines = [*(f"Under {way}:" for way in above), *tree(graph, [of], whole=True)]
        none = ""
    else:
        lines, none = list(tree(graph, graph.roots, whole=whole)), "There are no quests yet."
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more; ask for one by its name, or for a status"]
    return "\n".join([*lines, f"({LEGEND})"]) if lines else none


def tree(graph: QuestGraph, tops: list[str], whole: bool = False) -> Iterator[str]:
    """Yield an indented line for each node under these. Under its second parent, a node appears without everything under it.

    `whole`: also yield the texts of the nodes.
    """
    for node, depth, again in _walk(graph, tops):
        yield f"{'  ' * depth}{_line(node, whole and not again)}{' (see above)' if again else ''}"


def _walk(graph: QuestGraph, tops: list[str]) -> Iterator[tuple[Thing, int, bool]]:
    """Yield each node with its depth, and whether everything under it has been yielded before."""
    shown: set[str] = set()
    waiting = [(id, 0) for id in reversed(tops)]
    while waiting:
        id, depth = waiting.pop()
        again = id in shown and bool(graph.children[id])
        yield graph.nodes[id], depth, again
        if not again:
            shown.add(id)
            waiting += [(child, depth + 1) for child in reversed(graph.children[id])]


def open_nodes(graph: QuestGraph) -> Iterator[tuple[Thing, int]]:
    """Yield the nodes that are still open, each once with its depth, without everything under closed ones."""
    left, tops = _still_open(graph)
    told: set[str] = set()
    for node, depth, _ in _walk(left, tops):
        if node.id not in told:
            told.add(node.id)
            yield node, depth


def open_lines(graph: QuestGraph) -> Iterator[str]:
    """Yield the tree without closed nodes and everything under them, for a reader who continues to play."""
    left, tops = _still_open(graph)
    return tree(left, tops, whole=True)


def _still_open(graph: QuestGraph) -> tuple[QuestGraph, list[str]]:
    """(the open nodes, the ids of those at the top in their order)."""
    still = {id: node for id, node in graph.nodes.items() if node.quest.status not in OVER}
    left = QuestGraph(still)
    lost = {id for id in left.roots if graph.parents(id)}
    tops = sorted((id for id in left.roots if id not in lost), key=lambda id: _later(left.nodes[id]))
    return left, tops


def _later(node: Thing) -> tuple[bool, bool]:
    """The order of open quests: those that the players know come first, and among them those that they pursue."""
    return not node.quest.is_public, node.quest.status != "in_progress"


def closed_lines(graph: QuestGraph) -> list[str]:
    """The quests, steps and clues that are won or lost, with their texts, oldest first."""
    return [_line(node, whole=True) for node in graph.nodes.values() if node.quest.status in OVER]


def as_data(graph: QuestGraph, of: str | None = None) -> list[Json]:
    """The nodes; for one node, only that node with everything above and under it."""
    kept = graph.nodes.keys() if of is None else graph.kin(of)
    return [
        {
            "id": id,
            "name": node.name,
            "kind": node.quest.kind,
            "status": node.quest.status,
            "text": node.quest.text,
            "public": node.quest.is_public,
            "parents": graph.parents(id),
            "children": [*graph.children[id]],
        }
        for id, node in graph.nodes.items()
        if id in kept
    ]


def as_nodes(quests: list[Json]) -> list[Json]:
    """The nodes in the form of a file of relations; `createdAt` is the rev that made the node."""
    return [
        {
            "id": q["id"],
            "parents": q["parents"],
            "edgeType": q["kind"],
            "context": {
                "description": q["name"],
                "status": q["status"],
                **({"text": q["text"]} if q["text"] else {}),
                "public": q["public"],
            },
            "createdAt": int(q["id"][1:].partition(".")[0]),
        }
        for q in quests
    ]


def _line(node: Thing, whole: bool) -> str:
    about: list[str] = [node.quest.kind] if node.quest.kind not in ("quest", "step") else []
    about += [] if node.quest.is_public else [HIDDEN]
    kind = f" ({', '.join(about)})" if about else ""
    said = f": {' '.join(node.quest.text.split())}" if whole and node.quest.text else ""
    return f"{SIGNS[node.quest.status]} {node.name}{kind}{said}"


def _path(graph: QuestGraph, id: str) -> str:
    way = next(graph.ways_down(id))
    under = f" (under {_names(graph, way[:-1])})" if len(way) > 1 else ""
    return f"{_line(graph.nodes[id], whole=True)}{under}"


def _names(graph: QuestGraph, ids: list[str]) -> str:
    return " → ".join(graph.nodes[id].name for id in ids)
