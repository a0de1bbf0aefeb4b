"""The ground of a room as far as its readers know it, for a text and a picture (SRD 5.1 and 5.2, Vision and Light).

Players see the squares that the party has had in sight; of a room that they know only by its door, no square. The game master sees all.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.space import party_sight, standing, zone_places
from rpg_lite.mechanics.space.party_sight import SightLevel
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.features import GroundFeature, places_of
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.ground_rows import SIGNS
from rpg_lite.rules.space.shapes import squares_inside
from rpg_lite.rules.space.squares import Space, Square
from rpg_lite.views import history
from rpg_lite.world import body_paths, placed_traps
from rpg_lite.world.events import Changed, Event
from rpg_lite.world.history_records import Commit, Past
from rpg_lite.world.world_model import Exit, Thing, World

MOST_STOOD: Final = 40
"""The number of the last spaces from which the party remembers what it saw, on a ground that is not wide."""
MOST_LOOKED_AT: Final = 12_000
"""The squares that all these looks together cover at most: each costs some time once."""


@dataclass(frozen=True, slots=True)
class KnownGround:
    """A room with its ground as its readers know it. `levels`: how well they see each square that they know; None where they know all of it."""

    now: Standing
    levels: Mapping[Square, SightLevel] | None = None

    def knows(self, square: Square) -> bool:
        """Whether the readers know what lies on this square."""
        return self.levels is None or square in self.levels

    @property
    def unknown(self) -> list[Square]:
        """The squares that nobody has had in sight."""
        w, h = range(self.now.ground.w), range(self.now.ground.h)
        return [] if self.levels is None else [(x, y) for y in h for x in w if (x, y) not in self.levels]

    def features(self) -> Iterator[tuple[GroundFeature, list[Square], list[tuple[Square, Square]]]]:
        """The features with a sign, each with its squares and edges in sight; what spells raise is drawn as their zones."""
        for feature in drawn(self.now):
            lies = places_of(feature)
            squares = [square for square in lies.squares if self.knows(square)]
            edges = [(a, b) for a, b in lies.edges if self.knows(a) or self.knows(b)]
            if squares or edges:
                yield feature, squares, edges

    def zones(self) -> Iterator[tuple[str, list[Square]]]:
        """The act of each zone, with its squares in sight."""
        for found, area in zone_places.of_room(self.now):
            if squares := [square for square in squares_inside(self.now.ground, area) if self.knows(square)]:
                yield found.zone.act, squares

    def exits(self) -> Iterator[tuple[Exit, Square]]:
        """The exits with their squares in sight."""
        squares = self.now.exits()
        for way in self.now.world.exits_from.get(self.now.room.id, ()):
            if self.knows(squares[way.id]):
                yield way, squares[way.id]


def drawn(now: Standing) -> list[GroundFeature]:
    """The features with a sign, and the trap of the room on its squares; what spells raise is drawn as their zones."""
    return [*(feature for feature in now.ground.features if feature.word in SIGNS), *trap_on_squares(now)]


def trap_on_squares(now: Standing) -> list[GroundFeature]:
    """The trap of the room as a feature, if it waits on squares; in the world that players see, only one that is found."""
    trap = placed_traps.trap_of(now.world, now.room)
    is_drawn = trap is not None and trap.squares and trap.state.is_at_work
    return [GroundFeature("trap", trap.state.at, trap.state.name)] if trap is not None and is_drawn else []


def unfound(now: Standing) -> set[GroundFeature]:
    """The features of which the game master alone knows: hidden ones, and the trap of the room until the party finds it."""
    trap = placed_traps.trap_of(now.world, now.room)
    traps = trap_on_squares(now) if trap is not None and not trap.state.is_found else []
    return {*(kept.feature for kept in now.room.room.ground.features.values() if kept.is_hidden), *traps}


def of_room(world: World, room: Thing, book: Rulebook, past: Past | None) -> KnownGround:
    """The ground of a room. `past`: the commits of late for players, and `world` is as they see it; None for the game master, who knows all."""
    now = standing.standing_in(world, room, book)
    return KnownGround(now) if past is None else of_players(now, past)


def of_players(now: Standing, past: Past) -> KnownGround:
    """The ground as players know it. `now`: the room as they see it; `past`: the commits of late, newest first. Where nobody of the party has a
    square, they know all of a room in which they have been, and nothing of any other.
    """
    party = [one for one in party_of(now.world) if one.id in now.spaces]
    if party:
        stood = spaces_stood(history.standing(past.commits), now.room.id, now.ground, {one.id for one in party})
        return KnownGround(now, party_sight.levels(now, party, stood))
    is_there = any(one.parent_id == now.room.id for one in party_of(now.world))
    return KnownGround(now, None if is_there or now.room.room.seen == "visited" else {})


def spaces_stood(newest_first: Iterable[Commit], room: str, ground: Ground, party: Collection[str]) -> list[Space]:
    """The spaces of one square in which members of the party have come to stand in a room, the latest first, as far back as its ground has been what
    it is now. A change that players do not know of is none.
    """
    found, most = dict[Space, None](), max(1, min(MOST_STOOD, MOST_LOOKED_AT // (ground.w * ground.h)))
    for commit in newest_first:
        for event in reversed(commit.events):
            if len(found) >= most or _changes_ground(event, room):
                return [*found]
            found.update(dict.fromkeys(_spaces(event, room, party)))
    return [*found]


def _changes_ground(event: Event, room: str) -> bool:
    if not isinstance(event, Changed) or event.id != room or not str(event.path).startswith(str(body_paths.GROUND)):
        return False
    return not all(_is_hidden(said) for said in (event.was, event.now) if said is not None)


def _is_hidden(said: Any) -> bool:
    return isinstance(said, Mapping) and bool(said.get("hidden"))


def _spaces(event: Event, room: str, party: Collection[str]) -> Iterator[Space]:
    if isinstance(event, Changed) and event.id in party and event.path == body_paths.SPOT:
        for spot in (event.now, event.was):
            if spot and spot["room"] == room:
                yield Space(spot["x"], spot["y"], 1, spot.get("z", 0))
