"""Poisons and diseases whose saves are repeated: who resists them, and what a second dose does."""

from typing import Any

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row


@laid_alike
def bitten(ruleset: Ruleset, creature: str, act: str, race: str = "human", times: int = 1) -> Table:
    """A hero whom a creature has hit, and who has failed every save so far."""
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"race": race, "classes": ["fighter 5"], "party": True, "hpMax": 300})
    table.did("create", template=creature, name="Foe")
    for _ in range(times):
        let(table, 1 if act == "Spores" else 19, 1, 1, 1, face=2).did("act", "Foe", act=act, targets=["Hero"], force=True)
    return table


def borne(table: Table, name: str) -> int:
    body = table.thing("Hero").body
    return sum(entry["name"] == name for kind in ("effects", "conditions") for entry in body.get(kind, ()))


@each_row(("race", "mode"), [("dwarf", True), ("human", False)])
def test_a_dwarf_ends_the_poison_of_an_otyugh_with_advantage(race: str, mode: bool) -> None:
    table = bitten("5.2", "Otyugh", "Bite", race)
    assert borne(table, "Otyugh Disease") == 1
    told = let(table, 9, 9, face=3).did("rest", "Hero", kind="long")["text"]
    assert "CON save DC 15" in told
    assert ("advantage" in told) is mode, told


@each_row(
    ("ruleset", "creature", "act", "name", "condition"),
    [
        ("5.2", "Otyugh", "Bite", "Otyugh Disease", "poisoned"),
        ("5.1", "Pit Fiend", "Bite", "Pit Fiend Poison", "poisoned"),
        ("5.2", "Pit Fiend", "Bite", "Pit Fiend Poison", "poisoned"),
        ("5.1", "Vrock", "Spores", "Vrock Spores", "poisoned"),
        ("5.2", "Vrock", "Spores", "Spores", "poisoned"),
        ("5.1", "Magmin", "Touch", "Burning", ""),
        ("5.2", "Magmin", "Touch", "Burning", ""),
        ("5.1", "Fire Elemental", "Touch", "Burning", ""),
        ("5.2", "Fire Elemental", "Burn", "Burning", ""),
    ],
)
def test_a_second_dose_takes_the_place_of_the_first(ruleset: Ruleset, creature: str, act: str, name: str, condition: str) -> None:
    assert borne(bitten(ruleset, creature, act), name) == 1
    table = bitten(ruleset, creature, act, times=3)
    assert borne(table, name) == 1
    assert not condition or borne(table, condition) == 1


def test_two_stirges_suck_blood_twice() -> None:
    table = bitten("5.1", "Stirge", "Blood Drain")
    table.did("create", template="Stirge", name="Other")
    let(table, 19).did("act", "Other", act="Blood Drain", targets=["Hero"])
    assert borne(table, "Stirge Attached") == 2


def test_one_save_after_a_rest_ends_all_of_it() -> None:
    table = bitten("5.2", "Otyugh", "Bite", times=2)
    told: Any = let(table, 1, face=4).did("rest", "Hero", kind="long")["text"]
    assert told.count("CON save DC 15") == 1
    assert borne(table, "Withered") == 1
    table.did("advance", duration="1 day")
    let(table, 19).did("rest", "Hero", kind="long")
    assert borne(table, "Otyugh Disease") == borne(table, "Withered") == borne(table, "poisoned") == 0
