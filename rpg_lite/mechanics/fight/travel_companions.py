"""Creatures that move together: a mount with its rider, and the companions of a party with its members."""

from collections.abc import Iterator, Sequence

from rpg_lite.mechanics.space import sides
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import APART
from rpg_lite.world.world_model import Thing, World


def with_mounts(world: World, walking: Sequence[Thing]) -> list[Thing]:
    """These creatures, then the mounts that carry them and the riders that they carry (SRD, Mounted Combat)."""
    found = {one.id: one for one in walking}
    waiting = list(walking)
    while waiting:
        coming = [one for one in bound_to(world, waiting.pop()) if one.id not in found]
        found |= {one.id: one for one in coming}
        waiting += coming
    return list(found.values())


def bound_to(world: World, creature: Thing) -> Iterator[Thing]:
    """The mount of a rider, or the riders of a mount, in the same room: an effect on each comes from the other and ends when they part."""
    for entry in creature.creature.effects:
        other = world.things.get(entry.cause.by or "") if APART in entry.span.ends_by else None
        if other is not None and other.parent_id == creature.parent_id:
            yield other


def companions_of(world: World, walking: Sequence[Thing], book: Rulebook) -> list[Thing]:
    """The living creatures that party members have summoned and control, in the rooms of these travelers but not among them."""
    ids, rooms = {one.id for one in walking}, {one.parent_id for one in walking}
    there = [t for t in world.things.values() if t.kind == "character" and t.parent_id in rooms and t.id not in ids]
    return [t for t in there if not t.creature.is_member and not thing_stats.is_dead(t) and sides.is_ally(world, t, book)]
