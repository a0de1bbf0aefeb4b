"""Ends told plainly: an effect that is not there, a grapple that a killing blow ends, a blow that is halved, a web that no action breaks."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)


def _table(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Kael", character={"classes": ["rogue 9"], "hpMax": 90, "abilities": SCORES, "party": True})
    return box


@pytest.mark.parametrize("effect", ["Drained", "Swallowed", "Vexed", "Bless"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_effect_that_is_not_there_is_said_to_be_absent(ruleset: Ruleset, effect: str) -> None:
    box = _table(ruleset)
    box.accept("apply", "Kael", effect="Longstrider")
    refused = box.refused_whole("effect_not_there", {"operation": "remove", "characterName": "Kael", "effect": effect}, "manage_condition")
    assert f"Kael has no effect {effect}" in refused["text"] and "Longstrider" in refused["text"]


@pytest.mark.parametrize("hp", [1, 90])
def test_the_grappler_that_is_struck_is_known(hp: int) -> None:
    """The killing blow ends the grapple, which the attack was made in (SRD 5.2, Grappled)."""
    box = _table("5.2")
    box.accept("create", name="Ulthoon", character={"hpMax": 90, "hp": hp, "abilities": SCORES, "party": False})
    box.accept("apply", "Kael", condition="grappled", source="Ulthoon")
    box.accept("give", "Kael", template="Shortsword", equip=True)
    box.roll_with(falling(15))
    told = box.did("attack", "Kael", targetName="Ulthoon")["text"]
    assert "unless the target is the grappler" not in told


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dodge_halves_each_kind_of_the_blow(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Kael", character={"classes": ["rogue 9"], "hpMax": 90, "abilities": SCORES, "party": True})
    table.did("create", name="Foe", character={"hpMax": 20, "party": False})
    step = {"attack": 30, "kind": "melee", "hit": [{"damage": "7", "type": "necrotic"}, {"damage": "3", "type": "piercing"}]}
    table.roll_with(falling(15))
    table.did("act", "Foe", steps=[step], targets=["Kael"])
    told = table.did("act", "Kael", act="Uncanny Dodge", answer=True)["text"]
    assert table.hp("Kael") == 85
    assert "4 necrotic" in told and "1 piercing" in told


def test_a_web_that_no_action_breaks_is_cut() -> None:
    box = _table("5.2")
    box.accept("create", template="Giant Spider")
    box.roll_with(falling(2))
    box.accept("act", "Giant Spider", act="Web", targets=["Kael"])
    told = box.did("act", "Kael", act="Break Free")["text"]
    assert "stays as it is: no action ends" in told and "cut or burnt" in told
