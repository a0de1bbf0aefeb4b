"""Creatures that leave the game let go of whomever they hold."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row


def held(table: Table) -> set[str]:
    body = table.thing("Hero").body
    return {entry["name"] for kind in ("conditions", "effects") for entry in body.get(kind) or ()}


@laid_alike
def attacked(ruleset: Ruleset, creature: str, act: str, **more: Any) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"classes": ["fighter 5"], "party": True, "hpMax": 300})
    table.did("create", template=creature, name="Foe")
    let(table, 19, face=2).did("act", "Foe", act=act, targets=["Hero"], **more)
    return table


@each_row(
    ("ruleset", "creature", "act", "ends"),
    [
        ("5.1", "Giant Crab", "Claw", {"grappled"}),
        ("5.2", "Giant Crab", "Claw", {"grappled"}),
        ("5.1", "Roper", "Tendril", {"grappled", "restrained", "Tendril"}),
        ("5.1", "Mimic", "Pseudopod", {"grappled"}),
        ("5.1", "Constrictor Snake", "Constrict", {"grappled", "restrained"}),
        ("5.2", "Constrictor Snake", "Constrict", {"grappled"}),
    ],
)
def test_its_grapple_ends_and_the_answer_says_so(ruleset: Ruleset, creature: str, act: str, ends: set[str]) -> None:
    table = attacked(ruleset, creature, act) if act != "Constrict" or ruleset == "5.1" else attacked(ruleset, creature, act, force=True)
    if not held(table):  # a save instead of an attack: the hero passed it
        let(table, 1, face=2).did("act", "Foe", act=act, targets=["Hero"], force=True)
    assert ends <= held(table), held(table)
    told = table.did("retire", "Foe")["text"]
    assert not held(table) & ends
    assert all(word in told for word in ends), told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_another_has_laid_stays(ruleset: Ruleset) -> None:
    table = attacked(ruleset, "Giant Crab", "Claw")
    table.did("create", template="Ogre")
    table.did("apply", "Hero", condition="restrained")
    table.did("retire", "Ogre")
    assert {"grappled", "restrained"} <= held(table)
    table.did("retire", "Foe")
    assert held(table) == {"restrained"}


@each_row(
    ("ruleset", "creature", "damage"),
    [(ruleset, name, damage) for ruleset in RULESETS for name, damage in (("Ochre Jelly", "lightning"), ("Black Pudding", "lightning"))],
)
def test_both_halves_of_a_split_are_alike(ruleset: Ruleset, creature: str, damage: str) -> None:
    table = Table(begun(ruleset))
    table.did("create", template=creature, name="First")
    whole = table.number("First", "hpMax")
    for part in (2, 4):
        table.did("act", "First", act="Split")
        halves = [t.name for t in table.now.things.values() if t.name == "First" or t.name.startswith(creature)]
        newest = halves[-1]
        assert [table.number(name, "hpMax") for name in ("First", newest)] == [whole // part] * 2
        assert [table.hp(name) for name in ("First", newest)] == [whole // part] * 2
