"""The riders that a creature has from its features and its items."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.creature import formula_values
from rpg_lite.mechanics.creature.working_items import told_name, working_items
from rpg_lite.rules.acts.act import ChooseStep, Rider
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class OwnRider:
    """A rider and its source. `weapon`: the id of the only weapon or ammunition whose attacks it changes; `item`: the thing that gives it; `look`: the
    name of that thing for everybody but the game master.
    """

    name: str
    rider: Rider
    tables: Mapping[str, Any]
    weapon: str | None = None
    item: str | None = None
    look: str | None = None

    @property
    def told(self) -> str:
        """The name in texts that everybody may read."""
        return self.look or self.name

    @property
    def once_key(self) -> str:
        """The name under which a turn remembers the rider: versions of one rider, "Divine Strike: necrotic", share its uses."""
        return self.name.partition(":")[0]

    @property
    def called(self) -> str | Called:
        """The name in a note; an item has the name that each reader knows."""
        return Called(self.item) if self.item else self.name


def riders_of(world: World, creature: Thing, book: Rulebook) -> Iterator[OwnRider]:
    """Every rider of the creature's features and of the items that work for it."""
    sheet = thing_stats.unspent_sheet(creature, book)
    for feature in sheet.feature_rules:
        tables = formula_values.table_values(feature, sheet)
        for rider in (one for written in feature.riders for one in _of_chosen_acts(written, sheet)):
            yield OwnRider(rider.name or feature.name, rider, tables)
    for thing, item in working_items(world, creature, book):
        if item.type != "ammunition":
            yield from _of_thing(creature, thing, item)
    for thing in at_hand(world, creature.id):
        yield from of_ammunition(creature, thing, book)


def of_ammunition(creature: Thing, thing: Thing, book: Rulebook) -> Iterator[OwnRider]:
    """The riders of a piece of ammunition, which join only its own shot (SRD, Arrow of Slaying)."""
    if thing.kind == "item" and thing.item.is_identified:
        item = thing_stats.item_of(thing, book)
        if item.riders and item.type == "ammunition":
            yield from _of_thing(creature, thing, item)


def _of_thing(creature: Thing, thing: Thing, item: Item) -> Iterator[OwnRider]:
    """The riders of a thing. One that nobody has identified has those alone that nobody chooses, and the name of its look."""
    own_attacks, look = thing.id if item.weapon_stats or item.type == "ammunition" else None, told_name(creature, thing, item)
    for rider in item.riders:
        if thing.item.is_identified:
            yield OwnRider(rider.name or thing.name, rider, {}, own_attacks, thing.id, rider.name or look)
        elif plays_by_itself(rider):
            yield OwnRider(look, rider, {}, own_attacks, thing.id, look)


def plays_by_itself(rider: Rider) -> bool:
    """Whether the rider needs no choice: it costs nothing, has no limit, gives nothing up and asks for no option."""
    is_chosen = rider.spend or rider.once or rider.set.keys() & {"dice", "cost", "forgo", "pays", "spared"} or not rider.auto
    return not is_chosen and not any(isinstance(s, ChooseStep) for s in rider.steps)


def _of_chosen_acts(rider: Rider, sheet: Sheet) -> Iterator[Rider]:
    """The rider as written, or one for each act that the creature has chosen for it (SRD 5.2, Agonizing Blast)."""
    words = sheet.chosen.of(rider.chosen) if rider.chosen and sheet.chosen else ()
    if not words:
        yield rider
    for word in words:
        yield rider.model_copy(update={"rider": f"act:{word}"})
