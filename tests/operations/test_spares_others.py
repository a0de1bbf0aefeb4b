"""Sculpt Spells and Careful Spell protect other creatures, never the caster, in both rulebooks."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.dice import falling
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

DATA: Final = Path(__file__).parents[2] / "data"
SCORES: Final = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
SPARING: Final[dict[str, dict[str, Any]]] = {
    "Sculpt Spells": {"classes": ["wizard 9"], "choices": {"subclass": "Evoker"}},
    "Careful Spell": {"classes": ["sorcerer 9"], "choices": {"metamagic": ["Careful Spell", "Distant Spell"]}},
}


def test_no_feature_that_spares_is_missing_here() -> None:
    found = {
        rider["name"]
        for file in DATA.glob("features/*.json")
        for feature in json.loads(file.read_text("utf-8"))
        for rider in feature.get("riders", ())
        if "spared" in rider.get("set", {})
    }
    assert found == {*SPARING}


def _table(ruleset: Ruleset, rider: str) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    who = {**SPARING[rider], "abilities": SCORES, "hpMax": 200, "party": True}
    if rider == "Sculpt Spells" and ruleset == "5.1":
        who["choices"] = {"subclass": "School of Evocation"}
    box.accept("create", name="Ysolde", character={**who, "spells": {"prepared": ["Fireball"], "known": ["Fireball"]}})
    for name in ("Brom", "Nessa"):
        box.accept("create", name=name, character={"hpMax": 100, "abilities": SCORES, "party": True})
    box.roll_with(falling(1))
    return box


@pytest.mark.parametrize("rider", SPARING)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_caster_is_not_spared(ruleset: Ruleset, rider: str) -> None:
    box = _table(ruleset, rider)
    call: dict[str, Any] = {"spell": "Fireball", "targets": ["Brom", "Nessa", "Ysolde"], "with": [rider]}
    for choice in ({"spared": ["Nessa", "Ysolde"]}, {"spared": "Ysolde"}, "Ysolde"):
        refused = box.refused("choice_required", "cast", "Ysolde", **call, choice=choice)
        assert refused["error"]["allowed"] == ["Brom", "Nessa"]
    box.accept("cast", "Ysolde", **call, choice={"spared": ["Brom", "Nessa"]})
    assert box.thing("Ysolde").creature.hp != 200
    assert (box.thing("Brom").creature.hp in (None, 100)) is (rider == "Sculpt Spells" or ruleset == "5.2")


@pytest.mark.parametrize("rider", SPARING)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_else_is_there_to_spare(ruleset: Ruleset, rider: str) -> None:
    box = _table(ruleset, rider)
    told = box.did("cast", "Ysolde", spell="Fireball", targets=["Ysolde"], **{"with": [rider]})["text"]
    assert f"{rider} does not count" in told and "other creatures" in told
