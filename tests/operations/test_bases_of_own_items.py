"""An item of somebody's own with a base has the numbers of that base, except those that it states itself."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
OATHKEEPER: dict[str, Any] = {"name": "Oathkeeper", "type": "weapon", "base": "Longsword"}


def hero(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Vow", character={"classes": ["fighter 5"], "abilities": {"str": 16}})
    return box


def sheet_of(box: Sandbox) -> str:
    return str(box.did("character", "Vow")["text"])


def weight(box: Sandbox) -> float | None:
    return thing_stats.item_of(box.thing("Oathkeeper"), box.book).weight


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_weapon_strikes_with_the_dice_of_its_base(ruleset: Ruleset) -> None:
    box = hero(ruleset)
    box.accept("give", "Vow", item=OATHKEEPER, equip=True)
    assert "Oathkeeper +6, 1d8+3 slashing" in sheet_of(box)
    assert weight(box) == 3


@pytest.mark.parametrize("ruleset", RULESETS)
def test_its_own_numbers_come_first(ruleset: Ruleset) -> None:
    box = hero(ruleset)
    plus = [{"target": "attack.this_weapon", "op": "add", "value": 1}]
    box.accept("give", "Vow", item={**OATHKEEPER, "weight": 1, "modifiers": plus}, equip=True)
    assert "Oathkeeper +7, 1d8+3 slashing" in sheet_of(box)
    assert weight(box) == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_armor_and_gear_of_a_new_hero_have_their_base_too(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset))
    mail = {"name": "Grey Mail", "type": "armor", "base": "Chain Mail"}
    document = {
        "character": {"name": "Vow", "classes": ["fighter 5"], "abilities": {"str": 16}},
        "equipped": [{"item": mail}, {"item": OATHKEEPER}],
    }
    box.accept("import", document=document)
    assert "AC 16" in sheet_of(box) and "Oathkeeper +6, 1d8+3 slashing" in sheet_of(box)


def test_an_unknown_base_is_refused() -> None:
    box = hero("5.2")
    refused = box.refused("base_unfit", "give", "Vow", item={**OATHKEEPER, "base": "Longsord"})
    assert "item.base" in refused["text"] and "Longsword" in refused["text"]
