"""The scenes that each campaign has loaded, for a server that lists the tools by scenes."""

from typing import Any

from anyio import to_thread

from rpg_lite.game import Game
from rpg_lite.rules.tool_scenes import GLOBAL
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.world import loaded_scenes
from rpg_lite.world.world_model import World

Loaded = frozenset[str]
ONLY_GLOBAL: Loaded = frozenset((GLOBAL,))


def read_loaded(game: Game) -> Loaded:
    """Return the scenes that are loaded now."""
    return loaded_scenes.loaded(_read_world(game), game.book.scenes)


def describe_scene(game: Game, id: str) -> dict[str, Any] | None:
    """Return a scene with its children, whether it is loaded, and the states that it requires and that are not given; None if there is no
    such scene.
    """
    scene = game.book.scenes.by_id.get(id)
    if scene is None:
        return None
    world = _read_world(game)
    missing = scene.missing(loaded_scenes.states(world))
    return {
        **scene.model_dump(mode="json", by_alias=True),
        "children": [*game.book.scenes.children(id)],
        "loaded": id in loaded_scenes.loaded(world, game.book.scenes),
        "available": not missing,
        "missing": [*missing],
    }


def _read_world(game: Game) -> World:
    return game.store.read(game.campaign.id, lambda at: at.load(loaded_scenes.REFS, game.book))


class SceneListing:
    """The loaded scenes of each campaign: those that were last read for a list, and those that were last reported to clients. Each is kept
    with its rev, because calls that write nothing then need to read nothing.
    """

    def __init__(self) -> None:
        self._read: dict[str, tuple[int, Loaded]] = {}
        self._told: dict[str, tuple[int, Loaded]] = {}

    async def loaded(self, game: Game) -> Loaded:
        """Return the scenes that are loaded now."""
        rev = await to_thread.run_sync(game.store.rev, game.campaign.id)
        known = self._read.get(game.campaign.id)
        if known is None or known[0] != rev:
            known = self._read[game.campaign.id] = rev, await to_thread.run_sync(read_loaded, game)
        self._told.setdefault(game.campaign.id, known)
        return known[1]

    async def begin(self, game: Game) -> None:
        """Read the loaded scenes of a campaign before its first call."""
        if game.campaign.id not in self._told:
            await self.loaded(game)

    async def differs(self, game: Game, rev: int) -> bool:
        """Return whether the scenes loaded at this rev differ from those that were last reported to clients; true only once for each
        difference. If the database cannot be read, it is asked again after the next write, because the call that has just been answered was
        written.
        """
        try:
            await self.begin(game)
            return rev > self._told[game.campaign.id][0] and self._note(game, rev, await to_thread.run_sync(read_loaded, game))
        except StoreFault:
            return False

    def _note(self, game: Game, rev: int, now: Loaded) -> bool:
        seen, before = self._told[game.campaign.id]
        if rev <= seen:  # a later call was faster
            return False
        self._told[game.campaign.id] = rev, now
        return now != before
