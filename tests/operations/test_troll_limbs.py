"""The limbs of a troll: each that is missing is a level of exhaustion, until the troll regains hit points (SRD 5.2, Loathsome Limbs)."""

import pytest

from tests.copies import begun
from tests.operations.table import Table


def tired(table: Table) -> int:
    entries = table.thing("Troll").body.get("conditions", ())
    return sum(int(entry["level"]) for entry in entries if entry["name"] == "exhaustion")


@pytest.fixture
def table() -> Table:
    table = Table(begun("5.2"))
    table.did("create", name="Hero", character={"classes": ["cleric 5"], "party": True, "hpMax": 90, "abilities": {"wis": 18}})
    table.did("create", template="Troll")
    table.did("damage", "Troll", amount=60, damageType="force")
    return table


def lose_limbs(table: Table, times: int) -> None:
    for _ in range(times):
        table.did("act", "Troll", act="Loathsome Limbs")


def test_healing_brings_back_every_limb_and_no_more(table: Table) -> None:
    table.did("apply", "Troll", condition="exhaustion", level=2)
    lose_limbs(table, 2)
    assert tired(table) == 4
    table.did("cast", "Hero", spell="Cure Wounds", targets=["Troll"])
    assert tired(table) == 2
    lose_limbs(table, 1)
    assert tired(table) == 3


def test_regeneration_brings_them_back(table: Table) -> None:
    lose_limbs(table, 3)
    table.did("start_fight", names=["Hero", "Troll"])
    table.did("next_turn")
    table.did("next_turn")
    assert tired(table) == 0


def test_damage_that_may_sever_one_says_so(table: Table) -> None:
    assert "act Loathsome Limbs" in table.did("damage", "Troll", amount=15, damageType="slashing")["text"]
    assert "Loathsome" not in table.did("damage", "Troll", amount=2, damageType="fire")["text"]


def test_one_that_is_not_bloodied_loses_none() -> None:
    table = Table(begun("5.2"))
    table.did("create", template="Troll")
    assert "Loathsome" not in table.did("damage", "Troll", amount=20, damageType="slashing")["text"]
