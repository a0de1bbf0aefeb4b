"""manage_tools unload: let the campaign or a room stop loading scenes."""

from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.places import scene_loading
from rpg_lite.mechanics.places.scene_loading import OfScenes
from rpg_lite.operations.operation import GM, Operation


class UnloadScenes(OfScenes):
    """Unload scenes; all operations still work."""

    operation: Literal["unload"]


def decide_unload_scenes(command: UnloadScenes, draft: Draft) -> Verdict:
    """Refuses: floor_unknown, scene_global, scene_not_loaded, scene_unknown."""
    world, book = draft.world, draft.situation.book
    place, wanted = scene_loading.place_of(world, command), scene_loading.named(command, book.scenes)
    if isinstance(place, Rejected):
        return place
    if isinstance(wanted, Rejected):
        return wanted
    kept = place.state.scenes
    for n, id in enumerate(wanted):
        if id not in kept:
            return Rejected("scene_not_loaded", f"scenes[{n}]", {"scene": id}, allowed=kept)
    gone = scene_loading.with_all_children(draft, command, wanted, book.scenes)
    return scene_loading.keep(draft, place, tuple(id for id in kept if id not in gone), book.scenes)


OPERATION = Operation(tool="manage_tools", model=UnloadScenes, decide=decide_unload_scenes, who=GM, sends="scenes bagName? children?")
