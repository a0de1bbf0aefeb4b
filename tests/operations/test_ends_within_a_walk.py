"""What an effect brings at its end lasts from that end: a walk of a minute passes over the lethargy after Haste."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
CASTER: dict[str, Any] = {"classes": ["sorcerer 5"], "party": True, "spells": {"known": ["Haste"]}}


def hasted(ruleset: Ruleset, rounds: int) -> Sandbox:
    """A hasted hero, some rounds after the cast."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Sol", character=CASTER)
    assert box.send({"operation": "create", "name": "Yard", "direction": "north"}, "manage_room")["ok"]
    assert box.send({"operation": "create", "name": "Gate", "fromName": "Yard", "direction": "north"}, "manage_room")["ok"]
    box.accept("cast", "Sol", spell="Haste", targets=["Sol"], force=True)
    if rounds:
        box.accept("advance", duration=f"{rounds} rounds")
    return box


def effects(box: Sandbox) -> list[str]:
    return [entry.name for entry in box.thing("Sol").creature.effects]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_lethargy_that_began_and_ended_on_the_way_hinders_nobody(ruleset: Ruleset) -> None:
    box = hasted(ruleset, 5)
    told = box.did("go", "Sol", direction="north")["text"]
    assert "Lethargy" in told and effects(box) == []
    box.accept("go", "Sol", direction="north")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_lethargy_that_has_just_begun_is_refused_with_the_time_to_wait(ruleset: Ruleset) -> None:
    box = hasted(ruleset, 0)
    box.accept("go", "Sol", direction="north")
    assert effects(box) == ["Lethargy"]
    refused = box.refused("cannot_move", "go", "Sol", direction="north")
    assert refused["error"]["try"]["operation"] == "advance"
    assert box.send(refused["error"]["try"], "manage_character")["ok"]
    box.accept("go", "Sol", direction="north")
