"""The faces stand in the order of the dice, and spell attacks, acts and saves show the die beside the bonus, as weapon attacks do."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

MAGE = {"classes": ["wizard 5"], "party": True, "abilities": {"int": 18, "wis": 14}, "spells": {"cantrips": ["Fire Bolt"]}}


@pytest.fixture(params=RULESETS)
def box(request: pytest.FixtureRequest) -> Sandbox:
    ruleset: Ruleset = request.param
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Mira", character=MAGE)
    box.did("create", name="Foe", character={"hpMax": 90, "abilities": {"dex": 14}})
    return box


def test_the_bonus_stands_where_the_dice_have_it(box: Sandbox):
    box.did("apply", "Mira", effect="Bless", source="Foe")
    said = box.let(12, face=3).did("save", "Mira", ability="wis", dc=10)["text"]
    assert "Rolled 1d20+5+1d4: 12+5+3 = 20." in said
    said = box.let(12, 7, face=3).did("save", "Mira", ability="wis", dc=10, mode="advantage")["text"]
    assert "Rolled 2d20kh1+5+1d4: (12, 7)+5+3 = 20." in said


def test_a_spell_attack_shows_its_die(box: Sandbox):
    said = box.let(11, face=1).did("cast", "Mira", spell="Fire Bolt", targets=["Foe"])["text"]
    assert "Foe (11+7 = 18 against AC 12) is hit" in said


def test_a_save_against_an_act_shows_its_die(box: Sandbox):
    steps = [{"save": "dex", "dc": 15, "fail": [{"damage": "1d6", "type": "fire"}]}]
    said = box.let(9, face=1).did("act", "Mira", steps=steps, targets=["Foe"])["text"]
    assert "Foe (9+2 = 11) fails" in said


def test_each_attack_of_a_multiattack_shows_its_die(box: Sandbox):
    box.did("create", name="Bear", template="Brown Bear")
    said = box.let(10, 2, face=1).did("act", "Bear", act="Multiattack", targets=["Mira"])["text"]
    assert "10+" in said and "2+" in said and " against AC " in said
