"""Weapons and spirits that a spell has made strike from where they float, where places count: each appears within the range of the spell, moves
before it strikes again, and strikes whoever is beside it (SRD 5.1 and 5.2, Spiritual Weapon, Arcane Sword; SRD 5.2, Conjure Fey).

Its square is kept with the effect that brings the act, so that it ends, is undone and is exported with that.
"""

import math
from collections.abc import Iterator

from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts import target_requirements
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.mechanics.space import known_creatures, standing
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.space import measure
from rpg_lite.rules.space.lines import Line, is_line_open
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, square_name
from rpg_lite.world import body_paths
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.ground_states import SpotState
from rpg_lite.world.world_model import Thing


def follow(p: Performance, target: Thing) -> Rejected | None:
    """Let what strikes come beside the target, over as few feet as it can.

    Refuses: beyond_range, floats_too_far.
    """
    caster, world, book = p.thing(p.cast.by), p.draft.world, p.draft.situation.book
    room, entry = world.room_of(caster.id), entry_of(p)
    if entry is None or room is None or not standing.is_measured(world, room.id):
        return None
    now = standing.standing_in(world, room, book)
    here, goal = place_of(entry, room.id), now.spaces.get(target.id)
    start = here or now.spaces.get(caster.id)
    if goal is None or start is None:
        return None
    feet = p.cast.act.floats if here else _appears_within(p, entry)
    beside = _nearest_beside(now, caster, start, goal)
    if beside is not None and (feet is None or beside[0] <= feet or p.cast.wish.force):
        _put(p, caster, entry, SpotState.make(room.id, beside[1].x, beside[1].y, beside[1].z))
        return None
    if p.cast.wish.force:
        return None
    far = measure.distance(start, goal, book.policy.diagonals)
    details = {"name": target.name, "act": entry.cause.act, "feet": far, "most": (feet or 0) + SQUARE_FEET, "id": target.id}
    if here is None:
        return Rejected("beyond_range", "targets", details)
    others = _in_reach(now, caster, here, feet or 0)
    return Rejected("floats_too_far", "targets", details, instead=target_requirements.again(p.cast, others[:1], caster) if others else None)


def entry_of(p: Performance) -> Lasting | None:
    """The effect of the cast that brings the act."""
    effects = p.thing(p.cast.by).creature.effects
    return next((one for one in effects if one.cause.cast is not None and one.cause.cast == p.cast.id), None)


def place_of(entry: Lasting, room: str) -> Space | None:
    """The square where it floats in this room; None if it has none there."""
    spot = entry.stands
    return None if spot is None or spot.room != room else Space(spot.x, spot.y, 1, spot.z)


def _appears_within(p: Performance, entry: Lasting) -> int | None:
    """The feet within which it appears; None where nothing says so."""
    act = effect_source.act_of(p.draft.world, entry.cause, p.draft.situation.book)
    found = ranges_of(act) if act else None
    return found[0] if found else None


def _in_reach(now: Standing, caster: Thing, here: Space, feet: int) -> list[str]:
    """The names of the foes that the caster knows of and to whom it comes over so many feet, the nearest first."""
    known = known_creatures.known_to(now, caster)
    found = [
        (beside[0], one.name)
        for one, space in now.creatures()
        if one.id in known and now.relation(caster, one) == "hostile" and (beside := _nearest_beside(now, caster, here, space)) and beside[0] <= feet
    ]
    return [name for _, name in sorted(found)]


def _nearest_beside(now: Standing, caster: Thing, start: Space, goal: Space) -> tuple[int, Space] | None:
    """The square beside a creature that is nearest to where it floats, and the feet to it."""
    found = ((measure.distance(start, one, now.book.policy.diagonals), one) for one in _beside(now, caster, start, goal))
    return min(found, key=lambda one: (one[0], math.dist(start.middle, one[1].middle), one[1].y, one[1].x), default=None)


def _beside(now: Standing, caster: Thing, start: Space, goal: Space) -> Iterator[Space]:
    """The free squares within 5 ft of a creature to which a straight way is open. Whoever the caster does not know of keeps no square, so that where
    it floats tells of nobody.
    """
    known = known_creatures.known_to(now, caster)
    fits, taken = now.ground.fits(1, goal.z), [space for one, space in now.creatures() if one.id in known or one.id == caster.id]
    for y in range(max(0, goal.y - 1), min(now.ground.h, goal.y + goal.n + 1)):
        for x in range(max(0, goal.x - 1), min(now.ground.w, goal.x + goal.n + 1)):
            one = Space(x, y, 1, goal.z)
            if fits[now.ground.index(x, y)] and not any(one.overlaps(space) for space in taken) and _is_open(now, start, one):
                yield one


def _is_open(now: Standing, start: Space, to: Space) -> bool:
    return is_line_open(now.ground, Line(start.middle, to.middle, start.half_height, to.half_height))


def _put(p: Performance, caster: Thing, entry: Lasting, spot: SpotState) -> None:
    entries = [one.standing_at(spot) if one is entry else one for one in caster.creature.effects]
    if entries != [*caster.creature.effects]:
        change(p.draft, caster, body_paths.of_lasting("effects"), entries)
    p.draft.note("floats_at", act=entry.cause.act, at=square_name((spot.x, spot.y), spot.z))
