"""The turn with which a fight begins, begins as every other: what happens at the start of a turn happens in it, too (SRD, Your Turn)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Table


@laid_alike
def table_of(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset=ruleset))
    table.did(
        "create", name="Wren", character={"party": True, "hpMax": 50, "classes": ["cleric 9"], "spells": {"prepared": ["Spirit Guardians"]}}
    )
    table.did("create", name="Bo", character={"party": True, "hpMax": 50, "classes": ["fighter 3"]})
    return let(table, face=4)


@pytest.mark.parametrize(("ruleset", "regained"), [("5.1", 10), ("5.2", 15)])
def test_a_troll_that_wins_initiative_regenerates_at_once(ruleset: Ruleset, regained: int) -> None:
    table = table_of(ruleset)
    table.did("create", template="Troll")
    table.did("update", "Troll", character={"hp": 34})
    told = table.did("start_fight", names=["Bo", "Troll"], d20={"Bo": 1, "Troll": 20})["text"]
    assert f"HP 34 → {34 + regained}" in told and table.hp("Troll") == 34 + regained
    table.did("undo")
    assert table.hp("Troll") == 34
    table.did("start_fight", names=["Bo", "Troll"], d20={"Bo": 20, "Troll": 1})
    assert table.hp("Troll") == 34


def test_a_zone_hurts_whoever_begins_the_fight_in_it_though_its_caster_stays_out() -> None:
    table = table_of("5.1")
    table.did("create", name="Ogre", character={"hpMax": 80})
    table.did("cast", "Wren", spell="Spirit Guardians", choice="radiant")
    table.did("act", "Ogre", zone="Spirit Guardians", act="enter")
    before = table.hp("Ogre")
    told = table.did("start_fight", names=["Bo", "Ogre"], d20={"Bo": 1, "Ogre": 20})["text"]
    assert "Spirit Guardians" in told and table.hp("Ogre") < before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_breath_that_was_spent_may_recharge_in_the_first_turn(ruleset: Ruleset) -> None:
    table = let(table_of(ruleset), face=6)
    table.did("create", template="Young Red Dragon")
    table.did("act", "Young Red Dragon", act="Fire Breath", targets=["Bo"])
    told = table.did("start_fight", names=["Bo", "Young Red Dragon"], d20={"Bo": 1, "Young Red Dragon": 20})["text"]
    assert "fire breath recharges (6)" in told.casefold()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_run_begins_nobodys_turn(ruleset: Ruleset) -> None:
    table = table_of(ruleset)
    table.did("create", template="Troll")
    table.did("update", "Troll", character={"hp": 34})
    assert "HP" not in table.did("start_fight", names=["Bo", "Troll"], d20={"Bo": 1, "Troll": 20}, dryRun=True)["text"]
    assert table.hp("Troll") == 34
