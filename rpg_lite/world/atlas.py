"""Ways through the exits: the shortest one, and what lies around. Neighbours are asked for level by level; no map is ever loaded whole."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Final, Literal

from rpg_lite.world.locks import lock_of
from rpg_lite.world.states import Seen
from rpg_lite.world.things import Exit, made

Side = Literal["out", "in"]
Ways = Callable[[Collection[str], Side], Sequence[Exit]]
"""The exits that lead out of these rooms, or into them."""
Discovered = Callable[[Collection[str]], Mapping[str, Seen]]
"""Which of these rooms are known, and how well."""

UNKNOWN: Final = "?"
"""Stands for the room behind a door that nobody saw open, and for a way back of which nobody knows whether it is there."""
MOST_EXPLORED: Final = 50_000
"""Rooms that one search looks at: a few seconds' work at most."""
_MINUTE: Final = 1 << 32
"""What a minute costs when a step costs 1: least minutes first, then fewest steps."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """Who looks for a way: `keys` carried (folded names), and what is known; without `discovered` the whole map, hidden ways too.

    `opened`: of these closed doors those that were open before somebody's eyes; of the others nobody knows where they lead.
    `minds_locks`: whether a locked door is in the way that one cannot unlock at once: without its key, and no bolt.
    """

    keys: frozenset[str] = frozenset()
    discovered: Discovered | None = None
    minds_locks: bool = True
    opened: Callable[[Sequence[Exit]], Collection[str]] | None = None

    def sees(self, exits: Iterable[Exit]) -> list[Exit]:
        """Those that are known: not hidden, and out of a room where somebody was. Whether one leads back shows in both of its rooms."""
        if self.discovered is None:
            return list(exits)
        shown = [way for way in exits if not way.hidden]
        known = self.discovered({room for way in shown for room in _ends(way)})
        there = [way for way in shown if known.get(way.from_room) == "visited"]
        open_ways = {way.id for way in self._show_beyond(there)}
        there = [way if way.id in open_ways else replace(way, to_room=UNKNOWN) for way in there]
        return [way if way.to_room is None or known.get(way.to_room) == "visited" else replace(way, back=UNKNOWN) for way in there]

    def _show_beyond(self, exits: Sequence[Exit]) -> Sequence[Exit]:
        """Those of which it is known where they lead."""
        shut = [way for way in exits if way.state != "open"]
        known = self.opened(shut) if self.opened and shut else {way.id for way in shut}
        return [way for way in exits if way.state == "open" or way.id in known]

    def walks(self, exits: Iterable[Exit]) -> list[Exit]:
        """Those that can be taken as far as is known: both rooms are, and no lock is in the way."""
        passable = [way for way in exits if way.to_room is not None and not self.is_locked_out(way)]
        if self.discovered is None:
            return passable
        shown = [way for way in passable if not way.hidden]
        known = self.discovered({way.from_room for way in shown} | {way.to_room for way in shown if way.to_room})
        return [*self._show_beyond([way for way in shown if way.from_room in known and way.to_room in known and _was_at(way, known)])]

    def is_locked_out(self, way: Exit) -> bool:
        return self.minds_locks and is_locked(way) and not lock_of(way).opens_to(self.keys)


def is_locked(way: Exit) -> bool:
    return way.state == "locked"


def _ends(way: Exit) -> list[str]:
    return [room for room in (way.from_room, way.to_room) if room is not None]


def _was_at(way: Exit, known: Mapping[str, Seen]) -> bool:
    """Somebody stood before it, on this side or on the other."""
    return known.get(way.from_room) == "visited" or (way.back is not None and known.get(way.to_room or "") == "visited")


# ── the shortest way ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Trip:
    """A way from room to room; none is needed to where one stands."""

    steps: tuple[Exit, ...]

    @property
    def minutes(self) -> int:
        return sum(way.minutes for way in self.steps)


@dataclass(frozen=True, slots=True)
class LockedOut:
    """The first locked door on the way that there would be."""

    door: Exit


@dataclass(frozen=True, slots=True)
class SearchLimit:
    """So many rooms were looked at, and there may be a way yet: who asks waits, and so do all others."""

    rooms: int


def route(start: str, goal: str, ways: Ways, traveller: Traveller, most: int = MOST_EXPLORED) -> Trip | LockedOut | SearchLimit | None:
    """The way of least minutes, of those the one with the fewest steps; else the lock that is in the way, if it is a lock."""
    found = _search(start, goal, ways, traveller, most)
    if isinstance(found, SearchLimit):
        return found
    if found is not None:
        return Trip(found)
    through = _search(start, goal, ways, replace(traveller, minds_locks=False), most)
    if isinstance(through, SearchLimit):
        return through
    return LockedOut(next(way for way in through if traveller.is_locked_out(way))) if through else None


def _search(start: str, goal: str, ways: Ways, traveller: Traveller, most: int) -> tuple[Exit, ...] | SearchLimit | None:
    """From both ends at once, always on the side that has less to ask, until no shorter way can be left."""
    out, back = _Half(start, "out", ways, traveller), _Half(goal, "in", ways, traveller)
    least, meeting = (0, start) if start == goal else (None, "")
    while out.queue and back.queue and (least is None or out.queue[0][0] + back.queue[0][0] < least):
        if len(out.cost) + len(back.cost) > most:
            return SearchLimit(most)
        half, other = (out, back) if len(out.queue) <= len(back.queue) else (back, out)
        for room in half.advance():
            if room in other.cost and (least is None or half.cost[room] + other.cost[room] < least):
                least, meeting = half.cost[room] + other.cost[room], room
    if least is None:
        return None
    return (*reversed(out.steps(meeting)), *back.steps(meeting))


@dataclass(slots=True)
class _Half:
    """One half of a search: the rooms reached so far from its root, the cheapest first."""

    root: str
    side: Side
    ways: Ways
    traveller: Traveller
    cost: dict[str, int] = field(default_factory=dict)
    queue: list[tuple[int, str]] = field(default_factory=list)
    by: dict[str, Exit] = field(default_factory=dict)
    asked: dict[str, list[Exit]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cost[self.root] = 0
        self.queue.append((0, self.root))

    def advance(self) -> list[str]:
        """Goes on from the rooms that are cheapest to reach; the rooms to which it found a cheaper way."""
        least = self.queue[0][0]
        self._ask(least)
        better = []
        while self.queue and self.queue[0][0] == least:
            room = heappop(self.queue)[1]
            for way in self.asked.pop(room, ()):
                there, cost = self._beyond(way), least + way.minutes * _MINUTE + 1
                if there not in self.cost or cost < self.cost[there]:
                    self.cost[there], self.by[there] = cost, way
                    heappush(self.queue, (cost, there))
                    better.append(there)
        return better

    def _ask(self, least: int) -> None:
        """The exits of all rooms that are as many minutes away, in one question."""
        minutes = least // _MINUTE
        waiting = {room for cost, room in self.queue if cost // _MINUTE == minutes and cost == self.cost[room] and room not in self.asked}
        if not waiting:
            return
        self.asked |= {room: [] for room in waiting}
        for way in sorted(self.traveller.walks(self.ways(waiting, self.side)), key=made):
            self.asked[self._near(way)].append(way)

    def _near(self, way: Exit) -> str:
        return way.from_room if self.side == "out" else way.to_room or ""

    def _beyond(self, way: Exit) -> str:
        return way.to_room or "" if self.side == "out" else way.from_room

    def steps(self, room: str) -> list[Exit]:
        """The exits between the room and the root, the room's first."""
        found = []
        while room != self.root:
            way = self.by[room]
            found.append(way)
            room = self._near(way)
        return found


# ── what lies around ────────────────────────────────────────────────────────────────────────────────────────────────


def reach(start: str, ways: Ways, traveller: Traveller, steps: int, most: int, sides: Sequence[Side] = ("out",)) -> dict[str, int]:
    """Room → how many steps away it is, the nearest first, no more than `most`. With both sides one-way exits count from their end too."""
    found = {start: 0}
    level = [start]
    for away in range(1, steps + 1):
        exits = [way for side in sides for way in ways(level, side)]
        beyond = (room for way in sorted(traveller.walks(exits), key=made) for room in _ends(way))
        level = [room for room in dict.fromkeys(beyond) if room not in found][: most - len(found)]
        found |= dict.fromkeys(level, away)
        if not level:
            break
    return found
