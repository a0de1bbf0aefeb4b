"""Where rooms stand on a map: as they say themselves, the others beside their neighbours by the directions of the exits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import Final

from rpg_lite.vocabulary import OPPOSITE, Direction
from rpg_lite.world.things import Exit

OFFSET: Final[Mapping[Direction, tuple[int, int]]] = {
    "north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1),
    "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1),
}  # fmt: skip
"""Columns to the right and rows down; the other four directions lead nowhere on a page."""
LEVEL: Final[Mapping[Direction, int]] = {"up": 1, "down": -1}
_STRAIGHT: Final = 3
"""So many places further on in the same direction are tried before any beside it."""

Square = tuple[int, int, int]
"""Column, row and storey."""


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle of whole squares, its corner top left, on one storey."""

    x: int
    y: int
    w: int
    h: int
    level: int = 0

    def squares(self, around: int = 0) -> Iterator[Square]:
        """Its squares and so many around them."""
        rows = range(self.y - around, self.y + self.h + around)
        return ((x, y, self.level) for x in range(self.x - around, self.x + self.w + around) for y in rows)


Neighbours = Mapping[str, Sequence[tuple[Direction, str]]]


def layout(
    rooms: Sequence[str], exits: Iterable[Exit], at: Mapping[str, Place], size: tuple[int, int] = (4, 4), gap: int = 2
) -> dict[str, Place]:
    """Room → its place. Those `at` a place keep it; no other one overlaps anything. The first room is at the origin when none is placed.

    `size`: of rooms without a place; `gap`: squares left free around them. The same rooms and exits give the same map.
    """
    beside = _neighbours(rooms, exits)
    levels = _levels(rooms, beside)
    placed = {room: replace(at[room], level=levels[room]) for room in rooms if room in at}
    taken = {square for place in placed.values() for square in place.squares(gap)}
    for room in (*[r for r in rooms if r in placed], *rooms):
        if room not in placed:
            placed[room] = _apart(placed.values(), size, gap, levels[room])
            taken.update(placed[room].squares(gap))
        _place_around(room, placed, taken, beside, levels, size, gap)
    return placed


def _neighbours(rooms: Sequence[str], exits: Iterable[Exit]) -> Neighbours:
    """From both ends: a way back may be missing, the direction is known all the same."""
    found: dict[str, dict[str, Direction]] = {room: {} for room in rooms}
    several = list(exits)
    for way in several:
        if way.from_room in found and way.to_room in found:
            found[way.from_room].setdefault(way.to_room, way.direction)
    for way in several:
        if way.from_room in found and way.to_room in found:
            found[way.to_room].setdefault(way.from_room, OPPOSITE[way.direction])
    return {room: [(direction, other) for other, direction in ways.items()] for room, ways in found.items()}


def _levels(rooms: Sequence[str], beside: Neighbours) -> dict[str, int]:
    found: dict[str, int] = {}
    for root in rooms:
        found.setdefault(root, 0)
        queue = [root]
        for room in queue:
            for direction, other in beside[room]:
                if other not in found:
                    found[other] = found[room] + LEVEL.get(direction, 0)
                    queue.append(other)
    return found


def _place_around(
    root: str, placed: dict[str, Place], taken: set[Square], beside: Neighbours, levels: Mapping[str, int], size: tuple[int, int], gap: int
) -> None:
    """Everything that hangs together with the root, the nearest first."""
    queue = [root]
    for room in queue:
        for direction, other in beside[room]:
            if other not in placed:
                spots = _spots(placed[room], direction, size, gap, levels[other])
                placed[other] = next(spot for spot in spots if taken.isdisjoint(spot.squares()))
                taken.update(placed[other].squares(gap))
                queue.append(other)


def _spots(base: Place, direction: Direction, size: tuple[int, int], gap: int, level: int) -> Iterator[Place]:
    """The place next to the base, then further on, then ever wider around it."""
    w, h = size
    dx, dy = OFFSET.get(direction, (0, 0))
    x = base.x + (base.w - w) // 2 + dx * ((base.w + w + 1) // 2 + gap)
    y = base.y + (base.h - h) // 2 + dy * ((base.h + h + 1) // 2 + gap)
    for n in range(_STRAIGHT if dx or dy else 1):
        yield Place(x + n * dx * (w + gap), y + n * dy * (h + gap), w, h, level)
    for ring in count(1):
        for i, j in _ring(ring):
            yield Place(x + i * (w + gap), y + j * (h + gap), w, h, level)


@lru_cache(maxsize=64)
def _ring(radius: int) -> list[tuple[int, int]]:
    """The cells of a square ring, those near to the middle of its sides first."""
    span = range(-radius, radius + 1)
    cells = [(i, j) for i in span for j in span if max(abs(i), abs(j)) == radius]
    return sorted(cells, key=lambda c: (abs(c[0]) + abs(c[1]), c[1], -c[0]))


def _apart(placed: Iterable[Place], size: tuple[int, int], gap: int, level: int) -> Place:
    """To the right of all that is there."""
    others = list(placed)
    if not others:
        return Place(0, 0, *size, level)
    return Place(max(p.x + p.w for p in others) + 2 * gap + 1, min(p.y for p in others), *size, level)
