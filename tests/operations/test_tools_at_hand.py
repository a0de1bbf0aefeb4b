"""An option that takes a tool works with that tool on one's person alone (SRD 5.2, Cunning Strike: Poison)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table

DATA: Final = Path(__file__).parents[2] / "data"
SCORES: Final = {"str": 10, "dex": 18, "con": 10, "int": 10, "wis": 10, "cha": 10}
SNEAK: Final = ["Sneak Attack", "ally_near"]
NEEDING: Final = {("Poison", "carries:Poisoner's Kit")}


def _parts(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _parts(inner)


def test_every_option_that_takes_a_tool_is_here() -> None:
    """No option only reminds of a tool, either: what somebody carries is known."""
    found, reminded = set(), []
    for file in (*DATA.glob("features/*.json"), DATA / "features.json", DATA / "feats.json", DATA / "acts.json"):
        for part in _parts(json.loads(file.read_text("utf-8"))):
            found |= {(part["name"], word) for word in (*part.get("if", ()), *part.get("needs", ())) if str(word).startswith("carries:")}
            reminded += [part["say"]] if str(part.get("say", "")).startswith("Needs a") else []
    assert found == NEEDING
    assert reminded == []


def _table() -> Table:
    table = Table(begun("5.2"))
    table.did("create", name="Nessa", character={"classes": ["rogue 5"], "abilities": SCORES, "party": True})
    table.did("create", name="Ogre", character={"hpMax": 200, "abilities": dict.fromkeys(SCORES, 10), "party": False})
    table.did("give", "Nessa", template="Shortsword", equip=True)
    return table


@pytest.mark.parametrize("where", ["nowhere", "on her", "in her pack", "on the floor"])
def test_a_poison_takes_its_kit(where: str) -> None:
    table = _table()
    if where == "in her pack":
        table.did("give", "Nessa", template="Backpack")
        table.did("give", "Nessa", template="Poisoner's Kit")
        table.did("transfer", "Nessa", itemName="Poisoner's Kit", toName="Backpack")
    elif where != "nowhere":
        table.did("give", "Nessa", template="Poisoner's Kit")
    if where == "on the floor":
        table.did("transfer", "Nessa", itemName="Poisoner's Kit", toName="floor")
    table.roll_with(falling(15, 1))
    told = table.did("attack", "Nessa", targetName="Ogre", **{"with": [*SNEAK, "Poison"]})
    works = where in ("on her", "in her pack")
    assert ("poisoned" in table.did("character", "Ogre")["text"]) is works
    assert ("needs Poisoner's Kit at hand" in told["text"]) is not works
    assert "poisoner's kit" not in told["text"]
    assert ("Rolled 2d6" in told["text"]) is works, "what does not count costs no die"
