"""A campaign with something of everything in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.game import Game
from tests.copies import copy_of
from tests.operations.table import Table

MADE = (
    ("create", {"name": "Thorin", "character": {"classes": ["fighter 5"], "party": True}}),
    ("create", {"name": "Elara", "character": {"classes": ["wizard 5"]}}),
    ("create", {"name": "Goblin", "character": {"hpMax": 7}}),
    ("create", {"name": "Goblin", "character": {"hpMax": 7}}),
    ("give", {"characterName": "Thorin", "template": "Dagger", "quantity": 3}),
    ("give", {"characterName": "Thorin", "template": "Potion of Healing", "quantity": 2}),
    ("give", {"characterName": "Thorin", "template": "Backpack"}),
    ("give", {"bagName": "Backpack", "item": {"name": "Pouch", "type": "wondrous", "weight": 1, "container": {"capacityLb": 5}}}),
    ("give", {"characterName": "Thorin", "template": "Flame Tongue Longsword"}),
    ("give", {"characterName": "Thorin", "template": "Boots of Speed", "attune": True}),
    ("give", {"characterName": "Thorin", "template": "Wand of Secrets", "quantity": 2, "equip": True}),
    *[("use", {"characterName": "Thorin", "itemName": "Wand of Secrets"})] * 3,
    ("give", {"characterName": "Elara", "template": "Wand of Secrets", "equip": True}),
    *[("use", {"characterName": "Elara", "itemName": "Wand of Secrets"})] * 3,
    ("unequip", {"characterName": "Thorin", "slot": "mainhand"}),
)
"""Thorin is c1.1, his daggers are i5.1; one of his two wands is empty, and so is Elara's only one."""


def furnished(where: str | Path | None = None, **how: Any) -> Table:
    """A copy in memory, unless something else is asked for."""
    return Table(_furnished(where or ":memory:", **how) if where or how else copy_of(_furnished))


def _furnished(where: str | Path = ":memory:", **how: Any) -> Game:
    table = Table(rpg_lite.open_campaign(where, seed=1, **how))
    for operation, fields in MADE:
        table.did(operation, **fields)
    return table.game


@pytest.fixture
def table() -> Iterator[Table]:
    table = furnished()
    yield table
    table.game.close()
