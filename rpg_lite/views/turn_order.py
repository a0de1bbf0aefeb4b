"""The current fight as the caller sees it: the round, the order and the turn."""

from collections.abc import Sequence
from typing import Any

from rpg_lite.world import clock, combat, placed_traps
from rpg_lite.world.fight_states import Fighter
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]

SOMEBODY = "somebody out of sight"


def text(world: World, room: Thing | None = None) -> str:
    """One line about the fight; empty if the caller sees none of the fighters, or the fight is not in `room`."""
    shown = _visible_fighters(world, room)
    if not shown:
        return ""
    order = ", ".join([*(f"{world.things[e.id].name} {e.initiative}" for e in shown), *_acting_traps(world, shown)])
    turn = f"It is the turn of {SOMEBODY}" if whose(world) == SOMEBODY else f"{whose(world)}'s turn"
    return f"Fight, round {_round(world)}: {order}. {turn}."


def whose(world: World) -> str:
    """The name of the creature whose turn it is."""
    acting = world.things.get(combat.acting(world) or "")
    return acting.name if acting else SOMEBODY


def as_data(world: World, room: Thing | None = None) -> Json | None:
    shown, acting = _visible_fighters(world, room), combat.acting(world)
    if not shown:
        return None
    order = [{**e.document, "name": world.things[e.id].name, "acts": e.id == acting} for e in shown]
    return {"round": _round(world), "turn": whose(world), "order": order}


def _round(world: World) -> int:
    on = clock.fight(world)
    return on.round if on else 0


def _acting_traps(world: World, fighters: Sequence[Fighter]) -> list[str]:
    """The traps that act in the rooms of these fighters; everybody who has seen a trap act knows it."""
    rooms = {room.id: room for e in fighters if (room := world.room_of(e.id))}
    known = (placed_traps.trap_of(world, room) for room in rooms.values())
    return [f"{t.state.name} {t.state.initiative} (trap)" for t in known if t and t.state.condition == "acting" and t.state.is_found]


def _visible_fighters(world: World, room: Thing | None) -> list[Fighter]:
    """The visible fighters in order; empty if none of them is in the room."""
    order = combat.order(world)
    return order if room is None or any(world.room_of(e.id) == room for e in order) else []
