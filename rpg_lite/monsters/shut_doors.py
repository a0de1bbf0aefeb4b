"""The doors inside a room that part a creature which nobody plays from its foes: it goes to one that it can open, opens it with its free hand, and goes on
(SRD 5.1, Other Activity on Your Turn; SRD 5.2, Interacting with Things). Apart because other walks end at a foe.

A creature opens doors if its Intelligence is 4 or more and it is no beast, no ooze and no swarm. The texts do not say who can; the smarter constructs,
undead and monstrosities of the rulebook have hands or served those who have.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.mechanics.creature import creature_type_of
from rpg_lite.mechanics.places.ground_doors import DOOR, DoorInside
from rpg_lite.mechanics.space import standing
from rpg_lite.monsters.way import OPEN, Deed
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space import paths
from rpg_lite.rules.space.ground import Ground, ground_of
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square, square_name
from rpg_lite.rules.space.steps import Mover
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

LEAST_INTELLIGENCE: Final = 4
HANDLESS: Final = frozenset(("beast", "ooze", "swarm"))


@dataclass(frozen=True, slots=True)
class ShutWay:
    """The state of a creature that no way leads to any foe while the doors are shut. `door`: the first door that it can open on a way to the nearest foe;
    None if a locked one is in the way, or it opens none; `at`: the square of the door that is nearest on the way; `feet`: how far off it is.
    """

    door: DoorInside | None
    at: Square = (0, 0)
    feet: int = 0

    def walks(self, who: Thing) -> list[Deed]:
        """The walks to the door; none where it has to wait."""
        if self.door is None:
            return []
        return [{"characterId": who.id, "operation": "move", "to": f"{word} {square_name(self.at)}"} for word in ("next to", "toward")]

    def opening(self, who: Thing) -> list[Deed]:
        """The call that opens the door from where the creature stands; none where its hand does not reach."""
        if self.door is None or self.feet > SQUARE_FEET:
            return []
        return [{"characterId": who.id, "operation": OPEN, "direction": self.door.kept.at}]


def before(world: World, who: Thing, foes: Sequence[Thing], book: Rulebook) -> ShutWay | None:
    """The shut way of a creature to all its foes; None where a way leads to one of them, or no door is what keeps it off."""
    room = world.room_of(who.id)
    doors = [*_shut_doors(room)] if room is not None else []
    if room is None or not doors or not foes:
        return None
    now = standing.for_walker(standing.standing_in(world, room, book, sees_hidden=False), who)
    there = [now.spaces[foe.id] for foe in foes if foe.id in now.spaces]
    if who.id not in now.spaces:
        return None
    # Whoever is wider squeezes through, or fights through the gap.
    walker = Mover(Space(now.spaces[who.id].x, now.spaces[who.id].y, 1, now.spaces[who.id].z), "medium", book.ruleset, diagonals=book.policy.diagonals)
    near = paths.reachable(now.ground, walker)
    if any(_leads(near, space) for space in there) or not any(_leads(paths.reachable(_opened(now.ground, doors), walker), space) for space in there):
        return None
    unlocked = [door for door in doors if door.kept.door != "locked"] if _opens(world, who, book) else []
    beyond = paths.reachable(_opened(now.ground, unlocked), walker)
    goal = next((space for space in there if _leads(beyond, space)), None)
    way = beyond.walk_to(next(square for square in goal.squares if beyond.feet_to(square) is not None)) if goal is not None else None
    if way is None:
        return ShutWay(None)
    last = next(n for n, space in enumerate(way.spaces) if near.feet_to((space.x, space.y)) is None)  # the first step through a door
    here = way.spaces[last - 1] if last else now.spaces[who.id]
    door = min(unlocked, key=lambda one: (_feet(one, way.spaces[last], book), _feet(one, here, book)))
    at = min(door.spaces, key=lambda space: distance(space, here, book.policy.diagonals))
    return ShutWay(door, (at.x, at.y), _feet(door, now.spaces[who.id], book))


def _shut_doors(room: Thing) -> Iterator[DoorInside]:
    for leaf, kept in room.room.ground.features.items():
        if kept.word == DOOR and kept.door != "open" and not kept.is_hidden:
            yield DoorInside(room, leaf, kept)


def _opened(ground: Ground, doors: Iterable[DoorInside]) -> Ground:
    """The ground as it would be if these doors were open."""
    shut = {door.kept.at for door in doors}
    rest = [feature for feature in ground.features if feature.word != DOOR or feature.at not in shut]
    return ground_of(ground.w, ground.h, rest, most=len(rest))


def _leads(near: paths.Reached, space: Space) -> bool:
    return any(near.feet_to(square) is not None for square in space.squares)


def _feet(door: DoorInside, space: Space, book: Rulebook) -> int:
    return min(distance(space, each, book.policy.diagonals) for each in door.spaces)


def _opens(world: World, who: Thing, book: Rulebook) -> bool:
    """Whether the creature can open a door."""
    able = thing_stats.stats_of(world, who, book).can_act and thing_stats.sheet(who, book).abilities["int"] >= LEAST_INTELLIGENCE
    return able and HANDLESS.isdisjoint(creature_type_of.types_of(who, book))
