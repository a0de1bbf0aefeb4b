"""A planned way over what is there: whoever and whatever the mover does not know of is met on the way (SRD 5.1 and 5.2, Movement and Position)."""

from dataclasses import dataclass, replace
from itertools import pairwise

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.movement import planned_ways
from rpg_lite.mechanics.movement.planned_ways import CLIMB, FLY, JUMP, PlannedWay
from rpg_lite.mechanics.space import known_creatures, standing
from rpg_lite.rules.space.measure import STEPS
from rpg_lite.rules.space.paths import Walk
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, square_name
from rpg_lite.rules.space.steps import StepRules


@dataclass(frozen=True, slots=True)
class WayMet:
    """The part of a way that can be gone. `met`: the square before which something unknown ends it."""

    way: PlannedWay
    met: str | None = None


def over_what_is_there(draft: Draft, way: PlannedWay) -> WayMet:
    """The part of a way that can be gone over what is there: up to something solid or somebody, into a hidden pit, and no farther than the feet that
    hidden rubble leaves.
    """
    if draft.situation.hides_others:
        return WayMet(way)  # a dry run tells its caller no more than the mover knows
    room = draft.world.room_of(way.one.id)
    assert room is not None
    now = standing.for_walker(standing.standing_in(draft.world, room, draft.situation.book), way.one)
    known, held = known_creatures.known_to(now, way.one), {t.id for t in planned_ways.held_by(draft, way.one)}
    unknown = [occupant for id, occupant in now.occupants(way.one).items() if id not in known and id not in held]
    hides = any(kept.is_hidden for kept in room.room.ground.features.values())
    rules = StepRules(now.ground, way.mover, unknown) if hides and way.mode != JUMP else None
    steps = list[int]()
    for step, (here, there) in enumerate(pairwise((way.from_, *way.walk.spaces))):
        falls = way.mode not in (FLY, JUMP) and now.ground.floor_under(there) < there.z
        is_solid = not now.ground.fits(there.n, there.z, way.mode == CLIMB)[now.ground.index(there.x, there.y)]
        feet = way.walk.steps[step] if falls or rules is None else max(way.walk.steps[step], _feet(rules, here, there))
        is_dear = way.left is not None and sum(steps) + feet > way.left
        if is_solid or is_dear or any(there.overlaps(other.space) for other in unknown):
            return _cut(way, steps, there)
        steps.append(feet)
        if falls:
            return WayMet(replace(way, walk=Walk(way.walk.spaces[: step + 1], tuple(steps))))
    return WayMet(replace(way, walk=replace(way.walk, steps=tuple(steps))))


def _cut(way: PlannedWay, steps: list[int], there: Space) -> WayMet:
    walk = Walk(way.walk.spaces[: len(steps)], tuple(steps))
    return WayMet(replace(way, walk=walk), square_name((there.x, there.y), there.z))


def _feet(rules: StepRules, here: Space, there: Space) -> int:
    """The feet of a step over the ground as it is."""
    direction = there.x - here.x, there.y - here.y
    if direction not in STEPS:
        return 0
    return SQUARE_FEET + rules.feet(rules.ground.index(here.x, here.y), STEPS.index(direction))
