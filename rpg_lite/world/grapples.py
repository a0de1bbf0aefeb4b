"""Grapples and other holds, and what came with them, among the lasting entries of a creature (SRD, Grappled)."""

from collections.abc import Sequence
from typing import Final

from rpg_lite.world.creature_states import Cause, Lasting
from rpg_lite.world.world_model import Thing, World

GRAPPLED: Final = "grappled"
_WITH_ITS_SOURCE: Final = frozenset(("source_0", "source_dead"))
"""The words of `ends` for what is over when the creature that laid it is dead."""


def is_held(bearer: Thing) -> bool:
    """Whether the creature bears anything that is over when another one dies."""
    return any(map(_needs_its_source, (*bearer.creature.conditions, *bearer.creature.effects)))


def in_force(world: World, entries: Sequence[Lasting]) -> list[Lasting]:
    """The entries without the grapples of the dead, and without what else ends with them, such as an embrace or a stomach. A command that
    kills a creature may not hold those whom it holds, so nobody has ended them there.
    """
    over = [entry for entry in entries if _needs_its_source(entry) and _is_of_the_dead(world, entry)]
    if not over:
        return [*entries]
    grips = [entry.cause for entry in over if entry.name == GRAPPLED]
    return [e for e in entries if e not in over and not came_with(grips, e)]


def _needs_its_source(entry: Lasting) -> bool:
    return entry.name == GRAPPLED or not _WITH_ITS_SOURCE.isdisjoint(entry.span.ends_by)


def _is_of_the_dead(world: World, entry: Lasting) -> bool:
    by = world.things.get(entry.cause.by or "")
    return by is not None and by.kind == "character" and by.creature.is_dead


def came_with(grapples: Sequence[Cause], entry: Lasting) -> bool:
    """Whether the entry is one of these grapples, or was laid with one by the same step of an act."""
    mine = entry.cause
    return any((entry.name == GRAPPLED and mine == c) or (c.cast is not None and (mine.cast, mine.at) == (c.cast, c.at)) for c in grapples)
