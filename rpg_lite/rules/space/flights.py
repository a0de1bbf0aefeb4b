"""Flights from one level to another (SRD 5.1, Flying Movement; SRD 5.2, Flying).

The texts say nothing of a way that leads on and up: level and way go together, of which the greater counts. Apart because ways over floors know no levels.
"""

from collections.abc import Sequence
from dataclasses import replace

from rpg_lite.rules.space import paths
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.paths import Walk
from rpg_lite.rules.space.squares import SQUARE_FEET, Space
from rpg_lite.rules.space.steps import Mover, Occupant, WalkLimits


def fly_to(ground: Ground, mover: Mover, to: Space, others: Sequence[Occupant], limits: WalkLimits) -> Walk | None:
    """The way through the air to a place on another level, which rises evenly; None where none leads on that level."""
    aloft = replace(mover, space=replace(mover.space, z=to.z))
    walk = paths.find_walk(ground, aloft, (to.x, to.y), others, limits)
    if walk is None:
        return None
    steps_up = max(1, len(walk.spaces))
    rise = (to.z - mover.space.z) // SQUARE_FEET
    spaces = tuple(
        replace(space, z=mover.space.z + SQUARE_FEET * (rise * n // steps_up)) for n, space in enumerate(walk.spaces or (aloft.space,), 1)
    )
    more = max(0, abs(to.z - mover.space.z) - walk.feet)
    return Walk(spaces, (*walk.steps[:-1], (walk.steps[-1] if walk.steps else 0) + more))
