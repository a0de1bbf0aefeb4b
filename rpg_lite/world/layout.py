"""Places of rooms on a map: each room's own place, or else a place next to a neighbour in the direction of the exit between them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rpg_lite.vocabulary import OPPOSITE, Direction
from rpg_lite.world.world_model import Exit

OFFSET: Final[Mapping[Direction, tuple[int, int]]] = {
    "north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1),
    "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1),
}  # fmt: skip
"""The step of each direction in columns to the right and rows down; the other four directions lead nowhere on a page."""
LEVEL: Final[Mapping[Direction, int]] = {"up": 1, "down": -1}
_STRAIGHT: Final = 3
"""The number of places to try farther on in the same direction, before any place next to them."""
_WIDEST: Final = 40
"""The number of rings to search around a room before its neighbour gets a separate place: a hall may be as wide as a town."""
_LARGE: Final = 1000
"""The size in squares above which places are compared by their edges, one by one."""

Square = tuple[int, int, int]
"""Column, row and storey."""


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle of whole squares on one storey, given by its top left corner."""

    x: int
    y: int
    w: int
    h: int
    level: int = 0

    def squares(self) -> Iterator[Square]:
        rows = range(self.y, self.y + self.h)
        return ((x, y, self.level) for x in range(self.x, self.x + self.w) for y in rows)

    def wider(self, around: int) -> "Place":
        return Place(self.x - around, self.y - around, self.w + 2 * around, self.h + 2 * around, self.level)

    def overlaps(self, other: "Place") -> bool:
        return (
            self.level == other.level
            and self.x < other.x + other.w
            and other.x < self.x + self.w
            and self.y < other.y + other.h
            and other.y < self.y + self.h
        )


class _Taken:
    """Occupied places, each with its gap: small ones as a set of squares, which is quick to compare, large ones by their edges."""

    def __init__(self, gap: int) -> None:
        self._gap = gap
        self._squares: set[Square] = set()
        self._large: list[Place] = []

    def add(self, place: Place) -> None:
        wide = place.wider(self._gap)
        if wide.w * wide.h > _LARGE:
            self._large.append(wide)
        else:
            self._squares.update(wide.squares())

    def is_free(self, spot: Place) -> bool:
        return self._squares.isdisjoint(spot.squares()) and not any(map(spot.overlaps, self._large))


Neighbours = Mapping[str, Sequence[tuple[Direction, str]]]


def layout(
    rooms: Sequence[str], exits: Iterable[Exit], at: Mapping[str, Place], size: tuple[int, int] = (4, 4), gap: int = 2
) -> dict[str, Place]:
    """Map each room to its place. Rooms in `at` keep their places; no other room overlaps any room. If `at` is empty, the first room is at
    the origin.

    `size`: the size of rooms without a place; `gap`: free squares around them. The same rooms and exits give the same map.
    """
    beside = _neighbours(rooms, exits)
    levels = _levels(rooms, beside)
    placed = {room: replace(at[room], level=levels[room]) for room in rooms if room in at}
    taken = _Taken(gap)
    for place in placed.values():
        taken.add(place)
    for room in (*[r for r in rooms if r in placed], *rooms):
        if room not in placed:
            placed[room] = _apart(placed.values(), size, gap, levels[room])
            taken.add(placed[room])
        _place_around(room, placed, taken, beside, levels, size, gap)
    return placed


def _neighbours(rooms: Sequence[str], exits: Iterable[Exit]) -> Neighbours:
    """Find neighbours from both ends of each exit: an exit back may be missing, but its direction is known."""
    found: dict[str, dict[str, Direction]] = {room: {} for room in rooms}
    several = list(exits)
    for exit_ in several:
        if exit_.from_room in found and exit_.to_room in found:
            found[exit_.from_room].setdefault(exit_.to_room, exit_.direction)
    for exit_ in several:
        if exit_.from_room in found and exit_.to_room in found:
            found[exit_.to_room].setdefault(exit_.from_room, OPPOSITE[exit_.direction])
    return {room: [(direction, other) for other, direction in sides.items()] for room, sides in found.items()}


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
    root: str, placed: dict[str, Place], taken: _Taken, beside: Neighbours, levels: Mapping[str, int], size: tuple[int, int], gap: int
) -> None:
    """Place all rooms that are connected to the root, the nearest first."""
    queue = [root]
    for room in queue:
        for direction, other in beside[room]:
            if other not in placed:
                spots = _spots(placed[room], direction, size, gap, levels[other])
                free = next(filter(taken.is_free, spots), None)
                placed[other] = free or _apart(placed.values(), size, gap, levels[other])
                taken.add(placed[other])
                queue.append(other)


def _spots(base: Place, direction: Direction, size: tuple[int, int], gap: int, level: int) -> Iterator[Place]:
    """Yield the place next to the base, then farther on, then in ever wider rings around it."""
    w, h = size
    dx, dy = OFFSET.get(direction, (0, 0))
    x = base.x + (base.w - w) // 2 + dx * ((base.w + w + 1) // 2 + gap)
    y = base.y + (base.h - h) // 2 + dy * ((base.h + h + 1) // 2 + gap)
    for n in range(_STRAIGHT if dx or dy else 1):
        yield Place(x + n * dx * (w + gap), y + n * dy * (h + gap), w, h, level)
    for ring in range(1, _WIDEST + 1):
        for i, j in _ring(ring):
            yield Place(x + i * (w + gap), y + j * (h + gap), w, h, level)


@lru_cache(maxsize=64)
def _ring(radius: int) -> list[tuple[int, int]]:
    """The cells of a square ring, beginning with those near the middle of its sides."""
    span = range(-radius, radius + 1)
    cells = [(i, j) for i in span for j in span if max(abs(i), abs(j)) == radius]
    return sorted(cells, key=lambda c: (abs(c[0]) + abs(c[1]), c[1], -c[0]))


def _apart(placed: Collection[Place], size: tuple[int, int], gap: int, level: int) -> Place:
    """A place to the right of everything placed so far."""
    if not placed:
        return Place(0, 0, *size, level)
    return Place(max(p.x + p.w for p in placed) + 2 * gap + 1, min(p.y for p in placed), *size, level)
