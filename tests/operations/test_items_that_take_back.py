"""Things with a reaction: the answer is offered, the deed is played again with the same dice, and the thing pays."""

from typing import Any

import pytest

from rpg_lite.world import thing_stats
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

MARA = {"classes": ["fighter 9"], "abilities": {"dex": 14}, "hpMax": 100}
MAGE = {"classes": ["wizard 9"], "abilities": {"int": 16}, "party": False, "hpMax": 60}
BOLT: list[dict[str, Any]] = [{"attack": 9, "kind": "ranged", "hit": [{"damage": "10", "type": "piercing"}]}]
BLIGHT: list[dict[str, Any]] = [{"save": "con", "dc": 15, "fail": [{"damage": "10", "type": "necrotic"}]}]


@laid_alike
def table_with(ruleset: str, **given: Any) -> Table:
    table = Table(begun(ruleset=ruleset))  # type: ignore[arg-type]
    table.did("create", name="Mara", character=MARA)
    table.did("create", name="Mage", character=MAGE)
    table.did("give", "Mara", attune=True, **{"equip": True, **given})
    return table


def lost(table: Table) -> int:
    return 100 - table.hp("Mara")


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_glove_takes_1d10_and_dexterity_off_a_shot(ruleset: str) -> None:
    table = table_with(ruleset, template="Gloves of Missile Snaring")
    table.roll_with(falling(18, face=3))
    shot = table.did("act", "Mage", act="Shot", steps=BOLT, targets=["Mara"])
    assert "Snare" in shot["text"] and lost(table) == 10
    table.did("act", "Mara", act="Snare", answer=True)
    assert lost(table) == 10 - (3 + 2)


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_scarab_turns_a_failed_save_and_pays_a_charge(ruleset: str) -> None:
    table = table_with(ruleset, template="Scarab of Protection", equip=False)
    table.roll_with(falling(2))
    assert "Preserve" in table.did("act", "Mage", act="Blight", steps=BLIGHT, targets=["Mara"])["text"]
    table.did("act", "Mara", act="Preserve", answer=True)
    scarab = table.thing("Scarab of Protection")
    assert lost(table) == 0
    assert thing_stats.charges_left(scarab, thing_stats.item_of(scarab, table.game.book)) == 11


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(("slot", "taken"), [(4, 0), (5, 7 * 4)])
def test_a_stone_of_absorption_cancels_spells_of_level_4_at_most(ruleset: str, slot: int, taken: int) -> None:
    table = table_with(ruleset, template="Ioun Stone", variant="Absorption")
    table.roll_with(falling(10, face=3))
    assert "Absorb" in table.did("cast", "Mage", spell="Magic Missile", slot=slot, targets=["Mara"])["text"]
    table.did("act", "Mara", act="Absorb", answer=True)
    assert lost(table) == taken


def test_nothing_is_offered_by_what_is_not_worn_or_has_no_charge() -> None:
    table = table_with("5.1", template="Gloves of Missile Snaring")
    table.did("unequip", "Mara", itemName="Gloves of Missile Snaring")
    table.roll_with(falling(18, face=3))
    assert "Snare" not in table.did("act", "Mage", act="Shot", steps=BOLT, targets=["Mara"])["text"]
