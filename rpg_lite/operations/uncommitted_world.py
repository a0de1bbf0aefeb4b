"""The world beyond the slice, as earlier commands of the same batch left it, because their changes are not stored yet. Apart because it
lays a batch over lookups of the store and decides nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.creature import laid_elsewhere
from rpg_lite.world.atlas import Side
from rpg_lite.world.states import Seen
from rpg_lite.world.world_model import Exit, Thing, World

LYING: Final = ("item", "container")


def over(situation: Situation, before: World, now: World) -> Situation:
    """The situation, with the world of the batch in place of the stored world. `before`: the slice as loaded."""
    if now is before:
        return situation
    closed, gone = before.exits.keys() - now.exits.keys(), before.things.keys() - now.things.keys()

    def lay_over(found: Sequence[Exit], rooms: Collection[str], side: Side) -> Sequence[Exit]:
        stored = {way.id: now.exits.get(way.id, way) for way in found if way.id not in closed}
        new = (w for w in now.exits.values() if w.id not in before.exits and (w.from_room if side == "out" else w.to_room) in rooms)
        return [*stored.values(), *(way for way in new if way.id not in stored)]

    def ways(rooms: Collection[str], side: Side) -> Sequence[Exit]:
        return lay_over(situation.ways(rooms, side), rooms, side)

    def sights(rooms: Collection[str], side: Side) -> tuple[Sequence[Exit], Mapping[str, Seen | None]]:
        found, seen = situation.sights(rooms, side)
        return lay_over(found, rooms, side), {id: now.things[id].room.seen if id in now.things else was for id, was in seen.items()}

    def rooms(ids: Collection[str]) -> Mapping[str, Thing]:
        stored = situation.rooms([id for id in ids if id not in gone and id not in now.things])
        return {id: room for id in ids if (room := now.things.get(id) or stored.get(id))}

    def people(rooms: Collection[str]) -> Mapping[str, Thing]:
        stored = {id: who for id, who in situation.people(rooms).items() if id not in gone and id not in now.things}
        here = {t.id: t for t in now.things.values() if t.kind == "character" and t.parent_id in rooms}
        return {**stored, **here}

    def things(rooms: Collection[str]) -> Mapping[str, Thing]:
        stored = {id: what for id, what in situation.things(rooms).items() if id not in gone and id not in now.things}
        here = {t.id: t for t in now.things.values() if t.kind in LYING and t.parent_id in rooms}
        return {**stored, **here}

    def bearing(source: str) -> Mapping[str, Thing]:
        stored = {id: who for id, who in situation.bearing(source).items() if id not in gone and id not in now.things}
        return {**stored, **laid_elsewhere.bearers(now, source)}

    return replace(situation, ways=ways, sights=sights, rooms=rooms, people=people, things=things, bearing=bearing)
