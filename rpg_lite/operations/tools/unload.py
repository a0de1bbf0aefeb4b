"""manage_tools unload: let the campaign or a room stop loading scenes."""

from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.places import scenes_named
from rpg_lite.mechanics.places.scenes_named import OfScenes
from rpg_lite.operations.operation import GM, Operation, free


class UnloadScenes(OfScenes):
    """Unload scenes; all operations still work."""

    operation: Literal["unload"]


def decide_unload_scenes(command: UnloadScenes, draft: Draft) -> Verdict:
    """Refuses: floor_unknown, scene_global, scene_not_loaded, scene_unknown."""
    world, book = draft.world, draft.situation.book
    place, wanted = scenes_named.place_of(world, command), scenes_named.named(command, book.scenes)
    if isinstance(place, Rejected):
        return place
    if isinstance(wanted, Rejected):
        return wanted
    kept = place.state.scenes
    for n, id in enumerate(wanted):
        if id not in kept:
            return Rejected("scene_not_loaded", f"scenes[{n}]", {"scene": id}, allowed=kept)
    gone = scenes_named.with_all_children(draft, command, wanted, book.scenes)
    return scenes_named.keep(draft, place, tuple(id for id in kept if id not in gone), book.scenes)


OPERATION = Operation(
    tool="manage_tools", model=UnloadScenes, decide=decide_unload_scenes, who=GM, cost=free, sends="scenes bagName? children?"
)
