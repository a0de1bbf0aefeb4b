"""An answer that lessens damage of certain types is offered and taken for blows with such damage alone (SRD 5.2, Deflect Attacks)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.vocabulary import DAMAGE_TYPES
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

DATA: Final = Path(__file__).parents[2] / "data"
PLAIN: Final = {"bludgeoning", "piercing", "slashing"}
ANSWERS: Final[dict[str, Any]] = {"Deflect Attacks": {"classes": ["monk 5"], "hpMax": 90}, "Deflect Missile": "Stone Giant"}
"""Answer → who has it."""


def _parts(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _parts(inner)


def test_no_answer_that_asks_for_a_type_is_missing_here() -> None:
    found = set()
    for file in DATA.rglob("*.json"):
        for act in _parts(json.loads(file.read_text("utf-8"))):
            steps = json.dumps(act.get("steps", "")) if "when" in act else ""
            if '"answer"' in steps and '"type:' in steps:
                found.add(act["name"])
    assert found == {*ANSWERS}


def _table(act: str) -> Any:
    table = Table(begun("5.2"))
    who = ANSWERS[act]
    table.did("create", name="Kael", **({"template": who} if isinstance(who, str) else {"character": {**who, "party": True}}))
    table.did("create", name="Foe", character={"hpMax": 60, "party": isinstance(who, str)})
    return table.game


def _struck(table: Table, *types: str) -> str:
    """The answer to a hit that deals 9 points of each type."""
    step = {"attack": 30, "kind": "ranged", "hit": [{"damage": "9", "type": type} for type in types]}
    table.roll_with(falling(15))
    return str(table.did("act", "Foe", steps=[step], targets=["Kael"])["text"])


@each_row(("act", "type"), [(act, type) for act in ANSWERS for type in DAMAGE_TYPES])
def test_it_is_offered_where_it_works(act: str, type: str) -> None:
    with copy_of(_table, act) as game:
        table = Table(game)
        told, hurt = _struck(table, type), table.hp("Kael")
        assert (f"Kael ({act}" in told or f"{act})" in told) is (type in PLAIN), told
        table.roll_with(falling(10, face=1))
        if type in PLAIN:
            table.did("act", "Kael", act=act, answer=True)
        else:
            refused = table.refused("answer_unfit", "act", "Kael", act=act, answer=True)
            assert "bludgeoning, piercing or slashing damage" in refused["text"]
        assert (table.hp("Kael") > hurt) is (type in PLAIN)


@pytest.mark.parametrize("act", ANSWERS)
def test_it_lessens_a_blow_that_includes_its_type(act: str) -> None:
    with copy_of(_table, act) as game:
        table = Table(game)
        told, hurt = _struck(table, "necrotic", "piercing"), table.hp("Kael")
        assert act in told
        table.roll_with(falling(10, face=1))
        table.did("act", "Kael", act=act, answer=True)
        assert table.hp("Kael") > hurt


def test_deflect_energy_means_every_type() -> None:
    table = Table(begun("5.2"))
    table.did("create", name="Kael", character={"classes": ["monk 13"], "hpMax": 90, "party": True})
    table.did("create", name="Foe", character={"hpMax": 60, "party": False})
    assert "Deflect Attacks" in _struck(table, "lightning")
    table.did("act", "Kael", act="Deflect Attacks", answer=True)
