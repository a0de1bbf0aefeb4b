"""A dry run names the dice of the roll alone, and a list of tools names each tool once."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

SPECIES = {"5.1": "lightfoot halfling", "5.2": "halfling"}
CALLS = {"check": {"skill": "stealth"}, "save": {"ability": "dex"}, "attack": {"targetName": "Ogre"}}


def halfling(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    hero = {"classes": ["rogue 3"], "race": SPECIES[ruleset], "abilities": {"dex": 16}, "party": True}
    table.did("create", name="Pip", character=hero)
    table.did("give", "Pip", template="Rapier", equip=True)
    table.did("create", name="Ogre", template="Ogre")
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("operation", CALLS)
def test_the_luck_of_a_halfling_needs_a_die_that_fell(operation: str, ruleset: Ruleset) -> None:
    told = halfling(ruleset).did(operation, "Pip", **CALLS[operation], dryRun=True)["text"]
    assert told.count("1d20") == 1, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_tool_is_listed_once(ruleset: Ruleset) -> None:
    answer = halfling(ruleset).refused("check_tool_unknown", "check", "Pip", tool="thieves")
    allowed = [word.casefold() for word in answer["error"]["allowed"]]
    assert len(allowed) == len({*allowed}) and "thieves' tools" in allowed
    assert answer["error"]["near"][0] == "Thieves' Tools"
