"""Riders and their mounts: a rider moves at the speed of its mount and stands where the mount stands (SRD 5.1 and 5.2, Mounted Combat)."""

from rpg_lite.rules import creature_flags
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing, World


def is_carried(creature: Thing) -> bool:
    """Whether another creature carries this one."""
    return any(map(_carries, creature.creature.effects))


def mount_of(world: World, creature: Thing) -> Thing | None:
    """The creature that carries this one; None without one, or where the slice does not hold it."""
    ride = ride_of(creature)
    return world.things.get(ride.cause.by) if ride and ride.cause.by else None


def ride_of(creature: Thing) -> Lasting | None:
    """The entry by which another creature carries this one."""
    return next(filter(_carries, creature.creature.effects), None)


def rider_of(world: World, creature: Thing) -> Thing | None:
    """The creature that rides this one and controls it; None without one, or where the slice does not hold it."""
    laid = (entry for entry in creature.creature.effects if entry.has_modifiers)
    by = next((e.cause.by for e in laid if any(m.get("value") == creature_flags.CONTROLLED_MOUNT for m in e.document["modifiers"])), None)
    return world.things.get(by) if by else None


def _carries(entry: Lasting) -> bool:
    """Whether the entry sets the speed of its bearer to that of another creature."""
    return entry.has_modifiers and any(m["target"] == "speed.walk" and m["op"] == "set" for m in entry.document["modifiers"])
