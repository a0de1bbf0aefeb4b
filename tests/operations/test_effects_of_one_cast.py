"""Effects that belong to one cast, or to none: a withstood Eyebite, and a lasting effect whose own trigger ends it."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import fight, lying, table, turns

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_withstood_one_eyebite_may_fall_to_another(ruleset: Ruleset) -> None:
    box = table(ruleset, Wiz={"classes": ["wizard 14"]}, Bar={"classes": ["bard 13"]}).let(19)
    call: dict[str, Any] = {"spell": "Eyebite", "targets": ["Foe"], "choice": "asleep"}
    box.did("cast", "Wiz", **call)
    box.let(2)
    again = box.did("act", "Wiz", act="Eyebite: gaze", targets=["Foe"], choice="asleep")
    assert "already withstood" in again["text"] and "unconscious" not in lying(box, "Foe")
    box.did("cast", "Bar", **call)
    assert "unconscious" in lying(box, "Foe")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("span", [{"for": "permanent"}, {"for": "1 hour"}])
def test_a_trigger_ends_the_effect_that_brought_it(ruleset: Ruleset, span: dict[str, str]) -> None:
    box = table(ruleset, Wiz={"classes": ["wizard 5"]})
    ending = [{"on": "turn_start", "by": "bearer", "then": [{"end": "this"}]}]
    box.accept("act", "Wiz", steps=[{"apply": {"name": "Gloom", "on": ending}, **span}], targets=["Foe"])
    box.accept("act", "Wiz", steps=[{"apply": {"name": "Shade", "flags": ["no_reactions"]}, **span}], targets=["Foe"])
    fight(box, "Wiz", "Foe")
    assert lying(box, "Foe") == ["Gloom", "Shade"]
    turns(box)
    assert lying(box, "Foe") == ["Shade"]
