"""Zones whose place a call says, where places count: those that an act moves, no farther than it moves them (SRD, Moonbeam), and those of acts that take
nobody as a target (SRD, Wall of Stone); and clouds that move by themselves (SRD, Cloudkill).
"""

from dataclasses import replace

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import target_requirements, zone_keeping
from rpg_lite.mechanics.acts.play_notebook import Playing
from rpg_lite.mechanics.acts.steps.branch_steps import chosen_steps
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.space import aiming, area_points, known_creatures, sides, standing, zone_places
from rpg_lite.mechanics.space.area_crowd import AreaWish
from rpg_lite.mechanics.space.area_points import AreaPoint
from rpg_lite.mechanics.space.filled_areas import ANYWHERE, AreaOfAct
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.acts.act import ZoneStep
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.acts.plain_steps import MoveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.space import measure
from rpg_lite.rules.space.lines import Line, is_line_open, point_height
from rpg_lite.rules.space.shapes import EffectArea
from rpg_lite.rules.space.squares import EIGHTHS, SQUARE_FEET, Point, Space
from rpg_lite.world.world_model import Thing


def lead_zone(p: Playing) -> Rejected | None:
    """Find the point to which the act moves its zone; the only target that the call names is one, too (SRD, Flaming Sphere).

    Refuses: beyond_range, choice_required, off_the_ground, place_unclear, zone_point_required.
    """
    step = next((one for one in walk(p.act.steps, inner_acts=False) if isinstance(one, MoveStep) and one.what == "zone"), None)
    if p.wish.area is None:
        return None
    if step is None:
        return _place_own(p, p.wish.area)
    found = _zone_of(p)
    room = p.draft.world.room_of(p.caster.id)
    if found is None or found.zone.area is None or found.zone.area.on is not None or room is None:
        return None
    now = standing.standing_in(p.draft.world, room, p.draft.situation.book)
    area = zone_places.area_of(now, found)
    if area is None:
        return None
    feet = p.cast.number(step.move)
    words = p.wish.area.at or (() if len(p.targets) != 1 or p.targets[0].id == p.caster.id else (f"on {p.targets[0].name}",))
    is_ours = sides.is_ally(now.world, p.caster, now.book)
    seen = standing.standing_in(p.draft.world, room, now.book, sees_hidden=not is_ours)
    if len(words) != 1:
        here = AreaPoint(area.at, area.z).name
        instead = {**target_requirements.again(p.cast, [one.name for one in p.targets], p.caster), "at": _wanted(now, p, area, feet) or here}
        return Rejected("zone_point_required", "at", {"act": found.zone.act, "feet": feet, "at": here}, instead=instead)
    point = area_points.find_point(words[0], "at", Asking(seen, p.caster, known_creatures.known_to(now, p.caster), is_point=True))
    if isinstance(point, Rejected):
        return point
    goal = area_points.cube_at(point, area.feet) if area.shape == "cube" else point.point
    if (far := _feet(area, goal, point.z)) > feet and not p.wish.force:
        return Rejected("beyond_range", "at", {"name": point.name, "feet": far, "most": feet, "id": point.id})
    p.zone_goal = (found.key, goal, point.z)
    p.wish = replace(p.wish, area=None)  # it has said where the zone goes, and fills no area of its own
    return None


def _wanted(now: Standing, p: Playing, area: EffectArea, feet: int) -> str | None:
    """The point on the foe that is nearest to the zone and that it reaches."""
    known = known_creatures.known_to(now, p.caster)
    off = [
        (_feet(area, space.middle, space.z), one.name)
        for one, space in now.creatures()
        if one.id in known and one.id not in now.world.unnamed and now.relation(p.caster, one) == "hostile"
    ]
    return next((f"on {name}" for far, name in sorted(off) if far <= feet), None)


def _place_own(p: Playing, wish: AreaWish) -> Rejected | None:
    """Give the zone of an act without targets the squares that the call says: a wall of stone, a sanctum. It takes nobody as a target."""
    act = p.cast.act
    zone = next((one.zone for one in chosen_steps(act.steps, p.wish.choice) if isinstance(one, ZoneStep)), None)
    if zone is None and act.targets == "self" and (wish.at or wish.toward) and any(isinstance(one, ZoneStep) for one in walk(act.steps)):
        return target_requirements.missing_choice(act, p.wish.choice)  # which of its shapes it has comes before where it lies
    if act.targets != "self" or zone is None or zone.moves == zone_places.WITH_ITS_CASTER or not (wish.at or wish.toward):
        return None
    reach = ranges_of(act)
    shape = EffectArea(zone.shape, max(SQUARE_FEET, p.cast.number(zone.ft)))
    of = AreaOfAct(act.name, shape, "point", reach[0] if reach else ANYWHERE, is_for_foes=None, may_be_empty=True)
    filled = aiming.aim(p.draft, p.caster, of, wish, (), p.wish.force)
    if filled is None or isinstance(filled, Rejected):
        return filled
    p.filled = replace(filled, unasked=(), own_side=0, missed=(), caught=())
    p.cast = replace(p.cast, filled=filled)
    p.wish = replace(p.wish, area=None)
    return None


def move_zone(p: Playing) -> None:
    """Let the zone move, before the steps play for those whom it reaches there."""
    if p.zone_goal is not None:
        key, point, z = p.zone_goal
        caster = p.draft.world.things[p.caster.id]
        found = next((one for one in zones.of(p.draft.world, caster, p.draft.situation.book) if one.key == key), None)
        if found is not None:
            zone_keeping.shift(p.draft, found, point, z)
            p.performance.zone_moved = True


def _zone_of(p: Playing) -> StandingZone | None:
    """The zone of the cast that brings the act."""
    key = (p.numbers.cast or "").replace(".", "_")
    return next((one for one in zones.of(p.draft.world, p.caster, p.draft.situation.book) if one.key == key), None)


def _feet(area: EffectArea, goal: tuple[int, int], z: int) -> int:
    """The feet between the old and the new point, in squares."""
    old, new = (Space(x // EIGHTHS, y // EIGHTHS, 1, level) for (x, y), level in ((area.at, area.z), (goal, z)))
    return measure.distance(old, new, area.diagonals)


def drift(draft: Draft, caster: Thing) -> None:
    """Let the zones of a creature whose turn begins move away from it by themselves, as far as nothing is in the way (SRD, Cloudkill)."""
    room = draft.world.room_of(caster.id)
    if room is None or not standing.is_measured(draft.world, room.id):
        return
    now = standing.standing_in(draft.world, room, draft.situation.book)
    for found in [*zones.of(draft.world, caster, now.book)]:
        area = zone_places.area_of(now, found) if found.model.drifts else None
        goal = _goal(now, area, now.spaces[caster.id], found.model.moves if isinstance(found.model.moves, int) else 0) if area and caster.id in now.spaces else None
        if area is not None and goal is not None:
            zone_keeping.shift(draft, found, goal, area.z)


def _goal(now: Standing, area: EffectArea, caster: Space, feet: int) -> Point | None:
    """The point straight away from the caster to which so many feet lead; None where it lies around the caster, or cannot go on."""
    east, south = area.at[0] - caster.middle[0], area.at[1] - caster.middle[1]
    long = max(abs(east), abs(south))
    for steps in range(feet // SQUARE_FEET, 0, -1) if long else ():
        x, y = (at + EIGHTHS * _rounded(way * steps, long) for at, way in zip(area.at, (east, south), strict=True))
        is_on_it = 0 < x < now.ground.w * EIGHTHS and 0 < y < now.ground.h * EIGHTHS
        height = point_height(area.z)
        if is_on_it and _feet(area, (x, y), area.z) <= feet and is_line_open(now.ground, Line(area.at, (x, y), height, height)):
            return x, y
    return None


def _rounded(part: int, whole: int) -> int:
    """The nearest whole number to a fraction; a half counts away from 0."""
    return (2 * abs(part) + whole) // (2 * whole) * (1 if part >= 0 else -1)
