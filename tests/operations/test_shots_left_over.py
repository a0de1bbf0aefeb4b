"""Shots that are left when their target dies: told with their number and a way to aim them elsewhere (SRD, Scorching Ray, Eldritch Blast)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import hp, table
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure


def two_foes(ruleset: Ruleset, hp_of_foe: int) -> Sandbox:
    box = table(ruleset, Sor={"classes": ["sorcerer 9"]}, War={"classes": ["warlock 11"]})
    box.accept("create", name="Rat", character={"hpMax": 30, "party": False})
    box.accept("update", "Foe", character={"hp": hp_of_foe})
    return box.let(15)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("who", "spell"), [("Sor", "Scorching Ray"), ("War", "Eldritch Blast")])
def test_shots_at_the_dead_are_told_and_can_be_aimed_elsewhere(ruleset: Ruleset, who: str, spell: str) -> None:
    box = two_foes(ruleset, 1)
    before = box.world
    told = box.did("cast", who, spell=spell, targets=["Foe"])["text"]
    assert "2 of 3 shots are left over, because Foe is dead; to aim elsewhere, undo and send targets with 3 names" in told
    box.world = before
    told = box.did("cast", who, spell=spell, targets=["Foe", "Rat", "Rat"])["text"]
    assert "left over" not in told and (hp(box, "Rat") or 30) < 30


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_shot_left_over_is_one(ruleset: Ruleset) -> None:
    box = two_foes(ruleset, 4)
    assert "1 of 3 shots is left over" in box.did("cast", "Sor", spell="Scorching Ray", targets=["Foe"])["text"]
    assert "left over" not in two_foes(ruleset, 200).did("cast", "Sor", spell="Scorching Ray", targets=["Foe"])["text"]
