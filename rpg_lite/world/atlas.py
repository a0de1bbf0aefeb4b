"""Routes through the exits, and the surroundings of a room. The search loads neighbours level by level, never a whole map."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Final, Literal

from rpg_lite.world.locks import lock_of
from rpg_lite.world.states import Seen
from rpg_lite.world.world_model import Exit, order_made

Side = Literal["out", "in"]
Ways = Callable[[Collection[str], Side], Sequence[Exit]]
"""A function that returns the exits that lead out of these rooms, or into them."""
Discovered = Callable[[Collection[str]], Mapping[str, Seen]]
"""A function that returns the known rooms among these, each as seen or visited."""

UNKNOWN: Final = "?"
"""The placeholder for the unknown room behind a door that nobody saw open, and for an exit back that may or may not exist."""
MOST_EXPLORED: Final = 50_000
"""The maximum number of rooms that one search visits; visiting that many takes a few seconds."""
_MINUTE: Final = 1 << 32
"""The cost of a minute, if a step costs 1: routes compare by minutes first, then by steps."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """Somebody who looks for a route, with the `keys` at hand (folded names) and the known part of the map; without `discovered`, the whole
    map is known, including hidden exits.

    `opened`: a function that returns those of these closed doors that somebody has seen open; nobody knows where the other doors lead.
    `minds_locks`: whether a locked door stops the traveller, unless the traveller can open the door at once, with a key or because it is
    only bolted.
    """

    keys: frozenset[str] = frozenset()
    discovered: Discovered | None = None
    minds_locks: bool = True
    opened: Callable[[Sequence[Exit]], Collection[str]] | None = None

    def sees(self, exits: Iterable[Exit]) -> list[Exit]:
        """Return the known exits: those that are not hidden and lead out of a visited room. Only visits to both rooms show whether an exit
        leads back.
        """
        if self.discovered is None:
            return list(exits)
        shown = [exit_ for exit_ in exits if not exit_.hidden]
        known = self.discovered({room for exit_ in shown for room in _ends(exit_)})
        there = [exit_ for exit_ in shown if known.get(exit_.from_room) == "visited"]
        open_exits = {exit_.id for exit_ in self._show_beyond(there)}
        there = [exit_ if exit_.id in open_exits else replace(exit_, to_room=UNKNOWN) for exit_ in there]
        return [
            exit_ if exit_.to_room is None or known.get(exit_.to_room) == "visited" else replace(exit_, back=UNKNOWN) for exit_ in there
        ]

    def _show_beyond(self, exits: Sequence[Exit]) -> Sequence[Exit]:
        """Return the exits with a known destination."""
        shut = [exit_ for exit_ in exits if exit_.state != "open"]
        known = self.opened(shut) if self.opened and shut else {exit_.id for exit_ in shut}
        return [exit_ for exit_ in exits if exit_.state == "open" or exit_.id in known]

    def walks(self, exits: Iterable[Exit]) -> list[Exit]:
        """Return the exits that seem passable: both rooms are known, and no lock is in the way."""
        passable = [exit_ for exit_ in exits if exit_.to_room is not None and not self.is_locked_out(exit_)]
        if self.discovered is None:
            return passable
        shown = [exit_ for exit_ in passable if not exit_.hidden]
        known = self.discovered({exit_.from_room for exit_ in shown} | {exit_.to_room for exit_ in shown if exit_.to_room})
        return [
            *self._show_beyond([exit_ for exit_ in shown if exit_.from_room in known and exit_.to_room in known and _was_at(exit_, known)])
        ]

    def is_locked_out(self, exit_: Exit) -> bool:
        return self.minds_locks and is_locked(exit_) and not lock_of(exit_).opens_to(self.keys)


def is_locked(exit_: Exit) -> bool:
    return exit_.state == "locked"


def _ends(exit_: Exit) -> list[str]:
    return [room for room in (exit_.from_room, exit_.to_room) if room is not None]


def _was_at(exit_: Exit, known: Mapping[str, Seen]) -> bool:
    """Whether somebody has stood at the exit, on either side."""
    return known.get(exit_.from_room) == "visited" or (exit_.back is not None and known.get(exit_.to_room or "") == "visited")


# ── the shortest route ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Trip:
    """A route from room to room; it has no steps if both rooms are the same."""

    steps: tuple[Exit, ...]

    @property
    def minutes(self) -> int:
        return sum(exit_.minutes for exit_ in self.steps)


@dataclass(frozen=True, slots=True)
class LockedOut:
    """The first locked door on the only possible route."""

    door: Exit


@dataclass(frozen=True, slots=True)
class SearchLimit:
    """The search stopped after this many rooms, because other callers would have to wait; a route may still exist."""

    rooms: int


def route(start: str, goal: str, ways: Ways, traveller: Traveller, most: int = MOST_EXPLORED) -> Trip | LockedOut | SearchLimit | None:
    """Find the route that takes the fewest minutes, then the fewest steps; if only a lock is in the way, return that lock."""
    found = _search(start, goal, ways, traveller, most)
    if isinstance(found, SearchLimit):
        return found
    if found is not None:
        return Trip(found)
    through = _search(start, goal, ways, replace(traveller, minds_locks=False), most)
    if isinstance(through, SearchLimit):
        return through
    return LockedOut(next(exit_ for exit_ in through if traveller.is_locked_out(exit_))) if through else None


def _search(start: str, goal: str, ways: Ways, traveller: Traveller, most: int) -> tuple[Exit, ...] | SearchLimit | None:
    """Search from both ends at once, always on the smaller side, until no shorter route can exist."""
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
    """One half of a search: the rooms reached from its root so far, the cheapest first."""

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
        """Go on from the rooms that are cheapest to reach; return the rooms to which a cheaper route is now known."""
        least = self.queue[0][0]
        self._ask(least)
        better = []
        while self.queue and self.queue[0][0] == least:
            room = heappop(self.queue)[1]
            for exit_ in self.asked.pop(room, ()):
                there, cost = self._beyond(exit_), least + exit_.minutes * _MINUTE + 1
                if there not in self.cost or cost < self.cost[there]:
                    self.cost[there], self.by[there] = cost, exit_
                    heappush(self.queue, (cost, there))
                    better.append(there)
        return better

    def _ask(self, least: int) -> None:
        """Load the exits of all rooms at the same distance in minutes with one query."""
        minutes = least // _MINUTE
        waiting = {room for cost, room in self.queue if cost // _MINUTE == minutes and cost == self.cost[room] and room not in self.asked}
        if not waiting:
            return
        self.asked |= {room: [] for room in waiting}
        for exit_ in sorted(self.traveller.walks(self.ways(waiting, self.side)), key=order_made):
            self.asked[self._near(exit_)].append(exit_)

    def _near(self, exit_: Exit) -> str:
        return exit_.from_room if self.side == "out" else exit_.to_room or ""

    def _beyond(self, exit_: Exit) -> str:
        return exit_.to_room or "" if self.side == "out" else exit_.from_room

    def steps(self, room: str) -> list[Exit]:
        """The exits between the room and the root, beginning at the room."""
        found = []
        while room != self.root:
            exit_ = self.by[room]
            found.append(exit_)
            room = self._near(exit_)
        return found


# ── the surroundings ──────────────────────────────────────────────────────────────────────────────────────────────────


def reach(start: str, ways: Ways, traveller: Traveller, steps: int, most: int, sides: Sequence[Side] = ("out",)) -> dict[str, int]:
    """Map at most `most` rooms to their distance in steps, nearest first. With both sides, one-way exits are also followed backwards."""
    found = {start: 0}
    level = [start]
    for away in range(1, steps + 1):
        exits = [exit_ for side in sides for exit_ in ways(level, side)]
        beyond = (room for exit_ in sorted(traveller.walks(exits), key=order_made) for room in _ends(exit_))
        level = [room for room in dict.fromkeys(beyond) if room not in found][: most - len(found)]
        found |= dict.fromkeys(level, away)
        if not level:
            break
    return found
