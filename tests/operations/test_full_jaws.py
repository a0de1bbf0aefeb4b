"""A creature that holds somebody by an attack makes that attack against nobody else until the grapple ends (SRD 5.1: Crocodile, Roc …)."""

import json
from pathlib import Path

from rpg_lite.vocabulary import Ruleset
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


def test_fourteen_blocks_hold_on() -> None:
    assert len(HOLDERS) == 14


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


SWALLOWERS = [
    (file.parent.name, d["name"], act["name"], word.split(":")[1], int(word.split(":")[2]))
    for file in sorted(DATA.parent.glob("*/*.json"))
    for d in [json.loads(file.read_text("utf-8"))]
    for act in d.get("acts", ())
    for word in act.get("needs", ())
    if word.startswith("room_for:")
]


def test_these_blocks_hold_no_more_than_they_can() -> None:
    assert len(SWALLOWERS) == 13


@each_row(("ruleset", "block", "act", "by", "most"), SWALLOWERS)
def test_who_holds_as_many_as_it_can_takes_nobody_else(ruleset: Ruleset, block: str, act: str, by: str, most: int) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Holder", template=block)
    held = [f"Kim {n}" for n in range(most)]
    for name in (*held, "Bo"):
        table.did("create", name=name, character={"hpMax": 500, "hp": 500, "size": "small"})
    table.did("act", "Holder", act="Hold", steps=[{"apply": {"conditions": ["grappled"]}}], targets=[*held, "Bo"], force=True)
    for name in held:
        table.did("act", "Holder", act=by, steps=[{"apply": {"conditions": ["restrained"]}}], targets=[name], force=True)
        last = name == held[-1]
        table.roll_with(falling(19, face=1))
        answer = table.ask("act", "Holder", act=act, targets=["Bo"], dryRun=True)
        assert answer["ok"] != last, answer["text"]
        assert not last or f"holds {most} at most by {by}" in answer["text"]


@each_row("block", ["Giant Toad", "Giant Frog"])
def test_a_full_mouth_does_not_bite(block: str) -> None:
    """SRD 5.2: the frog and the toad cannot use Bite while they hold a swallowed creature, not even against it."""
    table = Table(begun("5.2"))
    table.did("create", name="Kim", character={"hpMax": 500, "hp": 500, "size": "small", "party": True})
    table.did("create", name="Holder", template=block)
    table.roll_with(falling(19, face=1))
    table.did("start_fight", names=["Holder", "Kim"])
    table.did("act", "Holder", act="Bite", targets=["Kim"], force=True)
    table.did("act", "Holder", act="Swallow", targets=["Kim"], force=True)
    table.refused("target_unfit", "act", "Holder", act="Bite", targets=["Kim"])
    hp = table.hp("Kim")
    text = table.did("next_turn", play="foes")["text"] + table.did("next_turn", play="foes")["text"]
    assert "Bite" not in text and table.hp("Kim") <= hp
