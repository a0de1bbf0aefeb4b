"""Dispel Magic at one magical effect ends that one alone; without a choice, it ends the spells on the creature (SRD, Dispel Magic)."""

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import cast, lies_on, opened
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure


def blessed(ruleset: Ruleset) -> Sandbox:
    box = opened(ruleset)
    cast(box, "Bran", "Bless", "Ulf")
    cast(box, "Lute", "Longstrider", "Ulf")
    cast(box, "Sol", "Haste", "Ulf")
    return box


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    ("choice", "left"),
    [({"spell": "Haste"}, ["Bless", "Longstrider"]), ({"effect": "longstrider"}, ["Bless", "Haste"]), ({}, [])],
)
def test_the_named_effect_alone_is_dispelled(ruleset: Ruleset, choice: dict[str, str], left: list[str]) -> None:
    box = blessed(ruleset)
    cast(box, "Elara", "Dispel Magic", "Ulf", choice=choice)
    assert [n for n in lies_on(box, "Ulf") if n in ("Bless", "Longstrider", "Haste")] == left


def test_an_effect_that_is_not_there_is_refused_with_those_that_are() -> None:
    box = blessed("5.2")
    refused = box.refused("choice_required", "cast", "Elara", spell="Dispel Magic", targetName="Ulf", choice={"spell": "Aid"})
    assert refused["error"]["allowed"] == ["Bless", "Longstrider", "Haste"]
    assert box.send(refused["error"]["try"], "execute_action")["ok"]
    assert len(lies_on(box, "Ulf")) == 2
