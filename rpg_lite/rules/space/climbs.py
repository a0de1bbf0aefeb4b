"""Climbs that end half-way: who holds on hangs beside a higher floor, above its own (SRD 5.1, Climbing, Swimming, and Crawling; SRD 5.2, Climbing).

A climber fills the square on the lower of the two floors, at a level between them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.measure import STEPS
from rpg_lite.rules.space.paths import Reached, Walk
from rpg_lite.rules.space.squares import SQUARE_FEET, Space
from rpg_lite.rules.space.steps import Mover, Occupant, StepRules, may_end


def has_hold(ground: Ground, space: Space) -> bool:
    """Whether something rises beside a space above its floor on which a climber holds on there."""
    return ground.floor_under(space) < space.z and next(_tops(ground, space), None) is not None


def climb_to(ground: Ground, mover: Mover, to: Space, reached: Reached, others: Sequence[Occupant] = ()) -> Walk | None:
    """The cheapest climb to a place where the mover holds on, from below or over the edge above, or down to its own floor; None where it cannot hold on, or no way leads.
    `reached`: the places to which it comes.
    """
    floor, is_own = ground.floor_under(to), (mover.space.x, mover.space.y) == (to.x, to.y)
    if not (has_hold(ground, to) or (is_own and to.z == floor)) or not may_end(mover, to, others):
        return None
    if is_own:
        return Walk((to,), (_feet(mover, mover.space.z, to.z),))
    rules = StepRules(ground, mover, others)
    found = [_onward(walk, to, _feet(mover, floor, to.z)) for walk in [reached.walk_to((to.x, to.y))] if walk]
    for top in _tops(ground, to):
        if (walk := reached.walk_to((top.x, top.y))) is not None:
            edge = rules.feet(ground.index(top.x, top.y), STEPS.index((to.x - top.x, to.y - top.y))) - _feet(mover, top.z, floor)
            found.append(_onward(walk, to, SQUARE_FEET + edge + _feet(mover, top.z, to.z)))
    return min(found, key=lambda walk: walk.feet, default=None)


def part_of(ground: Ground, mover: Mover, walk: Walk, left: int, others: Sequence[Occupant] = ()) -> Walk | None:
    """As much of a walk as `left` feet pay, if it ends on a climb; None where it does not."""
    for n, (here, there) in enumerate(pairwise((mover.space, *walk.spaces))):
        spent = sum(walk.steps[:n])
        if spent + walk.steps[n] <= left:
            continue
        climb = _feet(mover, here.z, there.z)
        for ground_square, before in ((here, 0), (there, walk.steps[n] - climb)):
            feet = (left - spent - before) // _feet(mover, 0, SQUARE_FEET) * SQUARE_FEET
            end = replace(ground_square, z=here.z + (feet if there.z > here.z else -feet))
            if 0 < feet < abs(there.z - here.z) and has_hold(ground, end) and may_end(mover, end, others):
                return Walk((*walk.spaces[:n], end), (*walk.steps[:n], before + _feet(mover, 0, feet)))
        return None
    return None


def _tops(ground: Ground, space: Space) -> Iterator[Space]:
    """The places one step away whose floors are at least as high as a space."""
    around = (Space(space.x + dx, space.y + dy, space.n) for dx, dy in STEPS)
    return (replace(top, z=floor) for top in around if ground.holds(top) and (floor := ground.floor_under(top)) >= space.z)


def _feet(mover: Mover, low: int, high: int) -> int:
    """The movement that a climb costs: each foot, twice without a speed to climb."""
    return abs(high - low) * (1 if mover.has_speed else 2)


def _onward(walk: Walk, to: Space, feet: int) -> Walk:
    return Walk((*walk.spaces, to), (*walk.steps, feet), walk.leaves)
