"""Creatures that move together: a mount with its rider, whoever is inside another with it, and the companions of a party with its members."""

from collections.abc import Iterator, Sequence

from rpg_lite.mechanics.space import sides
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import flagged_effects, thing_stats
from rpg_lite.world.creature_states import APART
from rpg_lite.world.world_model import Thing, World


def with_carried(world: World, walking: Sequence[Thing], book: Rulebook) -> list[Thing]:
    """These creatures, then the mounts that carry them, the riders that they carry, and those inside them (SRD, Mounted Combat; Behir)."""
    found = {one.id: one for one in walking}
    waiting = list(walking)
    while waiting:
        one = waiting.pop()
        coming = [other for other in (*bound_to(world, one), *inside(world, one, book)) if other.id not in found]
        found |= {one.id: one for one in coming}
        waiting += coming
    return list(found.values())


def bound_to(world: World, creature: Thing) -> Iterator[Thing]:
    """The mount of a rider, or the riders of a mount, in the same room: an effect on each comes from the other and ends when they part."""
    for entry in creature.creature.effects:
        other = world.things.get(entry.cause.by or "") if APART in entry.span.ends_by else None
        if other is not None and other.parent_id == creature.parent_id:
            yield other


def inside(world: World, creature: Thing, book: Rulebook) -> Iterator[Thing]:
    """Those whom the creature has swallowed or engulfed, or whose body it is for a while, in the same room."""
    for other in list(world.things.values()):
        if other.kind == "character" and other.parent_id == creature.parent_id and other.creature.effects and other.id != creature.id:
            if flagged_effects.body_around(world, other, book) == creature.id:
                yield other


def companions_of(world: World, walking: Sequence[Thing], book: Rulebook) -> list[Thing]:
    """The living creatures that party members have summoned and control, in the rooms of these travelers but not among them."""
    ids, rooms = {one.id for one in walking}, {one.parent_id for one in walking}
    there = [t for t in world.things.values() if t.kind == "character" and t.parent_id in rooms and t.id not in ids]
    return [t for t in there if not t.creature.is_member and not thing_stats.is_dead(t) and sides.is_ally(world, t, book)]
