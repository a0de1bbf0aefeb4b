"""Find the loops of a map: ways that lead back to a room without turning round."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from rpg_lite.world.world_model import Exit


def loops(start: str, exits: Iterable[Exit], reachable: AbstractSet[str]) -> Iterator[tuple[str, ...]]:
    """For each exit that closes a loop, yield the rooms of that loop along the shortest paths from the start; all other loops are
    combinations of these.
    """
    pairs = dict.fromkeys(
        (min(w.from_room, w.to_room), max(w.from_room, w.to_room))
        for w in exits
        if w.to_room is not None and w.from_room in reachable and w.from_room != w.to_room
    )
    near: dict[str, list[str]] = {}
    for a, b in pairs:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    parent: dict[str, str | None] = {start: None}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for room in near.get(at, ()):
            if room not in parent:
                parent[room] = at
                waiting.append(room)
    for a, b in pairs:
        if parent[a] != b and parent[b] != a:
            yield tuple(_circle(a, b, parent))


def _circle(a: str, b: str, parent: Mapping[str, str | None]) -> list[str]:
    """Join the paths from both ends up to the room where they meet."""
    up_a, up_b = _path_up(a, parent), _path_up(b, parent)
    shared = set(up_b)
    meets = next(id for id in up_a if id in shared)
    return [*up_a[: up_a.index(meets) + 1], *reversed(up_b[: up_b.index(meets)])]


def _path_up(at: str | None, parent: Mapping[str, str | None]) -> list[str]:
    path: list[str] = []
    while at is not None:
        path.append(at)
        at = parent[at]
    return path
