"""Effects whose flag says something about their bearer and whoever laid them: under its control, inside it."""

from collections.abc import Sequence
from typing import Final

from rpg_lite.rules import creature_flags
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing, World

OUT_OF_HAND: Final = "?"
"""Stands for the id of a creature that the slice does not hold."""


def source_of(world: World, creature: Thing, flag: str, book: Rulebook) -> str | None:
    """The id of the other creature whose effect gives this one the flag now, of several the one laid last; None without such an effect."""
    laid = [e for e in thing_stats.lasting(world, creature, "effects") if e.cause.by not in (None, creature.id) and gives(e, flag, book)]
    if not laid or flag not in thing_stats.stats_of(world, creature, book).flags:
        return None
    return laid[-1].cause.by


def sources_of(world: World, creature: Thing, flags: Sequence[str], book: Rulebook) -> list[str]:
    """The ids of the other creatures whose effects give this one any of these flags now."""
    active = thing_stats.stats_of(world, creature, book).flags if creature.creature.effects else ()
    laid = [e for e in thing_stats.lasting(world, creature, "effects") if any(flag in active and gives(e, flag, book) for flag in flags)]
    return sorted({entry.cause.by for entry in laid if entry.cause.by not in (None, creature.id)})


def gives(entry: Lasting, flag: str, book: Rulebook) -> bool:
    """Whether the entry itself gives the flag."""
    if entry.has_modifiers:
        return any(row.get("value") == flag for row in entry.document["modifiers"])
    known = book.effect(entry.name)
    return known is not None and any(m.value == flag for m in known.modifiers)


def body_around(world: World, creature: Thing, book: Rulebook) -> str | None:
    """The id of the creature inside which this one is: one that has swallowed it, or one that it possesses; None without such a creature, and
    OUT_OF_HAND if the slice does not hold it.
    """
    if (holder := source_of(world, creature, creature_flags.INSIDE_SOURCE, book)) is not None:
        return holder
    if not any(gives(e, creature_flags.INSIDE_CONTROLLED, book) for e in thing_stats.lasting(world, creature, "effects")):
        return None
    people = (t for t in world.things.values() if t.kind == "character" and t.creature.effects)
    return next((t.id for t in people if source_of(world, t, creature_flags.CONTROLLED_BY_SOURCE, book) == creature.id), OUT_OF_HAND)
