"""Changes to exits by the game master: exits to the outside get a room, doors get fitted, exits collapse."""

from typing import Any

import pytest

from tests.copies import laid_once
from tests.operations.rooms import did, refused, sides, stands, way
from tests.operations.table import Table, snapshot


@laid_once
def cave(empty: Table) -> Table:
    """Ada in the Cave; south a closed door to the outside, east the Hall behind a plain passage, an Attic that nothing joins."""
    empty.did("create", name="Ada", character={"party": True})
    document: dict[str, Any] = {
        "name": "M",
        "rooms": [
            {"name": "Hall", "ways": [{"label": "west", "to": "Cave"}]},
            {
                "name": "Cave",
                "ways": [
                    {"label": "south", "kind": "door", "state": "closed", "note": "of oak", "minutes": 3},
                    {"label": "crack", "direction": "west"},
                ],
            },
        ],
    }
    did(empty, "import_map", document=document)
    did(empty, "create", name="Attic")
    did(empty, "join", toName="Cave")
    return empty


# ── exits to the outside ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("made", [{"operation": "create", "name": "Path"}, {"operation": "portal", "toName": "Attic", "twoWay": True}])
def test_the_advice_of_a_way_to_the_outside_works(cave: Table, made: dict[str, Any]):
    assert "direction south" in refused(cave, "exit_leads_outside", "go", direction="south")["text"]
    before = way(cave, "Cave", "south").id
    did(cave, direction="south", **made)
    there, back = sides(cave, "Cave", "south")
    assert there.id == before
    assert {(w.kind, w.state, w.note, w.minutes) for w in (there, back)} == {("door", "closed", "of oak", 3)}
    assert (back.label, back.back) == ("north", there.id)
    did(cave, "go", direction="south")
    assert stands(cave, "Ada") == made.get("name", "Attic")


def test_joining_may_change_the_door_and_undo_opens_it_to_the_outside_again(cave: Table):
    before = cave.now
    did(cave, "create", name="Path", direction="south", door="locked", dc=12, note="barred")
    assert {(w.state, w.dc, w.note) for w in sides(cave, "Cave", "south")} == {("locked", 12, "barred")}
    did(cave, "undo")
    assert way(cave, "Cave", "south") == next(w for w in before.exits.values() if w.label == "south" and w.to_room is None)


def test_a_way_that_leads_somewhere_is_no_way_to_join(cave: Table):
    did(cave, "create", name="Nook", direction="east")
    assert way(cave, "Cave", "east 2").to_room == cave.id("Nook")
    assert way(cave, "Nook", "west").to_room == cave.id("Cave")
    refused(cave, "exit_taken", "portal", direction="east", toName="Attic")


def test_a_portal_on_one_side_of_a_room_is_a_passage_with_its_door(cave: Table):
    did(cave, "portal", direction="north", toName="Attic", twoWay=True, door="locked", keyName="Tin Key", dc=14, minutes=4, note="creaks")
    for side in sides(cave, "Cave", "north"):
        assert (side.kind, side.state, side.key_name, side.dc, side.minutes, side.note) == ("door", "locked", "Tin Key", 14, 4, "creaks")
    did(cave, "portal", direction="up", toName="Hall")
    assert (way(cave, "Cave", "up").kind, way(cave, "Cave", "up").minutes) == ("passage", 1)
    did(cave, "portal", direction="blue ring", toName="Hall")
    assert (way(cave, "Cave", "blue ring").kind, way(cave, "Cave", "blue ring").minutes) == ("portal", 0)


# ── changing ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"door": "closed"}, {"kind": "door", "state": "closed"}),
        ({"door": "locked", "keyName": "Tin Key", "dc": 9}, {"kind": "door", "state": "locked", "key_name": "Tin Key", "dc": 9}),
        ({"door": "hidden"}, {"kind": "secret_door", "state": "closed", "hidden": True}),
        ({"exitKind": "portcullis", "door": "closed"}, {"kind": "portcullis", "state": "closed"}),
        ({"minutes": 7, "note": "narrow"}, {"minutes": 7, "note": "narrow", "kind": "passage"}),
        ({"dc": 13}, {"kind": "door", "dc": 13, "state": "open"}),
    ],
)
@pytest.mark.parametrize(("at", "label"), [("Cave", "east"), ("Hall", "west")])
def test_what_is_changed_is_changed_on_both_sides(cave: Table, at: str, label: str, fields: dict[str, Any], expected: dict[str, Any]):
    before = snapshot(cave.game)
    text = did(cave, "update", bagName=at, direction=label, **fields)["text"]
    assert "on both sides" in text and all(str(v) in text for v in fields.values())
    for side in sides(cave, "Cave", "east"):
        assert {k: getattr(side, k) for k in expected} == expected
    did(cave, "undo")
    assert snapshot(cave.game).exits == before.exits


def test_a_plain_passage_has_neither_door_nor_lock(cave: Table):
    did(cave, "update", direction="east", door="locked", keyName="Tin Key", dc=9)
    did(cave, "update", direction="east", exitKind="passage")
    assert {(w.kind, w.state, w.key_name, w.dc) for w in sides(cave, "Cave", "east")} == {("passage", "open", None, None)}


def test_a_way_is_renamed_on_its_side_alone(cave: Table):
    assert "(now rope bridge)" in did(cave, "update", direction="east", name="rope bridge")["text"]
    assert [(w.label, w.direction) for w in sides(cave, "Cave", "rope bridge")] == [("rope bridge", "east"), ("west", "west")]
    did(cave, "update", direction="crack", name="Up")
    assert way(cave, "Cave", "up").direction == "up"
    refused(cave, "exit_taken", "update", direction="up", name="rope bridge")


def test_a_hidden_way_is_the_game_masters_to_change(cave: Table):
    did(cave, "hide", direction="east")
    did(cave, "update", direction="east", note="draught")
    assert {(w.hidden, w.note) for w in sides(cave, "Cave", "east")} == {(True, "draught")}


@pytest.mark.parametrize(
    ("operation", "fields", "code"),
    [
        ("update", {"direction": "north", "door": "closed"}, "exit_unknown"),
        ("update", {"door": "closed"}, "direction_required"),
        ("update", {"direction": "east", "vibe": "damp"}, "texts_are_the_rooms"),
        ("remove", {"direction": "north"}, "exit_unknown"),
        ("remove", {"direction": "east", "all": True}, "texts_are_the_rooms"),
        ("remove", {"bagName": "Attic", "twoWay": False}, "direction_required"),
        ("remove", {}, "room_required"),
    ],
)
def test_what_fits_no_way_is_refused(cave: Table, operation: str, fields: dict[str, Any], code: str):
    refused(cave, code, operation, **fields)


def test_nothing_new_is_said(cave: Table):
    assert "nothing changed" in did(cave, "update", direction="east", minutes=1)["text"]


# ── closing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_cave_in_takes_the_way_from_both_sides_and_leaves_the_rooms(cave: Table):
    before = snapshot(cave.game)
    assert did(cave, "remove", direction="east")["text"].endswith("the exit east to Hall is gone, and so is the exit back, west.")
    assert not [w for w in cave.now.exits.values() if {w.from_room, w.to_room} == {cave.id("Cave"), cave.id("Hall")}]
    refused(cave, "exit_unknown", "go", direction="east")
    did(cave, "undo")
    assert snapshot(cave.game).exits == before.exits


def test_one_side_alone_may_go(cave: Table):
    assert "the exit back, west, stays" in did(cave, "remove", direction="east", twoWay=False)["text"]
    assert way(cave, "Hall", "west").back is None
    did(cave, "remove", direction="south")
    refused(cave, "exit_unknown", "remove", direction="south")  # and not the way south 2 beside it
