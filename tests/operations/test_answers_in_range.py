"""An answer with a range goes no farther, and sight ends at walls, where places count (SRD, Counterspell, Hellish Rebuke, Countercharm)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import put, turn_of
from tests.operations.dice import let
from tests.operations.halls import casts, hall
from tests.operations.table import Table, notes

pytestmark = pytest.mark.stored
MAGE: Any = {"Mage": ("N2", {"template": "Mage"})}


def counters(table: Table, ruleset: Ruleset) -> dict[str, Any]:
    act = {"operation": "act", "act": "Protective Magic", "choice": "Counterspell"}
    return {**(act if ruleset == "5.2" else {"operation": "cast", "spell": "Counterspell"}), "characterName": "Mage", "answer": True}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("at", "reaches"), [("N2", True), ("O2", False)])
def test_counterspell_goes_sixty_feet(ruleset: Ruleset, at: str, reaches: bool):
    table = hall(ruleset, **MAGE)
    put(table, Mage=at)
    told = casts(table, "Magic Missile", targetName="Goblin 1")
    assert ("Mage (" in notes(told)) == reaches
    answer = table.send(counters(table, ruleset), "execute_action")
    assert answer["ok"] == reaches
    if not reaches:
        assert answer["error"]["code"] == "answer_beyond" and "60 ft" in answer["text"] and "65 ft" in answer["text"]
        assert table.send(answer["error"]["try"], "execute_action")["ok"], "the game master may know better"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_counters_through_a_wall(ruleset: Ruleset):
    table = hall(ruleset, ground={"size": "24x16", "features": [{"is": "wall", "at": "F1-F4"}]}, **{"Mage": ("J2", {"template": "Mage"})})
    put(table, Goblin_1="D3")
    told = casts(table, "Magic Missile", targetName="Goblin 1")
    assert "Mage (" not in notes(told)
    answer = table.send(counters(table, ruleset), "execute_action")
    assert answer["error"]["code"] == "answer_unseen" and "a wall hides the other" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("at", "reaches"), [("N2", True), ("O2", False)])
def test_a_rebuke_goes_sixty_feet(ruleset: Ruleset, at: str, reaches: bool):
    hexer = {"classes": {"warlock": 5}, "spells": {"known": ["Hellish Rebuke"]}, "party": False}
    table = hall(ruleset, Hex=(at, hexer))
    told = casts(table, "Magic Missile", targetName="Hex")
    assert ("Hellish Rebuke" in notes(told)) == reaches
    answer = table.send({"operation": "cast", "characterName": "Hex", "spell": "Hellish Rebuke", "answer": True}, "execute_action")
    assert answer["ok"] == reaches, answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_spells_of_a_stat_block_are_offered(ruleset: Ruleset):
    table = hall(ruleset, **MAGE)
    told = notes(casts(table, "Magic Missile", targetName="Mage"))
    assert "Mage (Protective Magic)" in told if ruleset == "5.2" else "Mage (Shield, Counterspell)" in told or "Mage (Counterspell, Shield)" in told
    turn_of(table, "Elara")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("face", "is_offered"), [(19, True), (20, False)])
def test_no_ac_is_offered_against_a_natural_20(ruleset: Ruleset, face: int, is_offered: bool):
    table = hall(ruleset, Mage=("I7", {"template": "Mage"}), Rusk=("G7", {"template": "Knight"}))
    turn_of(table, "Oda")
    for name, act in (("Mage", "Protective Magic" if ruleset == "5.2" else "Shield"), ("Rusk", "Parry")):
        told = notes(let(table, face, face=1).did("attack", "Oda", targetName=name, force=True))
        assert (f"{name} ({act}" in told) == is_offered, (name, told)
