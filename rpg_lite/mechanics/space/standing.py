"""The ground of a room, and the spaces that those in it fill (SRD 5.1, Space; SRD 5.2, Creature Size and Space)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.mechanics.creature import creature_type_of, zones
from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.space import sides
from rpg_lite.rules import creature_flags
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space import barriers, measure
from rpg_lite.rules.space.features import GroundFeature
from rpg_lite.rules.space.ground import Ground, exit_squares
from rpg_lite.rules.space.shapes import squares_inside
from rpg_lite.rules.space.squares import SQUARES_OF_SIZE, Space, Square
from rpg_lite.rules.space.steps import Occupant, Relation
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import clock, combat, flagged_effects, ground_states, mounts, thing_stats
from rpg_lite.world.world_model import Exit, Thing, World

NO_PASSAGE: Final = "no_passage"
"""The rule of a zone that nothing passes."""
BREACH: Final = "breach"
"""The rule of a zone that is a hole in a wall which its caster has raised (SRD, Wall of Ice)."""
COVERS: Final = "three_quarters_cover"
"""The rule of a zone that covers whoever is behind it (SRD, Blade Barrier)."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """The ground of one room and who stands on it. `spaces`: creature or thing → its space, of those alone that have a place in this room, in the
    order in which they were made; whoever is inside another, or rides it, fills the other's space.
    """

    world: World
    book: Rulebook
    room: Thing
    ground: Ground
    spaces: Mapping[str, Space]

    def feet(self, one: str, other: str) -> int | None:
        """The distance of two of them; None if either has no place here."""
        a, b = self.spaces.get(one), self.spaces.get(other)
        return None if a is None or b is None else measure.distance(a, b, self.book.policy.diagonals)

    def creatures(self) -> Iterator[tuple[Thing, Space]]:
        """The creatures that fill a space of their own: not those inside another, and not the dead, whose space is free."""
        for id, space in self.spaces.items():
            one = self.world.things[id]
            if one.kind == "character" and not thing_stats.is_dead(one) and not self.is_inside(one):
                yield one, space

    def occupants(self, mover: Thing) -> dict[str, Occupant]:
        """The other creatures that are in the way of this one, by their ids; its riders are not, nor is its mount."""
        found = {}
        for one, space in self.creatures():
            if one.id != mover.id and not self.moves_with(one, mover) and not self.moves_with(mover, one):
                stats = self._stats(one)
                found[one.id] = Occupant(space, stats.size, self.relation(mover, one), "incapacitated" in stats.conditions_active)
        return found

    def moves_with(self, one: Thing, other: Thing) -> bool:
        """Whether the one rides the other, and so has no place of its own."""
        mount = mounts.mount_of(self.world, one)
        return mount is not None and mount.id == other.id

    def relation(self, one: Thing, other: Thing) -> Relation:
        """The relation of another creature to this one: an ally, hostile, or, while there is a fight and it takes no part, neither."""
        if sides.are_friends(self.world, one, other, self.book):
            return "ally"
        return "hostile" if combat.is_in(self.world, other.id) or clock.fight(self.world) is None else "other"

    def moved(self, one: Thing, to: Space) -> "Standing":
        """The same with this creature, and whoever it carries, in another space."""
        carried = (id for id in self.spaces if id != one.id and _bearer(self.world, self.world.things[id], self.book) == one.id)
        return replace(self, spaces={**self.spaces, one.id: to, **dict.fromkeys(carried, to)})

    def exits(self) -> dict[str, Square]:
        """The square inside each exit of the room, by the exit's id."""
        return squares_of_exits(self.room, self.world.exits_from.get(self.room.id, ()))

    def is_inside(self, creature: Thing) -> bool:
        """Whether another creature has swallowed or engulfed this one, so that it stands where the other stands."""
        return _around(self.world, creature, self.book) is not None

    def is_carried(self, creature: Thing) -> bool:
        """Whether the creature stands where another stands: inside it, or on its back."""
        return creature.kind == "character" and _bearer(self.world, creature, self.book) in self.spaces

    def width_of(self, creature: Thing) -> int:
        """The squares along one side of the space that the creature fills now."""
        return SQUARES_OF_SIZE[self._stats(creature).size]

    def _stats(self, creature: Thing) -> EffectiveStats:
        return thing_stats.stats_of(self.world, creature, self.book)


def standing_in(world: World, room: Thing, book: Rulebook, sees_hidden: bool = True) -> Standing:
    """Those who stand in this room. `sees_hidden`: with the features that the party has yet to find."""
    here, spaces = world.bag_of(room.id), dict[str, Space]()
    for thing in here:
        spot = thing.state.spot
        if spot is not None and spot.room == room.id:
            n = SQUARES_OF_SIZE[thing_stats.stats_of(world, thing, book).size] if thing.kind == "character" else 1
            spaces[thing.id] = Space(spot.x, spot.y, n, spot.z)
    for thing in here:
        if thing.kind == "character" and thing.creature.effects and (outer := _bearer(world, thing, book)) in spaces:
            spaces[thing.id] = spaces[outer or ""]
    return Standing(world, book, room, ground_now(world, room, book, sees_hidden), spaces)


def ground_now(world: World, room: Thing, book: Rulebook, sees_hidden: bool = True) -> Ground:
    """The ground of a room with what spells have raised on it."""
    return barriers.raised_on(ground_of_room(room, sees_hidden), _barriers(world, room, book))


def _barriers(world: World, room: Thing, book: Rulebook) -> tuple[GroundFeature, ...]:
    """The features that zones raise that nothing passes (SRD, Wall of Stone, Forcecage, Antilife Shell), or that cover (Blade Barrier)."""
    raised, standing_zones = list[GroundFeature](), [*zones.all_of(world, book)]
    for found in standing_zones:
        kept = found.zone.area
        rules = found.model.rules
        if kept is None or kept.room != room.id or (NO_PASSAGE not in rules and COVERS not in rules):
            continue
        bearer = _space_of(world, world.things.get(kept.on or ""), book)
        if bearer is not None or kept.on is None:
            area = kept.effect_area(bearer, book.policy.diagonals)
            if NO_PASSAGE not in rules:
                raised += barriers.cover_of(ground_of_room(room), area, found.zone.act)
                continue
            own = frozenset(bearer.squares) if bearer is not None else frozenset[Square]()
            holes = _holes(ground_of_room(room), standing_zones, found, book)
            raised += barriers.features_of(ground_of_room(room), area, own, found.zone.act, found.model.lets, holes)
    return tuple(raised)


def _holes(ground: Ground, lying: Sequence[StandingZone], wall: StandingZone, book: Rulebook) -> frozenset[Square]:
    """The squares at which the caster of a wall says that it is broken."""
    kept = (
        found.zone.area
        for found in lying
        if BREACH in found.model.rules and found.caster.id == wall.caster.id and found.zone.act.startswith(wall.zone.act)
    )
    areas = (area.effect_area(None, book.policy.diagonals) for area in kept if area is not None and area.room == (wall.zone.area or area).room)
    return frozenset(square for area in areas for square in squares_inside(ground, area))


def _space_of(world: World, one: Thing | None, book: Rulebook) -> Space | None:
    """The space of a creature by its own spot."""
    spot = one.state.spot if one is not None else None
    if one is None or spot is None or one.kind != "character":
        return None
    return Space(spot.x, spot.y, SQUARES_OF_SIZE[thing_stats.stats_of(world, one, book).size], spot.z)


def for_walker(now: Standing, one: Thing) -> Standing:
    """The same with the ground over which this creature walks: without the barriers that let it through."""
    free = {
        found.zone.act
        for found in zones.all_of(now.world, now.book)
        if found.zone.area and NO_PASSAGE in found.model.rules and passes(found, one, now.book)
    }
    return replace(now, ground=barriers.without(now.ground, frozenset(free))) if free else now


def passes(found: StandingZone, one: Thing, book: Rulebook) -> bool:
    """Whether a barrier lets this creature through: the one with which it moves, and those of a type that it names."""
    is_its_own = found.zone.area is not None and found.zone.area.on == one.id
    return is_its_own or (one.kind == "character" and not creature_type_of.types_of(one, book).isdisjoint(found.model.lets))


def ground_of_room(room: Thing, sees_hidden: bool = True) -> Ground:
    """The ground of a room; where nobody has said anything of it, open ground."""
    return ground_states.build(room.room.ground, room.room.at, sees_hidden)


def has_ground(room: Thing) -> bool:
    """Whether somebody has said something of the room's ground, or a map its size."""
    at = room.room.at
    return bool(room.room.ground.document) or bool(at and at.get("w") and at.get("h"))


def is_measured(world: World, room: str | None) -> bool:
    """Whether places count in this room now: a fight that measures goes on there."""
    on = clock.fight(world)
    return on is not None and on.is_measured and room is not None and combat.room_id(world) == room


def squares_of_exits(room: Thing, ways: tuple[Exit, ...]) -> dict[str, Square]:
    """The square inside each of these exits, by its id."""
    w, h = ground_states.size_of(room.room.ground, room.room.at)
    placed = {way.id: square for way in ways if (square := room.room.ground.exits.get(way.id.replace(".", "_")))}
    return exit_squares(w, h, [(way.id, way.direction) for way in ways], placed)


def _bearer(world: World, creature: Thing, book: Rulebook) -> str | None:
    """The creature inside which this one is, or that it rides."""
    mount = mounts.mount_of(world, creature)
    return mount.id if mount else _around(world, creature, book)


def _around(world: World, creature: Thing, book: Rulebook) -> str | None:
    """The creature inside which this one is."""
    if not creature.creature.effects:
        return None
    return flagged_effects.source_of(world, creature, creature_flags.INSIDE_SOURCE, book)
