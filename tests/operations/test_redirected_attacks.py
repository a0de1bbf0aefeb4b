"""A goblin boss sends an attack at an ally beside it, with whom it changes places; the roll stands (SRD 5.2, Redirect Attack)."""

from typing import Any

import pytest

from tests.operations.crypts import fought, places, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table, notes, snapshot

pytestmark = pytest.mark.stored
HALL = {"size": "40x10"}
REDIRECT: dict[str, Any] = {"act": "Redirect Attack", "answer": True}


def struck(ally: str = "F4", face: int = 18) -> tuple[Table, str]:
    """Oda, who stands beside a goblin boss, has struck it; a goblin stands beside it. What the blow told."""
    table = fought("5.2", HALL)
    table.did("end_fight")
    table.did("create", name="Boss", template="Goblin Boss", roomName="Crypt")
    table.did("start_fight", names=["party", "Goblin 1", "Goblin 2", "Boss", "Ogre"], space="measured")
    put(table, Oda="D5", Pip="A1", Ogre="E6", Goblin_1=ally, Goblin_2="AN1", Boss="E5")
    turn_of(table, "Oda")
    return table, notes(let(table, face, face=4).did("attack", "Oda", targetName="Boss"))


def test_the_ally_takes_the_blow_and_the_place():
    table, _ = struck()
    told = table.did("act", "Boss", **REDIRECT)["text"]
    assert "Boss and Goblin 1 change places" in told and "The attack on Boss is made against Goblin 1 instead." in told
    assert "23 against AC 15" in told, "the roll of the attack stands"
    assert table.hp("Boss") == 21 and table.hp("Goblin 1") < 10
    now = places(table)
    assert (now["Boss"], now["Goblin 1"]) == ("F4", "E5")


@pytest.mark.parametrize(("ally", "face", "is_offered"), [("F4", 18, True), ("H4", 18, False), ("F4", 3, False)])
def test_it_is_offered_for_a_hit_with_an_ally_beside(ally: str, face: int, is_offered: bool):
    assert ("Boss (Redirect Attack)" in struck(ally, face)[1]) == is_offered


def test_without_an_ally_beside_it_is_refused():
    table, _ = struck("H4")
    before = snapshot(table.game)
    table.refused("nobody_beside", "act", "Boss", **REDIRECT)
    table.refused("nobody_beside", "act", "Boss", targetName="Ogre", **REDIRECT)
    assert snapshot(table.game) == before, "an ogre is Large"


def test_a_boss_felled_by_that_blow_may_answer_it():
    table = fought("5.2", HALL)
    table.did("end_fight")
    table.did("create", name="Boss", template="Goblin Boss", roomName="Crypt", character={"hpMax": 3})
    table.did("start_fight", names=["party", "Goblin 1", "Boss"], space="measured")
    put(table, Oda="D5", Pip="A1", Goblin_1="F4", Boss="E5")
    turn_of(table, "Oda")
    told = let(table, 18, face=4).did("attack", "Oda", targetName="Boss")
    assert table.hp("Boss") == 0 and "Boss (Redirect Attack)" in notes(told)
    table.did("act", "Boss", **REDIRECT)
    assert table.hp("Boss") == 3 and table.hp("Goblin 1") < 10


def test_undo_takes_it_back():
    table, _ = struck()
    before = snapshot(table.game).world
    table.did("act", "Boss", **REDIRECT)
    table.did("undo")
    assert snapshot(table.game).world == before


def test_one_shot_of_several_is_sent_at_the_ally():
    table, _ = struck()
    table.did("undo")
    sheet = {"classes": {"wizard": 5}, "abilities": {"int": 16}, "party": True, "hpMax": 40}
    table.did("create", name="Mira", character=sheet, roomName="Crypt")
    table.did("end_fight")
    table.did("start_fight", names=["party", "Goblin 1", "Boss"], space="measured")
    put(table, Oda="D5", Pip="A1", Goblin_1="F4", Boss="E5", Mira="D8")
    turn_of(table, "Mira")
    let(table, 18, face=1).did("cast", "Mira", spell="Scorching Ray", targets=["Boss"])
    boss = table.hp("Boss")
    table.did("act", "Boss", targetName="Goblin 1", **REDIRECT)
    assert table.hp("Boss") > boss and table.hp("Goblin 1") < 10


def test_a_shield_guardian_protects_whom_it_stands_beside():
    table = fought("5.2", HALL)
    table.did("end_fight")
    table.did("create", name="Guardian", template="Shield Guardian", roomName="Crypt", character={"party": True})
    table.did("start_fight", names=["party", "Goblin 1"], space="measured")
    for at, is_offered in (("E6", True), ("H6", False)):
        put(table, Oda="D5", Pip="A1", Goblin_1="C5", Guardian=at)
        turn_of(table, "Goblin 1")
        told = let(table, 9, face=1).did("attack", "Goblin 1", targetName="Oda", itemName="Scimitar", force=True)
        assert ("Guardian (Protection)" in notes(told)) == is_offered
        if is_offered:
            assert "against AC 16, a miss" in table.did("act", "Guardian", act="Protection", answer=True)["text"]
        turn_of(table, "Oda")
