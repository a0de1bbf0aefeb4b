"""The type of a creature, on which spells and features depend."""

from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_SPECIES: Final = "race:"


def types_of(creature: Thing, book: Rulebook) -> set[str]:
    """The type of a creature, its tags, its species and its lineage; a character with a class is a humanoid (SRD, Races). A half-elf is a
    species of its own, not an elf.
    """
    sheet = thing_stats.unspent_sheet(creature, book)
    words = {names.fold(sheet.creature_type)} if sheet.creature_type else set()
    words |= set(names.fold(sheet.race).split()) & {*CREATURE_TYPES}
    if not words & {*CREATURE_TYPES} and (sheet.class_levels or sheet.race):
        words.add("humanoid")
    species = {word.removeprefix(_SPECIES) for word in sheet.words if word.startswith(_SPECIES)}
    return words | species | {names.fold(t) for t in sheet.tags}


def kinds_of(creature: Thing, book: Rulebook) -> set[str]:
    """The type of a creature, its tags and its name without a number, for tags such as target:dragon and attacker:air elemental."""
    return types_of(creature, book) | {names.fold(creature.name).rstrip("0123456789 ")}
