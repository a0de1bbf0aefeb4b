"""An offer is made only if it would count: Sculpt Spells, Overchannel and Natural Recovery on spells that they fit; beads by their number."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import cast, table
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure


def evoker(ruleset: Ruleset) -> Sandbox:
    named = {"5.1": "School of Evocation", "5.2": "Evoker"}[ruleset]
    return table(ruleset, Wiz={"classes": ["wizard 14"], "choices": {"subclass": named}})


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("spell", "offers"),
    [
        ("Fireball", ("Sculpt Spells", "Overchannel")),
        ("Magic Missile", ("Overchannel",)),
        ("Chain Lightning", ("Sculpt Spells",)),
        ("Fire Bolt", ()),
        ("Mage Armor", ()),
    ],
)
def test_an_evoker_is_offered_what_changes_the_spell(ruleset: Ruleset, spell: str, offers: tuple[str, ...]) -> None:
    box = evoker(ruleset)
    assert cast(box, spell, "Wiz", targets=["Wiz" if spell == "Mage Armor" else "Foe"]).offers == offers


@pytest.mark.parametrize(("spell", "offers"), [("Blur", ("Natural Recovery",)), ("Goodberry", ()), ("Faerie Fire", ())])
def test_only_a_spell_of_the_land_is_offered_without_its_slot(spell: str, offers: tuple[str, ...]) -> None:
    choices = {"subclass": "Circle of the Land", "land": "arid"}
    box = table("5.2", Dru={"classes": ["druid 9"], "choices": choices})
    assert cast(box, spell, "Dru", targets=["Foe" if spell == "Faerie Fire" else "Dru"]).offers == offers


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("more", "beads"), [({}, 1), ({"quantity": 3}, 3), ({"choice": "3"}, 3), ({"choice": {"beads": 2}}, 2)])
def test_the_number_of_beads_stands_in_quantity_or_choice(ruleset: Ruleset, more: dict[str, Any], beads: int) -> None:
    """8d6 for one bead and 1d6 for each further one; every die shows 1 and the save fails (DC 15)."""
    box = table(ruleset, Mo={"classes": ["fighter 5"]})
    box.let(10, face=3).accept("give", "Mo", template="Necklace of Fireballs")
    box.let(2).accept("use", "Mo", itemName="Necklace of Fireballs", targetName="Foe", **more)
    assert box.thing("Foe").creature.hp == 200 - 8 - (beads - 1)
    assert box.thing("Necklace of Fireballs").item.charges == 6 - beads
    box.refused("no_charges_left", "use", "Mo", itemName="Necklace of Fireballs", targetName="Foe", choice="9")
