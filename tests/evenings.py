"""An evening that many tests play, and the heroes of another."""

from collections.abc import Iterator
from typing import Any

import pytest

import rpg_lite
from rpg_lite.game import Game
from tests.copies import copy_of
from tests.operations.table import Table

HEROES: dict[str, dict[str, Any]] = {
    "Thorin": {"classes": ["fighter 5"], "race": "dwarf", "abilities": {"str": 16, "dex": 12, "con": 14}},
    "Elara": {"classes": ["wizard 5"], "race": "elf", "abilities": {"int": 18, "dex": 14, "con": 12}},
    "Pip": {"classes": ["rogue 5"], "race": "halfling", "abilities": {"dex": 18, "con": 12}},
    "Brenna": {"classes": ["cleric 5"], "abilities": {"str": 14, "wis": 16, "con": 14}},
}
GEAR = {
    "Thorin": ("Plate Armor", "Longsword", "Shield"),
    "Elara": ("Dagger",),
    "Pip": ("Leather Armor", "Shortsword"),
    "Brenna": ("Chain Mail", "Mace", "Shield"),
}
FIGHTER = {"classes": ["fighter 5"], "race": "dwarf", "abilities": {"str": 16, "dex": 14, "con": 14}}


@pytest.fixture
def table() -> Iterator[Table]:
    with copy_of(_made) as game:
        yield Table(game)


def _made() -> Game:
    table = Table(rpg_lite.open_campaign(":memory:", seed=1))
    table.did("create", name="Thorin", character=FIGHTER)
    return table.game


def evening(table: Table) -> None:
    table.did("give", "Thorin", template="Chain Shirt", equip=True)
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    table.did("give", "Thorin", template="Dagger", quantity=3, equip=True)
    table.did("give", "Thorin", template="Potion of Healing", quantity=2)
    table.did("damage", "Thorin", dice="2d6", damageType="fire")
    table.did("use", "Thorin", itemName="Potion of Healing")
    table.did("transfer", "Thorin", itemName="Dagger", toName="floor")
    table.did("apply", "Thorin", condition="exhaustion")
    table.did("undo")
