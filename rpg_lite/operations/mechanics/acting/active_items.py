"""The items that work for a creature and bring triggers or riders."""

from collections.abc import Iterator

from rpg_lite.operations.mechanics.worn_and_attuned import works_for
from rpg_lite.rules.items import Item
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World


def working_items(world: World, creature: Thing, book: Rulebook) -> Iterator[tuple[Thing, Item]]:
    """The items at hand that are, where required, attuned and worn or held; a bond with a cursed item needs neither hand nor place on the
    body, and no item waits until somebody has identified it (SRD, Berserker Axe).
    """
    for thing in at_hand(world, creature.id):
        if thing.kind in ("item", "container"):
            item = thing_stats.item_of(thing, book)
            if (item.on or item.riders) and (works_for(world, creature, thing, item) or _binds(creature, thing, item)):
                yield thing, item


def _binds(creature: Thing, thing: Thing, item: Item) -> bool:
    return item.cursed == "bond" and thing.attuned_to == creature.id


def told_name(creature: Thing, thing: Thing, item: Item) -> str:
    """The name of an item in its effects and texts: its real name for a party member who knows it, and its look for everybody else."""
    return thing.name if creature.creature.is_member and thing.item.is_identified else plain_look(item)
