"""A creature that Disintegrate has turned to dust comes back only by the spells that the text names (SRD, Disintegrate)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
FORBIDDEN = ("Revivify", "Raise Dead", "Reincarnate", "Resurrection")


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["wizard 17"], "abilities": SCORES, "party": True})
    table.did("create", name="Ann", character={"classes": ["cleric 17"], "abilities": SCORES, "party": True})
    table.did("create", name="Fern", character={"classes": ["druid 17"], "abilities": SCORES, "party": True})
    table.did("create", name="Man", character={"classes": ["fighter 5"], "hpMax": 30, "party": True})
    return table.game


@laid_alike
def disintegrated(ruleset: Ruleset) -> Table:
    table = Table(copy_of(make, ruleset))
    table.roll_with(falling(1, face=4))
    table.did("cast", "Kim", spell="Disintegrate", targets=["Man"])
    assert "dead" in table.did("character", "Man")["text"].lower()
    return table


def raise_with(table: Table, spell: str, **more: Any) -> Any:
    who = "Fern" if spell == "Reincarnate" else "Ann"
    return table.ask("cast", who, spell=spell, targets=["Man"], **more)


@pytest.mark.parametrize("spell", FORBIDDEN)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_lesser_spell_brings_it_back(ruleset: Ruleset, spell: str) -> None:
    table = disintegrated(ruleset)
    answer = raise_with(table, spell)
    assert not answer["ok"] and answer["error"]["code"] == "nothing_to_revive", answer["text"]
    assert "only True Resurrection or Wish" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_true_resurrection_and_the_game_master_do(ruleset: Ruleset) -> None:
    table = disintegrated(ruleset)
    answer = raise_with(table, "True Resurrection")
    assert answer["ok"], answer["text"]
    table = disintegrated(ruleset)
    assert raise_with(table, "Revivify", force=True)["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_others_are_revived_as_before(ruleset: Ruleset) -> None:
    table = Table(copy_of(make, ruleset))
    table.did("damage", "Man", amount=300, damageType="fire")
    answer = raise_with(table, "Revivify")
    assert answer["ok"], answer["text"]
