"""What time ends plays its end: an effect's last steps, and creatures that were made for a time; and rests play what waits for them."""

import pytest

from tests.operations.dice import let
from tests.operations.rooms import did
from tests.operations.table import Sitting, Table
from tests.operations.worlds import Sandbox

DRUID = {"classes": ["druid 9"], "abilities": {"wis": 16}, "party": True}
END_OF_HASTE = {
    "apply": {"name": "Rush"}, "for": "1 minute",
    "onEnd": [{"apply": {"name": "Weariness", "modifiers": [{"target": "speed.all", "op": "zero"}]}, "for": "8 hours"}],
}  # fmt: skip


def wolves(table: Sitting) -> list[str]:
    return sorted(t.name for t in table.now.things.values() if t.kind == "character" and t.name.startswith("Wolf"))


def orphans(table: Sitting) -> list[str]:
    """Things whose bag is gone."""
    there = {*table.now.things}
    return [t.name for t in table.now.things.values() if t.parent_id and t.parent_id not in there]


def test_summoned_creatures_go_with_their_hour_and_undo_brings_them_back(table: Table) -> None:
    table.did("create", name="Fern", character=DRUID)
    before = orphans(table)
    table.did("cast", "Fern", spell="Conjure Animals", choice={"choice": "two", "beast": "Wolf"})
    table.did("advance", duration="59 minutes")
    there = table.now.world
    assert wolves(table) == ["Wolf 1", "Wolf 2"]
    told = table.did("advance", duration="2 minutes")
    assert (wolves(table), orphans(table)) == ([], before) and "Wolf 1" in told["text"]
    table.did("undo")
    assert table.now.world == there


@pytest.mark.pure
def test_the_end_of_an_effect_plays_when_time_passes(table: Sandbox) -> None:
    table.did("act", "Thorin", act="Rush", steps=[END_OF_HASTE], targets=["Thorin"])
    table.did("advance", duration="1 minute")
    assert [e["name"] for e in table.thing("Thorin").body["effects"]] == ["Weariness"]


@pytest.mark.pure
def test_the_end_of_an_effect_plays_when_a_fight_ends(table: Sandbox) -> None:
    let(table, 15).did("start_fight", names=["Thorin", "Elara"])
    short = {**END_OF_HASTE, "for": "1 round"}
    table.did("act", "Thorin", act="Rush", steps=[short], targets=["Thorin"])
    table.did("end_fight")
    assert [e["name"] for e in table.thing("Thorin").body["effects"]] == ["Weariness"]


def test_the_end_of_an_effect_plays_on_the_way(table: Table) -> None:
    did(table, "create", name="Cave", fromName="Lobby", direction="north", minutes=5)
    table.did("act", "Thorin", act="Rush", steps=[END_OF_HASTE], targets=["Thorin"])
    did(table, "go", "Thorin", direction="north")
    assert [e["name"] for e in table.thing("Thorin").body["effects"]] == ["Weariness"]


@pytest.mark.pure
def test_the_end_of_an_effect_plays_in_a_rest(table: Sandbox) -> None:
    table.did("act", "Thorin", act="Rush", steps=[END_OF_HASTE], targets=["Thorin"])
    table.did("rest", "Thorin", kind="short")
    assert [e["name"] for e in table.thing("Thorin").body["effects"]] == ["Weariness"]


@pytest.mark.pure
@pytest.mark.parametrize(
    ("kind", "event", "left"), [("short", "short_rest", []), ("long", "long_rest", []), ("short", "long_rest", ["Oath"])]
)
def test_a_rest_plays_what_waits_for_it(table: Sandbox, kind: str, event: str, left: list[str]) -> None:
    oath = {"apply": {"name": "Oath", "on": [{"on": event, "then": [{"end": "Oath"}]}]}, "for": "permanent"}
    table.did("act", "Thorin", act="Swear", steps=[oath], targets=["Thorin"])
    table.did("rest", "Thorin", kind=kind)
    assert [e["name"] for e in table.thing("Thorin").body.get("effects", ())] == left


def test_the_end_of_an_effect_plays_on_a_long_way(table: Table) -> None:
    did(table, "create", name="Cave", fromName="Lobby", direction="north", minutes=5)
    did(table, "create", name="Pit", fromName="Cave", direction="north")
    for direction in ("north", "north", "south", "south"):
        did(table, "go", "Thorin", direction=direction)
    table.did("act", "Thorin", act="Rush", steps=[END_OF_HASTE], targets=["Thorin"])
    did(table, "go", "Thorin", toName="Pit")
    assert [e["name"] for e in table.thing("Thorin").body["effects"]] == ["Weariness"]


def test_undo_brings_a_spell_back_without_its_end(table: Table) -> None:
    table.did("create", name="Mage", character={"classes": ["wizard 5"], "party": True})
    table.did("cast", "Mage", spell="Haste", targets=["Thorin"])
    there = table.now.world
    ended = table.send({"operation": "remove", "characterName": "Thorin", "effect": "Haste"}, "manage_condition")
    assert ended["ok"] and [e["name"] for e in table.thing("Thorin").body["effects"]] == ["Lethargy"]
    table.did("undo")
    assert table.now.world == there


@pytest.mark.pure
def test_the_end_of_an_effect_plays_when_armor_ends_it(table: Sandbox) -> None:
    table.did("give", "Thorin", template="Leather Armor")
    table.did("act", "Thorin", act="Rush", steps=[{**END_OF_HASTE, "ends": ["armor"]}], targets=["Thorin"])
    table.send({"operation": "equip", "characterName": "Thorin", "itemName": "Leather Armor"})
    assert [e["name"] for e in table.thing("Thorin").body["effects"]] == ["Weariness"]


def test_a_summoned_creature_goes_with_the_spell_that_holds_it(table: Table) -> None:
    """Dispelled or taken away, it is gone; the others stay until the last one goes, and the concentration with it."""
    table.did("create", name="Fern", character=DRUID)
    table.did("create", name="Mage", character={"classes": ["wizard 5"], "party": True})
    table.did("cast", "Fern", spell="Conjure Animals", choice="2 wolves")
    told = table.did("cast", "Mage", spell="Dispel Magic", targets=["Wolf 1"])
    assert wolves(table) == ["Wolf 2"] and "Wolf 1 is gone" in told["text"] and table.thing("Fern").body["concentration"]
    there = table.now.world
    taken = {"operation": "remove", "characterName": "Wolf 2", "effect": "Summoned by Conjure Animals"}
    assert table.send(taken, "manage_condition")["ok"]
    assert wolves(table) == [] and "concentration" not in table.thing("Fern").body
    table.did("undo")
    assert table.now.world == there
