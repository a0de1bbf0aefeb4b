"""A whole map comes into the campaign as one command, and goes again as one."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from sqlalchemy import select

import rpg_lite
from rpg_lite import strategies
from rpg_lite.commands.charting import STEPS
from rpg_lite.content import catalog, dungeons
from rpg_lite.game import Game
from rpg_lite.store import ways
from rpg_lite.store.tables import EXIT
from rpg_lite.world.things import FIRST_ROOM_ID, Exit
from tests.commands.table import Table

ONE_PAGE = Path(__file__).parents[1] / "facts" / "one_page_dungeon.json"
SALT = catalog.folder("data") / "adventures" / "salt_toll.txt"
SMALL = {
    "name": "Small",
    "rooms": [
        {"name": "Hall", "ways": [{"label": "north", "to": "Cell", "kind": "door", "state": "locked", "key": "Iron Key", "hidden": True}]},
        {"name": "Cell", "at": {"x": 0, "y": 0, "w": 2, "h": 3}, "notes": ["cold"], "vibe": "grim", "outside": False},
    ],
}


def document(file: Path) -> dict[str, Any]:
    return dungeons.read(file.read_text(encoding="utf-8")).model_dump(mode="json", by_alias=True, exclude_defaults=True)


def exits(game: Game) -> dict[str, Exit]:
    rooms = [t.id for t in Table(game).now.things.values() if t.kind == "room"]
    with game.store._database.reader.connect() as connection:
        return ways.at(connection, game.campaign.id, rooms)


def room(table: Table, name: str, **changes: Any) -> dict[str, Any]:
    return {"name": "M", "rooms": [{"name": name, **changes}]}


# ── what comes in ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_map_is_one_command_and_undo_takes_all_of_it_back(table: Table):
    before, none = table.now, exits(table.game)
    table.did("import_map", document=document(SALT))
    assert len(exits(table.game)) == 2 + 2 * 17 - 2  # joined on both sides; two ways lead off the map
    table.did("undo")
    assert (table.now.world, exits(table.game)) == (before.world, none)
    table.did("undo")
    assert table.thing("Brine Pool").body["vibe"] == "still, heavy"


def test_who_asks_for_it_is_told_of_each_room(table: Table):
    told: list[tuple[str, int, int]] = []
    payload = {"operation": "import_map", "document": document(SALT)}
    assert table.game.ask(payload, "manage_room", progress=lambda *step: told.append(step))["ok"]
    assert told == [(step, n, 15) for step in STEPS for n in range(1, 16)]


@pytest.mark.parametrize("dry", [False, True])
def test_nothing_depends_on_who_is_told(dry: bool):
    payload = {"operation": "import_map", "document": SMALL, "dryRun": dry}
    answers = []
    for told in ({}, {"progress": lambda *step: None}):
        with rpg_lite.open_campaign() as game:
            answers.append((game.ask(payload, "manage_room", **told), Table(game).now))
    assert answers[0] == answers[1] and answers[0][0]["ok"]


def test_the_answer_says_how_much_came_and_what_is_wrong_with_it(table: Table):
    text = table.did("import_map", document=document(SALT))["text"]
    assert text.startswith("The Salt Toll: 15 rooms, 17 ways (1 secret), 6 creatures, 25 things. north of Lobby leads to Ford (r3.1).")
    assert text.endswith("Nothing is wrong with the map. 1 loop.")
    lone = {"name": "M", "rooms": [{"name": "A"}, {"name": "B"}]}
    assert "No way leads to B. 0 loops." in table.did("import_map", document=lone)["text"]


def test_an_adventure_brings_its_creatures_and_its_loot(table: Table):
    table.did("import_map", document=document(SALT))
    names = {t.name for t in table.now.things.values() if t.kind == "character"}
    assert names == {"Thorin", "Elara", "Marra Ashgrove", "Giant Rat 1", "Giant Rat 2", "Giant Rat 3", "Skeleton 1", "Skeleton 2"}
    assert table.bag("Shop Chest") == {"Torch": 20, "Crowbar": 2, "Potion of Healing": 2, "Hooded Lantern": 1, "Oil": 6}
    assert table.thing("Shop Chest").body["keyName"] == "Marra's Key"
    assert "Marra's Key" in table.bag("Marra Ashgrove")
    assert table.thing("Shop Chest").body["dc"] == 12
    assert table.thing("Stone Scale").body["opens"]["lb"] == 50
    assert table.now.things[table.thing("Skeleton 2").parent_id or ""].name == "Salt Cellar"


def test_a_room_keeps_what_the_map_says_of_it(table: Table):
    table.did("import_map", document=SMALL | {"story": "Once."})
    assert dict(table.thing("Cell").body) == {"vibe": "grim", "at": {"x": 0, "y": 0, "w": 2, "h": 3}, "notes": ["cold"]}
    assert dict(table.thing("Hall").body) == {"notes": ["Once."], "seen": "seen"}


def test_a_door_is_the_same_from_both_sides(table: Table):
    table.did("import_map", document=SMALL)
    out, back = (w for w in exits(table.game).values() if w.kind == "door")
    assert (out.label, back.label, out.back, back.back) == ("north", "south", back.id, out.id)
    assert {(w.state, w.hidden, w.key_name) for w in (out, back)} == {("locked", True, "Iron Key")}


# ── where it is joined ──────────────────────────────────────────────────────────────────────────────────────────────


def test_it_is_joined_where_the_party_stands(table: Table):
    table.did("import_map", document=SMALL, direction="down")
    way, back = (w for w in exits(table.game).values() if w.minutes == 1 and FIRST_ROOM_ID in (w.from_room, w.to_room))
    assert (way.from_room, way.label, way.to_room) == (FIRST_ROOM_ID, "down", table.id("Hall"))
    assert (back.label, back.back, way.back) == ("up", way.id, back.id)


def test_it_is_joined_to_the_room_that_is_named(table: Table):
    table.did("import_map", document=SMALL)
    told = table.did("import_map", document=room(table, "Pit"), fromName="the cell", direction="down")["text"]
    assert "down of Cell leads to Pit" in told


def test_an_empty_campaign_begins_in_its_first_room(empty: Table):
    assert "north of Lobby" in empty.did("import_map", document=SMALL)["text"]


def test_the_way_back_takes_a_label_that_the_map_has_left(table: Table):
    taken = [{"label": "south", "to": None}]
    table.did("import_map", document=room(table, "Pit", ways=taken))
    assert {w.label for w in exits(table.game).values() if w.from_room == table.id("Pit")} == {"south", "south 2"}


def test_rooms_get_names_of_their_own(table: Table):
    for _ in range(3):
        table.did("import_map", document=SMALL)
    rooms = {t.name for t in table.now.things.values() if t.kind == "room"}
    assert rooms == {"Home", "Lobby", "Hall", "Cell", "Hall 2", "Cell 2", "Hall 3", "Cell 3"}


def test_rooms_made_earlier_in_the_batch_have_their_names(table: Table):
    new = {"operation": "create", "name": "Cell", "direction": "south"}
    answer = table.send({"batch": [new, {"operation": "import_map", "document": SMALL}]}, "manage_room")
    assert answer["ok"], answer["text"]
    rooms = [t.name for t in table.now.things.values() if t.kind == "room"]
    assert sorted(rooms) == ["Cell", "Cell 2", "Hall", "Home", "Lobby"]


def test_an_imported_room_equips_what_a_new_one_does(table: Table):
    table.did("import_map", document=SMALL)
    table.send({"operation": "create", "name": "New", "direction": "south"}, "manage_room")
    used = {name: {row.thing_id for row in table.now.worn.values() if row.context_id == table.id(name)} for name in ("Hall", "New")}
    assert used["Hall"] == used["New"] != set()


def test_the_party_sees_into_the_map_that_is_joined_where_it_stands(empty: Table):
    empty.did("create", name="Thorin", character={"party": True})
    empty.did("import_map", document=SMALL)
    assert (empty.thing("Lobby").body["seen"], empty.thing("Hall").body["seen"]) == ("visited", "seen")
    assert "seen" not in empty.thing("Cell").body
    assert empty.send({"operation": "route", "toName": "Hall"}, "manage_room")["ok"]


# ── what is refused ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sent", "code", "field"),
    [
        ({"document": {"name": "M", "rooms": []}}, "argument_invalid", "document.rooms"),
        ({"document": {"name": "M", "rooms": [{"name": "A"}, {"name": "the a"}]}}, "argument_invalid", "document"),
        ({"document": {"name": "M", "rooms": [{"name": "A", "creatures": [{"creature": "Gobblin"}]}]}}, "creature_unknown", "document.rooms[0].creatures[0].creature"),
        ({"document": {"name": "M", "rooms": [{"name": "A", "things": [{"item": "Tourch"}]}]}}, "template_unknown", "document.rooms[0].things[0].item"),
        ({"document": {"name": "M", "rooms": [{"name": "A", "things": [{"item": "Torch"}, {"item": "Rope", "own": True, "inside": "Torch"}]}]}}, "not_a_bag", "document.rooms[0].things[1].item"),
        ({"document": {"name": "M", "rooms": [{"name": "A"}, {"name": "The Floor"}]}}, "argument_invalid", "document"),
        ({"document": SMALL, "fromName": "Lobbi"}, "room_unknown", "fromName"),
        ({"document": SMALL, "direction": "sideways"}, "argument_invalid", "direction"),
    ],
)  # fmt: skip
def test_a_map_that_does_not_fit_leaves_no_trace(table: Table, sent: dict[str, Any], code: str, field: str):
    before = exits(table.game)
    assert table.refused(code, "import_map", **sent)["error"]["field"] == field
    assert exits(table.game) == before


@pytest.mark.parametrize("name", ["Floor", "party", "The Ground"])
def test_a_word_of_its_own_names_no_room_and_its_place_is_said(table: Table, name: str):
    text = table.refused("argument_invalid", "import_map", document={"name": "M", "rooms": [{"name": "A"}, {"name": name}]})["text"]
    assert f"document.rooms[1].name: {name!r} is a word of its own" in text


def test_a_direction_that_is_taken_is_refused_with_those_that_are_free(table: Table):
    table.did("import_map", document=SMALL)
    refused = table.refused("direction_taken", "import_map", document=SMALL, direction="north")
    assert refused["error"]["allowed"][:2] == ["south", "east"]


# ── every map ───────────────────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=25, deadline=None)
@given(strategies.plans())
def test_every_map_gives_a_world_in_which_both_sides_agree(plan: dict[str, Any]):
    with rpg_lite.open_campaign(":memory:", seed=1) as game:
        table = Table(game)
        table.did("import_map", document=plan)
        found = exits(game)
        labels = [(w.from_room, w.label) for w in found.values()]
        assert len(labels) == len(set(labels))
        for way in found.values():
            assert way.back is None or (found[way.back].back, found[way.back].to_room) == (way.id, way.from_room)
            assert way.back is None or found[way.back].hidden == way.hidden
        names = [t.name for t in table.now.things.values() if t.kind == "room"]
        assert len(names) == len(set(names)) == len(plan["rooms"]) + 2  # Lobby and Home
        table.did("undo")
        assert {t.kind for t in table.now.things.values()} == {"container", "room", "tool"}
        with game.store._database.reader.connect() as connection:
            assert connection.execute(select(EXIT.c.id).where(EXIT.c.deleted_at.is_(None))).all() == []


def test_a_dungeon_of_35_rooms_comes_in_whole(table: Table):
    table.did("import_map", document=json.loads(json.dumps(document(ONE_PAGE))))
    assert sum(t.kind == "room" for t in table.now.things.values()) == 35 + 2  # Lobby and Home
    assert len(exits(table.game)) == 2 + 2 * 39 - 2
