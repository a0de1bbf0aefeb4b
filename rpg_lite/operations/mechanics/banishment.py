"""Creatures that a spell has banished to another plane until it ends, while the others stay in their room."""

from rpg_lite.rules import creature_flags
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def is_banished(world: World, creature: Thing, book: Rulebook) -> bool:
    """Whether the creature is on another plane, where nothing of its room reaches it (SRD, Banishment, Maze)."""
    return creature_flags.BANISHED in thing_stats.stats_of(world, creature, book).flags


def are_apart(world: World, one: Thing, other: Thing, book: Rulebook) -> bool:
    """Whether one of two creatures is banished and the other is not."""
    return one.id != other.id and is_banished(world, one, book) != is_banished(world, other, book)
