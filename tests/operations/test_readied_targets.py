"""A readied spell keeps its targets and its trigger until it is released, and is aimed at nobody before (SRD, Ready)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import turn_of
from tests.operations.halls import casts, hall
from tests.operations.table import Table, notes

pytestmark = pytest.mark.stored
MAGE: Any = {"Mage": ("H3", {"template": "Mage"})}
READY: Any = {"with": ["ready"]}


def readied(ruleset: Ruleset, spell: str, **call: Any) -> tuple[Table, str]:
    """Elara has readied a spell, and her turn is over; what the cast told."""
    table = hall(ruleset, **MAGE)
    told = casts(table, spell, **READY, **call)["text"]
    table.did("next_turn")
    return table, str(told)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_release_is_aimed_at_whom_the_cast_named(ruleset: Ruleset):
    table, told = readied(ruleset, "Magic Missile", targetName="Mage", choice={"trigger": "the mage stands up"})
    assert "releases it at Mage" in told and "Trigger: the mage stands up." in told
    assert "Mage: 12 force damage" in table.did("act", "Elara", act="Release Magic Missile")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_shots_are_kept_as_they_were_shared(ruleset: Ruleset):
    table, _ = readied(ruleset, "Scorching Ray", targets=["Goblin 1", "Goblin 1", "Goblin 2"])
    told = table.did("act", "Elara", act="Release Scorching Ray")["text"]
    assert "Goblin 1 (12+8 = 20 against AC 10; 12+8" in told and "Goblin 2 (" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_release_may_name_somebody_else(ruleset: Ruleset):
    table, _ = readied(ruleset, "Magic Missile", targetName="Mage")
    told = table.did("act", "Elara", act="Release Magic Missile", targetName="Goblin 1")["text"]
    assert "Goblin 1: 12 force" in told and "Mage:" not in told


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("spell", ["Magic Missile", "Fire Bolt", "Scorching Ray"])
def test_without_a_target_nothing_is_spent(ruleset: Ruleset, spell: str):
    table, _ = readied(ruleset, spell, choice="he moves")
    answer = table.send({"operation": "act", "characterName": "Elara", "act": f"Release {spell}"}, "execute_action")
    assert answer["error"]["code"] == "target_required"
    assert table.send(answer["error"]["try"], "execute_action")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_told_area_is_released_on_somebody(ruleset: Ruleset):
    table = hall(ruleset, space="told")
    casts(table, "Fireball", **READY)
    table.did("next_turn")
    answer = table.send({"operation": "act", "characterName": "Elara", "act": "Release Fireball"}, "execute_action")
    assert answer["error"]["code"] == "area_empty"
    assert "fire damage" in table.send(answer["error"]["try"], "execute_action")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_other_choices_are_refused_as_ever(ruleset: Ruleset):
    table = hall(ruleset)
    table.refused("choice_unknown", "cast", "Elara", spell="Fireball", choice={"trigger": "he moves", "foo": "y"}, **READY)
    table.refused("choice_unknown", "cast", "Elara", spell="Fireball", choice={"trigger": "he moves"})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_shield_answers_the_release_and_not_the_cast(ruleset: Ruleset):
    table = hall(ruleset, **MAGE)
    told = casts(table, "Magic Missile", targetName="Mage", **READY)
    assert "Elara (Shield" not in notes(told)
    shield: Any = {"act": "Protective Magic", "choice": "Shield"} if ruleset == "5.2" else {"spell": "Shield"}
    table.refused("answer_unfit", "act" if ruleset == "5.2" else "cast", "Mage", answer=True, **shield)
    table.did("next_turn")
    table.did("act", "Elara", act="Release Magic Missile")
    answered = table.did("act" if ruleset == "5.2" else "cast", "Mage", answer=True, **shield)["text"]
    assert "Mage: 0 force damage" in answered


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_counters_a_release(ruleset: Ruleset):
    table = hall(ruleset, **MAGE)
    casts(table, "Fireball", targets=["Goblin 1"], **READY)
    table.did("next_turn")
    table.did("act", "Elara", act="Release Fireball")
    counter: Any = {"act": "Protective Magic", "choice": "Counterspell"} if ruleset == "5.2" else {"spell": "Counterspell"}
    table.refused("answer_unfit", "act" if ruleset == "5.2" else "cast", "Mage", answer=True, **counter)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_has_left_is_named_anew(ruleset: Ruleset):
    table, _ = readied(ruleset, "Magic Missile", targetName="Goblin 1")
    table.did("damage", "Goblin 1", amount=900, damageType="fire")
    table.refused("target_dead", "act", "Elara", act="Release Magic Missile")
    turn_of(table, "Elara")
