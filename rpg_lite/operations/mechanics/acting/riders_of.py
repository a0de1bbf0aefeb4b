"""The riders that a creature has from its features."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rpg_lite.operations.mechanics.acting import casting
from rpg_lite.rules.acts.act import Rider
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing


@dataclass(frozen=True, slots=True)
class OwnRider:
    """A rider and the feature that gives it."""

    name: str
    rider: Rider
    tables: Mapping[str, Any]


def riders_of(creature: Thing, book: Rulebook) -> Iterator[OwnRider]:
    """Every rider of the creature's features."""
    sheet = bearers.sheet(creature, book)
    for feature in sheet.feature_rules:
        tables = casting.table_values(feature, sheet)
        for rider in feature.riders:
            yield OwnRider(rider.name or feature.name, rider, tables)
