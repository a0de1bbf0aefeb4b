"""The current fight: its members, the turn, and its room."""

from collections.abc import Sequence

from rpg_lite.world import clock, thing_stats
from rpg_lite.world.fight_states import Fighter
from rpg_lite.world.world_model import World


def order(world: World) -> list[Fighter]:
    """The fighters in the order of their turns: the dead, and creatures that have left the fight or the game, have no turns."""
    on = clock.fight(world)
    return [e for e in on.members if e.id in world.things and not thing_stats.is_dead(world.things[e.id])] if on else []


def acting(world: World) -> str | None:
    """The id of the creature whose turn it is; None outside a fight."""
    on = clock.fight(world)
    return on.whose.id if on else None


def is_in(world: World, id: str) -> bool:
    on = clock.fight(world)
    return on is not None and any(e.id == id for e in on.members)


def is_fought_in(world: World, room: str) -> bool:
    return any((at := world.room_of(e.id)) is not None and at.id == room for e in order(world))


def is_set_up(world: World) -> bool:
    """Whether the fight has begun and nobody has done anything in it yet, so that the game master still says who begins where."""
    on = clock.fight(world)
    return on is not None and (on.round, on.moment) == (1, 0) and all(done.cost == "free" for done in on.acts)


def is_beside(world: World, id: str) -> bool:
    """Whether the creature fights, or stands in the room of the fight, so that its deeds fall into somebody's turn."""
    room = world.room_of(id) if id in world.things else None
    return is_in(world, id) or (room is not None and room.id == room_id(world))


def room_id(world: World) -> str | None:
    """The room where the fight began; if that is not stored, the room of the first fighter in the slice."""
    on = clock.fight(world)
    if on is None:
        return None
    if on.room:
        return on.room
    rooms: Sequence[str] = [room.id for e in on.order if e.id in world.things and (room := world.room_of(e.id))]
    return next(iter(rooms), None)
