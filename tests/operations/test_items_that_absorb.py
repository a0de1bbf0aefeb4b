"""Items that swallow a spell as it is cast: an answer to the spell, counted in levels."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.game import Game
from rpg_lite.world import thing_stats
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table

HEROES: dict[str, dict[str, Any]] = {
    "Elara": {"classes": ["wizard 9"], "abilities": {"int": 18}, "hpMax": 200},
    "Mage": {"classes": ["wizard 20"], "abilities": {"int": 18}, "party": False, "hpMax": 60},
}


def _of_5_1() -> Game:
    return _table("5.1")


def _of_5_2() -> Game:
    return _table("5.2")


def _table(ruleset: str) -> Game:
    game = begun(ruleset=ruleset)  # type: ignore[arg-type]
    for name, character in HEROES.items():
        Table(game).did("create", name=name, character=character)
    return game


@pytest.fixture(params=["5.1", "5.2"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    with copy_of(_of_5_1 if request.param == "5.1" else _of_5_2) as game:
        yield Table(game)


def holds(table: Table, item: str) -> str:
    id: str = table.did("give", "Elara", template=item)["results"][0]["item"]["id"]
    table.did("equip", "Elara", itemId=id)
    table.did("attune", "Elara", itemId=id)
    return id


def missiles(table: Table, slot: int) -> None:
    """Magic missiles that deal 4 points each, one more for each level."""
    table.roll_with(falling(10, face=3))
    table.did("cast", "Mage", spell="Magic Missile", slot=slot, targets=["Elara"])


def charges(table: Table, id: str) -> int | None:
    thing = table.now.things[id]
    return thing_stats.charges_left(thing, thing_stats.item_of(thing, rulebook_loading.rulebook(table.game.campaign.ruleset)))


@pytest.mark.parametrize(("item", "slot", "is_canceled"), [
    ("Ioun Stone of Absorption", 4, True), ("Ioun Stone of Absorption", 5, False),
    ("Ioun Stone of Greater Absorption", 8, True), ("Ioun Stone of Greater Absorption", 9, False),
])  # fmt: skip
def test_a_stone_cancels_spells_up_to_its_level(table: Table, item: str, slot: int, is_canceled: bool) -> None:
    id = holds(table, item)
    full = charges(table, id)
    missiles(table, slot)
    table.did("act", "Elara", act="Absorb", answer=True)
    assert (table.hp("Elara") == 200) == is_canceled
    assert full and charges(table, id) == full - (slot if is_canceled else 0)


def test_a_stone_is_burned_out_after_its_levels(table: Table) -> None:
    holds(table, "Ioun Stone of Absorption")
    for _ in range(5):
        missiles(table, 4)
        table.did("act", "Elara", act="Absorb", answer=True)
        table.did("update", "Mage", character={"spent": {"slot_4": 0}})
    missiles(table, 1)
    table.did("act", "Elara", act="Absorb", answer=True)
    assert table.hp("Elara") < 200


def test_a_rod_stores_levels_and_gives_them_as_a_slot(table: Table) -> None:
    id = holds(table, "Rod of Absorption")
    found = charges(table, id)
    assert found and found <= 10
    missiles(table, 3)
    table.did("act", "Elara", act="Absorb", answer=True)
    assert table.hp("Elara") == 200 and charges(table, id) == found + 3
    table.did("update", "Elara", character={"spent": {"slot_3": 3}})
    table.did("use", "Elara", itemId=id, property="Make a Slot", quantity=3)
    assert charges(table, id) == found and table.thing("Elara").creature.spent["slot_3"] == 2


def test_a_staff_of_the_magi_takes_the_levels_as_charges(table: Table) -> None:
    id = holds(table, "Staff of the Magi")
    missiles(table, 3)
    told = table.did("act", "Elara", act="Absorb Spell", answer=True)["text"]
    assert "explodes" in told and charges(table, id) == 50
    table.did("cast", "Elara", spell="Fireball", targets=["Mage"], with_=["Staff of the Magi"])
    assert charges(table, id) == 43
    missiles(table, 3)
    table.did("act", "Elara", act="Absorb Spell", answer=True)
    assert charges(table, id) == 46


@pytest.mark.parametrize(("item", "played"), [
    ("Boots of Speed", {"operation": "use", "itemName": "Boots of Speed"}),
    ("Frost Brand Longsword", {"operation": "act", "act": "Quench"}),
    ("Rod of Security", {"operation": "act", "act": "Open the Refuge", "targets": ["Elara"]}),
])  # fmt: skip
def test_undo_takes_back_a_use_its_minutes_and_its_rest(table: Table, item: str, played: dict[str, Any]) -> None:
    id: str = table.did("give", "Elara", template=item)["results"][0]["item"]["id"]
    table.did("equip", "Elara", itemId=id)
    if item != "Rod of Security":
        table.did("attune", "Elara", itemId=id)
    before = table.now
    fields = {key: value for key, value in played.items() if key != "operation"}
    table.did(played["operation"], "Elara", **fields)
    state = table.now.things[id].item
    assert state.used and state.ends
    table.did("undo")
    assert table.now.things[id].body == before.things[id].body


def test_undo_takes_back_what_time_has_healed(table: Table) -> None:
    holds(table, "Ring of Regeneration")
    table.did("damage", "Elara", amount=100, damageType="fire")
    table.roll_with(falling(10, face=3))
    table.did("advance", duration="20 minutes")
    assert table.hp("Elara") == 106
    table.did("undo")
    assert table.hp("Elara") == 100
