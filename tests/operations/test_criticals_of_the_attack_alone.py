"""A critical hit doubles the dice of the attack and of what adds to it, and not those of what the creature that was hit does to the attacker
(SRD 5.1, Critical Hits; SRD 5.2, Critical Hits; Fire Shield; Heated Body).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

BLOCKS = Path(__file__).parents[2] / "data" / "creatures"
BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")


def hits_back(block: dict[str, Any]) -> Iterator[str]:
    """The dice that a stat block deals to whoever hits it."""
    for feature in block.get("features", ()):
        triggers = feature.get("on", ()) if isinstance(feature, dict) else ()
        for trigger in [t for t in triggers if isinstance(triggers, list) and isinstance(t, dict) and t.get("on") == "hit_by"]:
            yield from (step["damage"] for step in trigger["then"] if step.get("to") == "other" and "damage" in step)


RETALIATIONS = [
    (ruleset, block["name"], dice)
    for ruleset in BOTH
    for file in sorted((BLOCKS / ruleset).glob("*.json"))
    for block in [json.loads(file.read_text("utf-8"))]
    for dice in dict.fromkeys(hits_back(block))
]


def test_the_data_still_hold_these_retaliations() -> None:
    names = {(ruleset, name) for ruleset, name, _ in RETALIATIONS}
    of_5_1 = ("Azer", "Balor", "Black Pudding", "Fire Elemental", "Remorhaz", "Salamander")
    assert names == {*(("5.1", name) for name in of_5_1), ("5.2", "Black Pudding")}


@laid_alike
def fighter(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["wizard 9"], "hpMax": 300, "abilities": {"str": 16, "dex": 14, "int": 16}})
    table.did("give", "Kim", template="Club", equip=True)
    return table


def lost_by_kim(table: Table, d20: int, operation: str, **fields: Any) -> int:
    """The hit points that Kim loses when the d20 of her attack shows this face and every other die a 3."""
    table.roll_with(falling(d20, face=3))
    before = table.hp("Kim")
    table.did(operation, "Kim", **fields)
    return before - table.hp("Kim")


@each_row(("ruleset", "name", "dice"), RETALIATIONS)
def test_a_critical_hit_does_not_double_what_the_body_does_back(ruleset: Ruleset, name: str, dice: str) -> None:
    table, plain = fighter(ruleset), 3 * int(dice.partition("d")[0])
    table.did("create", template=name, character={"hpMax": 300})
    for d20 in (19, 20):
        assert lost_by_kim(table, d20, "attack", targetName=name) == plain
        assert lost_by_kim(table, d20, "attack", targetName=name, itemName="Unarmed Strike") == plain
        assert lost_by_kim(table, d20, "act", act="Opportunity Attack", targets=[name]) == plain
        assert lost_by_kim(table, d20, "cast", spell="Shocking Grasp", targets=[name]) == plain


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("shield", ["warm", "chill"])
def test_a_critical_hit_does_not_double_fire_shield(ruleset: Ruleset, shield: str) -> None:
    table = fighter(ruleset)
    table.did(
        "create",
        name="Mage",
        character={"classes": ["wizard 9"], "hpMax": 300, "abilities": {"int": 18}, "spells": {"prepared": ["Fire Shield"]}},
    )
    table.did("cast", "Mage", spell="Fire Shield", choice=shield, force=True)
    for d20 in (19, 20):
        assert lost_by_kim(table, d20, "attack", targetName="Mage") == 6
        assert lost_by_kim(table, d20, "act", act="Opportunity Attack", targets=["Mage"]) == 6


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_critical_hit_does_not_double_the_answer_to_it(ruleset: Ruleset) -> None:
    table = fighter(ruleset)
    table.did("create", name="Wren", character={"classes": ["warlock 1"], "hpMax": 300, "spells": {"known": ["Hellish Rebuke"]}})
    lost_by_kim(table, 20, "attack", targetName="Wren")
    before = table.hp("Kim")
    table.roll_with(falling(1, face=3))
    table.did("cast", "Wren", spell="Hellish Rebuke", answer=True)
    assert before - table.hp("Kim") == 6


@pytest.mark.parametrize(("ruleset", "spell"), [("5.2", "Hex"), ("5.1", "Hunter's Mark"), ("5.2", "Hunter's Mark")])
def test_a_critical_hit_doubles_what_adds_to_the_attack(ruleset: Ruleset, spell: str) -> None:
    table = fighter(ruleset)
    table.did("create", name="Foe", character={"hpMax": 300})

    def dealt(d20: int) -> int:
        before = table.hp("Foe")
        lost_by_kim(table, d20, "attack", targetName="Foe")
        return before - table.hp("Foe")

    plain, critical = dealt(19), dealt(20)
    table.did("cast", "Kim", spell=spell, targets=["Foe"], force=True, **({"choice": "str"} if spell == "Hex" else {}))
    assert (dealt(19) - plain, dealt(20) - critical) == (3, 6)
