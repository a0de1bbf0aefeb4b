"""The type of a creature, on which spells and features depend."""

from rpg_lite.rules import names
from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing


def types_of(creature: Thing, book: Rulebook) -> set[str]:
    """The type of a creature and its tags; a character with a class is a humanoid (SRD, Races)."""
    sheet = bearers.unspent_sheet(creature, book)
    words = {names.fold(sheet.creature_type)} if sheet.creature_type else set()
    words |= set(names.fold(sheet.race).split()) & {*CREATURE_TYPES}
    if not words & {*CREATURE_TYPES} and (sheet.class_levels or sheet.race):
        words.add("humanoid")
    return words | {names.fold(t) for t in sheet.tags}


def kinds_of(creature: Thing, book: Rulebook) -> set[str]:
    """The type of a creature, its tags and its name without a number, for tags such as target:dragon and attacker:air elemental."""
    return types_of(creature, book) | {names.fold(creature.name).rstrip("0123456789 ")}
