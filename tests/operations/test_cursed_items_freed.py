"""A curse ends on the bearer: the attunement to a cursed item goes, and the item can be put away (SRD, Remove Curse)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import THORIN, Sandbox, first_world

pytestmark = pytest.mark.pure

AXE = "Berserker Battleaxe"
CLERIC = {"classes": ["cleric 9"], "abilities": {"wis": 16}, "spells": {"prepared": ["Remove Curse", "Greater Restoration"]}}


def cursed(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Thorin", character=THORIN)
    box.accept("create", name="Mira", character=CLERIC)
    box.accept("give", "Thorin", item=AXE)
    box.accept("attune", "Thorin", itemName=AXE)
    box.reject("item_cursed", "unattune", "Thorin", itemName=AXE)
    return box


def effects(box: Sandbox) -> list[str]:
    return [entry.name for entry in box.thing("Thorin").creature.effects]


def bonds(box: Sandbox) -> list[Any]:
    return [t.attuned_to for t in box.world.things.values() if t.name == AXE]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("spell", "more"), [("Remove Curse", {}), ("Greater Restoration", {"choice": "curse"})])
def test_a_curse_that_ends_frees_the_bearer(ruleset: Ruleset, spell: str, more: dict[str, Any]) -> None:
    box = cursed(ruleset)
    answer = box.did("cast", "Mira", spell=spell, targets=["Thorin"], force=True, **more)
    assert bonds(box) == [None]
    assert f"Thorin's attunement ends: {AXE}." in answer["text"] and "nothing that this ends" not in answer["text"]
    box.accept("transfer", "Thorin", itemName=AXE, toCharacterName="Mira")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("spell", "more"), [("Remove Curse", {}), ("Greater Restoration", {"choice": "curse"})])
def test_what_the_cursed_item_laid_ends_with_the_curse(ruleset: Ruleset, spell: str, more: dict[str, Any]) -> None:
    box = cursed(ruleset)
    box.accept("equip", "Thorin", itemName=AXE)
    box.let(2).accept("damage", "Thorin", amount=5, damageType="fire")
    assert "Berserk" in effects(box)
    assert "Berserk" in box.did("cast", "Mira", spell=spell, targets=["Thorin"], force=True, **more)["text"]
    assert "Berserk" not in effects(box)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_end_leaves_the_bond(ruleset: Ruleset) -> None:
    box = cursed(ruleset)
    box.accept("apply", "Thorin", condition="charmed")
    box.accept("cast", "Mira", spell="Greater Restoration", targets=["Thorin"], choice="charmed", force=True)
    assert bonds(box) == [box.id("Thorin")]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_refusal_of_an_item_names_its_bearer(ruleset: Ruleset) -> None:
    box = cursed(ruleset)
    refused = box.refused("not_a_creature", "cast", "Mira", spell="Bless", targets=[AXE], force=True)
    assert refused["error"]["near"] == ["Thorin"] and refused["error"]["try"]["targets"] == ["Thorin"]
