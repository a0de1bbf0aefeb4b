"""SRD 5.1, Fighting Style: Protection: whoever holds a shield hinders an attack on another creature within 5 ft, and nothing else."""

from typing import Any

from tests.copies import begun, laid_alike
from tests.operations.crypts import SCORES, crypt, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

HERO = {"abilities": SCORES, "party": True, "hpMax": 40}


@laid_alike
def guarded() -> Table:
    """Bera guards with a shield; Oda stands beside her, Pip far off, and it is the ogre's turn, which stands beside Bera and Oda."""
    table = crypt(begun("5.1"))
    table.did("create", name="Bera", character={**HERO, "classes": ["fighter 3"], "choices": {"fighting style": "protection"}}, roomName="Crypt")
    table.did("give", "Bera", template="Shield", equip=True)
    table.did("start_fight", names=["party", "Ogre"], space="measured")
    turn_of(table, "Ogre")
    put(table, Bera="E8", Oda="E7", Pip="A1", Ogre="F7")
    return table


def struck(table: Table, whom: str, face: int) -> str:
    return str(let(table, face, face).did("attack", "Ogre", targetName=whom)["text"])


def answered(table: Table, **more: Any) -> dict[str, Any]:
    return table.ask("act", "Bera", act="Protection", answer=True, **more)


def test_it_is_offered_for_another_beside_who_is_hit() -> None:
    assert "Bera (Protection" in struck(guarded(), "Oda", 15)
    assert "Protection" not in struck(guarded(), "Oda", 2), "a miss needs no hindrance"
    assert "Protection" not in struck(guarded(), "Bera", 15), "it protects others"
    table = guarded()
    put(table, Oda="G9")
    assert "Protection" not in struck(table, "Oda", 15), "10 ft are too far"


def test_it_hinders_the_attack_that_was_made() -> None:
    table = guarded()
    struck(table, "Oda", 15)
    told = let(table, 2)
    answer = answered(told)
    assert answer["ok"] and "a miss" in answer["text"], answer["text"]


def test_whoever_is_struck_or_stands_too_far_is_refused() -> None:
    table = guarded()
    struck(table, "Bera", 15)
    assert answered(table)["error"]["code"] == "answer_unfit"
    table = guarded()
    put(table, Oda="G9")
    struck(table, "Oda", 15)
    refused = answered(table)
    assert refused["error"]["code"] == "answer_beyond" and "Oda" in refused["text"] and "5 ft" in refused["text"]
