"""Grapples, and the conditions that came with them, among the lasting entries of a creature (SRD, Grappled)."""

from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.world.creature_states import Cause, Lasting
from rpg_lite.world.world_model import Thing, World

GRAPPLED: Final = "grappled"


def is_grappled(bearer: Thing) -> bool:
    return any(entry.name == GRAPPLED for entry in bearer.creature.conditions)


def in_force(world: World, entries: Sequence[Lasting]) -> list[Lasting]:
    """The entries without the grapples of the dead. A command that kills a creature may not hold those whom it grapples, so nobody has ended
    them there.
    """
    of_the_dead = [*_of_the_dead(world, entries)]
    return [e for e in entries if not came_with(of_the_dead, e)] if of_the_dead else [*entries]


def _of_the_dead(world: World, entries: Sequence[Lasting]) -> Iterator[Cause]:
    for entry in entries:
        by = world.things.get(entry.cause.by or "") if entry.name == GRAPPLED else None
        if by is not None and by.kind == "character" and by.creature.is_dead:
            yield entry.cause


def came_with(grapples: Sequence[Cause], entry: Lasting) -> bool:
    """Whether the entry is one of these grapples, or was laid with one by the same step of an act."""
    mine = entry.cause
    return any((entry.name == GRAPPLED and mine == c) or (c.cast is not None and (mine.cast, mine.at) == (c.cast, c.at)) for c in grapples)
