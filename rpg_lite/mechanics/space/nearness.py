"""Creatures that are said to be near each other: the table says it once, and it holds until one of them leaves the room or is said to be apart.

The room keeps it, because whoever goes away takes nothing along. It is near enough for every aura and emanation (SRD 5.1, Aura of Protection;
SRD 5.2, Emanation); nobody here measures feet.
"""

from collections.abc import Iterable

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.world import body_paths, events
from rpg_lite.world.states import pair_of
from rpg_lite.world.world_model import Thing, World


def near(world: World, creature: str) -> list[Thing]:
    """The creatures that are said to be near this one, in its room, in the order in which they were made."""
    room = world.things.get(world.things[creature].parent_id or "")
    if room is None or not room.room.near:
        return []
    ids = {other for pair in room.room.near for other in pair if creature in pair} - {creature}
    return [t for t in world.things.values() if t.id in ids and world.room_of(t.id) == room]


def say(draft: Draft, one: Thing, others: Iterable[Thing], is_near: bool) -> list[Thing]:
    """Keep that the creature is near others in its room, or apart from them; return those for whom this is news."""
    room = draft.world.room_of(one.id)
    if room is None:
        return []
    told = [other for other in others if (pair_of(one.id, other.id) in room.room.near) != is_near]
    for other in told:
        _keep(draft, room.id, pair_of(one.id, other.id), is_near)
    return told


def part_those_who_left(draft: Draft) -> None:
    """Forget the nearness of those who have gone to another room without the other one, or are no longer in the world. Those who go together
    stay near each other.
    """
    for event in [*draft.events]:
        if not isinstance(event, events.Moved | events.Removed):
            continue
        id, room = (event.id, event.from_) if isinstance(event, events.Moved) else (event.thing.id, event.thing.parent_id)
        kept = draft.world.things.get(room or "")
        for pair in kept.room.near if kept and kept.kind == "room" and kept.room.near else ():
            if id in pair and (id not in draft.world.things or draft.world.room_of(id) != kept):
                _keep(draft, room or "", pair, is_near=False)
                if (together := _room_of_both(draft.world, pair)) is not None:
                    _keep(draft, together.id, pair, is_near=True)


def _room_of_both(world: World, pair: frozenset[str]) -> Thing | None:
    rooms = [world.room_of(id) if id in world.things else None for id in pair]
    return rooms[0] if all(room == rooms[0] for room in rooms) else None


def _keep(draft: Draft, room: str, pair: frozenset[str], is_near: bool) -> None:
    key = "~".join(sorted(id.replace(".", "_") for id in pair))
    state_changes.change(draft, draft.world.things[room], body_paths.NEAR.at(key), True if is_near else None)
