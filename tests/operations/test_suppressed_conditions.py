"""A condition that an aura keeps off has no effect on whoever bears it already and comes near; it counts again when they part (SRD 5.2, Aura of
Courage, Aura of Devotion).
"""

from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table

WARDED: Final = {"frightened": "aura of courage", "charmed": "aura of devotion"}


@laid_alike
def company(ruleset: Ruleset) -> Table:
    """A paladin whose auras ward, a friend, and two foes, of whom one is a paladin, too."""
    table = Table(begun(ruleset))
    for name, sheet in (
        ("Roland", {"classes": ["paladin 18"], "choices": {"subclass": "devotion"}, "party": True}),
        ("Pip", {"classes": ["rogue 3"], "party": True}),
        ("Ulf", {"type": "humanoid"}),
        ("Dread Knight", {"classes": ["paladin 18"], "party": False}),
    ):
        table.did("create", name=name, character={"abilities": dict.fromkeys(ABILITIES, 16), "hpMax": 90, **sheet})
    table.did("give", "Pip", template="Dagger", equip=True)
    return table


def attacks(table: Table) -> str:
    answer = table.ask("attack", "Pip", targetName="Ulf", d20=[10, 12])
    if not answer["ok"]:
        return str(answer["error"]["code"])
    return "disadvantage" if "disadvantage" in answer["text"] else "plain"


def test_these_are_the_conditions_that_auras_keep_off() -> None:
    for ruleset in RULESETS:
        changes = [m for rule in rulebook_loading.rulebook(ruleset).features.values() for m in rule.modifiers]
        assert {m.value for m in changes if m.aura_ft and m.target == "condition_immunity"} == {*WARDED}


@pytest.mark.parametrize(("ruleset", "condition"), [(r, c) for r in RULESETS for c in WARDED])
def test_it_has_no_effect_while_they_are_near(ruleset: Ruleset, condition: str) -> None:
    table = company(ruleset)
    hindered = {"frightened": "disadvantage", "charmed": "charmed_by_target"}[condition]
    table.did("apply", "Pip", condition=condition, source="Ulf")
    assert attacks(table) == hindered
    table.did("near", "Dread Knight", names=["Pip"])
    assert attacks(table) == hindered  # the aura of a foe
    told = table.did("near", "Roland", names=["Pip"])["text"]
    assert f"Roland's {WARDED[condition]} suppresses it" in told
    assert attacks(table) == "plain"
    assert [e["name"] for e in table.thing("Pip").body["conditions"]] == [condition]
    table.did("near", "Roland", apart=["Pip"])
    assert attacks(table) == hindered


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_counts_again_when_the_bearer_of_the_aura_falls(ruleset: Ruleset) -> None:
    table = company(ruleset)
    table.did("apply", "Pip", condition="frightened", source="Ulf")
    table.did("near", "Roland", names=["Pip"])
    assert attacks(table) == "plain"
    table.did("damage", "Roland", amount=90, damageType="slashing")
    assert attacks(table) == "disadvantage"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_checks_are_free_of_it_too_in_and_out_of_fights(ruleset: Ruleset) -> None:
    def checked(table: Table) -> Any:
        return "disadvantage" in table.did("check", "Pip", skill="athletics", d20=[10, 12])["text"]

    table = company(ruleset)
    table.did("apply", "Pip", condition="frightened", source="Ulf")
    assert checked(table)
    table.did("near", "Roland", names=["Pip"])
    assert not checked(table)
    table.did("start_fight", names=["Pip", "Ulf"], d20=[20, 1])
    assert attacks(table) == "plain"
