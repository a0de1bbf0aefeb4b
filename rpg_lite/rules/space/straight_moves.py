"""Jumps, which lead in a straight line (SRD 5.1 and 5.2, Jumping).

Apart because the geometry of places is pure: whether a jump leads somewhere needs a ground and no world.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.measure import STEPS, distance
from rpg_lite.rules.space.squares import Space, Square
from rpg_lite.rules.space.steps import NO_LIMITS, Mover, Occupant, StepRules, WalkLimits, may_end


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump: its length in feet, which is also what it costs, and whether it lands on difficult ground (DC 10 Acrobatics or prone)."""

    spaces: tuple[Space, ...]
    feet: int
    lands_roughly: bool


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


def _part(way: int, n: int, of: int) -> int:
    """The n-th of so many parts of a way, in whole squares; a half counts away from the start."""
    return (2 * abs(way) * n + of) // (2 * of) * (1 if way >= 0 else -1)
