"""Sentences that an answer would repeat, and a tool that stands where a skill belongs."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import table

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
def test_equal_notes_are_one_with_their_number(ruleset: Ruleset) -> None:
    box = table(ruleset, Wiz={"classes": ["wizard 5"]}).let(10, face=6)
    box.accept("create", template="Ice Mephit", count=3)
    names = [f"Ice Mephit {n}" for n in (1, 2, 3)]
    told = box.did("cast", "Wiz", spell="Fireball", targets=names, force=True)["text"]
    assert "3 times: Death Burst" in told and told.count("Death Burst: It") == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_tool_in_place_of_a_skill_leads_to_a_check_with_the_tool(ruleset: Ruleset) -> None:
    box = table(ruleset, Rog={"classes": ["rogue 3"]})
    refused = box.refused("argument_invalid", "check", "Rog", skill="thieves' tools")
    meant = refused["error"]["try"]
    assert meant["tool"] == "thieves' tools" and "skill" not in meant
    assert box.send(meant, "execute_action")["ok"]
    assert box.refused("argument_invalid", "check", "Rog", skill="perceptoin")["error"]["try"]["skill"] == "perception"
