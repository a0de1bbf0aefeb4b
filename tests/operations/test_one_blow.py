"""All damage of one attack is one source: one save keeps concentration, and what answers damage answers once (SRD, Concentration)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

CLERIC = {"classes": ["cleric 9"], "abilities": {"wis": 16}, "spells": {"prepared": ["Bless"]}, "hpMax": 200}


def bitten(ruleset: Ruleset, *more: str) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Mira", character=CLERIC)
    box.accept("create", template="Giant Spider")
    for item in more:
        box.accept("give", "Mira", item=item)
        box.accept("attune", "Mira", itemName=item)
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_bite_with_poison_asks_one_save_for_concentration(ruleset: Ruleset) -> None:
    box = bitten(ruleset)
    box.accept("cast", "Mira", spell="Bless", targets=["Mira"])
    text = box.let(15, face=3).did("attack", "Giant Spider", targetName="Mira")["text"]
    assert "poison" in text and text.count("keeps concentrating") == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_roll_counts_against_all_damage_of_the_blow(ruleset: Ruleset) -> None:
    """The save of 12 and more keeps 10 points of piercing damage but not 40 points together."""
    box = bitten(ruleset)
    box.accept("cast", "Mira", spell="Bless", targets=["Mira"])
    more = {"save": "con", "dc": 40, "fail": [{"damage": "60", "type": "necrotic"}]}
    steps = [{"attack": 30, "kind": "melee", "hit": [{"damage": "10", "type": "cold"}, more]}]
    box.let(12, face=2).accept("act", "Giant Spider", steps=steps, targets=["Mira"])
    assert box.thing("Mira").creature.concentration is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_cursed_axe_asks_one_save_for_a_bite(ruleset: Ruleset) -> None:
    box = bitten(ruleset, "Berserker Battleaxe")
    text = box.let(18, face=3).did("attack", "Giant Spider", targetName="Mira")["text"]
    assert "poison" in text and text.count("WIS save") == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_attacks_ask_two_saves(ruleset: Ruleset) -> None:
    box = bitten(ruleset)
    box.accept("create", template="Brown Bear")
    box.accept("cast", "Mira", spell="Bless", targets=["Mira"])
    text = box.let(15, face=3).did("act", "Brown Bear", act="Multiattack", targets=["Mira"])["text"]
    assert "2 times: Mira keeps concentrating" in text
