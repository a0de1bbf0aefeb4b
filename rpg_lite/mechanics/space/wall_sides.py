"""Walls of which one side acts as the wall does, and who is near that side (SRD, Wall of Fire).

Apart because the step that raises a wall asks it, and the turns of those near it.
"""

from rpg_lite.mechanics.creature import planes, zones
from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.space import known_creatures, standing, zone_places
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.shapes import EffectArea, catches, squares_inside
from rpg_lite.rules.space.squares import Point, Space, middle_of
from rpg_lite.world.world_model import Thing, World


def best_side(now: Standing, caster: Thing, area: EffectArea, feet: int) -> int:
    """The side that a caster lets act: where more of the foes of whom it knows than of its own are near; else the one away from the caster."""
    known, worth = known_creatures.known_to(now, caster), 0
    for one, space in now.creatures():
        if one.id in known and one.id != caster.id and (side := side_of(now, area, space, feet)):
            worth += side * {"hostile": 1}.get(now.relation(caster, one), -1)
    if worth:
        return 1 if worth > 0 else -1
    return -1 if _cross(area, now.spaces[caster.id].middle) > 0 else 1


def side_of(now: Standing, area: EffectArea, space: Space, feet: int) -> int:
    """The side of a wall near which a space is, within so many feet: 1 right of the way in which it runs, -1 left; of a ring, 1 outside, -1 inside; 0
    for neither, and in the wall itself.
    """
    if catches(now.ground, area, space):
        return 0
    near = min((distance(space, Space(*square, 1, area.z), area.diagonals) for square in squares_inside(now.ground, area)), default=feet + 1)
    across = _cross(area, space.middle)
    return 0 if near > feet or not across else 1 if across > 0 else -1


def name_of(area: EffectArea, side: int) -> str:
    """The direction in which a side looks; of a ring, whether it is the inner or the outer one."""
    if area.is_ring:
        return "outer" if side > 0 else "inner"
    east, south = _runs(area)
    return _direction(-south * side, east * side)


def near(world: World, id: str, book: Rulebook) -> list[StandingZone]:
    """The walls whose acting side a creature is near, without standing in them."""
    found = [zone for zone in zones.all_of(world, book) if zone.zone.area is not None and zone.zone.area.side and id not in zone.zone.inside]
    one = world.things.get(id)
    room = world.room_of(id) if found else None
    if one is None or room is None or planes.is_away(world, one, book):
        return []
    now = standing.standing_in(world, room, book)
    space = now.spaces.get(id)
    if space is None or not standing.is_measured(world, room.id):
        return []
    return [
        zone
        for zone in found
        if (kept := zone.zone.area) is not None
        and (area := zone_places.area_of(now, zone)) is not None
        and id not in kept.spare
        and side_of(now, area, space, zone.model.beside or 0) == kept.side
    ]


def _runs(area: EffectArea) -> Point:
    """The way in which a wall runs."""
    if area.way:
        (x, y), (east, south) = area.way[0], area.way[-1]
        return east - x, south - y
    return area.toward[0], area.toward[1]


def _cross(area: EffectArea, point: Point) -> int:
    """The distance of a point to the right of the way in which the wall runs, below 0 to its left; of a ring, outside of it and inside."""
    if area.is_ring:
        x, y = point[0] - area.at[0], point[1] - area.at[1]
        return 25 * (x * x + y * y) - 64 * area.feet * area.feet
    east, south = _runs(area)
    x, y = middle_of(area.way[0]) if area.way else area.at
    return east * (point[1] - y) - south * (point[0] - x)


def _direction(east: int, south: int) -> str:
    """The direction, of eight, of a way; within 22 degrees of an axis it is the axis."""
    steep = 5 * min(abs(east), abs(south)) > 2 * max(abs(east), abs(south))
    words = ("south" if south > 0 else "north", "east" if east > 0 else "west")
    return "".join(words) if steep else words[0] if abs(south) > abs(east) else words[1]
