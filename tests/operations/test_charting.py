"""One command imports a whole map, and one command removes it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from sqlalchemy import select

import rpg_lite
from rpg_lite import strategies
from rpg_lite.game import Game
from rpg_lite.operations.rooms.import_map import STEPS
from rpg_lite.store import exit_queries
from rpg_lite.store.tables import EXIT
from rpg_lite.world.world_model import FIRST_ROOM_ID, Exit
from tests.copies import begun
from tests.examples import examples
from tests.operations.maps import SALT, document
from tests.operations.table import Table

ONE_PAGE = Path(__file__).parents[1] / "facts" / "one_page_dungeon.json"
SMALL = {
    "name": "Small",
    "rooms": [
        {"name": "Hall", "ways": [{"label": "north", "to": "Cell", "kind": "door", "state": "locked", "key": "Iron Key", "hidden": True}]},
        {"name": "Cell", "at": {"x": 0, "y": 0, "w": 2, "h": 3}, "notes": ["cold"], "vibe": "grim", "outside": False},
    ],
}


def exits(game: Game) -> dict[str, Exit]:
    rooms = [t.id for t in Table(game).now.things.values() if t.kind == "room"]
    with game.store._database.reader.connect() as connection:
        return exit_queries.at(connection, game.campaign.id, rooms)


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
    assert text.startswith(
        "The Salt Toll: 15 rooms, 17 exits (1 secret), 6 creatures, 29 things, 3 lines about quests. The exit north from Lobby leads to Ford (r3.1)."
    )
    assert "Nothing is wrong with the map. 1 loop. " in text
    assert "The Salt Toll is meant for a party of 4, of level 1; yours has 2, of level 5." in text and "To strengthen it, see what a fight is worth" in text
    lone = {"name": "M", "rooms": [{"name": "A"}, {"name": "B"}]}
    assert "No exit leads to B. 0 loops." in table.did("import_map", document=lone)["text"]


def test_a_second_map_counts_its_creatures_on(table: Table):
    for name in ("Upper", "Lower"):
        rooms = [{"name": f"{name} Den", "creatures": [{"creature": "Goblin", "count": 2}, {"creature": "Wolf"}]}]
        sent = {"operation": "import_map", "document": {"name": name, "rooms": rooms}}
        assert table.send(sent, "manage_room")["ok"]
    called = sorted(t.name for t in table.now.things.values() if t.name.startswith(("Goblin", "Wolf")) and t.kind == "character")
    assert called == ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4", "Wolf", "Wolf 2"]


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
    group = {"id": table.id("Hall"), "name": "Small"}
    assert dict(table.thing("Cell").body) == {"vibe": "grim", "at": {"x": 0, "y": 0, "w": 2, "h": 3}, "notes": ["cold"], "map": group}
    assert dict(table.thing("Hall").body) == {"notes": ["Once."], "seen": "seen", "map": group}


def test_a_door_is_the_same_from_both_sides(table: Table):
    table.did("import_map", document=SMALL)
    out, back = (w for w in exits(table.game).values() if w.kind == "door")
    assert (out.label, back.label, out.back, back.back) == ("north", "south", back.id, out.id)
    assert {(w.state, w.hidden, w.key_name) for w in (out, back)} == {("locked", True, "Iron Key")}


def test_what_the_rulebook_lacks_is_a_note_of_its_room(table: Table):
    room = {
        "name": "Den", "notes": ["Smoke."], "creatures": [{"creature": "Orog", "called": "Uzgash"}, {"creature": "Gobblin", "count": 3}, {"creature": "Goblin"}],
        "things": [{"item": "Moonblade Chest"}, {"item": "Torch", "inside": "Moonblade Chest"}, {"item": "Rope of Stars", "inside": "Uzgash"}],
    }  # fmt: skip
    text = table.did("import_map", document={"name": "M", "rooms": [room]})["text"]
    assert (
        "Orog should be in Den: the rulebook has none" in text and "Gobblin should be in Den: the rulebook has none (near: Goblin)" in text
    )
    assert "Rope of Stars should lie in Den" in text
    assert table.thing("Den").body["notes"] == [
        "Smoke.",
        "Orog called Uzgash should be here: the rulebook has no Orog.",
        "3 Gobblin should be here: the rulebook has no Gobblin.",
        "Moonblade Chest should be here: the rulebook has no Moonblade Chest.",
        "Rope of Stars should be here: the rulebook has no Rope of Stars.",
    ]
    assert table.now.things[table.thing("Goblin").parent_id or ""].name == "Den"
    assert any(t.name == "Torch" and t.parent_id == table.id("Den") for t in table.now.things.values())


def test_a_creature_may_bring_its_own_sheet(table: Table):
    sheet = {"character": {"name": "Orog", "abilities": {"str": 18}}, "carried": ["Greataxe"]}
    table.did("import_map", document=room(table, "Den", creatures=[{"creature": "Orog", "count": 2, "own": sheet}]))
    assert table.thing("Orog 2").body["sheet"]["abilities"]["str"] == 18
    assert "Greataxe" in table.bag("Orog 1")


# ── where it is joined ──────────────────────────────────────────────────────────────────────────────────────────────


def test_it_is_joined_where_the_party_stands(table: Table):
    table.did("import_map", document=SMALL, direction="down")
    way, back = (w for w in exits(table.game).values() if w.minutes == 1 and FIRST_ROOM_ID in (w.from_room, w.to_room))
    assert (way.from_room, way.label, way.to_room) == (FIRST_ROOM_ID, "down", table.id("Hall"))
    assert (back.label, back.back, way.back) == ("up", way.id, back.id)


def test_it_is_joined_to_the_room_that_is_named(table: Table):
    table.did("import_map", document=SMALL)
    told = table.did("import_map", document=room(table, "Pit"), fromName="the cell", direction="down")["text"]
    assert "down from Cell leads to Pit" in told


def test_an_empty_campaign_begins_in_its_first_room(empty: Table):
    assert "north from Lobby" in empty.did("import_map", document=SMALL)["text"]


def test_the_way_back_takes_a_label_that_the_map_has_left(table: Table):
    taken = [{"label": "south", "to": "Pit", "back": "out"}]
    table.did("import_map", document=room(table, "Pit", ways=taken))
    assert {w.label for w in exits(table.game).values() if w.from_room == table.id("Pit")} == {"south", "out", "south 2"}


@pytest.mark.parametrize("asked", [None, "west", "north"])
def test_the_way_in_is_the_entrance_that_the_map_has(table: Table, asked: str | None):
    gate = {"label": "east", "to": None, "kind": "portcullis", "state": "closed", "minutes": 5}
    down = {"label": "down", "to": None, "kind": "stairs"}
    table.did("import_map", document=room(table, "Gatehouse", ways=[down, gate]), **({"direction": asked} if asked else {}))
    inside = {w.label: w for w in exits(table.game).values() if w.from_room == table.id("Gatehouse")}
    assert inside.keys() == {"down", "east"} and inside["down"].to_room is None
    (way,) = (w for w in exits(table.game).values() if w.to_room == table.id("Gatehouse"))
    assert (inside["east"].to_room, inside["east"].back, way.back) == (FIRST_ROOM_ID, way.id, inside["east"].id)
    assert (way.from_room, way.label, way.kind, way.state, way.minutes) == (FIRST_ROOM_ID, asked or "west", "portcullis", "closed", 5)


def test_stairs_are_the_way_in_when_they_are_asked_for(table: Table):
    ways = [{"label": "east", "to": None}, {"label": "down", "to": None, "kind": "stairs"}]
    table.did("import_map", document=room(table, "Loft", ways=ways), direction="up")
    assert [w.kind for w in exits(table.game).values() if w.to_room == table.id("Loft")] == ["stairs"]


def test_rooms_get_names_of_their_own(table: Table):
    for _ in range(3):
        table.did("import_map", document=SMALL)
    rooms = {t.name for t in table.now.things.values() if t.kind == "room"}
    assert rooms == {"Home", "Lobby", "Hall", "Cell", "Hall of Small", "Cell of Small", "Hall of Small 2", "Cell of Small 2"}


def test_a_room_of_a_map_with_a_long_name_gets_a_number(table: Table):
    for _ in range(2):
        table.did("import_map", document={"name": "M" * 100, "rooms": [{"name": "Hall"}]})
    assert {t.name for t in table.now.things.values() if t.kind == "room"} == {"Home", "Lobby", "Hall", "Hall 2"}


def test_each_import_is_a_map_of_its_own(table: Table):
    for _ in range(2):
        table.did("import_map", document=SMALL)
    groups = {t.name: t.body["map"]["id"] for t in table.now.things.values() if "map" in t.body}
    assert groups["Hall"] == groups["Cell"] != groups["Hall of Small"] == groups["Cell of Small"]
    assert table.thing("Cell of Small").body["map"]["name"] == "Small"


def test_rooms_made_earlier_in_the_batch_have_their_names(table: Table):
    new = {"operation": "create", "name": "Cell", "direction": "south"}
    answer = table.send({"batch": [new, {"operation": "import_map", "document": SMALL}]}, "manage_room")
    assert answer["ok"], answer["text"]
    rooms = [t.name for t in table.now.things.values() if t.kind == "room"]
    assert sorted(rooms) == ["Cell", "Cell of Small", "Hall", "Home", "Lobby"]


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
    assert f"document.rooms[1].name: {name!r} is a reserved word" in text


def test_a_direction_that_is_taken_is_refused_with_those_that_are_free(table: Table):
    table.did("import_map", document=SMALL)
    refused = table.refused("direction_taken", "import_map", document=SMALL, direction="north")
    assert refused["error"]["allowed"][:2] == ["south", "east"]


# ── every map ───────────────────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=examples(25), deadline=None)
@given(strategies.plans())
def test_every_map_gives_a_world_in_which_both_sides_agree(plan: dict[str, Any]):
    with begun() as game:
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
    assert len(exits(table.game)) == 2 * 39 - 1  # joined at the door that leads in; one more leads off the map
