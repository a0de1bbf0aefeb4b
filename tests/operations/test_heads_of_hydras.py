"""A hydra that takes 25 damage in one turn loses a head, and the end of its own turn names what grows, unless fire has hurt it (SRD, Hydra: Multiple
Heads).
"""

import pytest

from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table


@laid_alike
def fight(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    for name in ("Pip", "Cael"):
        sheet = {"abilities": dict.fromkeys(ABILITIES, 10), "hpMax": 300, "party": True, "classes": ["rogue 3"]}
        table.did("create", name=name, character=sheet)
    table.did("create", template="Hydra")
    table.did("update", "Hydra", character={"hpMax": 400, "hp": 400})
    table.did("start_fight", names=["Pip", "Cael", "Hydra"], d20=[20, 19, 1])
    return table


def hurt(table: Table, points: int, type: str = "slashing") -> None:
    table.did("damage", "Hydra", amount=points, damageType=type)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_damage_of_one_turn_counts(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    hurt(table, 24)
    assert "heads dies" not in table.did("next_turn")["text"]
    hurt(table, 24)
    hurt(table, 1)
    assert "One of its heads dies" in table.did("next_turn")["text"]
    assert "Two heads grow" in table.did("next_turn")["text"]
    table.did("next_turn")
    table.did("next_turn")
    assert "grow" not in table.did("next_turn")["text"]  # since its last turn, no head has died


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fire_sears_the_stumps(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    hurt(table, 24)
    hurt(table, 1, "fire")
    assert "One of its heads dies" in table.did("next_turn")["text"]
    table.did("next_turn")
    assert "seared the stumps" in table.did("next_turn")["text"]
    assert not table.thing("Hydra").body.get("effects")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_turn_of_the_hydra_itself_counts_before_its_heads_grow(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    table.did("next_turn")
    table.did("next_turn")
    hurt(table, 25)
    told = table.did("next_turn")["text"]
    assert "One of its heads dies" in told and "Two heads grow" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_outside_a_fight_each_blow_is_a_turn(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    table.did("end_fight")
    assert "heads dies" not in table.did("damage", "Hydra", amount=24, damageType="slashing")["text"]
    assert "One of its heads dies" in table.did("damage", "Hydra", amount=25, damageType="slashing")["text"]
