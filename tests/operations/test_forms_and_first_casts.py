"""A call that names a target and a creature means a form; an effect that one cast lays twice on its caster begins once."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["wizard 17"], "abilities": SCORES, "party": True})
    table.did("create", name="Fern", character={"classes": ["druid 9"], "abilities": SCORES, "party": True})
    table.did("create", name="Elemental", template="Fire Elemental")
    table.roll_with(falling(1, face=4))
    return table


@pytest.mark.parametrize("choice", [{"form": "ogre"}, "ogre"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_true_polymorph_on_a_creature_with_a_form_gives_it_that_form(ruleset: Ruleset, choice: Any) -> None:
    table = seated(ruleset)
    text = table.did("cast", "Kim", spell="True Polymorph", targets=["Elemental"], choice=choice, force=True)["text"]
    assert "takes the form of an Ogre" in text and "appears" not in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_a_target_an_object_becomes_the_creature(ruleset: Ruleset) -> None:
    text = seated(ruleset).did("cast", "Kim", spell="True Polymorph", choice={"form": "ogre"}, force=True)["text"]
    assert "Ogre appears" in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_first_cast_does_not_start_over(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    for _ in range(2):
        assert "starts over" not in table.did("cast", "Fern", spell="Pass without Trace", targets=["Fern", "Kim"])["text"]


def test_what_a_later_turn_lays_again_starts_over() -> None:
    table = seated("5.1")
    for told in (False, True):
        assert ("starts over" in table.did("apply", "Kim", effect="Longstrider")["text"]) is told
