"""Find the scenes that are loaded in a campaign. They follow from the world, so moving, fighting and undo change them."""

from typing import Final

from rpg_lite.rules.tool_scenes import GLOBAL, Scenes, WorldState
from rpg_lite.world import clock
from rpg_lite.world.world_model import FIRST_ROOM_ID, WORLD_ID, Ref, Thing, World

REFS: Final = (Ref("fight"), Ref("party"), Ref("floor"))
"""The refs of the part of the world that determines the loaded scenes."""


def loaded(world: World, scenes: Scenes) -> frozenset[str]:
    """The ids of the loaded scenes: the global one, those that load by themselves in the present state, those that the campaign or a room
    of the party loads, and the children that load with any of them.
    """
    now = states(world)
    by_themselves = (scene.id for scene in scenes.by_id.values() if scene.auto_load and not scene.missing(now))
    chosen = (id for place in _places(world) for id in place.state.scenes)
    return scenes.with_children((GLOBAL, *by_themselves, *chosen))


def states(world: World) -> frozenset[WorldState]:
    """The states of the world that scenes ask for and that are given now."""
    found: set[WorldState] = set()
    if clock.fight(world):
        found.add("fight")
    if any(t.kind == "character" and t.creature.is_member for t in world.things.values()):
        found.add("party")
    if any(t.state.shop and not t.is_unfound for room in _rooms(world) for t in world.tree_of(room.id)):
        found.add("shop")
    return frozenset(found)


def _places(world: World) -> list[Thing]:
    """The root of the world and the rooms of the party."""
    root = world.things.get(WORLD_ID)
    return [*([root] if root else []), *_rooms(world)]


def _rooms(world: World) -> list[Thing]:
    """The rooms with members of the party; without a party, the first room."""
    members = (t for t in world.things.values() if t.kind == "character" and t.creature.is_member)
    rooms = {room.id: room for member in members if (room := world.room_of(member.id))}
    first = world.things.get(FIRST_ROOM_ID)
    return list(rooms.values()) or ([first] if first else [])
