"""Acts that ask for a choice: refused with the key, the allowed words, and a call that is accepted as it is."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
CLERIC = {"classes": ["cleric 5", "rogue 2"], "abilities": {"wis": 16, "str": 16}}


def table(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Hero", character=CLERIC)
    box.accept("create", name="Ogre", character={"hpMax": 200, "abilities": {"str": 10}})
    return box


CASES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("act", {"act": "Shove", "targets": ["Ogre"]}, ["prone", "push"]),
    ("act", {"act": "Cunning Action"}, ["Dash", "Disengage", "Hide"]),
    ("cast", {"spell": "Protection from Energy", "targets": ["Hero"]}, ["acid", "cold", "fire", "lightning", "thunder"]),
]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("operation", "fields", "allowed"), CASES)
def test_a_missing_choice_is_refused_with_one_that_is_accepted(
    ruleset: Ruleset, operation: str, fields: dict[str, Any], allowed: list[str]
) -> None:
    box = table(ruleset)
    answer = box.refused("choice_required", operation, "Hero", **fields)
    error = answer["error"]
    assert error["field"] == "choice" and error["allowed"] == allowed
    assert f"choice: {fields.get('act', fields.get('spell'))} asks for a choice" in answer["text"]
    assert error["try"]["choice"] in [{key: allowed[0]} for key in ("choice", "type", "kind", "damage", "mode")]
    assert box.send(error["try"], "execute_action")["ok"]


def test_a_choice_that_nothing_asks_for_does_not_stay_beside_the_missing_one() -> None:
    box = table("5.1")
    answer = box.refused("choice_required", "act", "Hero", act="Shove", targets=["Ogre"], choice={"why": "fun"})
    assert answer["error"]["try"]["choice"] == {"choice": "prone"}  # nothing asks for a why
