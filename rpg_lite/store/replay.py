"""Build the world from a whole chronicle, beginning with an empty world."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from rpg_lite.operations.undo import ids_of
from rpg_lite.world import events
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve
from rpg_lite.world.world_model import Campaign, Exit, InUse, Key, Thing, World

K = TypeVar("K")
V = TypeVar("V")


class ImpossibleEvent(ValueError):
    """An event that cannot have happened: its fault and its place."""


class Replay:
    """Run `evolve` for every event on only the things that the event names, because then the cost of an event does not grow with the world."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.things: dict[str, Thing] = {}
        self.equipped: dict[Key, InUse] = {}
        self.exits: dict[str, Exit] = {}

    def happen(self, happened: Iterable[Event]) -> None:
        """Apply one event. Raises the error of `evolve` if the event names something that is missing."""
        for event in happened:
            self._happen(event)

    def _happen(self, event: Event) -> None:
        ids = ids_of((event,))
        keys = [(event.context, event.id)] if isinstance(event, events.Equipped | events.Unequipped) else []
        after = evolve(World(self.campaign, _of(self.things, ids), _of(self.equipped, keys), exits=_of(self.exits, ids)), event)
        self.campaign = after.campaign
        _take_over(self.things, after.things, ids)
        _take_over(self.equipped, after.equipped, keys)
        _take_over(self.exits, after.exits, ids)


def _of(whole: Mapping[K, V], some: Iterable[K]) -> dict[K, V]:
    return {key: whole[key] for key in some if key in whole}


def _take_over(mine: dict[K, V], then: Mapping[K, V], named: Iterable[K]) -> None:
    for key in named:
        if key in then:
            mine[key] = then[key]
        else:
            mine.pop(key, None)
