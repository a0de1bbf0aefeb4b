"""Enough damage in one turn by those inside makes a swallower save at the end of that turn, or it spits all of them out, prone (SRD 5.1 and 5.2: Behir,
Kraken, Purple Worm, Remorhaz, Tarrasque).
"""

import re
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

SOFT: Final = [{"target": "save.all", "op": "add", "value": -50}, {"target": "ac", "op": "add", "value": -9}]


def swallowers() -> list[tuple[Ruleset, str, str, int]]:
    """(ruleset, creature, the act that takes somebody in, the damage that counts)."""
    found = []
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            if least := re.search(r"'hurt_inside', 'if': \['taken>=(\d+)'\]", str(row["character"].get("features", ()))):
                act = next(act["name"] for act in row["character"]["acts"] if "inside_source" in str(act))
                found.append((ruleset, row["character"]["name"], act, int(least[1])))
    return found


@laid_alike
def taken_in(ruleset: Ruleset, creature: str, act: str) -> Table:
    """A table at which the creature has just taken Pip in."""
    table = Table(begun(ruleset))
    for name in ("Pip", "Cael"):
        sheet: dict[str, Any] = {"abilities": dict.fromkeys(ABILITIES, 10), "hpMax": 300, "party": True, "classes": ["rogue 3"]}
        table.did("create", name=name, character={**sheet, "size": "small", "modifiers": SOFT})
    table.did("create", template=creature)
    table.did("apply", "Pip", condition="grappled", source=creature)
    table.did("act", creature, act=act, targets=["Pip"], force=True, d20=[19], seed=1)
    assert is_inside(table)
    return table


def is_inside(table: Table) -> bool:
    return "inside_source" in str(table.thing("Pip").body.get("effects", ()))


def hurt(table: Table, creature: str, points: int, by: str = "Pip") -> str:
    steps = [{"damage": str(points), "type": "force", "unlessened": True}]
    return str(table.did("act", by, act="Cut", steps=steps, targets=[creature], force=True)["text"])


def test_these_creatures_do() -> None:
    assert len(swallowers()) == 10


@pytest.mark.parametrize(("ruleset", "creature", "act", "least"), swallowers())
def test_the_damage_of_one_turn_counts_at_its_end(ruleset: Ruleset, creature: str, act: str, least: int) -> None:
    table = taken_in(ruleset, creature, act)
    table.did("start_fight", names=["Pip", "Cael", creature], d20=[20, 15, 1])
    table.did("update", creature, character={"modifiers": SOFT})
    table.roll_with(falling(1))
    hurt(table, creature, least - 1)
    assert "CON save" not in table.did("next_turn")["text"]
    assert is_inside(table)
    hurt(table, creature, least - 1, by="Cael")
    assert "CON save" not in table.did("next_turn")["text"]
    table.did("next_turn")
    hurt(table, creature, least - 1)
    hurt(table, creature, 1)
    told = table.did("next_turn")["text"]
    assert "CON save" in told
    assert not is_inside(table)
    assert [e["name"] for e in table.thing("Pip").body["conditions"]] == ["prone"]


@pytest.mark.parametrize(("ruleset", "creature", "act", "least"), swallowers())
def test_outside_a_fight_each_blow_counts_and_a_passed_save_holds_them(ruleset: Ruleset, creature: str, act: str, least: int) -> None:
    table = taken_in(ruleset, creature, act)
    table.roll_with(falling(20))
    assert "CON save" in hurt(table, creature, least)
    assert is_inside(table)
    table.did("update", creature, character={"modifiers": SOFT})
    table.roll_with(falling(1))
    hurt(table, creature, least)
    assert not is_inside(table)
