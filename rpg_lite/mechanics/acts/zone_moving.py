"""Zones that an act moves, where places count: the call says the point, no farther off than the act moves it (SRD, Moonbeam, Flaming Sphere)."""

from dataclasses import replace

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import target_requirements, zone_keeping
from rpg_lite.mechanics.acts.play_notebook import Playing
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.space import area_points, known_creatures, sides, standing, zone_places
from rpg_lite.mechanics.space.area_points import AreaPoint
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.rules.acts.plain_steps import MoveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.space import measure
from rpg_lite.rules.space.shapes import EffectArea
from rpg_lite.rules.space.squares import EIGHTHS, Space


def lead_zone(p: Playing) -> Rejected | None:
    """Find the point to which the act moves its zone.

    Refuses: beyond_range, off_the_ground, place_unclear, zone_point_required.
    """
    step = next((one for one in walk(p.act.steps, inner_acts=False) if isinstance(one, MoveStep) and one.what == "zone"), None)
    if step is None or p.wish.area is None:
        return None
    found = _zone_of(p)
    room = p.draft.world.room_of(p.caster.id)
    if found is None or found.zone.area is None or found.zone.area.on is not None or room is None:
        return None
    now = standing.standing_in(p.draft.world, room, p.draft.situation.book)
    area = zone_places.area_of(now, found)
    if area is None:
        return None
    feet, words = p.cast.number(step.move), p.wish.area.at
    is_ours = sides.is_ally(now.world, p.caster, now.book)
    seen = standing.standing_in(p.draft.world, room, now.book, sees_hidden=not is_ours)
    if len(words) != 1:
        here = AreaPoint(area.at, area.z).name
        instead = {**target_requirements.again(p.cast, [one.name for one in p.targets], p.caster), "at": here}
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


def move_zone(p: Playing) -> None:
    """Let the zone move, before the steps play for those whom it reaches there."""
    if p.zone_goal is not None:
        key, point, z = p.zone_goal
        caster = p.draft.world.things[p.caster.id]
        found = next((one for one in zones.of(p.draft.world, caster, p.draft.situation.book) if one.key == key), None)
        if found is not None:
            zone_keeping.shift(p.draft, found, point, z)


def _zone_of(p: Playing) -> StandingZone | None:
    """The zone of the cast that brings the act."""
    key = (p.numbers.cast or "").replace(".", "_")
    return next((one for one in zones.of(p.draft.world, p.caster, p.draft.situation.book) if one.key == key), None)


def _feet(area: EffectArea, goal: tuple[int, int], z: int) -> int:
    """The feet between the old and the new point, in squares."""
    old, new = (Space(x // EIGHTHS, y // EIGHTHS, 1, level) for (x, y), level in ((area.at, area.z), (goal, z)))
    return measure.distance(old, new, area.diagonals)
