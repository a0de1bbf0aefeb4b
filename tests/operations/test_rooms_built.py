"""Creating, connecting, changing and removing rooms."""

import pytest

from rpg_lite.world import tools_in_use
from rpg_lite.world.world_model import Campaign, World
from tests.copies import laid_once
from tests.operations.rooms import did, refused, sides, way
from tests.operations.table import Table, snapshot


@laid_once
def inn(empty: Table) -> Table:
    """Thorin in the Lobby, a Cellar below it, an Attic that nothing joins."""
    empty.did("create", name="Thorin", character={"party": True})
    did(empty, "create", name="Cellar", direction="down", exitKind="stairs")
    did(empty, "create", name="Attic")
    return empty


def labels(table: Table, room_name: str) -> list[str]:
    return [w.label for w in table.now.exits.values() if w.from_room == table.id(room_name)]


def test_a_new_room_is_joined_both_ways_unless_said(inn: Table):
    there, back = sides(inn, "Lobby", "down")
    assert (there.direction, back.direction, back.label, there.kind, back.back) == ("down", "up", "up", "stairs", there.id)
    did(inn, "create", name="Chute", fromName="Cellar", direction="west", twoWay=False)
    assert way(inn, "Cellar", "west").back is None
    assert labels(inn, "Chute") == []


def test_the_second_way_on_one_side_is_counted(inn: Table):
    for name in ("Coal Hole", "Well"):
        did(inn, "create", name=name, direction="down")
    assert labels(inn, "Lobby") == ["down", "down 2", "down 3"]
    assert {way(inn, "Lobby", label).direction for label in labels(inn, "Lobby")} == {"down"}


@pytest.mark.parametrize(
    ("fields", "state", "hidden", "kind"),
    [
        ({}, "open", False, "passage"),
        ({"door": "open"}, "open", False, "door"),
        ({"door": "closed"}, "closed", False, "door"),
        ({"door": "locked", "keyName": "Brass Key", "dc": 12}, "locked", False, "door"),
        ({"door": "hidden"}, "closed", True, "secret_door"),
        ({"door": "hidden", "dc": 15}, "closed", True, "secret_door"),
        ({"door": "hidden", "keyName": "Brass Key", "dc": 15}, "locked", True, "secret_door"),
        ({"door": "closed", "exitKind": "portcullis"}, "closed", False, "portcullis"),
        ({"exitKind": "secret door"}, "closed", True, "secret_door"),
        ({"exitKind": "Hidden Door", "door": "locked"}, "locked", True, "secret_door"),
        ({"exitKind": "secret_door", "door": "open"}, "open", False, "secret_door"),
        ({"exitKind": "hidden passage"}, "open", True, "passage"),
        ({"exitKind": "Iron Doors", "door": "closed"}, "closed", False, "door"),
    ],
)
def test_a_door_is_made_as_wished_on_both_sides(inn: Table, fields, state, hidden, kind):
    did(inn, "create", name="Den", direction="east", **fields)
    for side in sides(inn, "Lobby", "east"):
        assert (side.state, side.hidden, side.kind) == (state, hidden, kind)
        assert (side.key_name, side.dc) == (fields.get("keyName"), fields.get("dc"))


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "east."),
        ({"door": "open"}, "east."),
        ({"door": "closed"}, "east, a closed door."),
        ({"door": "locked", "keyName": "Tin Key", "dc": 12}, "east, a locked door (key Tin Key, DC 12 to open it)."),
        ({"door": "hidden"}, "east, a closed secret door (hidden until a search finds it)."),
        ({"door": "hidden", "dc": 15}, "east, a closed secret door (hidden, DC 15 to find it)."),
        (
            {"door": "hidden", "keyName": "Tin Key", "dc": 15},
            "east, a locked secret door (hidden until a search finds it; key Tin Key, DC 15 to open it).",
        ),
    ],
)
def test_what_door_was_made_is_said(inn: Table, fields, says: str):
    assert did(inn, "create", name="Den", direction="east", **fields)["text"].endswith(f"from Lobby: {says}")
    text = did(inn, "portal", direction="east 2", toName="Attic", **fields)["text"]
    assert text.endswith(f"one way{says.removeprefix('east')}")


@pytest.mark.parametrize(
    ("said", "kind", "note"),
    [
        ("iron door", "door", "iron door"),
        ("trapdoor", "door", "trapdoor"),
        ("great double doors", "double_door", "great double doors"),
        ("secret oak door", "secret_door", "oak door"),
        ("spiral staircase", "stairs", "spiral staircase"),
        ("Rope Ladder", "ladder", "Rope Ladder"),
        ("door", "door", ""),
    ],
)
def test_the_kind_of_a_way_goes_by_its_last_word_and_the_others_are_its_note(inn: Table, said: str, kind: str, note: str):
    did(inn, "create", name="Den", direction="east", exitKind=said)
    assert {(side.kind, side.note) for side in sides(inn, "Lobby", "east")} == {(kind, note)}
    did(inn, "create", name="Loft", direction="west", exitKind=said, note="creaks")
    assert way(inn, "Lobby", "west").note == "creaks"


def test_a_word_for_the_kind_takes_no_note_away(inn: Table):
    did(inn, "update", direction="down", note="slippery")
    did(inn, "update", direction="down", exitKind="iron ladder")
    assert {(side.kind, side.note) for side in sides(inn, "Lobby", "down")} == {("ladder", "slippery")}


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("room_exists", {"name": "the attic"}),
        ("name_reserved", {"name": "Floor"}),
        ("direction_required", {"name": "Den", "door": "closed"}),
        ("direction_required", {"name": "Den", "fromName": "Attic"}),
        ("room_unknown", {"name": "Den", "fromName": "Nowhere", "direction": "east"}),
        ("argument_invalid", {"name": "", "direction": "east"}),
        ("argument_invalid", {"name": "Den", "direction": "east", "minutes": -1}),
        ("argument_invalid", {"name": "Den", "direction": "east", "door": "ajar"}),
        ("argument_invalid", {"name": "Den", "direction": "east", "exitKind": "teapot"}),
    ],
)
def test_a_room_that_cannot_be_made_is_refused(inn: Table, code: str, fields):
    refused(inn, code, "create", **fields)


def test_a_name_that_is_taken_offers_to_change_the_room(inn: Table):
    instead = refused(inn, "room_exists", "create", name="Attic")["error"]["try"]
    assert inn.send({**instead, "vibe": "dusty"}, "manage_room")["ok"]
    assert inn.thing("Attic").body["vibe"] == "dusty"


def test_a_portal_leads_one_way_under_a_label_of_its_own(inn: Table):
    did(inn, "portal", direction="silver mirror", toName="Attic")
    assert way(inn, "Lobby", "silver mirror").direction == "in"
    assert labels(inn, "Attic") == []
    did(inn, "go", direction="Silver Mirror")
    assert inn.now.minutes == 0
    did(inn, "portal", direction="north", toName="Cellar", twoWay=True)
    assert labels(inn, "Cellar") == ["up", "south"]


def test_a_portal_onto_a_taken_label_is_told_what_is_there_and_what_is_free(inn: Table):
    answer = refused(inn, "exit_taken", "portal", direction="d", toName="Attic")
    assert "Cellar" in answer["text"] and answer["error"]["allowed"] == ["down 2"]
    assert inn.send(answer["error"]["try"], "manage_room")["ok"]


def test_a_portal_needs_a_room_that_is_there(inn: Table):
    assert "Attic" in refused(inn, "room_unknown", "portal", direction="east", toName="Atic")["text"]
    refused(inn, "destination_required", "portal", direction="east")


def test_a_room_ends_with_its_ways(inn: Table):
    did(inn, "portal", direction="east", fromName="Attic", toName="Cellar")
    answer = did(inn, "remove", bagName="Cellar")
    assert "3 exits" in answer["text"]
    assert inn.now.exits == {}


def test_a_room_with_people_or_things_in_it_is_not_removed_by_the_way(inn: Table):
    did(inn, "go", direction="down")
    assert "Thorin" in refused(inn, "room_occupied", "remove", bagName="Cellar")["text"]
    inn.did("give", bagName="floor", template="Torch")
    did(inn, "go", direction="up")
    instead = refused(inn, "room_not_empty", "remove", bagName="Cellar")["error"]["try"]
    assert inn.send(instead, "manage_room")["ok"]
    assert "Torch" not in {t.name for t in inn.now.things.values()}


def test_the_first_room_stays_and_a_room_is_named(inn: Table):
    refused(inn, "room_is_first", "remove", bagName="Lobby")
    refused(inn, "room_required", "remove")


def test_a_room_is_renamed_and_described(inn: Table):
    did(inn, "update", name="Tavern", description="Smoke.", notes=["A spy sits here."])
    text = did(inn, "look")["text"]
    assert text.startswith("Tavern (r0.2). Smoke.") and "Note: A spy sits here." in text
    assert "spy" not in str(did(inn, "look", forPlayers=True, detail="full"))
    refused(inn, "room_exists", "update", name="Attic")


@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("create", {"name": "Den", "direction": "east", "door": "locked"}),
        ("portal", {"direction": "east", "toName": "Attic", "twoWay": True}),
        ("remove", {"bagName": "Cellar"}),
        ("update", {"bagName": "Cellar", "vibe": "dank"}),
        ("go", {"direction": "down"}),
        ("hide", {"direction": "down"}),
    ],
)
def test_undo_restores_the_map_to_the_letter(inn: Table, operation: str, fields):
    before = inn.now
    did(inn, operation, **fields)
    after = inn.now
    assert after.world != before.world
    did(inn, "undo")
    assert (inn.now.world, inn.now.minutes) == (before.world, before.minutes)
    did(inn, "undo")
    assert (inn.now.world, inn.now.minutes) == (after.world, after.minutes)


def test_the_whole_dungeon_is_made_in_one_batch(inn: Table):
    rooms = [{"name": "R1", "direction": "north"}, {"name": "R2", "fromName": "R1", "direction": "north"}]
    answer = inn.send({"operation": "create", "batch": rooms}, "manage_room")
    assert answer["ok"], answer["text"]
    assert labels(inn, "R1") == ["south", "north"]


def test_a_new_room_equips_what_the_defaults_do_then_and_keeps_to_it(table: Table):
    room = table.send({"operation": "create", "name": "Cell"}, "manage_room")["results"][0]["made"][0]
    before = _in_use(table, room)
    assert before == _in_use(table, "b0.7") != set() and table.now.things[room].parent_id == "b0.3"
    table.send({"operation": "unequip", "bagName": "defaults", "itemName": "rpg:say"}, "manage_tools")
    assert _in_use(table, room) == before != _in_use(table, "b0.7")


def _in_use(table: Table, context: str) -> set[str]:
    now = table.now
    return {t.id for t in tools_in_use.equipped_by(World(Campaign("", ""), now.things, now.worn), context)}


def test_a_new_room_takes_one_row_however_many_the_defaults_have(table: Table):
    for name in ("Cell", "Cave", "Crypt"):
        did(table, "create", name=name)
    rows = [[id for where, id in table.now.worn if where == table.id(name)] for name in ("Cell", "Cave", "Crypt")]
    assert len(rows[0]) == 1 and rows[0] == rows[1] == rows[2]


def test_undoing_the_first_room_leaves_the_tools_of_the_next_alone(table: Table):
    first = did(table, "create", name="Cell")["rev"]
    did(table, "create", name="Cave")
    before = _in_use(table, table.id("Cave"))
    did(table, "undo", rev=first)
    assert _in_use(table, table.id("Cave")) == before == _in_use(table, "b0.7")
    did(table, "undo", toRev=first - 1)
    assert {t.name for t in table.now.things.values() if t.kind == "room"} == {"Home", "Lobby"}
    did(table, "create", name="Crypt")
    assert _in_use(table, table.id("Crypt")) == before


def test_a_room_that_changes_its_tools_leaves_the_others_alone(table: Table):
    for name in ("Cell", "Cave"):
        did(table, "create", name=name)
    before = _in_use(table, table.id("Cave"))
    table.send({"operation": "unequip", "bagName": "Cell", "itemName": "rpg:say"}, "manage_tools")
    assert before - _in_use(table, table.id("Cell")) == {next(t.id for t in table.now.things.values() if t.qualified_name == "rpg:say")}
    assert _in_use(table, table.id("Cave")) == before


def test_undoing_a_new_rule_of_the_defaults_removes_it(table: Table):
    new = {"operation": "equip", "bagName": "defaults", "itemName": "rule:fog", "content": "Fog everywhere."}
    rev = table.send(new, "manage_tools")["rev"]
    assert table.send({"operation": "equip", "bagName": "Lobby", "itemName": "rule:fog"}, "manage_tools")["ok"]
    refused(table, "undo_blocked", "undo", rev=rev)
    did(table, "undo")
    did(table, "undo", rev=rev)
    assert not [t for t in table.now.things.values() if t.qualified_name == "rule:fog"]


def test_a_rule_that_is_dropped_is_gone_from_the_rooms_on_the_defaults(table: Table):
    table.send({"operation": "equip", "bagName": "defaults", "itemName": "rule:fog", "content": "Fog everywhere."}, "manage_tools")
    did(table, "create", name="Cell")
    assert len(_in_use(table, table.id("Cell"))) == len(_in_use(table, "b0.7"))
    answer = table.send({"operation": "drop", "bagName": "defaults", "itemName": "rule:fog"}, "manage_tools")
    assert answer["ok"] and "rooms made since rev" in answer["text"]
    assert _in_use(table, table.id("Cell")) == _in_use(table, "b0.7")


@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("create", {"name": "Den", "fromName": "Cellar", "direction": "east"}),
        ("portal", {"fromName": "Attic", "toName": "Cellar", "direction": "east"}),
        ("go", {"direction": "down"}),
        ("hide", {"direction": "down"}),
        ("update", {"bagName": "Cellar", "vibe": "dank"}),
    ],
)
def test_a_room_on_which_later_commands_build_is_not_unmade(inn: Table, operation: str, fields):
    did(inn, operation, **fields)
    refused(inn, "undo_blocked", "undo", rev=2)


# ── names and undo ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_undo_makes_no_two_rooms_of_one_name(empty: Table):
    did(empty, "create", name="Den", direction="north")
    gone = did(empty, "remove", bagName="Den")["rev"]
    again = did(empty, "create", name="the den", direction="north")["rev"]
    answer = empty.refused("undo_blocked", "undo", rev=gone)
    assert f"(rev {again})" in answer["text"]
    renamed = did(empty, "update", bagName="the den", name="Lair")["rev"]
    taken = did(empty, "create", name="Den", direction="east")["rev"]
    assert str(taken) in empty.refused("undo_blocked", "undo", rev=renamed)["text"]
    for rev in (taken, renamed, again, gone):
        empty.did("undo", rev=rev)
    assert [t.name for t in empty.now.things.values() if t.kind == "room"].count("Den") == 1


@pytest.mark.parametrize(
    ("sent", "label"), [("North", "north"), ("SOUTHEAST", "southeast"), ("nW", "northwest"), ("Green Door", "Green Door")]
)
def test_a_direction_in_any_case_is_the_direction(empty: Table, sent: str, label: str):
    did(empty, "create", name="Den", direction=sent)
    (out,) = (w for w in empty.now.exits.values() if w.from_room == "r0.2")
    assert out.label == label


def test_a_room_that_ends_uses_nothing_any_longer_until_it_is_back(inn: Table) -> None:
    used = snapshot(inn.game).worn
    did(inn, "create", name="Vault", fromName="Lobby", direction="down")
    assert len(snapshot(inn.game).worn) > len(used)
    with_vault = snapshot(inn.game).worn
    did(inn, "remove", bagName="Vault")
    assert snapshot(inn.game).worn == used
    did(inn, "undo")
    assert snapshot(inn.game).worn == with_vault
