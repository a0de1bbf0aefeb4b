"""The acts that a creature can play, by their names: its own acts, those of its features, effects, zones and items at hand, the common
ones, and spells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rpg_lite.mechanics.creature import effect_source, zones
from rpg_lite.rules import legendary, names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class FoundAct:
    """An act and its source: the creature itself, a feature, an effect on it, a zone of its own, or the acts that everybody has."""

    act: Act
    feature: str | None = None
    of_class: str | None = None
    entry: Lasting | None = None
    is_common: bool = False


def acts_of(world: World, creature: Thing, book: Rulebook) -> Iterator[FoundAct]:
    """Every act except spells, in the order in which a name is looked up."""
    yield from own_acts_of(world, creature, book)
    for act in book.common_acts.values():
        yield FoundAct(act, is_common=True)


def own_acts_of(world: World, creature: Thing, book: Rulebook) -> Iterator[FoundAct]:
    """The same acts without those that everybody has."""
    sheet = thing_stats.unspent_sheet(creature, book)
    for act in sheet.acts:
        yield FoundAct(act)
    if resistance := legendary.resistance_of(sheet):
        yield FoundAct(resistance)
    for feature in sheet.feature_rules:
        for act in feature.acts:
            yield FoundAct(act, feature=feature.name, of_class=feature.of_class)
    for entry in reversed(thing_stats.lasting(world, creature, "effects")):  # of two casts of a spell, the later one comes first
        for act in _laid_acts(world, entry, book):
            yield FoundAct(act, entry=entry)
    for found in zones.of(world, creature, book):
        for act in found.model.acts:
            yield FoundAct(act, entry=zones.as_entry(found))


def find(world: World, creature: Thing, name: str, book: Rulebook) -> FoundAct | None:
    """The act of this name."""
    key = names.fold(name)
    return next((f for f in acts_of(world, creature, book) if key in map(names.fold, (f.act.name, *f.act.aliases))), None)


def _laid_acts(world: World, entry: Lasting, book: Rulebook) -> Sequence[Act]:
    effect = effect_source.laid_effect(world, entry.cause, book)
    return effect.acts if effect else ()
