"""manage_tools load: load scenes, whose operations a server with `--tools scene` shows with their keys."""

from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.places import scenes_named
from rpg_lite.mechanics.places.scenes_named import OfScenes
from rpg_lite.operations.operation import GM, Operation, free


class LoadScenes(OfScenes):
    """Load scenes: serve --tools scene shows their keys."""

    operation: Literal["load"]


def decide_load_scenes(command: LoadScenes, draft: Draft) -> Verdict:
    """Refuses: floor_unknown, scene_global, scene_unknown."""
    world, book = draft.world, draft.situation.book
    place, wanted = scenes_named.place_of(world, command), scenes_named.named(command, book.scenes)
    if isinstance(place, Rejected):
        return place
    if isinstance(wanted, Rejected):
        return wanted
    chosen = scenes_named.with_all_children(draft, command, wanted, book.scenes)
    if known := [id for id in chosen if id in place.state.scenes]:
        draft.note("scenes_loaded_before", names=known)
    return scenes_named.keep(draft, place, tuple(dict.fromkeys((*place.state.scenes, *chosen))), book.scenes)


OPERATION = Operation(
    tool="manage_tools", model=LoadScenes, decide=decide_load_scenes, who=GM, cost=free, sends="scenes bagName? children?"
)
