"""The graph of quests: quests, steps, clues and factions. A node may have several parents, but is never below itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Final

from rpg_lite.rules import names
from rpg_lite.vocabulary import QuestStatus
from rpg_lite.world.world_model import QUESTS_ID, Thing, World

MOST: Final = 1_000
"""The maximum number of nodes of a campaign."""
OVER: Final[frozenset[QuestStatus]] = frozenset(("done", "failed"))


@dataclass(frozen=True)
class QuestGraph:
    """The nodes of a world by their ids, in the order in which they were made. A parent that was removed does not count."""

    nodes: Mapping[str, Thing]

    def find(self, name: str) -> Thing | None:
        """The node of this id or name."""
        return self.nodes.get(name) or self._named.get(names.fold(name))

    @cached_property
    def _named(self) -> Mapping[str, Thing]:
        return {names.fold(node.name): node for node in self.nodes.values()}

    def parents(self, id: str) -> list[str]:
        return [parent for parent in self.nodes[id].quest.parents if parent in self.nodes]

    @cached_property
    def children(self) -> Mapping[str, Sequence[str]]:
        """The ids of the nodes directly under each node."""
        found: dict[str, list[str]] = {id: [] for id in self.nodes}
        for id in self.nodes:
            for parent in self.parents(id):
                found[parent].append(id)
        return found

    @property
    def public(self) -> "QuestGraph":
        """The graph that players know, in which secret nodes are nobody's parents."""
        return QuestGraph({id: node for id, node in self.nodes.items() if node.quest.is_public})

    @property
    def roots(self) -> list[str]:
        return [id for id in self.nodes if not self.parents(id)]

    def ways_down(self, id: str) -> Iterator[list[str]]:
        """Yield each way from a root down to the node, as ids. There may be very many."""
        waiting = [[id]]
        while waiting:
            way = waiting.pop()
            above = self.parents(way[0])
            if not above:
                yield way
            waiting += ([parent, *way] for parent in reversed(above))

    def kin(self, id: str) -> set[str]:
        """The node, everything above it, and everything under it."""
        found: set[str] = set()
        for neighbours in (self.parents, lambda one: self.children[one]):
            waiting, seen = [id], set[str]()
            while waiting:
                at = waiting.pop()
                if at not in seen:
                    seen.add(at)
                    waiting += neighbours(at)
            found |= seen
        return found

    def circle(self, id: str, parents: Sequence[str]) -> list[str] | None:
        """The names along the cycle that these parents of the node would form, from a node back to itself; None if there is none."""
        above = {one: self.parents(one) for one in self.nodes} | {id: [*parents]}
        try:
            TopologicalSorter(above).prepare()
        except CycleError as error:
            return [self.nodes[one].name for one in error.args[1]]
        return None


def quests_of(world: World) -> QuestGraph:
    return QuestGraph({node.id: node for node in world.bag_of(QUESTS_ID)})
