"""The corridors of a map of cells: find the cells that belong together, and the distance between two of them."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

Place = tuple[int, int]
"""(row, column)"""
STEPS: Final[Mapping[str, Place]] = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def corridors(cells: Sequence[Sequence[int]], corridor: int, room: int) -> dict[Place, int]:
    """Each cell of a corridor → the number of its corridor, counted from 1 in reading order; a cell of a room is in none."""
    free = {(r, c) for r, row in enumerate(cells) for c, cell in enumerate(row) if cell & corridor and not cell & room}
    found: dict[Place, int] = {}
    count = 0
    for place in sorted(free):
        if place in found:
            continue
        count += 1
        found[place] = count
        waiting = deque([place])
        while waiting:
            for near in _beside(waiting.popleft()):
                if near in free and near not in found:
                    found[near] = count
                    waiting.append(near)
    return found


def steps_between(a: Place, b: Place, of: Mapping[Place, int]) -> int:
    """The number of steps from one cell to another of the same corridor."""
    far, waiting = {a: 0}, deque([a])
    while waiting:
        place = waiting.popleft()
        if place == b:
            return far[place]
        for near in _beside(place):
            if of.get(near) == of[a] and near not in far:
                far[near] = far[place] + 1
                waiting.append(near)
    raise ValueError(f"{b} is not in the corridor of {a}")


def _beside(place: Place) -> list[Place]:
    return [(place[0] + r, place[1] + c) for r, c in STEPS.values()]
