"""Moves in a straight line: creatures that are pushed or pulled, and jumps (SRD 5.1 and 5.2, Jumping)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.measure import STEPS, distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square
from rpg_lite.rules.space.steps import NO_LIMITS, Mover, Occupant, StepRules, WalkLimits, may_end

StopReason = Literal["", "solid", "occupied", "fell", "no_way"]
"""The reason why a forced move ended before its feet were used up: something solid, a creature, a pit; no square is farther, or nearer, on the line."""


@dataclass(frozen=True, slots=True)
class ForcedMove:
    """The way of a push or pull: the space after each square, and why it ended early, empty if it did not."""

    spaces: tuple[Space, ...]
    stopped: StopReason = ""


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump: its length in feet, which is also what it costs, and whether it lands on difficult ground (DC 10 Acrobatics or prone)."""

    spaces: tuple[Space, ...]
    feet: int
    lands_roughly: bool


_FARTHER: Final = 1
_NEARER: Final = -1


def pushed(ground: Ground, mover: Mover, source: Space, feet: int, others: Sequence[Occupant] = ()) -> ForcedMove:
    """A push straight away from a source, square by square: each time to the neighbour that is 5 ft farther from it and nearest to the line
    through both middles, of equal ones the first clockwise from north. It ends before what is solid or occupied, and in a pit.
    """
    return _forced(ground, mover, source, feet, others, _FARTHER)


def pulled(ground: Ground, mover: Mover, source: Space, feet: int, others: Sequence[Occupant] = ()) -> ForcedMove:
    """A pull straight to a source, by the same rule with the neighbour that is 5 ft nearer; it ends beside the source."""
    return _forced(ground, mover, source, feet, others, _NEARER)


def find_jump(ground: Ground, mover: Mover, to: Square, others: Sequence[Occupant] = (), limits: WalkLimits = NO_LIMITS) -> Jump | None:
    """A jump to the place whose north-west square is `to`, over pits and what lies low; None where something solid or a creature that one may
    not pass is in the way, or where nobody may end.
    """
    landing = replace(mover.space, x=to[0], y=to[1])
    rules = StepRules(ground, replace(mover, mode="fly"), others, limits)  # over pits, and from ledges
    if not ground.holds(landing) or landing == mover.space or not may_end(mover, landing, others):
        return None
    east, south = to[0] - mover.space.x, to[1] - mover.space.y
    long = max(abs(east), abs(south))
    way = [(mover.space.x + _part(east, n, long), mover.space.y + _part(south, n, long)) for n in range(long + 1)]
    for here, there in pairwise(way):
        if not rules.may_step(ground.index(*here), STEPS.index((there[0] - here[0], there[1] - here[1]))):
            return None
    spaces = tuple(replace(mover.space, x=x, y=y) for x, y in way[1:])
    feet = distance(replace(mover.space, n=1), replace(landing, n=1), mover.diagonals)
    return Jump(spaces, feet, any(rules.more[ground.index(*square)] for square in landing.squares))


def _forced(ground: Ground, mover: Mover, source: Space, feet: int, others: Sequence[Occupant], sign: int) -> ForcedMove:
    rules = StepRules(ground, replace(mover, mode="fly"), ())
    here, spaces = mover.space, list[Space]()
    line = (mover.space.middle[0] - source.middle[0], mover.space.middle[1] - source.middle[1])
    for _ in range(feet // SQUARE_FEET):
        n = _straightest(here, source, line, sign)
        if n is None:
            return ForcedMove(tuple(spaces), "no_way")
        next_one = replace(here, x=here.x + STEPS[n][0], y=here.y + STEPS[n][1])
        if not ground.holds(next_one) or not rules.may_step(ground.index(here.x, here.y), n):
            return ForcedMove(tuple(spaces), "solid")
        if next_one.overlaps(source) or not may_end(mover, next_one, others):
            return ForcedMove(tuple(spaces), "occupied")
        spaces.append(next_one)
        here = next_one
        if mover.mode != "fly" and ground.floor_under(here) < here.z:
            return ForcedMove(tuple(spaces), "fell")
    return ForcedMove(tuple(spaces))


def _straightest(here: Space, source: Space, line: tuple[int, int], sign: int) -> int | None:
    """The direction of the neighbour that is 5 ft farther or nearer and nearest to the line; None if the middles are one, or none is."""
    if not any(line):
        return None
    far = distance(here, source)
    best: tuple[int, int] | None = None
    for n, (dx, dy) in enumerate(STEPS):
        there = replace(here, x=here.x + dx, y=here.y + dy)
        if distance(there, source) - far == sign * SQUARE_FEET:
            east, south = there.middle[0] - source.middle[0], there.middle[1] - source.middle[1]
            off = abs(east * line[1] - south * line[0])
            best = min(best or (off, n), (off, n))
    return best[1] if best else None


def _part(way: int, n: int, of: int) -> int:
    """The n-th of so many parts of a way, in whole squares; a half counts away from the start."""
    return (2 * abs(way) * n + of) // (2 * of) * (1 if way >= 0 else -1)
