"""Dungeons of donjon's generator: equal in rooms, doors, numbers; and refused with place and reason when they are none."""

import copy
import json
from typing import Any

import pytest

from bench.calls import python_calls
from rpg_lite import open_campaign
from rpg_lite.content import donjon_text_parsing, map_files
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.world.map_plans import Plan, Room
from tests.content.donjon_example import EXAMPLE

Json = dict[str, Any]


def read(**changes: Any) -> Plan:
    return map_files.read(json.dumps({**EXAMPLE, **changes}))


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as raised:
        map_files.read(text)
    return list(raised.value.places)


@pytest.fixture(scope="module")
def rooms() -> dict[str, Room]:
    return {room.name: room for room in read().rooms}


def test_rooms_have_their_places_sizes_and_light(rooms: dict[str, Room]) -> None:
    assert list(rooms) == ["Room 1", "Room 2", "Room 3", "Room 4", "Corridor 2"]
    one = rooms["Room 1"]
    assert one.at is not None and one.at.model_dump() == {"x": 2, "y": 2, "w": 6, "h": 6}
    assert one.description == "A room, 30 by 30 ft. A stone dais stands in the middle." and one.light == "dark"
    assert read().name == "The Crypt of Ash" and "Walls: Masonry." in read().story


def test_a_corridor_with_two_doors_is_an_exit_and_another_one_is_a_room(rooms: dict[str, Room]) -> None:
    (way,) = [w for w in rooms["Room 1"].ways if w.to == "Room 2"]
    assert (way.direction, way.kind, way.state, way.dc) == ("east", "door", "locked", 20)
    assert way.note == "50 ft of corridor; Locked Iron Door (DC 20 to open, DC 25 to break)"
    joined = {w.to for w in (*rooms["Room 3"].ways, *rooms["Room 4"].ways, *rooms["Room 2"].ways)}
    assert "Corridor 2" in joined
    assert any("A pit" in note for note in rooms["Corridor 2"].notes)


def test_doors_carry_their_dcs_and_traps(rooms: dict[str, Room]) -> None:
    ways = {(name, w.to): w for name, room in rooms.items() for w in room.ways}
    secret = ways["Room 3", "Room 4"]
    assert (secret.kind, secret.hidden, secret.dc) == ("secret_door", True, 15)
    trapped = ways["Room 2", "Corridor 2"]
    assert trapped.trap == {"name": "Poison Needle", "detect": 12, "disarm": 14} and trapped.state == "closed"


def test_stairs_and_ways_out_lead_off_the_map(rooms: dict[str, Room]) -> None:
    out = {(name, w.direction, w.kind) for name, room in rooms.items() for w in room.ways if w.to is None}
    assert out == {("Room 1", "north", "passage"), ("Corridor 2", "down", "stairs")}
    assert read().entrance == "Room 1"


def test_monsters_treasure_and_traps_come_in_and_stay_notes(rooms: dict[str, Room]) -> None:
    two, four = rooms["Room 2"], rooms["Room 4"]
    assert [(d.creature, d.count) for d in two.creatures] == [("Goblin", 3), ("Hobgoblin", 1)]
    assert {(t.item, t.quantity) for t in two.things} == {("Copper", 13), ("Gold", 5)}
    assert any(note.startswith("Monsters: 3 x Goblin") for note in two.notes)
    chest, *inside = four.things
    assert (chest.item, chest.called, chest.locked, chest.dc) == ("Chest", "Room 4 Chest", True, 18)
    assert (chest.hidden, chest.find) == (True, 15)
    assert {(t.item, t.quantity, t.inside) for t in inside} == {("Silver", 200, "Room 4 Chest"), ("Potion of Healing", 2, "Room 4 Chest")}
    assert any("agate (10 gp)" in note for note in four.notes)
    assert four.trap == {"name": "Hidden Pit", "detect": 15, "disarm": 10}


TREASURE = "--", "30 gp; +1 Longsword (uncommon, dmg 213); Wand of Webs (uncommon, dmg 212)"


@pytest.mark.parametrize(
    ("place", "lock", "find", "loose"),
    [
        ("Hidden (DC 15 to find) Locked Iron Chest (DC 20 to unlock, DC 28 to break; 60 hp)", (True, 20), 15, False),
        ("Hidden (DC 12 to find) Locked Wooden Chest (DC 14 to pick)", (True, 14), 12, False),
        ("Hidden (DC 10 to find) Unlocked Stone Chest (DC 20 to break)", (False, None), 10, False),
        ("Hidden (DC 18 to find) Loose Flagstone", None, 18, True),
    ],
)
def test_hidden_treasure_waits_to_be_found(place: str, lock: tuple[bool, int | None] | None, find: int, loose: bool) -> None:
    things = map_files.read(changed("rooms.4.contents.detail.hidden_treasure", [place, *TREASURE])).rooms[3].things
    chests, rest = [t for t in things if t.item == "Chest"], [t for t in things if t.item != "Chest"]
    assert [(t.locked, t.dc) for t in chests] == ([lock] if lock else [])
    assert {(t.hidden, t.find) for t in things if t.inside is None} == {(True, find)}
    assert [t.item for t in rest] == ["Gold", "+1 Longsword", "Wand of Webs"] and all((t.inside is None) == loose for t in rest)


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("place", ["Hidden (DC 15 to find) Locked Iron Chest (DC 20 to unlock)", "Hidden (DC 15 to find) Loose Brick"])
def test_hidden_treasure_is_found_in_play(ruleset: str, place: str) -> None:
    document = json.loads(changed("rooms.4.contents.detail.hidden_treasure", [place, *TREASURE]))
    with open_campaign(":memory:", ruleset=ruleset) as game:
        assert game.ask({"operation": "import_map", "document": document}, "manage_room")["ok"]
        look = {"operation": "look", "bagName": "Room 4"}
        told = game.ask(look, "manage_room")["text"]
        assert "On the floor" not in told and "DC 15 to find it" in told and ("locked" in told) == ("Chest" in place), told
        found = game.ask({"operation": "search", "bagName": "Room 4"}, "manage_room")
        assert found["ok"] and "On the floor" in game.ask(look, "manage_room")["text"], found["text"]
        held = game.ask({"operation": "view", "bagName": "Room 4"}, "manage_inventory")["text"]
        assert "Longsword +1" in held or "Chest" in place, held


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("name", ["Pit Trap", "Falling Block", "Needle"])
@pytest.mark.parametrize("where", ["rooms.3.contents.detail.trap.0", "rooms.2.doors.south.0.trap"])
def test_a_trap_that_the_book_lacks_stays_a_note(ruleset: str, name: str, where: str) -> None:
    line = f"{name}: DC 10 to find, DC 12 to disable; falls 10 ft"
    with open_campaign(":memory:", ruleset=ruleset) as game:
        where, value = (where[:-2], [line]) if where.endswith("trap.0") else (where, line)
        made = json.loads(changed("rooms.3.contents", {"detail": {}}))
        made = json.loads(changed_in(made, where, value))
        told = game.ask({"operation": "import_map", "document": made}, "manage_room")
        assert told["ok"] and f"The trap {name} should be in Room" in told["text"], told["text"]
        assert "an import turns" not in told["text"]


def test_empty_lines_are_no_notes() -> None:
    plan = map_files.read(changed("rooms.2.contents.detail", {"monster": [""], "trap": [" "], "hidden_treasure": [""]}))
    assert not any(note.startswith(("Monsters", "Trap", "Hidden")) for note in plan.rooms[1].notes)


def test_wandering_monsters_and_unknown_places_are_told(rooms: dict[str, Room]) -> None:
    assert "Wandering monsters, 1: 2 x Giant Rat (cr 1/8, mm 327)" in rooms["Room 1"].notes


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_it_is_played(ruleset: str) -> None:
    with open_campaign(":memory:", ruleset=ruleset) as game:
        game.ask({"operation": "create", "name": "Brenna", "character": {"party": True}}, "manage_character")
        told = game.ask({"operation": "import_map", "document": EXAMPLE}, "manage_room")
        assert told["ok"], told["text"]
        assert "Room 1" in game.ask({"operation": "rooms", "everything": True}, "read_campaign")["text"]
        look = game.ask({"operation": "look", "bagName": "Room 2"}, "manage_room")["text"]
        assert "Goblin 1" in look and "Poison Needle" in look


# ── bad input ───────────────────────────────────────────────────────────────────────────────────────────────────────


def changed(path: str, value: Any) -> str:
    return changed_in(EXAMPLE, path, value)


def changed_in(document: Json, path: str, value: Any) -> str:
    made: Any = copy.deepcopy(document)
    *way, last = path.split(".")
    at = made
    for key in way:
        at = at[int(key) if key.isdecimal() else key]
    at[int(last) if last.isdecimal() else last] = value
    return json.dumps(made)


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        (json.dumps(EXAMPLE)[:-40], "line 1", "cut off"),
        (changed("rooms.2.north", "three"), "rooms[2].north", ""),
        (changed("rooms.2.id", 1), "rooms", "each id once"),
        (changed("rooms.2.south", 0), "rooms[2]", "ends before it begins"),
        (changed("cells", []), "cells", ""),
        (changed("cells", [[0] * 10] * 500), "cells", "takes at most 400"),
        (changed("cells", [[0] * 500]), "cells[0]", ""),
        (changed("rooms", [None]), "rooms", "at least one room"),
        (changed("rooms", [None] * 2000), "rooms", "takes at most 1000"),
        (changed("rooms.1.doors", {"up": []}), "rooms[1].doors", ""),
    ],
)
def test_garbage_is_refused_with_place_and_reason(text: str, place: str, why: str) -> None:
    found = faults(text)
    assert any(at.startswith(place) and why in told for at, told in found), found


def test_a_million_cells_are_refused_quickly() -> None:
    few, many = (json.dumps({**EXAMPLE, "cells": [[4] * side] * side}) for side in (500, 1000))
    assert faults(few) and python_calls(lambda: faults(many)) <= python_calls(lambda: faults(few))


def test_markup_in_names_stays_text() -> None:
    evil = "<script>alert(1)</script>\u202e"
    plan = map_files.read(changed("rooms.1.contents.detail.room_features", evil))
    assert "<script>alert(1)</script>" in plan.rooms[0].description and "\u202e" not in plan.rooms[0].description


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("2 x Goblin (cr 1/4, mm 166); easy, 100 xp", [(2, "Goblin")]),
        ("1 x Will-o'-Wisp (cr 2, mm 301)", [(1, "Will-o'-Wisp")]),
        ("Goblins are here", []),
        ("99 x Rat (cr 0, mm 335)", [(20, "Rat")]),
    ],
)
def test_creatures_in_sentences(told: str, found: list[tuple[int, str]]) -> None:
    assert [(d.count, d.creature) for d in donjon_text_parsing.creatures(told)] == found


def test_creatures_beyond_those_that_a_map_takes_are_told() -> None:
    assert donjon_text_parsing.too_many("99 x Rat (cr 0, mm 335)") == ["99 x Rat are meant; a map takes 20."]
