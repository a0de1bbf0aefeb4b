"""Grapples that are hard to escape: the check has disadvantage where the stat block says so (SRD, Mimic)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row


@laid_alike
def held(ruleset: Ruleset, creature: str, act: str, **hero: Any) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"race": "human", "classes": ["fighter 2"], "party": True, "hpMax": 90, **hero})
    table.did("create", template=creature, name="Foe")
    let(table, 19, face=1)
    table.did("act", "Foe", act=act, targets=["Hero"])
    return table


@each_row(
    ("ruleset", "creature", "act", "is_hard"),
    [
        ("5.1", "Mimic", "Pseudopod", True),
        ("5.1", "Mimic", "Adhere", True),
        ("5.2", "Mimic", "Pseudopod", True),
        ("5.2", "Mimic", "Adhesive", True),
        ("5.1", "Roper", "Tendril", False),
        ("5.1", "Giant Crab", "Claw", False),
        ("5.2", "Giant Crab", "Claw", False),
    ],
)
def test_the_check_to_escape(ruleset: Ruleset, creature: str, act: str, is_hard: bool) -> None:
    table = held(ruleset, creature, act)
    told = let(table, 19, 3).did("act", "Hero", act="Escape", choice="acrobatics")["text"]
    assert ("(19, 3" in told) is is_hard, told
    assert ("does not succeed" in told) is is_hard, told


def test_powerful_build_cancels_it() -> None:
    table = held("5.2", "Mimic", "Pseudopod", race="goliath")
    told = let(table, 19, 3).did("act", "Hero", act="Escape")["text"]
    assert "(19, 3" not in told and "does not succeed" not in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_left_to_remember(ruleset: Ruleset) -> None:
    assert "Checks to escape" not in held(ruleset, "Mimic", "Pseudopod").did("check", "Hero", skill="stealth")["text"]
