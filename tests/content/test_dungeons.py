"""Every format of maps is read into one plan, and what is wrong with a file is told by its place (docs/dungeons.md)."""

import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite import rulebook, strategies
from rpg_lite.content import catalog, dungeons, plan_text
from rpg_lite.content.entries import Faulty
from rpg_lite.world import plans
from rpg_lite.world.lint import charted, lint
from rpg_lite.world.plans import Plan

ROOT = Path(__file__).parents[2]
ONE_PAGE = ROOT / "tests" / "facts" / "one_page_dungeon.json"
ADVENTURES = sorted((catalog.folder("data") / "adventures").glob("*.txt"))
some = settings(max_examples=60, deadline=None)


@pytest.fixture(scope="module")
def cellars() -> Plan:
    return dungeons.read(ONE_PAGE.read_text(encoding="utf-8"))


def one_page(**changes):
    """Two rooms with a door between them."""
    square = {"w": 3, "h": 3}
    rects = [{"x": 0, "y": 0, **square}, {"x": 3, "y": 1, "w": 1, "h": 1}, {"x": 4, "y": 0, **square}]
    doors = [{"x": 3, "y": 1, "dir": {"x": 1, "y": 0}, "type": 1}]
    return {"title": "Two Rooms", "rects": rects, "doors": doors, **changes}


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as raised:
        dungeons.read(text)
    return list(raised.value.places)


# ── our own text ────────────────────────────────────────────────────────────────────────────────────────────────────


@some
@given(strategies.plans())
def test_what_is_written_is_read_back_as_the_same_plan(document):
    plan = Plan.model_validate(document)
    assert plan_text.parse(plan_text.write(plan)) == plan


@some
@given(strategies.plans())
def test_a_plan_as_json_is_the_same_plan(document):
    plan = Plan.model_validate(document)
    assert dungeons.read(json.dumps(plan.model_dump(mode="json", by_alias=True))) == plan


@pytest.mark.parametrize("text", ["# of stones", "- not a way: this", "vibe: is a word", "\\ a mark", "> quoted", "outside: no"])
def test_a_text_that_begins_like_something_else_stays_text(text):
    plan = Plan.model_validate({"name": "M", "story": text, "rooms": [{"name": "A", "description": text, "notes": [text]}]})
    assert plan_text.parse(plan_text.write(plan)) == plan


def test_the_example_of_the_documentation_is_read():
    example, latch = re.findall(r"```text\n(.*?)```", (ROOT / "docs" / "dungeons.md").read_text(encoding="utf-8"), re.DOTALL)
    plan = dungeons.read(example)
    assert len(plan.rooms) == 3
    assert {way.kind for room in plan.rooms for way in room.ways} == {"passage", "door", "secret_door"}
    assert lint(charted(plan)).findings == ()
    scale = dungeons.read(f"# M\n{latch}- south: Toll Court\n## Salt Stair\n").rooms[0].things[0]
    assert scale.opens and (scale.opens.way, scale.opens.room, scale.opens.lb, scale.lb) == ("down", "Weigh Hall", 50, 3000)


@pytest.mark.parametrize(
    ("lines", "place", "what"),
    [
        ("# M\n## A\n- north: Hall", "line 3", "to: no room is called 'Hall'; there is: A"),
        ("# M\n## A\n- north: A; dor", "line 3", "does not know 'dor'; allowed between semicolons: door, double door"),
        ("# M\n## A\n- north", "line 3", 'a way out is written "- north: Name of the room"'),
        ("# M\n## A\n- arch: A", "line 3", "the label 'arch' says no direction"),
        ("# M\n## A\n- north: outside\n- north: outside", "line 4", "label: A has a way 'north' already; say another label, such as 'north 2'"),
        ("# M\n## A\n- north: B; dc many\n## B", "line 3", "takes a whole number, not 'many'"),
        ("# M\n## A\n- north: B; dc 99\n## B", "line 3", "dc: is 99; takes at most 40"),
        ("# M\n## A\n- north: B; locked\n## B", "line 3", "state: a passage has no lock; take kind door"),
        ("# M\n## A\n- north: B; locked; closed\n## B", "line 3", "'closed' says a second time what was said before"),
        ("# M\n## A\n## the a", "line 3", "name: takes a name of its own; 'the a' is taken"),
        ("# M\n## A\nat: 0 0 3", "line 3", "at takes four whole numbers, x y width height, not '0 0 3'"),
        ("# M\n## A\nat: 0 0 0 3", "line 3", "w: is 0; takes at least 1"),
        ("# M\n## A\noutside: no", "line 3", "outside takes yes, not 'no'"),
        ("# M\n## A\nvibe: x\nvibe: y", "line 4", "vibe is given twice"),
        ("# M\nentrance: B\n## A", "line 2", "no room is called 'B'"),
        ("# M\n> a note", "line 2", "stands before the first room"),
        ("# M\n# N", "line 2", "a map has one title"),
        ("# M", "line 1", "rooms"),
        ("## A", "line 1", "name"),
        ("# M\n## A\n* Sack; in Box", "line 3", "inside: no single thing or creature in this room is called 'Box'"),
        ("# M\n## A\n* Sack; in Box\n* Chest; called Box; in Sack", "line 3", "inside: Sack would lie in itself"),
        ("# M\n## A\n* Gem; in Sack\n* Sack\n* Sack", "line 3", "inside: 2 things in this room are called 'Sack'; it takes one"),
        ("# M\n## A\n* Torch; x0", "line 3", "quantity: is 0; takes at least 1"),
        ("# M\n## A\n! Goblin; x21", "line 3", "count: is 21; takes at most 20"),
        ("# M\n## A\n* Torch; heavy", "line 3", "does not know 'heavy'"),
        ("# M\n## A\n* Lever; own; tag Big Gate", "line 3", "tags"),
    ],
)  # fmt: skip
def test_a_fault_names_its_line_what_is_wrong_and_what_is_allowed(lines, place, what):
    found = faults(lines)
    assert any(p == place and what in why for p, why in found), found


# ── One Page Dungeon ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_dungeon_has_its_rooms_and_every_kind_of_door(cellars):
    ways = [way for room in cellars.rooms for way in room.ways]
    assert (cellars.name, len(cellars.rooms), len(ways)) == ("Cellars of the Last Toll", 35, 39)
    kinds = {(way.kind, way.state, way.hidden) for way in ways}
    assert kinds == {
        ("passage", "open", False), ("door", "closed", False), ("double_door", "closed", False), ("portcullis", "closed", False),
        ("secret_door", "closed", True), ("door", "locked", False), ("stairs", "open", False),
    }  # fmt: skip
    assert {way.note for way in ways} == {"", "narrow", "steel"}


def test_what_leads_off_the_map_has_no_room_behind_it(cellars):
    off = {(room.name, way.label, way.kind) for room in cellars.rooms for way in room.ways if way.to is None}
    assert off == {(cellars.start, "west", "passage"), (cellars.rooms[-1].name, "down", "stairs")}


def test_the_square_of_a_door_is_no_room(cellars):
    doors = {(d["x"], d["y"]) for d in json.loads(ONE_PAGE.read_text(encoding="utf-8"))["doors"]}
    assert not [r for r in cellars.rooms if (r.at.x, r.at.y) in doors]


def test_a_note_lies_in_its_room_which_bears_its_number(cellars):
    noted = {room.name: room.notes for room in cellars.rooms if room.notes}
    assert noted["Room 1"] == ("1. A rusted winch, its chain gone.",)
    assert noted["Room 2"] == ("2. Bones sorted by length <b>along the wall</b>.",)
    assert sorted(noted) == ["Room 1", "Room 2", "Room 3", "Room 4"]


def test_two_doors_on_one_side_have_labels_of_their_own(cellars):
    labels = [way.label for room in cellars.rooms for way in room.ways]
    assert "south 2" in labels


def test_what_a_room_looks_like_is_told(cellars):
    told = {room.description for room in cellars.rooms}
    assert {"A round chamber, 15 by 15 ft with columns.", "A passage, 15 by 5 ft.", "A chamber, 15 by 15 ft with water."} <= told


@pytest.mark.parametrize(
    ("changes", "place", "what"),
    [
        ({"rects": []}, "rects", "at least 1"),
        ({"rects": [{"x": 3, "y": 1, "w": 1, "h": 1}]}, "rects", "a map has at least one room"),
        ({"rects": [{"x": 0, "y": 0, "w": 3, "h": 3}] * 2, "doors": []}, "rects[1]", "lies over rects[0]"),
        ({"rects": [{"x": 0, "y": 0, "w": 3, "h": 3}]}, "doors[0]", "takes a room on both sides; there is none east of it"),
        ({"rects": [{"x": "0", "y": 0, "w": 3, "h": 3}]}, "rects[0].x", "whole number"),
        ({"rects": [{"x": 0, "y": 0, "w": -3, "h": 3}]}, "rects[0].w", "at least 1"),
        ({"rects": [{"x": 0.5, "y": 0, "w": 3, "h": 3}]}, "rects[0].x", "whole number"),
        ({"rects": {"x": 0}}, "rects", "list"),
        ({"rects": [7]}, "rects[0]", "object"),
        ({"doors": [{"x": 3, "y": 1, "dir": {"x": 1, "y": 1}, "type": 1}]}, "doors[0].dir", "one step along one axis"),
        ({"doors": [{"x": 3, "y": 1, "dir": {"x": 1, "y": 0}, "type": 12}]}, "doors[0].type", "at most 9"),
        ({"doors": [{"x": 3, "y": 1, "dir": {"x": 1, "y": 0}, "type": 3}]}, "doors[0]", "a room on one side only"),
        ({"doors": [{"x": 90, "y": 1, "dir": {"x": 1, "y": 0}, "type": 8}]}, "doors[0]", "a room on one side only"),
        ({"notes": [{"text": "x", "pos": {"x": 1e999, "y": 0}}]}, "notes[0].pos.x", ""),
        ({"notes": [{"text": "x"}]}, "notes[0].pos", ""),
    ],
)  # fmt: skip
def test_a_dungeon_that_does_not_stand_is_told_where(changes, place, what):
    written = json.dumps(one_page(**changes)).replace("Infinity", "1e999")
    assert any(p == place and what in why for p, why in faults(written)), faults(written)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "is empty"),
        (" \n ", "is empty"),
        (json.dumps(one_page())[:-20], "is not JSON"),
        ('{"rects": [', "the file seems to be cut off"),
        (json.dumps(one_page(title=float("nan"))), "NaN is no number"),
        ("[" * 100_000, "is nested too deeply"),
        ("[1, 2]", "takes One Page Dungeon JSON (rects, doors, notes) or a plan (name, rooms), found a list"),
        ('{"cells": []}', "found an object with 'cells'"),
        ('{"rooms": 3}', ""),
        ("x" * (dungeons.LARGEST + 1), "takes at most 4,000,000 characters"),
        ("<html><script>alert(1)</script></html>", ""),
        ("\x00\x01", ""),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_is_no_map_is_refused_with_a_sentence(text, what):
    assert any(what in why for _, why in faults(text))


def test_a_hundred_thousand_rectangles_are_refused_quickly():
    text = json.dumps({"rects": [{"x": 2 * n, "y": 0, "w": 1, "h": 1} for n in range(90_000)]})
    began = time.process_time()
    assert faults(text) == [("rects", "takes at most 1000, this has 90,000")]
    assert time.process_time() - began < 1


def test_a_dungeon_as_large_as_it_may_be_is_read():
    rects = [{"x": 4 * (n % 25), "y": 4 * (n // 25), "w": 3, "h": 3} for n in range(plans.MOST_ROOMS)]
    assert len(dungeons.read(json.dumps({"rects": rects})).rooms) == plans.MOST_ROOMS
    more = [*rects, {"x": -9, "y": 0, "w": 2, "h": 2}]
    assert faults(json.dumps({"rects": more})) == [("rects", "make 501 rooms; a map has at most 500")]
    notes = [{"text": "x", "pos": {"x": 1, "y": 1}}] * 51
    assert faults(json.dumps(one_page(notes=notes))) == [("rects[0]", "has more than 50 doors or notes")]


def test_markup_stays_text():
    plan = dungeons.read(json.dumps(one_page(title="<script>1</script>", notes=[{"text": "<b>x</b>\u202e", "pos": {"x": 1, "y": 1}}])))
    assert plan.name == "<script>1</script>"
    assert plan.rooms[0].notes == ("<b>x</b>",)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda v: st.lists(v) | st.dictionaries(st.sampled_from(("rects", "doors", "rooms", "x", "name")), v),
    )
)
@settings(max_examples=150, deadline=None)
def test_no_document_ends_in_anything_but_a_plan_or_a_fault(data):
    try:
        assert isinstance(dungeons.read(json.dumps(data)), Plan)
    except Faulty as faulty:
        assert faulty.places


# ── the adventures that come along ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", ADVENTURES, ids=lambda f: f.stem)
def test_lint_finds_nothing_in_an_adventure(file):
    assert lint(charted(dungeons.read(file.read_text(encoding="utf-8")))).findings == ()


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("file", ADVENTURES, ids=lambda f: f.stem)
def test_what_lies_in_an_adventure_is_in_the_rulebook(file, ruleset):
    book = rulebook(ruleset)
    rooms = dungeons.read(file.read_text(encoding="utf-8")).rooms
    lost = [loot.item for room in rooms for loot in room.things if not loot.own and not ((p := book.find(loot.item)) and book.item(p))]
    assert not lost
    assert all(dweller.creature.casefold() in book.creatures for room in rooms for dweller in room.creatures)


def test_the_first_adventure_has_what_an_evening_needs():
    (salt,) = [dungeons.read(f.read_text(encoding="utf-8")) for f in ADVENTURES if f.stem == "salt_toll"]
    ways = [way for room in salt.rooms for way in room.ways]
    assert len(salt.rooms) == 15
    assert [way.key for way in ways if way.state == "locked"] == [None, "Verdigris Key"]
    assert [way.kind for way in ways if way.hidden] == ["secret_door"]
    assert {d.creature for room in salt.rooms for d in room.creatures} == {"Commoner", "Giant Rat", "Skeleton"}
