"""A map before it is drawn: the rooms to show, the exits that are known, and who is where."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rpg_lite.world.things import Exit, Thing


@dataclass(frozen=True, slots=True)
class Chart:
    """`rooms`: those to draw, the nearest to `here` first. `exits`: all that are known out of them. `names`: of known rooms that are
    not drawn, to which they lead. `visited`: where somebody was; the others are known by sight. `whole`: the game master's, without fog.
    `undiscovered`: how many rooms around are left out because the party does not know them; the game master's to hear.
    """

    here: str
    rooms: tuple[Thing, ...]
    exits: tuple[Exit, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, tuple[Thing, ...]] = field(default_factory=dict)
    visited: frozenset[str] = frozenset()
    whole: bool = False
    undiscovered: int = 0

    def exits_of(self, room: str) -> list[Exit]:
        return [way for way in self.exits if way.from_room == room]
