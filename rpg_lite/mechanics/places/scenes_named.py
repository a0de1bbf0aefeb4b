"""The scenes that a command names, and the room or campaign that loads them."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command, refs
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result
from rpg_lite.decision.reserved_names import is_floor
from rpg_lite.decision.state_changes import change
from rpg_lite.rules.tool_scenes import GLOBAL, Scenes
from rpg_lite.world import body_paths, loaded_scenes
from rpg_lite.world.world_model import WORLD_ID, Ref, Thing, World

Word = Annotated[str, Field(min_length=1, max_length=60)]


class OfScenes(Command):
    """A command about scenes of the campaign, or of a room for as long as the party is there."""

    scenes: Annotated[
        tuple[Word, ...],
        Field(min_length=1, max_length=20, description="explore, combat, gear, magic, rest, social, quests, downtime, prep …"),
    ]
    children: Annotated[bool, Field(description="With the scenes below them.")] = False
    bag_id: str | None = None
    bag_name: Annotated[str | None, Field(description="A room; default: the campaign.")] = None

    def touches(self) -> tuple[Ref, ...]:
        return (*loaded_scenes.REFS, *refs(None, None, self.bag_id, self.bag_name))


@dataclass(frozen=True, slots=True)
class ScenesResult(Result):
    """The name of the room that loads scenes, None for the campaign; and all the scenes that are loaded now."""

    room: str | None
    loaded: tuple[str, ...]


def place_of(world: World, command: OfScenes) -> Thing | Rejected:
    """The room of the command, or else the root of the world."""
    if is_floor(command.bag_name) and not command.bag_id:
        return targets.floor(world, None)
    if command.bag_id or command.bag_name:
        return targets.room(world, command.bag_id, command.bag_name, "bagName")
    return world.things[WORLD_ID]


def named(command: OfScenes, scenes: Scenes) -> tuple[str, ...] | Rejected:
    """The ids of the scenes of the command."""
    found: list[str] = []
    for n, word in enumerate(command.scenes):
        id = scenes.named(word)
        if id is None:
            return Rejected("scene_unknown", f"scenes[{n}]", {"wanted": word}, tuple(scenes.near(word)), tuple(scenes.by_id)[1:])
        if id == GLOBAL:
            return Rejected("scene_global", f"scenes[{n}]", {"scene": id})
        found.append(id)
    return tuple(dict.fromkeys(found))


def with_all_children(draft: Draft, command: OfScenes, ids: tuple[str, ...], scenes: Scenes) -> tuple[str, ...]:
    """The scenes with all scenes below them, if the command asks for these; a note says if there are none."""
    below = [child for id in ids for child in scenes.below(id)] if command.children else []
    if command.children and not below:
        draft.note("no_scenes_below", names=ids)
    return tuple(dict.fromkeys((*ids, *below)))


def keep(draft: Draft, place: Thing, now: tuple[str, ...], scenes: Scenes) -> Decision:
    """Let the place load these scenes and no others."""
    change(draft, place, body_paths.SCENES, now or None)
    room = None if place.id == WORLD_ID else place.name
    loaded = scenes.in_order(loaded_scenes.loaded(draft.world, scenes))
    return Decision.about(None, result=ScenesResult(room, loaded))
