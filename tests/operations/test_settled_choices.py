"""Choices that a call leaves open are settled where only one part of an act can follow, or is meant for its targets; all others are asked."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import turn_of
from tests.operations.dice import let
from tests.operations.halls import hall
from tests.operations.table import Answer, Table

ALONE = "which alone fits here"


def near(ruleset: Ruleset, space: str = "measured", **more: Any) -> Table:
    """Oda's turn, with Clem and a goblin beside her."""
    table = hall(ruleset, space=space, **more)
    turn_of(table, "Oda")
    if space == "measured":
        table.did("place", names=["Goblin 1"], to="I7")
        table.did("place", names=["Clem"], to="H8")
    return let(table, 12, face=3)


@pytest.mark.parametrize("space", ["measured", "told"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_help_is_a_check_for_a_friend_and_an_attack_for_a_foe(ruleset: Ruleset, space: str) -> None:
    table = near(ruleset, space)
    for target, part in (("Clem", "check"), ("Goblin 1", "attack")):
        answer = table.did("act", "Oda", act="Help", targets=[target], dryRun=True)
        assert f"Help: {part}, {ALONE} (choice: check; attack)." in answer["text"]
    other = table.did("act", "Oda", act="Help", targets=["Goblin 1"], choice="check", dryRun=True)
    assert ALONE not in other["text"]
    table.refused("choice_required", "act", "Oda", act="Help", targets=["Clem", "Goblin 1"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_shove_only_pushes_whoever_is_prone_already(ruleset: Ruleset) -> None:
    table = near(ruleset)
    asked = table.refused("choice_required", "act", "Oda", act="Shove", targets=["Goblin 1"])
    assert "prone, push" in asked["text"]
    table.did("apply", "Goblin 1", condition="prone")
    answer = table.did("act", "Oda", act="Shove", targets=["Goblin 1"], d20=[20, 1] if ruleset == "5.1" else [1])
    assert f"Shove: push, {ALONE}" in answer["text"]


def test_divine_spark_heals_a_friend_and_asks_which_damage_a_foe_takes() -> None:
    table = near("5.2")
    turn_of(table, "Clem")
    table.did("damage", "Oda", amount=20, damageType="fire")
    assert f"Divine Spark: heal, {ALONE}" in table.did("act", "Clem", act="Divine Spark", targets=["Oda"], dryRun=True)["text"]
    table.refused("choice_required", "act", "Clem", act="Divine Spark", targets=["Goblin 1"])


FAR = {"5.1": ("Centaur", "Longbow"), "5.2": ("Mage", "3 Arcane Burst (ranged)")}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_multiattack_takes_the_only_form_that_reaches(ruleset: Ruleset) -> None:
    block, part = FAR[ruleset]
    table = hall(ruleset, Archer=("T2", {"template": block}))
    turn_of(table, "Archer")
    answer = table.did("act", "Archer", act="Multiattack", targets=["Nara"], dryRun=True)
    assert f"Multiattack: {part}, {ALONE}" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_where_nothing_is_measured_the_form_of_a_multiattack_is_asked(ruleset: Ruleset) -> None:
    table = hall(ruleset, space="told", Archer=("T2", {"template": FAR[ruleset][0]}))
    turn_of(table, "Archer")
    table.refused("choice_required", "act", "Archer", act="Multiattack", targets=["Nara"])


def test_a_light_that_burns_can_only_go_out() -> None:
    table = hall("5.2", Magmin=("T2", {"template": "Magmin"}))
    turn_of(table, "Magmin")
    said: list[Answer] = [table.did("act", "Magmin", act="Ignited Illumination") for _ in range(2)]
    assert f"ablaze, {ALONE}" in said[0]["text"] and f"out, {ALONE}" in said[1]["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_that_strikes_by_what_it_brings_is_proposed_against_a_foe(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Clem")
    refused = table.refused("target_required", "cast", "Clem", spell="Spiritual Weapon")
    assert '"targets": ["Goblin 1"]' in refused["text"]


def test_who_answers_where_places_count_is_not_asked_whether_it_sees() -> None:
    table = hall("5.2", Mage=("H9", {"template": "Mage"}))
    table.did("cast", "Elara", spell="Fire Bolt", targets=["Goblin 1"])
    answer = table.did("act", "Mage", act="Protective Magic", answer=True)
    assert f"Counterspell, {ALONE}" in answer["text"] and "Only the table knows" not in answer["text"]


def test_a_part_that_is_meant_is_one_of_the_parts() -> None:
    table = near("5.2")
    step = {"choose": {"burn": [{"damage": 1, "type": "fire"}]}, "meant": {"heal": "not unwilling"}}
    refused = table.refused("act_invalid", "act", "Oda", act="Improvise", steps=[step], targets=["Goblin 1"])
    assert "meant" in refused["text"] and "burn" in refused["text"]
