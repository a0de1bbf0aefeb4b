"""Damage by hand names the aura that counts for the save that follows, whoever of the party has it (SRD, Aura of Protection; Concentration)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

TOLD = "Pal's aura of protection reaches friends within 10 feet: with aura of Pal counts it."


@laid_alike
def beside_a_paladin(ruleset: Ruleset, level: int = 7) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Pal", character={"classes": [f"paladin {level}"], "party": True, "abilities": {"cha": 18}})
    table.did("create", name="Wiz", character={"classes": ["wizard 5"], "party": True, "hpMax": 50, "spells": {"prepared": ["Fly"]}})
    table.did("cast", "Wiz", spell="Fly", targets=["Wiz"])
    table.roll_with(falling(7))
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_bare_damage_names_the_aura(ruleset: Ruleset) -> None:
    table = beside_a_paladin(ruleset)
    answer = table.did("damage", "Wiz", amount=5, damageType="fire")
    assert TOLD in answer["text"] and "CON save 7 against DC 10" in answer["text"]
    table.did("undo")
    named = table.did("damage", "Wiz", amount=5, damageType="fire", **{"with": ["aura of Pal"]})
    assert TOLD not in named["text"] and "no longer concentrates" not in named["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_a_save_or_an_aura_nothing_is_named(ruleset: Ruleset) -> None:
    assert TOLD not in beside_a_paladin(ruleset).did("damage", "Pal", amount=5, damageType="fire")["text"]
    assert "aura" not in beside_a_paladin(ruleset, level=5).did("damage", "Wiz", amount=5, damageType="fire")["text"]
