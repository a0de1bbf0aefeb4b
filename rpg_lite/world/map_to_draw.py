"""A map before it is drawn: the rooms to show, the known exits, and the people in each room."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rpg_lite.vocabulary import RoomLight
from rpg_lite.world.world_model import Exit, Thing


@dataclass(frozen=True, slots=True)
class Chart:
    """`rooms`: the rooms to draw, the nearest to `here` first. `exits`: all their known exits. `names`: the names of the known rooms behind
    these exits that are not drawn. `visited`: rooms where somebody has been; the other rooms are known by sight. `whole`: the game master's
    map, without fog. `light`: the light of each room, if it is known; players know only the light of rooms with a member of the party.
    `undiscovered`: the number of nearby rooms left out because the party does not know them; only the game master learns it.
    """

    here: str
    rooms: tuple[Thing, ...]
    exits: tuple[Exit, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, tuple[Thing, ...]] = field(default_factory=dict)
    visited: frozenset[str] = frozenset()
    light: Mapping[str, RoomLight] = field(default_factory=dict)
    whole: bool = False
    undiscovered: int = 0

    def exits_of(self, room: str) -> list[Exit]:
        return [exit_ for exit_ in self.exits if exit_.from_room == room]
