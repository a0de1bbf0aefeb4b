"""What barriers of magic keep out of an attack where places count: missiles that a wall of wind carries off, and hands that reach through where bodies do
not pass (SRD, Wind Wall, Antilife Shell, Forcecage).

Apart because arrows, hands and spells do not meet the same things, while cover is one for all.
"""

from typing import Final

from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.space import standing, zone_places
from rpg_lite.mechanics.space.standing import NO_PASSAGE, Standing
from rpg_lite.rules.space import barriers, lines
from rpg_lite.rules.space.shapes import catches, squares_inside
from rpg_lite.world.world_model import Thing

STOPS_MISSILES: Final = "stops_projectiles"


def missile_by(now: Standing, one: Thing, other: Thing) -> str:
    """The name of the wind that carries off arrows and bolts between two creatures; empty without one."""
    a, b = now.spaces[one.id], now.spaces[other.id]
    for found in zones.all_of(now.world, now.book):
        area = zone_places.area_of(now, found) if STOPS_MISSILES in found.model.rules else None
        if area is None:
            continue
        squares = squares_inside(now.ground, area)
        is_in_it = not squares.isdisjoint({*a.squares, *b.squares})
        if is_in_it or (lines.sees(now.ground, a, b) and not lines.sees(barriers.with_walls(now.ground, squares), a, b)):
            return found.zone.act
    return ""


def hand_by(now: Standing, one: Thing, other: Thing) -> str:
    """The name of the barrier that stops what one of them holds or is from reaching the other, although effects pass it; empty without one."""
    for found in zones.all_of(now.world, now.book):
        if NO_PASSAGE not in found.model.rules or barriers.EFFECTS not in found.model.lets or standing.passes(found, one, now.book):
            continue
        area = zone_places.area_of(now, found)
        kept = found.zone.area
        if area is None or kept is None:
            continue
        sides = {kept.on == who.id or catches(now.ground, area, now.spaces[who.id]) for who in (one, other)}
        if len(sides) > 1:
            return found.zone.act
    return ""
