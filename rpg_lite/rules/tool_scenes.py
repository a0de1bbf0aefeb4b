"""Scenes: the operations that a model needs together, for a server that lists tools by the scenes that are loaded."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, Self, get_args

from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Document

GLOBAL: Final = "global"
"""The scene that is always loaded, and to which every operation belongs that no scene names."""
WorldState = Literal["fight", "party", "shop"]
"""A fight is going on; the party has a member; somebody or something sells goods where the party is."""
STATES: Final[tuple[WorldState, ...]] = get_args(WorldState)
_ALONE: Final = (GLOBAL,)


class SceneRule(Document):
    """One scene. `id`: its word; that of a child begins with its parent's word and a dot. `keywords`: other words that find it.
    `load_with_parent`: loading its parent loads it as well. `requires`: the states in which it is of use; `auto_load`: it loads by itself
    in these states. `tools`: tool → the operations that belong to it.
    """

    id: str
    name: str
    description: str
    keywords: tuple[str, ...] = ()
    parent: str | None = None
    load_with_parent: bool = False
    auto_load: bool = False
    requires: tuple[WorldState, ...] = ()
    tools: dict[str, tuple[str, ...]]

    def missing(self, states: Collection[WorldState]) -> tuple[WorldState, ...]:
        """The states that the scene requires and that are not given."""
        return tuple(state for state in self.requires if state not in states)


@dataclass(frozen=True, slots=True)
class Scenes:
    """All scenes, by id, in the order of their file; and tool → operation → the scenes that include it."""

    by_id: Mapping[str, SceneRule] = field(default_factory=dict)
    _holding: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    _children: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def made(cls, rows: Iterable[SceneRule]) -> Self:
        """Index these scenes. Raises ValueError for an id that occurs twice, a parent that does not fit, or if the global scene is missing."""
        by_id: dict[str, SceneRule] = {}
        holding: dict[str, dict[str, tuple[str, ...]]] = {}
        children: dict[str, tuple[str, ...]] = {}
        for scene in rows:
            _require_place(scene, by_id)
            by_id[scene.id] = scene
            if scene.parent:
                children[scene.parent] = (*children.get(scene.parent, ()), scene.id)
            for tool, operations in scene.tools.items():
                of_tool = holding.setdefault(tool, {})
                of_tool |= {operation: (*of_tool.get(operation, ()), scene.id) for operation in operations}
        if GLOBAL not in by_id:
            raise ValueError(f"no scene is called {GLOBAL}")
        return cls(MappingProxyType(by_id), MappingProxyType(holding), MappingProxyType(children))

    def of(self, tool: str, operation: str) -> tuple[str, ...]:
        """The scenes that include an operation."""
        return self._holding.get(tool, {}).get(operation, _ALONE)

    def shows(self, tool: str, operation: str, loaded: Collection[str]) -> bool:
        """Whether one of these scenes includes the operation."""
        return any(scene in loaded for scene in self.of(tool, operation))

    def children(self, id: str) -> tuple[str, ...]:
        """The scenes directly below a scene."""
        return self._children.get(id, ())

    def below(self, id: str) -> Iterator[str]:
        """The children of a scene, and all scenes below them."""
        for child in self.children(id):
            yield child
            yield from self.below(child)

    def with_children(self, ids: Iterable[str]) -> frozenset[str]:
        """Those of these scenes that are known, and the children that load with them."""
        found = {id for id in ids if id in self.by_id}
        for id in tuple(found):
            found |= set(self._loaded_with(id))
        return frozenset(found)

    def _loaded_with(self, id: str) -> Iterator[str]:
        for child in self.children(id):
            if self.by_id[child].load_with_parent:
                yield child
                yield from self._loaded_with(child)

    def in_order(self, ids: Collection[str]) -> tuple[str, ...]:
        """These scenes in the order of the file."""
        return tuple(id for id in self.by_id if id in ids)

    def named(self, word: str) -> str | None:
        """The id of the scene with this id or name."""
        key = names.fold(word)
        return next((scene.id for scene in self.by_id.values() if key in (names.fold(scene.id), names.fold(scene.name))), None)

    def near(self, word: str) -> Sequence[str]:
        """The ids of scenes that an unknown word may mean: those with this keyword, or with a similar id."""
        key = names.fold(word)
        keyed = [scene.id for scene in self.by_id.values() if key in map(names.fold, scene.keywords)]
        return tuple(dict.fromkeys((*keyed, *names.nearest(word, self.by_id))))


def _require_place(scene: SceneRule, before: Mapping[str, SceneRule]) -> None:
    """Check the id of a scene and its place below another. Raises ValueError."""
    if scene.id in before:
        raise ValueError(f"two scenes are called {scene.id}")
    if scene.parent != (scene.id.rpartition(".")[0] or None):
        raise ValueError(f"{scene.id}: the parent of a scene is the part of its id before the last dot, not {scene.parent}")
    if scene.parent and scene.parent not in before:
        raise ValueError(f"{scene.id}: no scene before it is called {scene.parent}")
    if scene.load_with_parent and not scene.parent:
        raise ValueError(f"{scene.id}: loadWithParent needs a parent")
