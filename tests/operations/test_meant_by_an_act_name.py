"""An act that is named with its choice, or by the beginning of its name, is proposed as it was meant; an escape needs a grapple."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import GOBLIN, Sandbox, first_world

ROGUE = {"classes": ["rogue 3"], "party": True}
CLERIC = {"classes": ["cleric 5"], "party": True, "abilities": {"wis": 16}, "spells": {"prepared": ["Spiritual Weapon"]}}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("said", ["Cunning Action: Hide", "cunning action (hide)", "Hide - Cunning Action"])
def test_the_choice_in_the_name_of_an_act_is_kept(ruleset: Ruleset, said: str):
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Pip", character=ROGUE)
    refused = box.refused("act_unknown", "act", "Pip", act=said)
    assert refused["error"]["try"]["act"] == "Cunning Action"
    assert refused["error"]["try"]["choice"] == {"choice": "Hide"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_beginning_of_a_name_means_the_act_at_hand(ruleset: Ruleset):
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Odile", character=CLERIC)
    box.did("create", name="Goblin", character=GOBLIN)
    box.let(face=1).did("cast", "Odile", spell="Spiritual Weapon", targets=["Goblin"])
    refused = box.refused("act_unknown", "act", "Odile", act="Spiritual Weapon", targets=["Goblin"])
    assert refused["error"]["try"]["act"].startswith("Spiritual Weapon: ")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_escapes_from_no_grapple(ruleset: Ruleset):
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Thorin", character={"classes": ["fighter 3"], "party": True})
    box.did("create", name="Mira", character={"classes": ["wizard 3"], "party": True})
    refused = box.refused("target_unfit", "act", "Thorin", act="Escape")
    assert "works only while grappled, and Thorin is not" in refused["text"]
    assert "try" not in refused["error"]
