"""An act that would only start over what its creature has laid on itself is refused before anything is spent."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def raging(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Grog", character={"classes": ["barbarian 3"], "party": True})
    box.accept("act", "Grog", act="Rage")
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rage_within_a_rage_is_refused_unspent(ruleset: Ruleset) -> None:
    box = raging(ruleset)
    spent = box.thing("Grog").creature.spent
    refused = box.reject("lies_already", "act", "Grog", act="Rage")
    assert box.thing("Grog").creature.spent == spent
    assert refused.instead and refused.instead["force"] and box.accept(**{"who": None, **refused.instead})


def test_the_newer_rage_is_extended_and_an_ended_one_begins_again() -> None:
    box = raging("5.2")
    assert "continues" in box.did("act", "Grog", act="Extend Rage")["text"]
    assert box.send({"operation": "remove", "characterName": "Grog", "effect": "Rage"}, "manage_condition")["ok"]
    assert box.accept("act", "Grog", act="Rage")
