"""The lights in a room, and where they fall (SRD 5.1 and 5.2, Vision and Light). A room whose light nobody has set counts as bright, which changes
nothing. Where places count a light reaches as far as its feet and its open lines; elsewhere a light that somebody brings lights the whole room.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.mechanics.creature import effect_source, zones
from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.space import zone_places
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.acts.words import RULES_OF_LIGHT
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space import barriers, lines, measure
from rpg_lite.rules.space.features import places_of
from rpg_lite.rules.space.shapes import EffectArea, catches, squares_inside
from rpg_lite.rules.space.squares import Space, Square
from rpg_lite.rules.space.squares_in_sight import squares_in_sight
from rpg_lite.vocabulary import RoomLight
from rpg_lite.world import light_sources, thing_stats
from rpg_lite.world.world_model import Thing, World

_ORDER: Final[tuple[RoomLight, ...]] = ("dark", "dim", "bright")
_BRIGHT: Final = "bright_light"


@dataclass(frozen=True, slots=True)
class Lit:
    """The light in a room, and the names of its sources other than the room itself."""

    level: RoomLight
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Light:
    """A light in a room. `bright`: the feet of its bright light; `dim`: the feet of dim light beyond these; `by`: the creature or the thing from which it
    shines; `spaces`: the squares from which a part of the room shines; `zone`: the zone that sheds it, from all its squares.
    """

    name: str
    is_bright: bool
    bright: int = 0
    dim: int = 0
    by: str = ""
    spaces: tuple[Space, ...] = ()
    zone: StandingZone | None = None


def light_in(world: World, room: Thing, book: Rulebook) -> Lit:
    """The brightest light in the room, wherever it falls."""
    found = lights_in(world, room, book)
    brightest: RoomLight = "bright" if any(light.is_bright for light in found) else "dim" if found else "dark"
    return Lit(max(room.room.light or "bright", brightest, key=_ORDER.index), tuple(light.name for light in found))


def light_at(now: Standing, space: Space) -> RoomLight:
    """The light on a space where places count: that of its brightest square."""
    own = now.room.room.light or "bright"
    found = (_falls_on(now, light, space) for light in lights_in(now.world, now.room, now.book))
    return own if own == "bright" else max((own, *found), key=_ORDER.index)


def light_map(now: Standing) -> Mapping[Square, RoomLight]:
    """The light on every square of the ground, at the level of the ground."""
    own = now.room.room.light or "bright"
    found = {(x, y): own for x in range(now.ground.w) for y in range(now.ground.h)}
    for light in lights_in(now.world, now.room, now.book) if own != "bright" else ():
        for square, level in _spread(now, light):
            found[square] = max(found[square], level, key=_ORDER.index)
    return found


def lights_in(world: World, room: Thing, book: Rulebook) -> list[Light]:
    """Every light in the room; things in bags shed none."""
    return [*_of_ground(room), *_of_things(world, room, book)]


def light_of(world: World, creature: Thing, book: Rulebook) -> tuple[int, int] | None:
    """The feet of bright and of dim light around a creature from the brightest thing that it bears; None if it bears no light."""
    borne = (t for t in world.bag_of(creature.id) if t.kind == "item")
    return max((light for thing in borne for light in _lights_of(world, thing, book)), default=None)


def _of_ground(room: Thing) -> Iterator[Light]:
    """The lights that the ground itself has; a light that nobody has found is covered, and sheds none."""
    for feature in room.room.ground.features.values():
        if feature.word == "light" and not feature.is_hidden:
            spaces = tuple(Space(*square) for square in places_of(feature.feature).squares)
            bright, dim = feature.light
            yield Light(feature.feature.name, bright > 0, bright, dim, spaces=spaces)


def _of_things(world: World, room: Thing, book: Rulebook) -> Iterator[Light]:
    people = [t for t in world.bag_of(room.id) if t.kind == "character"]
    for holder in (room, *people):
        for thing in (t for t in world.bag_of(holder.id) if t.kind == "item"):
            for bright, dim in _lights_of(world, thing, book):
                yield Light(thing.name, bright > 0, bright, dim, thing.id if holder is room else holder.id)
    for one in people:
        yield from _of_body(world, one, book)
        for entry in thing_stats.lasting(world, one, "effects"):
            effect = effect_source.laid_effect(world, entry.cause, book)
            if effect and effect.light:
                bright, dim = effect.light.get("bright", 0), effect.light.get("dim", 0)
                yield Light(entry.name, bright > 0, bright, dim, one.id)
        for zone in zones.of(world, one, book):
            words = dict(rule.partition(":")[::2] for rule in zone.model.rules)
            if words.keys() & RULES_OF_LIGHT:
                bright, dim = (int(words.get(word) or 0) for word in (_BRIGHT, "dim_light"))
                yield Light(zone.zone.act, _BRIGHT in words, bright, dim, zone=zone)


def _of_body(world: World, creature: Thing, book: Rulebook) -> Iterator[Light]:
    """The light that a living creature's own body sheds, in its present form (SRD, Illumination)."""
    for rule in () if thing_stats.is_dead(creature) else thing_stats.unspent_sheet(creature, book).feature_rules:
        if rule.light and not set(rule.light.unless) & {*thing_stats.stats_of(world, creature, book).conditions_active}:
            yield Light(rule.name, rule.light.bright > 0, rule.light.bright, rule.light.dim, creature.id)


def _lights_of(world: World, thing: Thing, book: Rulebook) -> Iterator[tuple[int, int]]:
    on, row = thing_stats.active_of(world, thing), world.row_of(thing.id)
    if not on and row is None:
        return
    item = thing_stats.item_of(thing, book)
    if item.light and not item.burns and row:
        yield item.light
    if burning := light_sources.shed(world, thing, item):
        yield burning
    yield from (a.light for a in item.activated if a.id in on and a.light)


# ── where it falls ──────────────────────────────────────────────────────────────────────────────────────────────────


def _falls_on(now: Standing, light: Light, space: Space) -> RoomLight:
    """The light that this one makes of a space. A light of which nobody knows where it is lights the whole room."""
    if light.zone is not None:
        area = zone_places.area_of(now, light.zone)
        return _whole(light) if area is None else _of_zone(now, light, area, space)
    sources = light.spaces or ((now.spaces[light.by],) if light.by in now.spaces else ())
    return _from(now, light, sources, space) if sources else _whole(light)


def _whole(light: Light) -> RoomLight:
    return "bright" if light.is_bright else "dim"


def _of_zone(now: Standing, light: Light, area: EffectArea, space: Space) -> RoomLight:
    """A zone shines inside; its feet of light, which reach beyond it, count from its point of origin, or from the squares of a wall."""
    if catches(now.ground, area, space):
        return _whole(light)
    if area.shape == "wall":
        return _from(now, light, [Space(x, y, 1, area.z) for x, y in squares_inside(now.ground, area)], space)
    bright, dim = (replace(area, shape="sphere", feet=feet) for feet in (light.bright, light.bright + light.dim))
    if light.bright and catches(now.ground, bright, space):
        return "bright"
    return "dim" if dim.feet and catches(now.ground, dim, space) else "dark"


def _from(now: Standing, light: Light, sources: Sequence[Space], space: Space) -> RoomLight:
    """The light that falls from these spaces on another one over open lines."""
    feet = min((f for source in sources if (f := _feet(now, source, space)) <= light.bright + light.dim), default=None)
    if feet is None:
        return "dark"
    return "bright" if feet <= light.bright else "dim"


def _feet(now: Standing, source: Space, space: Space) -> int:
    """The feet from a source to a space; more than any light reaches where nothing falls."""
    feet = measure.distance(source, space, now.book.policy.diagonals)
    return feet if source == space or lines.sees(barriers.seen_through(now.ground), source, space) else 1 << 20


def _spread(now: Standing, light: Light) -> Iterator[tuple[Square, RoomLight]]:
    """The squares that a light reaches, each with what it makes of it; brighter ones may come again."""
    ground, zone = barriers.seen_through(now.ground), light.zone
    area = zone_places.area_of(now, zone) if zone is not None else None
    if area is not None and area.shape != "wall":
        falls: tuple[tuple[int, RoomLight], ...] = ((light.bright + light.dim, "dim"), (light.bright, "bright"), (area.feet, _whole(light)))
        for feet, level in falls:
            for square in squares_inside(ground, replace(area, shape="sphere", feet=feet)) if feet else ():
                yield square, level
        return
    on_wall = [Space(x, y, 1, area.z) for x, y in squares_inside(ground, area)] if area is not None else []
    sources = on_wall or light.spaces or ([now.spaces[light.by]] if light.by in now.spaces else [])
    if not sources:
        for x in range(now.ground.w):
            for y in range(now.ground.h):
                yield (x, y), _whole(light)
    for source in sources:
        for square in squares_in_sight(ground, source):
            feet = measure.distance(source, Space(*square, 1, source.z), now.book.policy.diagonals)
            if feet <= light.bright + light.dim:
                yield square, "bright" if feet <= light.bright else "dim"
