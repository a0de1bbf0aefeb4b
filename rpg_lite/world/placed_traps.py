"""The traps of rooms, exits and things. A room keeps its own trap and the traps of its exits, which guard both sides of a door."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rpg_lite.rules.space.squares import Square, read_squares
from rpg_lite.world.states import TrapState
from rpg_lite.world.world_model import Exit, Thing, World

HERE: Final = "here"
"""The key of the trap of a room or of a thing itself."""
Place = Exit | Thing


@dataclass(frozen=True, slots=True)
class SetTrap:
    """A trap, the thing whose body keeps it, and its key there. `label`: the label of the exit that it guards; None for a room or a thing."""

    holder: str
    key: str
    state: TrapState
    label: str | None = None
    has_turns: bool = False
    """Whether it can take turns in a fight: only the trap of a room can, because a fight knows its rooms."""

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares of the room that set it off where places count; none for the whole place."""
        return _squares(self.state.at) if self.has_turns and self.state.at else ()


@lru_cache(maxsize=256)
def _squares(at: str) -> tuple[Square, ...]:
    return read_squares(at) or ()


def key_of(place: Place) -> str:
    return place.id.replace(".", "_") if isinstance(place, Exit) else HERE


def trap_of(world: World, place: Place) -> SetTrap | None:
    """The trap of a room, a thing, or an exit from either side."""
    if isinstance(place, Thing):
        found = place.state.traps.get(HERE)
        return SetTrap(place.id, HERE, found, has_turns=place.kind == "room") if found else None
    for side in filter(None, (place, world.exits.get(place.back or ""))):
        room = world.things.get(side.from_room)
        if room is not None and (found := room.state.traps.get(key_of(side))):
            return SetTrap(room.id, key_of(side), found, place.label)
    return None


def traps_in(world: World, room: Thing) -> Iterator[SetTrap]:
    """The traps of the room, of its exits, and of the things that lie in it; hidden exits and things and everything inside a bag are left
    out.
    """
    exits = (way for way in world.exits_from.get(room.id, ()) if not way.hidden)
    lying = (thing for thing in world.bag_of(room.id) if thing.kind == "item" and not thing.state.is_hidden)
    places: tuple[Place, ...] = (room, *exits, *lying)
    yield from filter(None, (trap_of(world, place) for place in places))
