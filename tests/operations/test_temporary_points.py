"""Temporary hit points end with the spell that gave them, if its text says so, and never with another spell."""

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import cast, creature, in_turn, opened
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
GIVEN = 7
"""What another source gives: more than Heroism (+2), less than False Life does with high dice."""


def points(box: Sandbox, name: str) -> int:
    return creature(box, name).creature.temp_hp or 0


def given(box: Sandbox, name: str, most: int = GIVEN) -> None:
    """Points of the game master, of no spell."""
    box.did("update", name, character={"tempHp": most})


def ended(box: Sandbox, name: str, spell: str) -> None:
    answer = box.send({"operation": "remove", "characterName": name, "effect": spell}, "manage_condition")
    assert answer["ok"], answer["text"]


@pytest.mark.parametrize(("ruleset", "left"), [("5.1", 0), ("5.2", 2)])
def test_those_of_heroism_end_with_it_in_5_1_alone(ruleset: Ruleset, left: int) -> None:
    box = opened(ruleset)
    cast(box, "Lute", "Heroism", "Ulf")
    in_turn(box, "Ulf", "Goblin 1")
    while not points(box, "Ulf"):
        box.did("next_turn")
    assert points(box, "Ulf") == 2
    ended(box, "Ulf", "Heroism")
    assert points(box, "Ulf") == left


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_heroism_ends_no_points_of_another_source(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    given(box, "Ulf")
    cast(box, "Lute", "Heroism", "Ulf")
    in_turn(box, "Ulf", "Goblin 1")
    for _ in range(2):
        box.did("next_turn")
    ended(box, "Ulf", "Heroism")
    assert points(box, "Ulf") == GIVEN


@pytest.mark.parametrize(("ruleset", "more", "left"), [("5.1", {}, 0), ("5.1", {"hp": 3}, 0), ("5.2", {}, 2 * 2 + 4)])
def test_those_of_false_life_last_as_long_as_its_text_says(ruleset: Ruleset, more: dict[str, int], left: int) -> None:
    """SRD 5.1: for its hour, also what damage has left of them; SRD 5.2: it is instantaneous."""
    box = opened(ruleset)
    cast(box.let(1, face=2), "Elara", "False Life")
    assert points(box, "Elara") == (2 + 4 if ruleset == "5.1" else 2 * 2 + 4)
    if more:
        box.did("damage", "Elara", amount=more["hp"], damageType="fire")
        assert points(box, "Elara") == 2 + 4 - more["hp"]
    box.did("advance", duration="2 hours")
    assert points(box, "Elara") == left


def test_false_life_leaves_the_higher_points_of_another_source() -> None:
    box = opened("5.1")
    given(box, "Elara")
    cast(box.let(1, face=1), "Elara", "False Life")
    box.did("advance", duration="2 hours")
    assert points(box, "Elara") == GIVEN


def test_points_of_the_game_master_take_the_place_of_those_of_a_spell() -> None:
    """Whether they are set or cleared first: nothing remembers the spell."""
    box = opened("5.1")
    cast(box.let(1, face=1), "Elara", "False Life")
    box.did("update", "Elara", unset=["tempHp"])
    assert "tempHpCast" not in creature(box, "Elara").body
    given(box, "Elara")
    box.did("advance", duration="2 hours")
    assert points(box, "Elara") == GIVEN


def test_a_form_takes_no_points_of_another_source_along() -> None:
    """SRD 5.2, Polymorph: those that it gave vanish."""
    box = opened("5.2")
    given(box, "Ulf", 90)
    cast(box, "Elara", "Polymorph", "Ulf", choice={"form": "Wolf"}, **{"with": ["willing"]})
    assert creature(box, "Ulf").creature.form
    ended(box, "Ulf", "Polymorph: Wolf")
    assert (creature(box, "Ulf").creature.form, points(box, "Ulf")) == (None, 90)
