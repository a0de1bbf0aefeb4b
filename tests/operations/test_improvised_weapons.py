"""Things in hand that are no weapons, and torches, which strike like one (SRD, Improvised Weapons; Torch)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import table
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure


def holding(ruleset: Ruleset, template: str) -> Sandbox:
    box = table(ruleset, Brenna={"classes": ["fighter 5"], "abilities": {"str": 16}}).let(*[15] * 20, face=3)
    box.accept("give", "Brenna", template=template)
    box.accept("equip", "Brenna", itemName=template)
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("thing", ["Lute", "Shovel", "Lamp"])
def test_whatever_is_in_hand_strikes_for_a_d4_without_training(ruleset: Ruleset, thing: str) -> None:
    told = holding(ruleset, thing).did("attack", "Brenna", targetName="Foe", itemName=thing)["text"]
    assert "Rolled 1d20+3" in told and "6 bludgeoning" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_a_name_the_fist_strikes_and_not_the_lute(ruleset: Ruleset) -> None:
    assert "Unarmed Strike" in holding(ruleset, "Lute").did("attack", "Brenna", targetName="Foe")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_burning_torch_deals_one_fire_damage_and_another_one_is_a_club(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Torch")
    assert "6 bludgeoning" in box.did("attack", "Brenna", targetName="Foe", itemName="torch")["text"]
    box.accept("use", "Brenna", itemName="Torch")
    told = box.did("attack", "Brenna", targetName="Foe", itemName="torch")["text"]
    assert "4 fire" in told and f"Rolled 1d20+{6 if ruleset == '5.2' else 3}" in told  # a simple weapon in 5.2 alone


def test_what_is_in_the_pack_strikes_nobody() -> None:
    box = holding("5.1", "Lute")
    box.accept("give", "Brenna", template="Shovel")
    box.refused("attack_unknown", "attack", "Brenna", targetName="Foe", itemName="Shovel")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("thing", ["Lute", "Wand of Fireballs"])
def test_martial_arts_do_not_count_for_a_thing_that_is_no_weapon(ruleset: Ruleset, thing: str) -> None:
    """A monk uses Strength and a d4, however high the Dexterity and the die of the arts."""
    box = table(ruleset, Brenna={"classes": ["monk 5"], "abilities": {"str": 12, "dex": 18}}).let(*[15] * 20, face=3)
    box.accept("give", "Brenna", template=thing)
    box.accept("equip", "Brenna", itemName=thing, slot="mainhand")
    told = box.did("attack", "Brenna", targetName="Foe", itemName=thing)["text"]
    assert "Rolled 1d20+1" in told and "4 bludgeoning" in told and "Rolled 1d4:" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("thing", "shown"), [("Wand of Fireballs", "Wand"), ("Sun Blade", "Longsword")])
def test_a_thing_that_nobody_has_identified_strikes_by_its_look(ruleset: Ruleset, thing: str, shown: str) -> None:
    """Both a thing that is no weapon and a weapon; no refusal names what it really is."""
    box = table(ruleset, Brenna={"classes": ["fighter 5"], "abilities": {"str": 16}}).let(*[15] * 20, face=3)
    box.accept("give", "Brenna", template=thing, identified=False)
    box.accept("equip", "Brenna", itemName=thing, slot="mainhand")
    for named in (shown, thing, "mainhand"):
        assert "a hit" in box.did("attack", "Brenna", targetName="Foe", itemName=named)["text"]
    refused = box.refused("attack_unknown", "attack", "Brenna", targetName="Foe", itemName="Spoon")["text"]
    assert shown in refused and thing not in refused


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hand_means_the_thing_in_it(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Lute")
    box.accept("give", "Brenna", template="Lute")
    box.accept("equip", "Brenna", itemName="Lute", slot="offhand")
    for hand in ("mainhand", "offhand"):
        assert "6 bludgeoning" in box.did("attack", "Brenna", targetName="Foe", itemName=hand)["text"]
