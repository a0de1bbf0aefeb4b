"""A halfling rolls a 1 again on the table: the next face that was sent is the new one (SRD 5.1, Lucky; SRD 5.2, Luck)."""

from typing import Any

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

ROLLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("check", {"ability": "int"}),
    ("save", {"ability": "con"}),
    ("attack", {"targetName": "Ogre"}),
)


@laid_alike
def wick(ruleset: Ruleset, **more: Any) -> Table:
    table = Table(begun(ruleset))
    race = "lightfoot halfling" if ruleset == "5.1" else "halfling"
    table.did("create", name="Wick", character={"classes": ["fighter 1"], "race": race, "party": True, **more})
    table.did("create", template="Ogre")
    table.roll_with(falling(3))
    return table


@each_row(("ruleset", "operation", "payload"), [(ruleset, *roll) for ruleset in RULESETS for roll in ROLLS])
def test_the_second_face_is_the_one_rolled_again(ruleset: Ruleset, operation: str, payload: dict[str, Any]) -> None:
    answer = wick(ruleset).did(operation, "Wick", d20=[1, 17], **payload)
    assert "17" in answer["text"] and "took" not in answer["text"], answer["text"]


@each_row(("ruleset", "faces", "counts"), [(r, *row) for r in RULESETS for row in (((1, 7, 18), 18), ((7, 1, 18), 18), ((1, 1, 18), 18))])
def test_with_advantage_the_third_is_the_one(ruleset: Ruleset, faces: tuple[int, ...], counts: int) -> None:
    answer = wick(ruleset).did("check", "Wick", ability="int", mode="advantage", d20=[*faces])
    assert str(counts) in answer["text"] and "took" not in answer["text"], answer["text"]


@each_row(("ruleset",), [(ruleset,) for ruleset in RULESETS])
def test_a_death_save_too(ruleset: Ruleset) -> None:
    table = wick(ruleset)
    table.did("update", "Wick", character={"hp": 0})
    assert table.did("save", "Wick", ability="death", d20=[1, 12])["text"].count("12")


@each_row(("ruleset",), [(ruleset,) for ruleset in RULESETS])
def test_one_face_alone_is_rolled_again_by_the_program(ruleset: Ruleset) -> None:
    """Nobody else loses a face to it: an ogre's 1 stays."""
    table = wick(ruleset)
    assert "3" in table.did("check", "Wick", ability="int", d20=[1])["text"]
    assert "No roll of this call took these faces: 12" in table.did("check", "Ogre", ability="int", d20=[1, 12])["text"]
