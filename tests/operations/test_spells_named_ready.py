"""The sheet and the context name the spells that nobody has to choose: of a domain, a species, a feature or a stat block."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

CLERIC = {"classes": ["cleric 3"], "spells": {"prepared": ["Sanctuary"]}, "abilities": {"wis": 16}, "choices": {"subclass": "life"}}
ROWS = [
    ("5.1", CLERIC, "Always prepared: Bless, Cure Wounds, Lesser Restoration, Spiritual Weapon."),
    ("5.2", CLERIC, "Always prepared: Aid, Bless, Cure Wounds, Lesser Restoration."),
    ("5.1", {"classes": ["fighter 3"], "race": "tiefling"}, "From its species: Thaumaturgy, Hellish Rebuke (1 of 1 without a slot)."),
]


@pytest.mark.parametrize(("ruleset", "sheet", "line"), ROWS)
def test_a_hero_s_given_spells_are_named(ruleset: Ruleset, sheet: dict[str, Any], line: str):
    table = Sandbox(first_world(ruleset))
    table.did("create", name="Odile", character={**sheet, "party": True})
    assert line in table.did("character", "Odile")["text"]
    said = table.did("context")["text"]
    spells = line.partition(": ")[2].replace(" (1 of 1 without a slot)", "").rstrip(".")
    assert spells in said


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_stat_block_s_spells_are_named(ruleset: Ruleset):
    table = Sandbox(first_world(ruleset))
    table.did("create", name="Silverbrow", template="Unicorn")
    text = table.did("character", "Silverbrow")["text"]
    assert "From its stat block: " in text and "Entangle (1 of 1 without a slot)" in text
    assert "Entangle" in table.did("character", "Silverbrow", stats=["spells"])["text"]
