"""Grounds in map files: rows of signs and lines of words, squares of exits, creatures and things, and the faults of each."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.content import map_export, map_files, map_text, map_text_writing, tiled
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.game import Game
from rpg_lite.mechanics.space import standing
from rpg_lite.rules.space.ground_rows import MEANT, in_words, read_rows, write_rows
from rpg_lite.rules.space.squares import read_squares, square_name
from rpg_lite.strategies.ground_values import grounds
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.map_grounds import PlannedGround
from rpg_lite.world.map_plans import Plan
from rpg_lite.world.world_model import Thing, World
from tests.copies import begun
from tests.examples import examples
from tests.operations.table import Table
from tests.rows import each_row

ROOT = Path(__file__).parents[2]
Json = dict[str, Any]
some = settings(max_examples=examples(60), deadline=None)
CRYPT = """# Barrow
## Crypt
| ............
| ..o...##....
| ......##.::.
| ..o.....~~w.
~ furniture C1-D1; called Altar; 4 ft
~ low wall F3|G3 F4|G4
~ pit L2; 20 ft; hidden
- south: Yard; door; closed; square F4; far square A1
* Torch; at B2
! Goblin; x3; at A1, B1
! Ogre; at I1; hidden; find 15

## Yard
"""


def world_of(game: Game) -> World:
    return game.store.read(game.campaign.id, lambda at: at.whole())


def named(world: World, name: str) -> Thing:
    return next(t for t in world.things.values() if t.name == name)


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as raised:
        map_files.read(text)
    return list(raised.value.places)


def imported(text: Any, ruleset: Ruleset = "5.1") -> Game:
    game = begun(ruleset)
    told = game.ask({"operation": "import_map", "document": text}, "manage_room")
    assert told["ok"], told["text"]
    return game


# ── rows and lines ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_rows_and_lines_are_a_ground() -> None:
    (crypt, yard) = map_text.parse(CRYPT).rooms
    assert crypt.ground is not None and crypt.ground.size == "12x4" and yard.ground is None
    said = [(f.is_, f.at, f.called, f.ft, f.hidden) for f in crypt.ground.features]
    assert said == [
        ("wall", "G2-H3", None, None, False),
        ("pillar", "C2 C4", None, None, False),
        ("difficult", "J3-K3", None, None, False),
        ("shallow_water", "I4-J4", None, None, False),
        ("deep_water", "K4", None, None, False),
        ("furniture", "C1-D1", "Altar", 4, False),
        ("low_wall", "F3|G3 F4|G4", None, None, False),
        ("pit", "L2", None, 20, True),
    ]
    assert (crypt.ways[0].square, crypt.ways[0].far_square) == ("F4", "A1")
    assert (crypt.things[0].at, crypt.creatures[0].at, crypt.creatures[1].at) == ("B2", "A1, B1", "I1")
    assert [*CRYPT.splitlines()[2:9]] == map_text_writing.write(map_text.parse(CRYPT)).splitlines()[3:10]


@some
@given(grounds())
def test_a_ground_goes_out_and_in_as_the_same_ground(document: Json) -> None:
    plan = Plan.model_validate({"name": "M", "rooms": [{"name": "A", "ground": document}]})
    assert map_text.parse(map_text_writing.write(plan)) == plan


@some
@given(st.data(), st.integers(1, 100), st.integers(1, 100))
def test_rows_of_signs_are_read_as_they_are_written(data: st.DataObject, w: int, h: int) -> None:
    signs = st.sampled_from([*MEANT, ".", ".", "."])
    first = data.draw(st.lists(signs, min_size=w, max_size=w).map("".join))
    rows = [first, *(first[n % w :] + first[: n % w] for n in range(1, h))]
    features = read_rows(rows)
    assert write_rows(w, h, features) == rows
    assert all(len(feature.at) <= 2000 for feature in features)
    plan = Plan.model_validate(
        {"name": "M", "rooms": [{"name": "A", "ground": {"size": f"{w}x{h}", "features": [{"is": f.word, "at": f.at} for f in features]}}]}
    )
    text = map_text_writing.write(plan)
    assert "\n~ " not in text
    assert map_text.parse(text) == plan


@some
@given(st.sets(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=1))
def test_words_for_squares_name_each_of_them_and_no_other(squares: set[tuple[int, int]]) -> None:
    assert {*(read_squares(" ".join(in_words(squares))) or ())} == squares


def test_squares_have_one_spelling_in_a_map() -> None:
    ground = PlannedGround.model_validate({"size": "60x50 ft", "features": [{"is": "wall", "at": "d4-b2  c7 C7 B3|A3"}]})
    assert (ground.size, ground.features[0].at) == ("12x10", "B2-D4 C7 A3|B3")


@each_row("text", ["| a row", "~ a wave", "|no row", "~~", "|", "~"])
def test_a_text_that_begins_like_a_ground_stays_text(text: str) -> None:
    plan = Plan.model_validate({"name": "M", "story": text, "rooms": [{"name": "A", "description": text, "notes": [text]}]})
    assert map_text.parse(map_text_writing.write(plan)) == plan


@each_row(
    ("lines", "place", "what"),
    [
        ("| ....\n| ...", "line 4", "row 2 has 3 columns, row 1 has 4; all rows of a ground have the same width"),
        ("|", "line 3", "row 1 is empty"),
        ("| ..\n|", "line 4", "row 2 has 0 columns, row 1 has 2"),
        ("~", "line 3", 'write a feature as "~ pillar C4 C7"'),
        ("| ....\n| ..x.", "line 4", "row 2, column 3 (C2): unknown sign 'x'; signs: . floor, # wall"),
        ("| .+..", "line 3", "row 1, column 2 (B1): + is no sign of a file: the exit says its square"),
        ("| " + "." * 101, "line 3", "row 1 has 101 columns; a ground has 1 to 100"),
        ("\n".join(["| ."] * 101), "line 103", "there are 101 rows"),
        ("| ...\n~ pillar D1", "line 4", "D1 lies outside the ground of 3 by 1 squares"),
        ("| ...\n~ pillar", "line 4", 'write a feature as "~ pillar C4 C7"; its word is one of: wall, pillar, low wall'),
        ("| ...\n~ throne C1", "line 4", "its word is one of"),
        ("| ...\n~ pillar here", "line 4", "'here' is no square"),
        ("| ...\n~ pillar A1; 20 ft; 30 ft", "line 4", "'30 ft' repeats what was given before"),
        ("| ...\n~ pillar A1; tall", "line 4", "unknown 'tall'; allowed between semicolons: called NAME, NUMBER ft, climb, hidden"),
        ("| ...\n~ pillar A1; 1000000000 ft", "line 4", "ft: is 1000000000; takes at most 1000"),
        ("| ...\n~ pillar A1; NaN ft", "line 4", "unknown 'NaN ft'"),
        ("| ...\n~ furniture A1|B1", "line 4", "furniture lies on squares, not on the edge A1|B1"),
        ("~ pillar", "line 3", "its word is one of"),
        ("| ...\n! Goblin; at A2", "line 4", "A2 lies outside the ground of 3 by 1 squares"),
        ("| ...\n! Goblin; at A1; at B1", "line 4", "'at B1' repeats what was given before"),
        ("| ...\n! Goblin; at A1, B1", "line 4", "gives 2 squares for 1 creature"),
        ("| ...\n! Goblin; at A1\n! Wolf; at A1", "line 5", "A1 is taken by Goblin; each creature has a square of its own"),
        ("| ...\n! Goblin; at the altar", "line 4", "'the altar' is no square, such as C4, C4+20 or C4 down 10"),
        ("| ...\n! Goblin; find 12", "line 4", "only a creature that lurks has a DC to find it; add hidden"),
        ("| ...\n* Torch; at D1", "line 4", "D1 lies outside"),
        ("| ...\n* Chest\n* Torch; in Chest; at A1", "line 5", "only a thing on the floor of its room has a square"),
        ("| ...\n- north: outside; square A2", "line 4", "A2 lies outside"),
        ("| ...\n- north: outside; square A1; far square B1", "line 4", "only a two-way exit between two rooms has a square on the other side"),
        ("| ...\n- north: A; square A1+20", "line 4", "'A1+20' is no square, such as C4"),
        ("at: 0 0 6 5\n~ pit F6", "line 4", "F6 lies outside the ground of 6 by 5 squares"),
        ("~ pit BI1", "line 3", "BI1 lies outside the ground of 60 by 60 squares"),
        ("\n".join(f"~ pit A{n % 60 + 1}" for n in range(401)), "line 3", "at most 400"),
    ],
)  # fmt: skip
def test_a_fault_of_a_ground_names_its_line_and_its_square(lines: str, place: str, what: str) -> None:
    found = faults(f"# M\n## A\n{lines}")
    assert any(at == place and what in why for at, why in found), found


@each_row(
    ("ground", "place", "what"),
    [
        ({"size": "0x5"}, "rooms[0].ground.size", "each 1 to 100"),
        ({"size": "101x5"}, "rooms[0].ground.size", "each 1 to 100"),
        ({"size": "NaN"}, "rooms[0].ground.size", "each 1 to 100"),
        ({"size": 12}, "rooms[0].ground.size", "text"),
        ({"features": [{"is": "pillar", "at": ""}]}, "rooms[0].ground.features[0].at", ""),
        ({"features": [{"is": "pillar", "at": "C4", "ft": 1.5}]}, "rooms[0].ground.features[0].ft", ""),
        ({"features": [{"is": "pillar", "at": "C4", "height": 2}]}, "rooms[0].ground.features[0].height", "unknown"),
        ({"features": [{"is": "pillar", "at": "C4"}] * 401}, "rooms[0].ground.features", "400"),
    ],
)
def test_a_fault_of_a_plan_names_its_place(ground: Json, place: str, what: str) -> None:
    found = faults(json.dumps({"name": "M", "rooms": [{"name": "A", "ground": ground}]}))
    assert any(at.startswith(place) and what in why for at, why in found), found


def test_an_empty_ground_is_none() -> None:
    (room,) = Plan.model_validate({"name": "M", "rooms": [{"name": "A", "ground": {}}]}).rooms
    assert room.ground is None


# ── into a campaign and out again ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everybody_stands_where_the_map_says(ruleset: Ruleset) -> None:
    with imported(CRYPT.replace("Goblin", "Wolf"), ruleset) as game:
        world = world_of(game)
        now = standing.standing_in(world, named(world, "Crypt"), game.book)
        stands = {one.name: (space.x, space.y, space.n) for one, space in now.creatures()}
        assert {name: stands[name] for name in ("Wolf 1", "Wolf 2", "Ogre")} == {
            "Wolf 1": (0, 0, 1),
            "Wolf 2": (1, 0, 1),
            "Ogre": (8, 0, 2),
        }
        assert stands["Wolf 3"] == (2, 0, 1)  # as near to the last as it fits
        assert (now.spaces[named(world, "Torch").id].x, now.spaces[named(world, "Torch").id].y) == (1, 1)
        assert named(world, "Ogre").is_unfound
        assert [f.word for f in now.ground.features].count("pit") == 1
        way = next(w for w in world.exits.values() if w.from_room == now.room.id and w.label == "south")
        assert now.exits()[way.id] == (5, 3)
        yard = standing.standing_in(world, named(world, "Yard"), game.book)
        assert yard.exits()[way.back or ""] == (0, 0)


def test_a_square_alone_means_its_floor() -> None:
    with imported("# M\n## A\n| ._^\n! Wolf; x2; at B1, C1\n") as game:
        world = world_of(game)
        now = standing.standing_in(world, named(world, "A"), game.book)
        assert sorted(space.z for _, space in now.creatures()) == [-10, 10]
        assert all(one.creature.hp == one.creature.sheet.document["hpMax"] for one, _ in now.creatures() if one.creature.hp is not None)


@each_row(
    ("text", "what"),
    [
        ("| ...\n| ...\n! Ogre; at C1", "Ogre stands at B1 in A, because it does not fit at C1"),
        ("| ...\n| .#.\n! Ogre; at A1", "Ogre stands nowhere yet in A, because it does not fit at A1"),
        ("| ....\n| ....\n! Wolf; at B2\n! Ogre; at A1", "Ogre stands at C1 in A, because it does not fit at A1"),
        ("| ...\n! Wolf; at A1+20", "Wolf stands at A1 in A, because it does not fit at A1+20"),
    ],
)
def test_whoever_does_not_fit_stands_near_and_it_is_said(text: str, what: str) -> None:
    with begun() as game:
        told = game.ask({"operation": "import_map", "document": f"# M\n## A\n{text}"}, "manage_room")
        assert told["ok"] and what in told["text"], told["text"]


def test_a_bad_file_is_refused_whole() -> None:
    with begun() as game:
        before = len(world_of(game).things)
        told = game.ask({"operation": "import_map", "document": CRYPT + "| ..\n| ...\n"}, "manage_room")
        assert not told["ok"] and "document.line 17: row 2 has 3 columns" in told["text"], told["text"]
        assert len(world_of(game).things) == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_campaign_gives_its_grounds_back(ruleset: Ruleset) -> None:
    with imported(CRYPT.replace("Goblin", "Wolf"), ruleset) as game:
        made = map_export.written_map(world_of(game), game.book)
        text = map_text_writing.write(made.plan)
        assert made.left_out == ()
        assert map_files.read(text) == made.plan == map_files.read(tiled.write(made.plan))
        assert "! Wolf; x3; at A1, B1, C1" in text and "! Ogre; at I1; hidden; find 15" in text
        with imported(text, ruleset) as again:
            assert map_text_writing.write(map_export.written_map(world_of(again), again.book).plan) == text


@some
@given(grounds())
def test_a_ground_that_was_said_at_the_table_measures_the_same_after_its_file(document: Json) -> None:
    with begun() as game:
        table = Table(game)
        told = table.send({"operation": "create", "name": "Hall", "direction": "north", "ground": document}, "manage_room")
        assert told["ok"], told["text"]
        with imported(map_text_writing.write(map_export.written_map(world_of(game), game.book).plan)) as again:
            one, other = (standing.ground_of_room(named(world_of(g), "Hall")) for g in (game, again))
    for layer in ("on", "east", "south"):
        a, b = getattr(one, layer), getattr(other, layer)
        assert (a.hinders, a.tops, a.solid, a.rough) == (b.hinders, b.tops, b.solid, b.rough)
    assert (one.w, one.h, one.deep, one.stairs) == (other.w, other.h, other.deep, other.stairs)
    assert {*one.floors} == {*other.floors}


def test_what_stands_where_no_map_can_put_it_is_left_out() -> None:
    with imported("# M\n## A\n| ...\n! Wolf; at B1\n") as game:
        table = Table(game)
        table.send({"operation": "update", "bagName": "A", "ground": "none"}, "manage_room")
        made = map_export.written_map(world_of(game), game.book)
        assert made.plan.rooms[0].ground is None and made.plan.rooms[0].creatures[0].at == "B1"


def test_undo_takes_the_ground_away() -> None:
    with imported(CRYPT) as game:
        table = Table(game)
        table.did("undo")
        assert not [t for t in world_of(game).things.values() if t.name == "Crypt"]


def test_the_example_of_the_documentation_is_read_and_played() -> None:
    written = re.findall(r"```text\n(.*?)```", (ROOT / "docs" / "dungeons.md").read_text(encoding="utf-8"), re.DOTALL)
    (example,) = [text for text in written if "\n| " in text]
    plan = map_files.read(example)
    assert map_files.read(map_text_writing.write(plan)) == plan
    with imported(example, "5.2") as game:
        world = world_of(game)
        now = standing.standing_in(world, named(world, "Burial Hall"), game.book)
        stands = {one.name: square_name((space.x, space.y)) for one, space in now.creatures()}
        assert stands == {"Skeleton 1": "E2", "Skeleton 2": "G2", "Skeleton 3": "H2", "Ghoul": "K5"}
        assert named(world, "Ghoul").is_unfound and [f.called for f in now.ground.features if f.called] == ["Sarcophagus", "Rail"]


# ── from generators ─────────────────────────────────────────────────────────────────────────────────────────────────

EAST = {"x": 1, "y": 0}


def dungeon(**changes: Any) -> Plan:
    """A round chamber of 7 × 7 squares at 10, 20 and a hall east of it."""
    rects = [{"x": 10, "y": 20, "w": 7, "h": 7, "rotunda": True}, {"x": 18, "y": 22, "w": 4, "h": 3}]
    doors = [{"x": 17, "y": 23, "dir": EAST, "type": 1}, {"x": 9, "y": 23, "dir": EAST, "type": 3}]
    return map_files.read(json.dumps({"title": "M", "rects": rects, "doors": doors, **changes}))


def features(room: Any) -> list[tuple[str, str]]:
    return [(f.is_, f.at) for f in room.ground.features] if room.ground else []


def test_a_round_chamber_has_walls_in_its_corners() -> None:
    chamber, hall = dungeon().rooms
    assert features(chamber) == [("wall", "A1-B1 F1-G1 A2 G2 A6-A7 G6-G7 B7 F7")] and hall.ground is None


def test_columns_are_pillars_and_water_is_as_deep_as_the_notes_say() -> None:
    columns = [{"x": 12, "y": 22}, {"x": 10, "y": 20}, {"x": 20, "y": 22.4}]
    water = [{"x": 13, "y": 24}, {"x": 14, "y": 24}, {"x": 21, "y": 24}]
    notes = [{"text": "The pool is deep and cold.", "ref": "1", "pos": {"x": 12.5, "y": 22.5}}]
    chamber, hall = dungeon(columns=columns, water=water, notes=notes).rooms
    assert features(chamber)[1:] == [("pillar", "C3"), ("deep_water", "D5-E5")]
    assert features(hall) == [("pillar", "C1"), ("shallow_water", "D3")]


def test_the_exits_of_a_dungeon_have_the_squares_of_their_doors() -> None:
    chamber, _ = dungeon().rooms
    assert [(w.label, w.square, w.far_square) for w in chamber.ways] == [("west", "A4", None), ("east", "G4", "A2")]


def test_nothing_fills_the_square_inside_a_door() -> None:
    doors = [{"x": 17, "y": 20, "dir": EAST, "type": 1}]
    chamber, *_ = dungeon(doors=doors, columns=[{"x": 16, "y": 20}]).rooms
    assert features(chamber) == [("wall", "A1-B1 F1 A2 G2 A6-A7 G6-G7 B7 F7")] and chamber.ways[0].square == "G1"


def test_a_passage_that_becomes_an_exit_keeps_the_squares_at_both_ends() -> None:
    rects = [{"x": 0, "y": 0, "w": 3, "h": 3}, {"x": 4, "y": 1, "w": 3, "h": 1}, {"x": 8, "y": -2, "w": 3, "h": 5}]
    doors = [{"x": 3, "y": 1, "dir": EAST, "type": 0}, {"x": 7, "y": 1, "dir": EAST, "type": 1}]
    (way,) = (way for room in dungeon(rects=rects, doors=doors).rooms for way in room.ways)
    assert (way.to, way.square, way.far_square) == ("Room 2", "C2", "A4")


def test_a_hall_larger_than_any_ground_is_read() -> None:
    (hall,) = dungeon(rects=[{"x": 0, "y": 0, "w": 300, "h": 300, "rotunda": True}], doors=[], water=[{"x": 250, "y": 5}]).rooms
    assert hall.columns_and_rows == (100, 100) and "deep_water" not in dict(features(hall))


def donjon(*drawn: str, doors: Json) -> Plan:
    """Room 1 as digits in rock, with these doors."""
    rows = [r for r, row in enumerate(drawn) if "1" in row]
    columns = [c for row in drawn for c, sign in enumerate(row) if sign == "1"]
    room = {"id": 1, "north": rows[0], "south": rows[-1], "west": min(columns), "east": max(columns), "shape": "circle", "doors": doors}
    cells = [[{"1": 2, ".": 4}.get(sign, 0) for sign in row] for row in drawn]
    return map_files.read(json.dumps({"cells": cells, "rooms": [None, room]}))


def test_the_cells_that_are_not_a_rooms_own_are_walls() -> None:
    plan = donjon("......", "#.11.#", "#1111.", "#.11.#", "......", doors={"east": [{"row": 2, "col": 5, "type": "door"}]})
    room = next(room for room in plan.rooms if room.name == "Room 1")
    assert room.at is not None and (room.at.w, room.at.h) == (8, 6)
    assert features(room) == [("wall", "A1-B2 G1-H2 A5-B6 G5-H6")]
    assert [(way.label, way.square) for way in room.ways][:1] == [("east", "H3")]


def test_a_room_without_marked_cells_is_bare() -> None:
    cells = [[0] * 5] * 5
    room = {"id": 1, "north": 1, "south": 3, "west": 1, "east": 3}
    assert map_files.read(json.dumps({"cells": cells, "rooms": [None, room]})).rooms[0].ground is None
