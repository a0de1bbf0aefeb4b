"""Evocation Savant of 5.2 adds evocation spells to the spellbook beside those of the class; in 5.1 it only makes copying cheaper."""

from typing import Any

import pytest

from rpg_lite.decision.outcome import Rejected
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
OTHERS = ["Shield", "Sleep", "Mage Armor", "Detect Magic", "Identify", "Fog Cloud", "Grease", "Invisibility", "Web", "Misty Step"]
"""Ten spells, as many as the book of a wizard of level 3 has, none of them an evocation."""


def wizard(ruleset: Ruleset, level: int, **choices: Any) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    given = {"subclass": "Evoker", "spellbook": OTHERS, **choices}
    box.accept("create", name="Eli", character={"classes": [f"wizard {level}"], "choices": given})
    return box


def opened(box: Sandbox) -> dict[tuple[str, int], int]:
    rows = thing_stats.sheet(box.thing("Eli"), box.book).open_choices
    return {(row.choice, row.level): row.count for row in rows if "savant" in row.choice or row.choice == "spellbook"}


def known(box: Sandbox) -> list[str]:
    return list(box.thing("Eli").creature.sheet.document["spells"]["known"])


def test_a_new_evoker_of_5_2_has_two_more_spells_to_choose() -> None:
    box = wizard("5.2", 3)
    assert opened(box) == {("evocation savant", 3): 2}
    box.accept("update", "Eli", character={"choices": {"evocation savant": ["Magic Missile", "Scorching Ray"]}})
    assert opened(box) == {} and known(box) == [*OTHERS, "Magic Missile", "Scorching Ray"]


def test_an_evoker_of_5_1_has_none() -> None:
    assert opened(wizard("5.1", 3)) == {}


@pytest.mark.parametrize("spell", ["Fireball", "Mirror Image", "Spiritual Weapon"])
def test_a_spell_above_level_2_or_of_another_school_or_list_is_refused(spell: str) -> None:
    box = wizard("5.2", 3)
    refused = box.reject("choice_unfit", "update", "Eli", character={"choices": {"evocation savant": [spell]}})
    assert isinstance(refused, Rejected) and {"Magic Missile", "Shatter"} <= {*refused.allowed} and spell not in refused.allowed


def test_the_choice_of_the_spellbook_takes_them_too() -> None:
    box = wizard("5.2", 3)
    box.accept("update", "Eli", character={"choices": {"spellbook": ["Magic Missile", "Scorching Ray"]}})
    box.reject("choices_used_up", "update", "Eli", character={"choices": {"spellbook": ["Shatter"]}})


def test_one_more_comes_with_each_new_level_of_slots_and_the_two_of_the_level_are_free() -> None:
    box = wizard("5.2", 3, **{"evocation savant": ["Magic Missile", "Scorching Ray"]})
    box.accept("level_up", "Eli", force=True)
    assert opened(box) == {("spellbook", 4): 2}
    box.accept("level_up", "Eli", choices={"spellbook": ["Fly", "Slow", "Blink", "Haste"]}, force=True)
    assert opened(box) == {("evocation savant", 5): 1}
    box.accept("update", "Eli", character={"choices": {"evocation savant": "Fireball"}})
    assert opened(box) == {}


def test_at_level_20_nine_evocations_are_free() -> None:
    savant = {key: count for key, count in opened(wizard("5.2", 20)).items() if key[0] == "evocation savant"}
    assert sum(savant.values()) == 9 and {level for _, level in savant} == {3, 5, 7, 9, 11, 13, 15, 17}
