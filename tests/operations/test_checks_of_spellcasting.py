"""The check of Counterspell and Dispel Magic is an ability check: whatever changes such checks counts (SRD, Counterspell, Dispel Magic)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)


@laid_alike
def seated(ruleset: Ruleset, level: int = 9) -> Table:
    table = Table(begun(ruleset))
    known = {"spells": {"known": ["Dispel Magic", "Counterspell"]}} if ruleset == "5.1" else {"spells": {"prepared": ["Dispel Magic"]}}
    table.did("create", name="Bard", character={"classes": [f"bard {level}"], "abilities": SCORES, "party": True, **known})
    table.did("create", name="Wizard", character={"classes": ["wizard 9"], "abilities": SCORES, "party": True})
    table.did("create", name="Sage", character={"classes": ["wizard 17"], "abilities": SCORES})
    table.roll_with(falling(8, face=4))
    return table


def dispel(table: Table, who: str, **more: Any) -> str:
    table.did("cast", "Sage", spell="Greater Invisibility", targets=["Sage"], force=True)
    text: str = table.did("cast", who, spell="Dispel Magic", targets=["Sage"], force=True, **more)["text"]
    return text


@pytest.mark.parametrize(("ruleset", "total"), [("5.1", 8 + 3 + 2), ("5.2", 8 + 3)])
def test_a_jack_of_all_trades_adds_half_the_bonus(ruleset: Ruleset, total: int) -> None:
    """SRD 5.1: any ability check without the bonus; SRD 5.2: only with a skill that it lacks."""
    text = dispel(seated(ruleset), "Bard")
    assert f"= {total} against DC 14" in text or f"{total} against DC 14" in text, text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_others_add_the_modifier_alone(ruleset: Ruleset) -> None:
    assert "11 against DC 14" in dispel(seated(ruleset), "Wizard")


def test_exhaustion_hinders_the_check() -> None:
    table = seated("5.1")
    table.did("apply", "Wizard", condition="exhaustion", level=1)
    table.roll_with(falling(15, 2, face=4))
    text = dispel(table, "Wizard")
    assert "= 5, disadvantage against DC 14" in text


def test_exhaustion_of_5_2_lowers_the_check() -> None:
    table = seated("5.2")
    table.did("apply", "Wizard", condition="exhaustion", level=2)
    assert "7 against DC 14" in dispel(table, "Wizard")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_enhanced_wits_help_the_check(ruleset: Ruleset) -> None:
    """Enhance Ability gives advantage on Intelligence checks."""
    table = seated(ruleset)
    steps = [{"apply": {"name": "Bright", "modifiers": [{"target": "check.int", "op": "advantage"}]}, "for": "1 hour"}]
    table.did("act", "Wizard", act="Bright", steps=steps, targets=["Wizard"])
    table.roll_with(falling(2, 15, face=4))
    text = dispel(table, "Wizard")
    assert "= 18, advantage against DC 14" in text


def test_counterspell_counts_it_as_well() -> None:
    table = seated("5.1")
    table.roll_with(falling(8, face=4))
    table.did("cast", "Sage", spell="Greater Invisibility", targets=["Sage"], force=True)
    text = table.did("cast", "Bard", spell="Counterspell", targets=["Sage"], answer=True, force=True)["text"]
    assert "13 against DC 14" in text, text
