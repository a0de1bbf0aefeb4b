"""Escape takes no target in either ruleset: it is a check against the escape DC of a stat block's grapple, and in SRD 5.1 a contest with a
grappler that has none (Escaping a Grapple).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

DATA = Path(__file__).parents[2] / "data" / "creatures"
BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")


def parts(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
        for inner in part.values():
            yield from parts(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from parts(inner)


def grapples(block: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """(the attack, the escape DC) of each attack of one creature at another that grapples when it hits."""
    for act in block.get("acts", ()):
        hits = [step["hit"] for step in act["steps"] if isinstance(step.get("attack"), int)]
        for step in parts(hits):
            laid = step.get("apply")
            ends = [word.rpartition(":")[2] for word in step.get("ends", ()) if word.startswith("action:athletics:")]
            if isinstance(laid, dict) and "grappled" in laid.get("conditions", ()) and ends and ends[0].isdigit() and not act.get("needs"):
                yield act["name"], int(ends[0])
                break


GRAPPLERS = [
    (ruleset, block["name"], *first)
    for ruleset in BOTH
    for file in sorted((DATA / ruleset).glob("*.json"))
    for block in [json.loads(file.read_text("utf-8"))]
    for first in list(grapples(block))[:1]
]


@laid_alike
def laid(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did(
        "create",
        name="Kim",
        character={"classes": ["wizard 1"], "size": "medium", "hpMax": 300, "abilities": {"str": 10, "dex": 8, "con": 10}},
    )
    return table


def is_held(table: Table) -> bool:
    return any(entry.name == "grappled" for entry in table.thing("Kim").creature.conditions)


def test_many_blocks_grapple() -> None:
    assert len(GRAPPLERS) > 30


@each_row(("ruleset", "block", "act", "dc"), GRAPPLERS)
def test_an_escape_from_a_block_is_against_its_dc(ruleset: Ruleset, block: str, act: str, dc: int) -> None:
    table = laid(ruleset)
    table.did("create", name="Grappler", template=block)
    table.roll_with(falling(19, face=1))
    choice = {"choice": {"hit": "grapple"}} if (ruleset, act) == ("5.2", "Smother") else {}
    table.did("act", "Grappler", act=act, targets=["Kim"], force=True, **choice)
    if not is_held(table):  # it holds nobody of this size
        return
    table.roll_with(falling(min(20, dc) - 1))
    told = table.did("act", "Kim", act="Escape", choice="athletics", force=True)["text"]
    assert f"against DC {dc})" in told and "does not succeed" in told and "offers no choice" not in told
    assert is_held(table)
    if dc <= 20:
        table.roll_with(falling(dc))
        table.did("act", "Kim", act="Escape", choice="athletics", force=True)
        assert not is_held(table)


@each_row("ruleset", BOTH)
def test_the_proposal_for_a_named_grappler_is_the_act_that_works(ruleset: Ruleset) -> None:
    table = laid(ruleset)
    table.did("create", name="Frog", template="Giant Frog")
    table.roll_with(falling(19, face=1))
    table.did("act", "Frog", act="Bite", targets=["Kim"])
    answer = table.refused("only_for_itself", "act", "Kim", act="Escape", targets=["Frog"])
    assert "targets" not in answer["error"]["try"]
    assert table.send(answer["error"]["try"], "execute_action")["ok"]
