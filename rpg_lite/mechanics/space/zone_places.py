"""The squares of the zones that lie where places count, and who stands in them (SRD 5.1 and 5.2, Areas of Effect)."""

from collections.abc import Iterator

from rpg_lite.mechanics.creature import planes, zones
from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.space import sides
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space.shapes import EffectArea, catches, nearest_level, squares_inside
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square
from rpg_lite.world.world_model import Thing

WITH_ITS_CASTER = "with:self"
"""The word for a zone that moves with its caster, an aura or an emanation."""
DIFFICULT = "difficult"


def of_room(now: Standing) -> list[tuple[StandingZone, EffectArea]]:
    """The zones that lie on squares of this room, each with its area now."""
    return [*_of_room(now)]


def _of_room(now: Standing) -> Iterator[tuple[StandingZone, EffectArea]]:
    for found in zones.all_of(now.world, now.book):
        if (area := area_of(now, found)) is not None:
            yield found, area


def area_of(now: Standing, found: StandingZone) -> EffectArea | None:
    """The area of a zone; None if it lies on no squares of this room."""
    kept = found.zone.area
    if kept is None:
        return None
    bearer = now.spaces.get(kept.on) if kept.on else None
    if (bearer is None) if kept.on else kept.room != now.room.id:
        return None
    return kept.effect_area(bearer, now.book.policy.diagonals)


def inside(now: Standing, found: StandingZone, area: EffectArea) -> frozenset[str]:
    """The ids of those who stand in the zone and whom it concerns."""
    return frozenset(
        one.id for one, space in now.creatures() if concerns(now, found, one) and holds(now, found, area, space)
    )


def holds(now: Standing, found: StandingZone, area: EffectArea, space: Space) -> bool:
    """Whether the zone acts on whoever stands in this space: within its squares, or so near to them as its text says (SRD, Prismatic Wall)."""
    if found.model.within is None:
        return catches(now.ground, area, space)
    return not _near(now, area, found.model.within).isdisjoint(space.squares)


def _near(now: Standing, area: EffectArea, feet: int) -> frozenset[Square]:
    """The squares of a zone with those so many feet around them."""
    far = range(-(feet // SQUARE_FEET), feet // SQUARE_FEET + 1)
    return frozenset((x + dx, y + dy) for x, y in squares_inside(now.ground, area) for dx in far for dy in far)


def inside_now(now: Standing, found: StandingZone) -> frozenset[str]:
    """The ids of those who stand in the zone where everybody stands now; those whom it is said to hold where it lies on no squares."""
    area = area_of(now, found)
    return frozenset(found.zone.inside) if area is None else inside(now, found, area)


def concerns(now: Standing, found: StandingZone, one: Thing) -> bool:
    """Whether the zone holds this creature if it stands there: not its own caster if it moves with that, nor whom the caster spares."""
    kept, model = found.zone.area, found.model
    if kept is None or one.id in kept.spare or kept.on == one.id or planes.is_away(now.world, one, now.book):
        return False
    if model.near in (None, "all"):
        return True
    return sides.are_friends(now.world, found.caster, one, now.book) == (model.near == "friends")


def costs(now: Standing, one: Thing, space: Space) -> dict[Square, int]:
    """The feet that a step into each square costs this creature beyond the 5 ft, at the level of its space, because of zones: as difficult ground, or
    as many for each foot as the zone says (SRD, Wall of Thorns). The dearest zone counts.
    """
    found: dict[Square, int] = {}
    for zone, area in _of_room(now):
        more = max((_more_feet(rule) for rule in zone.model.rules), default=0)
        if more and concerns(now, zone, one):
            squares = squares_inside(now.ground, area, nearest_level(area, space))
            found.update((square, max(more, found.get(square, 0))) for square in squares)
    return found


def headwinds(now: Standing, one: Thing) -> tuple[tuple[Space, frozenset[Square]], ...]:
    """The winds against which this creature walks dearly, each with the space from which it blows and its squares (SRD, Gust of Wind)."""
    return tuple(
        (now.spaces[zone.caster.id], frozenset(squares_inside(now.ground, area)))
        for zone, area in _of_room(now)
        if zone.model.headwind and zone.caster.id in now.spaces and concerns(now, zone, one)
    )


def _more_feet(rule: str) -> int:
    word, _, number = rule.partition(":")
    return SQUARE_FEET * (int(number or 2) - 1) if word == DIFFICULT else 0


def harmful(now: Standing, one: Thing) -> frozenset[Square]:
    """The squares of the zones that do something to whoever enters, and in which this creature does not stand yet."""
    found = [
        _near(now, area, zone.model.within or 0)
        for zone, area in _of_room(now)
        if (zones.triggers_of(zone, "enter") or zones.triggers_of(zone, "travels")) and one.id not in zone.zone.inside and concerns(now, zone, one)
    ]
    return frozenset[Square]().union(*found)


def trodden(now: Standing, one: Thing, space: Space) -> list[StandingZone]:
    """The zones that count each step and on whose ground a creature in this space stands (SRD, Spike Growth)."""
    return [
        found
        for found, area in _of_room(now)
        if zones.triggers_of(found, "travels")
        and concerns(now, found, one)
        and now.ground.holds(space)
        and space.z <= max(0, now.ground.floor_under(space))
        and catches(now.ground, area, space)
    ]


def borders(now: Standing, one: Thing, space: Space) -> frozenset[tuple[str, str]]:
    """Each zone with each creature that would be inside if this one stood there: the one itself, and whoever its own zones come over."""
    moved = Standing(now.world, now.book, now.room, now.ground, {**now.spaces, one.id: space})
    found = set[tuple[str, str]]()
    for zone, area in _of_room(moved):
        held = inside(moved, zone, area) if zone.zone.area and zone.zone.area.on == one.id else _alone(moved, zone, area, one)
        found.update((zone.key, id) for id in held)
    return frozenset(found)


def _alone(now: Standing, found: StandingZone, area: EffectArea, one: Thing) -> frozenset[str]:
    is_in = concerns(now, found, one) and holds(now, found, area, now.spaces[one.id])
    return frozenset((one.id,)) if is_in else frozenset()
