"""A creature that holds somebody by an attack makes that attack against nobody else until the grapple ends (SRD 5.1: Crocodile, Roc …)."""

import json
from pathlib import Path

from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

DATA = Path(__file__).parents[2] / "data" / "creatures" / "5.1"
HOLDERS = [
    (d["name"], act["name"])
    for file in sorted(DATA.glob("*.json"))
    for d in [json.loads(file.read_text("utf-8"))]
    for act in d.get("acts", ())
    if "grapples_no_other" in act.get("needs", ())
]


def test_thirteen_blocks_hold_on() -> None:
    assert len(HOLDERS) == 13


@each_row(("block", "act"), HOLDERS)
def test_a_full_grip_takes_nobody_else(block: str, act: str) -> None:
    table = Table(begun("5.1"))
    for name in ("Kim", "Bo"):
        table.did("create", name=name, character={"hpMax": 500, "hp": 500, "size": "small", "abilities": {"str": 10, "dex": 10}})
    table.did("create", name="Holder", template=block)
    table.roll_with(falling(19, face=1))
    table.did("act", "Holder", act=act, targets=["Kim"])
    assert any(entry.name == "grappled" for entry in table.thing("Kim").creature.conditions)
    refused = table.refused("target_unfit", "act", "Holder", act=act, targets=["Bo"])
    assert "holds nobody else" in refused["text"]
    table.did("act", "Holder", act=act, targets=["Kim"])
    assert table.send({"operation": "remove", "characterName": "Kim", "condition": "grappled"}, "manage_condition")["ok"]
    table.did("act", "Holder", act=act, targets=["Bo"])
