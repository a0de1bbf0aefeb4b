"""Creatures on another plane than their room: banished until a spell ends, or on the Ethereal Plane."""

from typing import Final

from rpg_lite.rules import creature_flags
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

_PLANES: Final = (creature_flags.BANISHED, creature_flags.ETHEREAL)


def plane_of(world: World, creature: Thing, book: Rulebook) -> str:
    """The flag of the other plane on which a creature is; empty in its room."""
    flags = thing_stats.stats_of(world, creature, book).flags
    return next((plane for plane in _PLANES if plane in flags), "")


def is_away(world: World, creature: Thing, book: Rulebook) -> bool:
    """Whether the creature is on another plane, where nothing of its room reaches it (SRD, Banishment, Maze, Etherealness)."""
    return bool(plane_of(world, creature, book))


def are_apart(world: World, one: Thing, other: Thing, book: Rulebook) -> bool:
    """Whether two creatures are on different planes; those on the Ethereal Plane reach each other (SRD, Etherealness)."""
    return one.id != other.id and plane_of(world, one, book) != plane_of(world, other, book)
