"""What lowers a hit point maximum or an ability score is ended by Greater Restoration, whatever act did it (SRD 5.1 and 5.2)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of, laid_alike
from tests.operations.dice import falling
from tests.operations.drains import SCORES, Step, drains, numbers
from tests.operations.table import Table

DRAINS = drains(3)


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["cleric 17"], "abilities": SCORES, "party": True})
    table.did("create", name="Man", character={"hpMax": 90, "type": "humanoid", "abilities": SCORES})
    return table.game


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(copy_of(make, ruleset))
    table.roll_with(falling(10, face=4))
    return table


@pytest.mark.parametrize(("ruleset", "block", "drain", "step"), DRAINS, ids=lambda one: one if isinstance(one, str) else "")
def test_every_drain_of_a_stat_block_is_ended(ruleset: Ruleset, block: str, drain: str, step: Step) -> None:
    lowered = {key: step["apply"][key] for key in ("name", "modifiers")}
    table = seated(ruleset)
    before = numbers(table)
    table.did("act", "Kim", act=drain, steps=[{"apply": lowered, "for": "permanent"}], targets=["Man"])
    assert numbers(table) != before
    text = table.did("cast", "Kim", spell="Greater Restoration", targets=["Man"])["text"]
    assert f"{drain} ends" in text
    assert numbers(table) == before


@pytest.mark.parametrize(("block", "act"), [("Wraith", "Life Drain"), ("Shadow", "Strength Drain"), ("Night Hag", "Nightmare Haunting")])
def test_the_drain_of_a_real_blow_is_ended(block: str, act: str) -> None:
    table = seated("5.1")
    table.did("create", name="Foe", template=block)
    before = numbers(table)
    table.roll_with(falling(19, 1, face=4))
    table.did("act", "Foe", act=act, targets=["Man"], force=True)
    assert numbers(table) != before
    table.did("cast", "Kim", spell="Greater Restoration", targets=["Man"])
    assert numbers(table) == before


def lower(table: Table, name: str, target: str, value: int = -3) -> None:
    steps = [{"apply": {"name": name, "modifiers": [{"target": target, "op": "add", "value": value}]}, "for": "permanent"}]
    table.did("act", "Kim", act=name, steps=steps, targets=["Man"])


@pytest.mark.parametrize(("ruleset", "left"), [("5.1", 90 - 3), ("5.2", 90)])
def test_one_effect_or_every_reduction_of_the_maximum(ruleset: Ruleset, left: int) -> None:
    """SRD 5.1: "one effect reducing the target's hit point maximum"; SRD 5.2: "any reduction"."""
    table = seated(ruleset)
    lower(table, "Cold Grave", "hp_max", -10)
    lower(table, "Pale Kiss", "hp_max")
    table.did("cast", "Kim", spell="Greater Restoration", targets=["Man"])
    assert table.number("Man", "hpMax") == left


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_choice_names_the_effect_or_the_score(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    lower(table, "Slow Wits", "ability.int")
    lower(table, "Weak Arms", "ability.str")
    table.did("apply", "Man", condition="exhaustion", level=1)
    text = table.did("cast", "Kim", spell="Greater Restoration", targets=["Man"], choice="Weak Arms")["text"]
    assert "Weak Arms ends" in text and table.number("Man", "abilities.int") == 11
    text = table.did("cast", "Kim", spell="Greater Restoration", targets=["Man"], force=True)["text"]
    assert "exhaustion ends" in text and "Man still has Slow Wits" in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_lesser_restoration_tells_what_is_left(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    for word in ("blinded", "deafened"):
        table.did("apply", "Man", condition=word)
    text = table.did("cast", "Kim", spell="Lesser Restoration", targets=["Man"])["text"]
    assert "blinded ends" in text and "Man still has deafened" in text


def test_nightmare_haunting_lowers_the_maximum_without_damage() -> None:
    """SRD 5.1: the hit point maximum is reduced by 1d10, and nothing is hurt."""
    table = seated("5.1")
    table.did("create", name="Foe", template="Night Hag")
    table.did("damage", "Man", amount=40, damageType="fire")
    text = table.did("act", "Foe", act="Nightmare Haunting", targets=["Man"], force=True)["text"]
    assert "psychic" not in text
    assert (table.hp("Man"), table.number("Man", "hpMax")) == (50, 86)
