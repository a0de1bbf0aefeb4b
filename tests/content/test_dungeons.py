"""Every map format becomes one kind of plan, and each fault names its place in the file (docs/dungeons.md)."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.calls import python_calls
from rpg_lite import rulebook, strategies
from rpg_lite.content import map_files, map_formats, map_text, map_text_writing, rulebook_files
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.world import map_plans
from rpg_lite.world.map_lint import chart_plan, lint
from rpg_lite.world.map_plans import Plan
from tests.examples import examples
from tests.rows import each_row

ROOT = Path(__file__).parents[2]
ONE_PAGE = ROOT / "tests" / "facts" / "one_page_dungeon.json"
ADVENTURES = sorted((rulebook_files.folder("data") / "adventures").glob("*.txt"))
some = settings(max_examples=examples(60), deadline=None)


@pytest.fixture(scope="module")
def cellars() -> Plan:
    return map_files.read(ONE_PAGE.read_text(encoding="utf-8"))


def one_page(**changes):
    """Two rooms with a door between them."""
    square = {"w": 3, "h": 3}
    rects = [{"x": 0, "y": 0, **square}, {"x": 3, "y": 1, "w": 1, "h": 1}, {"x": 4, "y": 0, **square}]
    doors = [{"x": 3, "y": 1, "dir": {"x": 1, "y": 0}, "type": 1}]
    return {"title": "Two Rooms", "rects": rects, "doors": doors, **changes}


def test_the_documentation_lists_the_formats_and_each_has_a_reader():
    intro = (ROOT / "docs" / "dungeons.md").read_text(encoding="utf-8").partition("\n## ")[0]
    assert re.findall(r"^- \*\*(.+?)\*\*", intro, re.MULTILINE) == [*map_formats.ALL]
    assert [*map_files._READERS] == [*map_formats.JSON]
    assert all(called in faults("")[0][1] for called in map_formats.ALL)


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as raised:
        map_files.read(text)
    return list(raised.value.places)


# ── our own text ────────────────────────────────────────────────────────────────────────────────────────────────────


@some
@given(strategies.plans())
def test_what_is_written_is_read_back_as_the_same_plan(document):
    plan = Plan.model_validate(document)
    assert map_text.parse(map_text_writing.write(plan)) == plan


@some
@given(strategies.plans())
def test_a_plan_as_json_is_the_same_plan(document):
    plan = Plan.model_validate(document)
    assert map_files.read(json.dumps(plan.model_dump(mode="json", by_alias=True))) == plan


@each_row("text", ["# of stones", "- not a way: this", "vibe: is a word", "\\ a mark", "> quoted", "outside: no"])
def test_a_text_that_begins_like_something_else_stays_text(text):
    plan = Plan.model_validate({"name": "M", "story": text, "rooms": [{"name": "A", "description": text, "notes": [text]}]})
    assert map_text.parse(map_text_writing.write(plan)) == plan


def test_a_creature_of_ones_own_is_written_with_its_sheet():
    text = '# M\n\n## Den\n! Orog; x2; called Uzgash; own {"character":{"abilities":{"str":18},"alignment":"loud; chaotic"}}\n'
    (dweller,) = map_text.parse(text).rooms[0].creatures
    assert (dweller.count, dweller.name, dweller.own.character.abilities["str"]) == (2, "Uzgash", 18)
    assert map_text.parse(map_text_writing.write(map_text.parse(text))) == map_text.parse(text)


@each_row(
    ("words", "looks", "note", "own"),
    [
        ("looks tall; note wants bread; hides a key", "tall", "wants bread; hides a key", False),
        ('own {"character":{"alignment":"a; note b"}}; note hides; own {"character":{}}', "", 'hides; own {"character":{}}', True),
        ('note says; own {"character"', "", 'says; own {"character"', False),
    ],
)
def test_a_creature_has_a_look_and_a_secret(words, looks, note, own):
    plan = map_text.parse(f"# M\n\n## Den\n! Orog; {words}\n")
    (dweller,) = plan.rooms[0].creatures
    assert (dweller.looks, dweller.note, dweller.own is not None) == (looks, note, own)
    assert map_text.parse(map_text_writing.write(plan)) == plan


def test_the_example_of_the_documentation_is_read():
    example, _, quests, street, gallery, latch = re.findall(
        r"```text\n(.*?)```", (ROOT / "docs" / "dungeons.md").read_text(encoding="utf-8"), re.DOTALL
    )
    plan = map_files.read(example)
    assert len(plan.rooms) == 3
    assert {way.kind for room in plan.rooms for way in room.ways} == {"passage", "door", "secret_door"}
    assert lint(chart_plan(plan)).findings == ()
    bell = map_files.read(f"{quests}\n## A\n").quests
    assert [(quest.kind, quest.under, quest.public) for quest in bell] == [
        ("quest", (), True), ("step", ("The Lost Bell",), False), ("clue", ("Search the moat",), False), ("faction", (), False),
    ]  # fmt: skip
    assert bell[3].text == "They took it; they want a new one."
    (corner,) = map_files.read(f"# M\n{street}").rooms
    assert [dweller.shop and dweller.shop.prices for dweller in corner.creatures] == [1.2]
    assert [loot.price for loot in corner.things] == ["20 gp", None, None, None, "5 sp 5 cp"]
    (trapped,) = map_files.read(f"# M\n{gallery.replace('Vault', 'Gallery')}").rooms
    assert trapped.trap == {"name": "Hidden Pit", "at": "C4-D5"} and [loot.trap and loot.trap["trigger"] for loot in trapped.things] == ["open", "take"]  # type: ignore[index]
    scale = map_files.read(f"# M\n{latch}- south: Toll Court\n## Salt Stair\n").rooms[0].things[0]
    assert scale.opens and (scale.opens.way, scale.opens.room, scale.opens.lb, scale.lb) == ("down", "Weigh Hall", 50, 3000)


@each_row(
    ("lines", "place", "what"),
    [
        ("# M\n## A\n- north: Hall", "line 3", "to: there is no room 'Hall'; rooms: A"),
        ("# M\n## A\n- north: A; dor", "line 3", "unknown 'dor'; allowed between semicolons: door, double door"),
        ("# M\n## A\n- north", "line 3", 'write an exit as "- north: Name of the room"'),
        ("# M\n## A\n- arch: A", "line 3", "the label 'arch' names no direction"),
        ("# M\n## A\n- north: outside\n- north: outside", "line 4", "label: A already has an exit 'north'; use another label, such as 'north 2'"),
        ("# M\n## A\n- north: B; dc many\n## B", "line 3", "takes a whole number, not 'many'"),
        ("# M\n## A\n- north: B; dc 99\n## B", "line 3", "dc: is 99; takes at most 40"),
        ("# M\n## A\n- north: B; locked\n## B", "line 3", "state: a passage cannot have a lock; use kind door"),
        ("# M\n## A\n- north: B; locked; closed\n## B", "line 3", "'closed' repeats what was given before"),
        ("# M\n## A\n## the a", "line 3", "name: takes a unique name; 'the a' is taken"),
        ("# M\n## A\nat: 0 0 3", "line 3", "at takes four whole numbers, x y width height, not '0 0 3'"),
        ("# M\n## A\nat: 0 0 0 3", "line 3", "w: is 0; takes at least 1"),
        ("# M\n## A\noutside: no", "line 3", "outside takes yes, not 'no'"),
        ("# M\n## A\nvibe: x\nvibe: y", "line 4", "vibe is given twice"),
        ("# M\nentrance: B\n## A", "line 2", "there is no room 'B'"),
        ("# M\n> a note", "line 2", "comes before the first room"),
        ("# M\n# N", "line 2", "a map has one title"),
        ("# M", "line 1", "rooms"),
        ("## A", "line 1", "name"),
        ("# M\n## A\n* Sack; in Box", "line 3", "inside: no single thing or creature in this room is called 'Box'"),
        ("# M\n## A\n* Sack; in Box\n* Chest; called Box; in Sack", "line 3", "inside: Sack would lie inside itself"),
        ("# M\n## A\n* Gem; in Sack\n* Sack\n* Sack", "line 3", "inside: 2 things in this room are called 'Sack'; it takes exactly one"),
        ("# M\n## A\n* Torch; x0", "line 3", "quantity: is 0; takes at least 1"),
        ("# M\n## A\n! Goblin; x21", "line 3", "count: is 21; takes at most 20"),
        ("# M\n## A\n! Orog; own {\"character\": 3}", "line 3", "own.character"),
        ("# M\n## A\n! Orog; own {\"character\"", "line 3", "own takes a sheet document as JSON at the end of the line"),
        ("# M\n## A\n* Lever; own; unidentified", "line 3", "unidentified: only an item of the rulebook can be unidentified"),
        ("# M\n## A\n! Orog; own {} x", "line 3", "or before the note"),
        ("# M\n## A\n! Orog; looks grim; looks grim", "line 3", "'looks grim' repeats"),
        ('# M\n## A\n! Orog; own {"character":{"secret":"x"}}; note y', "line 3", "note and secret of the sheet are the same text"),
        ("# M\nquest: Bell; loud\n## A", "line 2", "unknown 'loud'; allowed between semicolons: under NAME, public, text TEXT"),
        ("# M\nquest: Bell; public; public\n## A", "line 2", "'public' repeats"),
        ("# M\nquest: Bell\nquest: the Bell\n## A", "line 3", "name: takes a unique name; 'the Bell' is taken"),
        ("# M\nquest: Bell\nstep: Moat; under Bel\n## A", "line 3", "there is no quest 'Bel' before this one; earlier quests: Bell"),
        ("# M\nstep: Moat; under Moat\n## A", "line 2", "there is no quest 'Moat' before this one; earlier quests: none"),
        ("# M\n## A\nquest: Bell", "line 3", "a quest comes before the first room"),
        ("# M\nquest:\n## A", "line 2", "name"),
        ("# M\n## A\n* Torch; heavy", "line 3", "unknown 'heavy'"),
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
    assert {way.note for way in ways} == {"", "narrow", "steel", "steps down to the east"}


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


EAST = {"x": 1, "y": 0}


@each_row(
    ("door", "way"),
    [
        ({"x": 3, "y": 1, "dir": EAST, "type": 8}, {"to": "Room 2", "kind": "stairs", "note": "steps down to the east"}),
        ({"x": 3, "y": 1, "dir": EAST, "type": 3}, {"to": "Room 2", "kind": "passage"}),
        ({"x": 3, "y": 1, "dir": EAST, "type": 12}, {"to": "Room 2", "note": "a door of an unknown kind (12)"}),
        ({"x": 3, "y": 1, "dir": {"x": 1, "y": 1}, "type": 1}, {"to": "Room 2", "kind": "door", "label": "east"}),
        ({"x": 3, "y": 1, "dir": {"x": 0, "y": 0}, "type": 1}, {"to": "Room 2", "kind": "door", "label": "east"}),
        ({"x": 3, "y": 1, "type": 1}, {"to": "Room 2", "kind": "door"}),
        ({"x": -1, "y": 1, "dir": EAST, "type": 1}, {"to": None, "kind": "door", "label": "west"}),
        ({"x": 1, "y": 3, "dir": {"x": 0, "y": 1}, "type": 4}, {"to": None, "kind": "portcullis", "label": "south"}),
    ],
)  # fmt: skip
def test_an_odd_door_becomes_a_way_or_leads_off_the_map(door, way):
    (found,) = map_files.read(json.dumps(one_page(doors=[door]))).rooms[0].ways
    assert {key: getattr(found, key) for key in way} == way


@each_row(
    ("door", "note"),
    [
        ({"x": 90, "y": 1, "dir": EAST, "type": 8}, ("Room 2", "The file has a door at 90, 1 that connects nothing on the map (stairs).")),
        (
            {"x": -9, "y": 1, "dir": EAST, "type": 6},
            ("Room 1", "The file has a door at -9, 1 that connects nothing on the map (secret door)."),
        ),
        ({"x": None, "type": 1}, ("Room 1", "The file has a door without a place: doors[1].")),
        ("door", ("Room 1", "The file has a door without a place: doors[1].")),
    ],
)
def test_a_door_that_joins_nothing_is_a_note_of_the_room_that_is_nearest(door, note):
    good = {"x": 3, "y": 1, "dir": EAST, "type": 1}
    rooms = map_files.read(json.dumps(one_page(doors=[good, door]))).rooms
    assert [(room.name, told) for room in rooms for told in room.notes] == [note]
    assert [way.to for way in rooms[0].ways] == ["Room 2"]


def test_the_room_where_the_dungeon_ends_is_noted(cellars):
    assert [room.name for room in cellars.rooms if any("ends here" in note for note in room.notes)] == ["Room 3"]


# ── passages ────────────────────────────────────────────────────────────────────────────────────────────────────────


def burrow(*kinds: int, crossing: bool = False):
    """Room 1 – a winding passage, a square for each door but the last – Room 2; with a crossing, a third room south of the first square."""
    rects = [{"x": -5, "y": -1, "w": 4, "h": 3}]
    doors = []
    for n, kind in enumerate(kinds):
        doors.append({"x": 2 * n - 1, "y": 0, "dir": EAST, "type": kind})
        rects.append({"x": 2 * n, "y": 0, "w": 1, "h": 1} if n < len(kinds) - 1 else {"x": 2 * n, "y": -1, "w": 3, "h": 3})
    if crossing:
        rects.append({"x": -1, "y": 2, "w": 3, "h": 3})
        doors.append({"x": 0, "y": 1, "dir": {"x": 0, "y": 1}, "type": 0})
    return json.dumps({"title": "Burrow", "rects": rects, "doors": doors})


@each_row(
    ("kinds", "rooms", "before"),
    [((0, 0), 2, 3), ((0, 0, 0, 0, 0), 2, 6), ((1, 0, 0), 2, 4), ((0, 6, 0), 2, 4), ((1, 0, 0, 1), 3, 5), ((1, 4, 7), 4, 4)],
)
def test_a_passage_with_two_ends_is_the_way_between_its_rooms(kinds, rooms, before):
    """Except for one with a door at each end, where somebody may be between them."""
    assert (len(map_files.read(burrow(*kinds)).rooms), len(map_files.read(burrow(*kinds), passages=True).rooms)) == (rooms, before)


def test_a_way_keeps_the_length_and_the_door_of_its_passage():
    (way,) = map_files.read(burrow(0, 6, 0)).rooms[0].ways
    assert (way.label, way.to, way.back, way.kind, way.hidden) == ("east", "Room 2", "west", "secret_door", True)
    assert (way.minutes, way.note) == (3, "10 ft of passage")


def test_a_crossing_stays_a_room():
    assert [room.name for room in map_files.read(burrow(0, 0, crossing=True)).rooms] == ["Room 1", "Passage 1", "Room 2", "Room 3"]


def distances(plan: Plan) -> dict[tuple[str, str], int]:
    """The fewest minutes between all rooms other than passages, by place, through secret and locked doors, too."""
    near: dict[str, list[tuple[str, int]]] = {}
    for way in map_plans.exits(plan):
        if way.to_room:
            near.setdefault(way.from_room, []).append((way.to_room, way.minutes))
    at = {room.name.casefold(): f"{room.at.x} {room.at.y}" for room in plan.rooms}
    found: dict[tuple[str, str], int] = {}
    for start in at:
        best = {start: 0}
        for _ in at:
            for room, away in list(best.items()):
                for there, minutes in near.get(room, ()):
                    best[there] = min(best.get(there, 10**6), away + minutes)
        found |= {(at[start], at[room]): away for room, away in best.items()}
    return found


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=14, unique=True), st.data())
def test_no_way_becomes_longer_when_passages_are_ways(spots, data):
    """Squares and rooms on a grid, doors of every kind between those that are neighbours."""
    wide = data.draw(st.lists(st.booleans(), min_size=len(spots), max_size=len(spots)))
    rects = [
        {"x": 6 * x - w, "y": 6 * y - w, "w": 5 if w else 1, "h": 5 if w else 1}
        for (x, y), big in zip(spots, wide, strict=True)
        for w in [2 * big]
    ]
    rects = [r if r["w"] > 1 else {**r, "x": r["x"] - 2, "w": 5} for r in rects]
    doors = [
        {"x": 6 * x + 3, "y": 6 * y, "dir": EAST, "type": data.draw(st.sampled_from((0, 0, 0, 1, 2, 6, 9)))}
        for x, y in spots
        if (x + 1, y) in spots
    ]
    document = json.dumps({"rects": rects, "doors": doors})
    merged, kept = map_files.read(document), map_files.read(document, passages=True)
    before, after = distances(kept), distances(merged)
    assert len(merged.rooms) <= len(kept.rooms) and after == {pair: before[pair] for pair in after}
    assert sum(w.hidden for r in merged.rooms for w in r.ways) == sum(w.hidden for r in kept.rooms for w in r.ways)
    gone = {room.name for room in kept.rooms if f"{room.at.x} {room.at.y}" not in {f"{r.at.x} {r.at.y}" for r in merged.rooms}}
    assert all(name.startswith("Passage") for name in gone)


# ── locks and keys ──────────────────────────────────────────────────────────────────────────────────────────────────


def gated(*texts: tuple[str, float], kind: int = 5):
    """Two rooms, a gate of this kind between them; notes by their x: 1 in Room 1, 5 in Room 2."""
    notes = [{"text": text, "ref": str(n), "pos": {"x": x, "y": 1.5}} for n, (text, x) in enumerate(texts, 1)]
    return map_files.read(json.dumps(one_page(doors=[{"x": 3, "y": 1, "dir": EAST, "type": kind}], notes=notes)))


def test_a_keyhole_locks_its_gate_and_the_key_lies_where_the_notes_say():
    plan = gated(("A gate with a keyhole to the east.", 1.5), ("Dust and a small chest with a bat-shaped key.", 1.5))
    (way,) = plan.rooms[0].ways
    assert (way.kind, way.state, way.key, way.dc) == ("double_door", "locked", "Bat-Shaped Key", 15)
    chest, key = plan.rooms[0].things
    assert (chest.item, key.item, key.own, key.inside) == ("Chest", "Bat-Shaped Key", True, chest.called)
    assert lint(chart_plan(plan)).findings == ()


@pytest.mark.parametrize(
    ("notes", "code"),
    [
        ([("A gate with a keyhole.", 1.5)], "key_missing"),
        ([("A gate with a keyhole.", 1.5), ("A rusty key.", 5.5)], "key_behind"),
        ([("A gate with a keyhole.", 1.5), ("A monkey with a turkey.", 1.5)], "key_missing"),
    ],
)
def test_lint_speaks_of_the_keys_of_a_dungeon(notes, code):
    first = [("x", 1.5)]  # so that the entrance is the first room
    assert [f.code for f in lint(chart_plan(gated(*first, *notes))).findings] == [code]


def test_a_gate_with_two_keyholes_says_which_keys_it_takes():
    plan = gated(("A gate with two keyholes.", 1.5), ("An iron key.", 1.5), ("A silver key.", 1.5))
    (way,) = plan.rooms[0].ways
    assert way.key == "Silver Key"
    assert way.note == "2 keyholes (Iron Key, Silver Key): the lock here takes the Silver Key"


def test_a_door_on_another_side_is_not_locked():
    plan = gated(("A gate with a keyhole to the north.", 1.5), kind=0)
    assert [way.state for way in plan.rooms[0].ways] == ["open"]


# ── what is refused ─────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("changes", "place", "what"),
    [
        ({"rects": []}, "rects", "at least 1"),
        ({"rects": [{"x": 3, "y": 1, "w": 1, "h": 1}]}, "rects", "a map has at least one room"),
        ({"rects": [{"x": 0, "y": 0, "w": 3, "h": 3}] * 2, "doors": []}, "rects[1]", "overlaps rects[0]"),
        ({"rects": [{"x": "0", "y": 0, "w": 3, "h": 3}]}, "rects[0].x", "whole number"),
        ({"rects": [{"x": 0, "y": 0, "w": -3, "h": 3}]}, "rects[0].w", "at least 1"),
        ({"rects": [{"x": 0.5, "y": 0, "w": 3, "h": 3}]}, "rects[0].x", "whole number"),
        ({"rects": {"x": 0}}, "rects", "list"),
        ({"rects": [7]}, "rects[0]", "object"),
        ({"notes": [{"text": "x", "pos": {"x": 1e999, "y": 0}}]}, "notes[0].pos.x", ""),
        ({"notes": [{"text": "x"}]}, "notes[0].pos", ""),
    ],
)  # fmt: skip
def test_a_dungeon_that_does_not_stand_is_told_where(changes, place, what):
    written = json.dumps(one_page(**changes)).replace("Infinity", "1e999")
    assert any(p == place and what in why for p, why in faults(written)), faults(written)


@each_row(
    ("text", "what"),
    [
        ("", "is empty"),
        (" \n ", "is empty"),
        (json.dumps(one_page())[:-20], "is not JSON"),
        ('{"rects": [', "the file seems to be cut off"),
        (json.dumps(one_page(title=float("nan"))), "NaN is not a number"),
        ("[" * 100_000, "is nested too deeply"),
        (
            "[1, 2]",
            "takes One Page Dungeon JSON (rects); donjon JSON (cells, rooms); a Tiled map (layers, tilewidth); a Foundry scene (walls, grid); a plan as JSON (rooms); found a list",
        ),
        ('{"cells": []}', "found an object with 'cells'"),
        ('{"rooms": 3}', ""),
        ("x" * (map_files.LARGEST + 1), "takes at most 4,000,000 characters"),
        ("<html><script>alert(1)</script></html>", ""),
        ("\x00\x01", ""),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_is_no_map_is_refused_with_a_sentence(text, what):
    assert any(what in why for _, why in faults(text))


def test_a_hundred_thousand_rectangles_are_refused_quickly():
    few, many = (json.dumps({"rects": [{"x": 2 * n, "y": 0, "w": 1, "h": 1} for n in range(count)]}) for count in (1_100, 90_000))
    assert faults(many) == [("rects", "takes at most 1000; this has 90,000")]
    assert python_calls(lambda: faults(many)) <= python_calls(lambda: faults(few))


def test_a_dungeon_as_large_as_it_may_be_is_read():
    rects = [{"x": 4 * (n % 25), "y": 4 * (n // 25), "w": 3, "h": 3} for n in range(map_plans.MOST_ROOMS)]
    assert len(map_files.read(json.dumps({"rects": rects})).rooms) == map_plans.MOST_ROOMS
    more = [*rects, {"x": -9, "y": 0, "w": 2, "h": 2}]
    assert faults(json.dumps({"rects": more})) == [("rects", "make 501 rooms; a map has at most 500")]
    notes = [{"text": "x", "pos": {"x": 1, "y": 1}}] * 51
    assert faults(json.dumps(one_page(notes=notes))) == [("rects[0]", "has more than 50 doors or notes")]


def test_markup_stays_text():
    plan = map_files.read(json.dumps(one_page(title="<script>1</script>", notes=[{"text": "<b>x</b>\u202e", "pos": {"x": 1, "y": 1}}])))
    assert plan.name == "<script>1</script>"
    assert plan.rooms[0].notes == ("<b>x</b>",)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda v: st.lists(v) | st.dictionaries(st.sampled_from(("rects", "doors", "rooms", "x", "name")), v),
    )
)
@settings(max_examples=examples(150), deadline=None)
def test_no_document_ends_in_anything_but_a_plan_or_a_fault(data):
    try:
        assert isinstance(map_files.read(json.dumps(data)), Plan)
    except Faulty as faulty:
        assert faulty.places


# ── the adventures that come along ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", ADVENTURES, ids=lambda f: f.stem)
def test_lint_finds_nothing_in_an_adventure(file):
    assert lint(chart_plan(map_files.read(file.read_text(encoding="utf-8")))).findings == ()


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("file", ADVENTURES, ids=lambda f: f.stem)
def test_what_lies_in_an_adventure_is_in_the_rulebook(file, ruleset):
    book = rulebook(ruleset)
    rooms = map_files.read(file.read_text(encoding="utf-8")).rooms
    lost = [loot.item for room in rooms for loot in room.things if not loot.own and not ((p := book.find(loot.item)) and book.item(p))]
    assert not lost
    assert all(dweller.creature.casefold() in book.creatures for room in rooms for dweller in room.creatures)


def test_the_first_adventure_has_what_an_evening_needs():
    (salt,) = [map_files.read(f.read_text(encoding="utf-8")) for f in ADVENTURES if f.stem == "salt_toll"]
    ways = [way for room in salt.rooms for way in room.ways]
    assert len(salt.rooms) == 15
    assert [way.key for way in ways if way.state == "locked"] == [None, "Verdigris Key"]
    assert [way.kind for way in ways if way.hidden] == ["secret_door"]
    assert {d.creature for room in salt.rooms for d in room.creatures} == {"Commoner", "Giant Rat", "Skeleton"}


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_the_second_adventure_has_a_town_a_dungeon_and_a_legendary_boss(ruleset):
    (spring,) = [map_files.read(f.read_text(encoding="utf-8")) for f in ADVENTURES if f.stem == "bitter_spring"]
    book = rulebook(ruleset)
    people = [d for room in spring.rooms for d in room.creatures]
    things = [loot for room in spring.rooms for loot in room.things]
    magic = [pick and book.item(pick) for pick in (book.find(loot.item) for loot in things if loot.unidentified)]
    assert len(spring.rooms) == 25
    assert [quest.name for quest in spring.quests if quest.public] == [
        "The Bitter Spring",
        "The Missing Apprentice",
        "The Toll of the Deep Cut",
    ]
    assert {d.name for d in people if d.keeps_shop} == {"Berta Quill", "Wat Ferrow"}
    assert all(d.looks and d.note for d in people if d.creature in ("Commoner", "Noble", "Acolyte", "Guard"))
    assert len(magic) == 4 and any(item and item.requires_attunement for item in magic)
    assert sum(room.light == "dark" for room in spring.rooms) == 9
    assert [way.kind for room in spring.rooms for way in room.ways if way.hidden] == ["secret_door"]
    boss = book.creatures["unicorn"]["character"]
    assert boss["cr"] == 5 and boss["legendaryActions"] == 3
    assert [d.name for d in spring.rooms[-1].creatures] == ["Silverbrow", "Ice Mephit"]


def test_the_shortest_adventure_comes_first():
    assert list(map_files.list_adventures()) == ["salt_toll", "bitter_spring"]
