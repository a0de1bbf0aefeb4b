"""Spells that only end something, where there is nothing to end: refused before anything is spent, unless they are forced."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
MIRA: dict[str, Any] = {"classes": ["cleric 20"], "abilities": {"wis": 16}, "hpMax": 30, "party": True}


def box_of(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset)).let(15)
    box.did("create", name="Mira", character=MIRA)
    box.did("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 40, "party": True})
    return box


@each_row(
    ("ruleset", "spell", "condition"),
    [
        (ruleset, *row)
        for ruleset in RULESETS
        for row in [("Lesser Restoration", "poisoned"), ("Greater Restoration", "petrified"), ("Remove Curse", "")]
    ],
)
def test_it_is_refused_before_anything_is_spent_unless_it_is_forced(ruleset: Ruleset, spell: str, condition: str) -> None:
    box = box_of(ruleset)
    before = box.now
    fields: dict[str, Any] = {"spell": spell, "targets": ["Thorin"], **({"choice": condition} if condition else {})}
    refused = box.refused("ends_nothing", "cast", "Mira", **fields)
    assert f"{spell} would end nothing" in refused["text"] and box.now == before
    assert "has nothing that this ends" in box.send(refused["error"]["try"], "execute_action")["text"]
    if condition:
        box.did("apply", "Thorin", condition=condition)
        assert f"{condition} ends" in box.did("cast", "Mira", **fields)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_that_fails_to_dispel_is_spent(ruleset: Ruleset) -> None:
    box = box_of(ruleset)
    box.did("create", name="Sela", character={"classes": ["wizard 17"], "abilities": {"int": 18}})
    box.did("cast", "Sela", spell="Foresight", targets=["Thorin"], force=True)
    box.let(1).did("cast", "Mira", spell="Dispel Magic", targets=["Thorin"])
