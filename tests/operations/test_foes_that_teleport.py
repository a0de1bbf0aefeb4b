"""Foes that the server plays use what teleports them as a bonus action: to reach somebody, or to leave who stands beside them (SRD 5.1 and 5.2, Misty Step;
5.2, Marilith, Teleport).
"""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun
from tests.operations.crypts import crypt, turn_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row


def foe_s_turn(ruleset: Ruleset, foe: str, **places: str) -> str:
    """The turn of a creature of the rulebook on a ground that a chasm parts."""
    table: Table = crypt(begun(ruleset), {"size": "30x12", "features": [{"is": "pit", "at": "P1-R12", "ft": 100}]})
    table.did("create", name="Foe", template=foe, roomName="Crypt")
    for name in ("Oda", "Pip"):
        table.did("update", name, character={"hpMax": 200, "hp": 200})
    table.did("start_fight", names=["party", "Foe"], space="measured", places=places, d20=[20, 20, 1])
    turn_of(table, "Pip")
    return str(let(table, 12, face=3).did("next_turn", play="foes")["text"])


@each_row(("ruleset", "foe", "leap"), [("5.1", "Cloud Giant", "Misty Step"), ("5.2", "Marilith", "Teleport")])
def test_who_fights_hand_to_hand_leaps_to_whom_it_cannot_walk_to(ruleset: Ruleset, foe: str, leap: str) -> None:
    told = foe_s_turn(ruleset, foe, Oda="N6", Pip="A1", Foe="T6")
    assert leap in told and "Oda (" in told.partition(leap)[2], told


def test_a_mage_leaves_who_stands_beside_it_after_its_action() -> None:
    told = foe_s_turn("5.2", "Mage", Oda="D6", Pip="C6", Foe="B6")
    assert "Misty Step" in told and told.index("Misty Step") > told.index("1. Foe"), told


def test_a_mage_far_from_all_foes_stays() -> None:
    told = foe_s_turn("5.2", "Mage", Oda="L6", Pip="M6", Foe="B6")
    assert "Misty Step" not in told, told
