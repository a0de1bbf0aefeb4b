"""An evening that many tests play."""

from collections.abc import Iterator

import pytest

import rpg_lite
from rpg_lite.game import Game
from tests.copies import copy_of
from tests.operations.table import Table

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
