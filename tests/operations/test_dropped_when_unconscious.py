"""An unconscious creature drops what it holds, and the answer says so (SRD, Unconscious); the table lays it down."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

DROPS = "drops Longsword"


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"classes": ["fighter 5"], "party": True, "hpMax": 30})
    for item in ("Longsword", "Shield"):
        table.did("give", "Hero", template=item, equip=True)
    return table


def test_at_0_hit_points(table: Table) -> None:
    told = table.did("damage", "Hero", amount=30, damageType="fire")["text"]
    assert DROPS in told and "toName floor" in told and "Shield" not in told


def test_by_the_condition_once(table: Table) -> None:
    assert DROPS in table.did("apply", "Hero", condition="unconscious")["text"]
    assert DROPS not in table.did("apply", "Hero", condition="unconscious", source="another")["text"]


def test_by_a_spell(table: Table) -> None:
    table.did("create", name="Mage", character={"classes": ["wizard 20"], "abilities": {"int": 20}})
    told = table.did("act", "Mage", steps=[{"apply": {"conditions": ["unconscious"]}}], targets=["Hero"])["text"]
    assert DROPS in told


def test_other_conditions_drop_nothing(table: Table) -> None:
    assert "drops" not in table.did("apply", "Hero", condition="paralyzed")["text"]


def test_the_dead_and_the_empty_handed_drop_nothing(table: Table) -> None:
    table.did("unequip", "Hero", itemName="Longsword")
    assert "drops" not in table.did("damage", "Hero", amount=30, damageType="fire")["text"]
    table.did("create", template="Wolf")
    assert "drops" not in table.did("apply", "Wolf", condition="unconscious")["text"]


def test_the_floor_takes_it_and_a_healed_hero_picks_it_up(table: Table) -> None:
    table.did("damage", "Hero", amount=30, damageType="fire")
    table.did("transfer", "Hero", itemName="Longsword", toName="floor")
    table.did("heal", "Hero", amount=5)
    assert "Longsword" not in table.worn("Hero").values()
