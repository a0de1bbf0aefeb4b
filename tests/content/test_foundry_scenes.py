"""Scenes of Foundry: walls on edges, doors with their states, tokens on squares, and the count of everything that was moved or left out."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.content import map_export, map_files, map_text_writing
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.mechanics.space import standing
from rpg_lite.rules.space.squares import read_edge, square_name
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.map_plans import Plan, Room
from tests.copies import begun
from tests.examples import examples
from tests.rows import each_row

Json = dict[str, Any]
PAD = 3
"""The squares of padding of the scene below: a quarter of 12, and a quarter of 10 rounded up."""


def at(x: float, y: float) -> tuple[float, float]:
    """The pixels of a corner of squares of the scene."""
    return (x + PAD) * 100, (y + PAD) * 100


def wall(x: float, y: float, to_x: float, to_y: float, **more: Any) -> Json:
    return {"c": [*at(x, y), *at(to_x, to_y)], "move": 20, "sight": 20, "door": 0, "ds": 0, **more}


def token(name: str, x: float, y: float, **more: Any) -> Json:
    px, py = at(x, y)
    return {"name": name, "x": px, "y": py, "width": 1, "height": 1, "elevation": 0, "hidden": False, **more}


def scene(**changes: Any) -> Json:
    grid = {"type": 1, "size": 100, "distance": 5, "units": "ft"}
    return {"name": "Cave", "width": 1200, "height": 1000, "padding": 0.25, "grid": grid, "walls": [], "tokens": [], "lights": [], **changes}


def read(**changes: Any) -> Plan:
    return map_files.read(json.dumps(scene(**changes)))


def cave(**changes: Any) -> Room:
    return read(**changes).rooms[0]


def edges(room: Room, word: str = "wall") -> set[str]:
    assert room.ground is not None
    return {edge for feature in room.ground.features if feature.is_ == word for edge in feature.at.split()}


# ── walls and doors ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_scene_is_a_room_without_its_padding() -> None:
    plan = read(walls=[wall(2, 1, 2, 4), wall(5, 3, 8, 3)])
    assert (plan.name, len(plan.rooms), plan.remarks) == ("Cave", 1, ())
    assert plan.rooms[0].ground is not None and plan.rooms[0].ground.size == "12x10"
    assert edges(plan.rooms[0]) == {"B2|C2", "B3|C3", "B4|C4", "F3|F4", "G3|G4", "H3|H4"}


@each_row(
    ("drawn", "moved", "found"),
    [
        (wall(2.04, 1.06, 2, 2), 0, {"B2|C2"}),
        (wall(2.3, 1.2, 2.2, 2.1), 1, {"B2|C2"}),
        (wall(2.1, 1, 2.4, 1), 0, set()),
        (wall(0, 0, 0, 5), 0, set()),
        (wall(20, 20, 20, 22), 0, set()),
    ],
)
def test_a_wall_lies_on_the_nearest_edges(drawn: Json, moved: int, found: set[str]) -> None:
    plan = read(walls=[drawn])
    assert ("1 wall was moved to the nearest edges of squares." in plan.remarks) == bool(moved)
    assert edges(plan.rooms[0]) == found


def _is_joined(found: set[str]) -> bool:
    """Whether the edges form one line: all but two of their corners belong to two of them."""
    corners = [corner for edge in found for corner in _corners(edge)]
    return sum(corners.count(corner) == 1 for corner in {*corners}) == 2


def _corners(edge: str) -> tuple[tuple[int, int], tuple[int, int]]:
    (_, ay), (x, y) = read_edge(edge) or ((0, 0), (0, 0))
    return ((x, y), (x, y + 1)) if ay == y else ((x, y), (x + 1, y))


@settings(max_examples=examples(100), deadline=None)
@given(*[st.integers(0, 8)] * 4)
def test_a_line_askew_becomes_stairs_without_a_gap(ax: int, ay: int, bx: int, by: int) -> None:
    plan = read(walls=[wall(ax + 1, ay + 1, bx + 1, by + 1)])
    got = edges(plan.rooms[0])
    assert ("1 wall was moved to the nearest edges of squares." in plan.remarks) == (ax != bx and ay != by)
    assert len(got) == abs(ax - bx) + abs(ay - by)
    assert not got or _is_joined(got)
    assert got == edges(cave(walls=[wall(ax + 1, ay + 1, bx + 1, by + 1)] * 2))


def test_what_stops_steps_alone_or_sight_alone() -> None:
    plan = read(walls=[wall(2, 1, 2, 2, sight=0), wall(3, 1, 3, 2, move=0), {"c": [*at(4, 1), *at(4, 2)], "move": 1, "sense": 0}])
    assert edges(plan.rooms[0], "portcullis") == {"B2|C2", "D2|E2"} and not edges(plan.rooms[0])
    assert plan.remarks == ("1 wall lets everybody pass and is left out.",)


def test_doors_keep_their_states() -> None:
    doors = [
        wall(2, 1, 2, 2, door=1, ds=0), wall(3, 1, 3, 2, door=1, ds=2), wall(4, 1, 4, 2, door=1, ds=1), wall(5, 1, 5, 2, door=2, ds=0),
        wall(12, 4, 12, 5, door=1, ds=2), wall(3, 0, 5, 0, door=2), wall(6, 10, 7, 10, door=1, ds=1), wall(0, 2, 0, 3, door=1),
    ]  # fmt: skip
    room = cave(walls=doors)
    assert room.ground is not None
    assert [(f.is_, f.at, f.called, f.door) for f in room.ground.features] == [
        ("door", "B2|C2", "Door 1", None), ("door", "C2|D2", "Door 2", "locked"), ("door", "D2|E2", "Door 3", "open"), ("door", "E2|F2", "Door 4", None),
    ]  # fmt: skip
    assert room.notes == (
        "Door 1 at B2|C2: closed", "Door 2 at C2|D2: locked", "Door 3 at D2|E2: open", "Door 4 at E2|F2: secret, closed",
    )  # fmt: skip
    ways = [(w.label, w.direction, w.to, w.kind, w.state, w.hidden, w.square) for w in room.ways]
    assert ways == [
        ("east", "east", None, "door", "locked", False, "L5"), ("north", "north", None, "secret_door", "closed", True, "E1"),
        ("south", "south", None, "door", "open", False, "G10"), ("west", "west", None, "door", "closed", False, "A3"),
    ]  # fmt: skip


# ── tokens, lights, pins ────────────────────────────────────────────────────────────────────────────────────────────


def test_tokens_stand_on_their_squares() -> None:
    plan = read(tokens=[
        token("Wolf 1", 1, 1), token("Wolf 2", 2.3, 1.2), token("Wolf 3", 1, 1), token("Ogre", 5, 5, hidden=True),
        token("Bat", 3, 3, elevation=22), token("Rat", 30, 3), token("Rat", 4, 4, elevation=-10),
    ])  # fmt: skip
    assert [(d.creature, d.count, d.at, d.hidden) for d in plan.rooms[0].creatures] == [
        ("Wolf", 3, "B2, C2", False), ("Ogre", 1, "F6", True), ("Bat", 1, "D4+20", False), ("Rat", 1, None, False),
        ("Rat", 1, "E5 down 10", False),
    ]  # fmt: skip
    assert plan.remarks == ("2 tokens were moved to the nearest square.", "1 token lies outside the scene and without a place.")


def test_lights_pins_and_what_is_left_out() -> None:
    x, y = at(3.5, 2.5)
    plan = read(
        lights=[{"x": x, "y": y, "config": {"bright": 20, "dim": 40}}, {"x": x + 100, "y": y, "hidden": True}, {"x": 1, "y": 1}],
        notes=[{"x": x, "y": y, "text": "A trap; here"}, {"x": x, "y": y}],
        sounds=[{}], drawings=[{}, {}], tiles=[{"x": 1}], regions=[{}],
    )  # fmt: skip
    room = plan.rooms[0]
    assert edges(room, "light") == {"D3"} and room.notes == ("Pin at D3: A trap, here",)
    assert {*plan.remarks} == {
        "2 lights outside the scene or put out, left out.", "1 light shows its square, not how far it reaches.",
        "Left out of the scene: 2 drawings, 1 tile, 1 sound, 1 region.",
    }  # fmt: skip


@each_row(
    ("changes", "size", "where"),
    [
        ({"grid": 100, "gridDistance": 5, "gridUnits": "ft"}, "12x10", "B2"),
        ({"grid": {"size": 100, "distance": 10, "units": "ft"}}, "24x20", "C3"),
        ({"grid": {"size": 100, "distance": 1.5, "units": "m"}}, "12x10", "B2"),
        ({"grid": {"size": 100, "type": 0, "distance": 5, "units": "ft"}}, "12x10", "B2"),
        ({"padding": 0, "tokens": [{"name": "Wolf", "x": 100, "y": 100}]}, "12x10", "B2"),
    ],
)
def test_squares_have_5_feet_whatever_the_scene_says(changes: Json, size: str, where: str) -> None:
    room = cave(**{"tokens": [token("Wolf", 1, 1)], **changes})
    assert room.ground is not None and (room.ground.size, room.creatures[0].at) == (size, where)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_scene_is_played(ruleset: Ruleset) -> None:
    document = scene(
        walls=[wall(6, 0, 6, 9), wall(6, 9, 6, 10, door=1, ds=2), wall(12, 4, 12, 5, door=1)],
        tokens=[token("Wolf 1", 1, 1), token("Ogre", 5, 3), token("Grishnak; the Foul", 2, 2)],
    )
    with begun(ruleset) as game:
        told = game.ask({"operation": "import_map", "document": document}, "manage_room")
        assert told["ok"], told["text"]
        assert "Ogre stands at E4 in Cave, because it does not fit at F4" in told["text"] and "Grishnak, the Foul should be in Cave" in told["text"]
        world = game.store.read(game.campaign.id, lambda at: at.whole())
        cave_ = next(t for t in world.things.values() if t.name == "Cave")
        now = standing.standing_in(world, cave_, game.book)
        assert {one.name: square_name((s.x, s.y)) for one, s in now.creatures()} == {"Wolf": "B2", "Ogre": "E4"}
        text = map_text_writing.write(map_export.written_map(world, game.book).plan)
        assert "~ door F10|G10; called Door 1" in text and "square L5" in text


def test_the_answer_counts_what_was_moved() -> None:
    with begun() as game:
        told = game.ask({"operation": "import_map", "document": scene(walls=[wall(2, 2, 4, 4)], sounds=[{}])}, "manage_room")
        assert "1 wall was moved to the nearest edges of squares. Left out of the scene: 1 sound." in told["text"], told["text"]


# ── faults ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("changes", "place", "what"),
    [
        ({"grid": {"type": 2, "size": 100}}, "grid.type", "hexes"),
        ({"width": 20_000}, "width", "200 by 10 squares of 5 ft; a ground has at most 100"),
        ({"width": 0}, "width", "at least 1"),
        ({"width": 1e9}, "width", "at most"),
        ({"walls": [{"c": [1, 2, 3]}]}, "walls[0].c", ""),
        ({"walls": [{"c": [1, 2, 3, 10**9]}]}, "walls[0].c[3]", ""),
        ({"walls": [{"c": [1, 2, 3, "x"]}]}, "walls[0].c[3]", ""),
        ({"walls": [{"c": [0, 0, 1, 1]}] * 5_001}, "walls", "takes at most 5000; this has 5,001"),
        ({"tokens": [{"name": "Wolf"}]}, "tokens[0].x", ""),
        ({"tokens": [token("Wolf", 1, 1, elevation=10**9)]}, "tokens[0].elevation", ""),
        ({"grid": {"size": 0}}, "grid", ""),
        ({"padding": 7}, "padding", ""),
        ({"walls": [wall(n % 11 + 1, n // 41, n % 11 + 1, n // 41 + 1, door=1) for n in range(402)]}, "rooms[0].ground.features", "400"),
    ],
)
def test_a_scene_that_does_not_stand_is_told_where(changes: Json, place: str, what: str) -> None:
    with pytest.raises(Faulty) as raised:
        read(**changes)
    assert any(p.startswith(place) and what in why for p, why in raised.value.places), raised.value.places


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(Faulty) as raised:
        map_files.read(json.dumps(scene(walls=[wall(float("nan"), 1, 2, 2)])))
    assert "NaN is not a number" in raised.value.places[0][1]


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_any_walls_and_tokens_give_a_plan_that_stands(data: st.DataObject) -> None:
    spots = st.floats(-20, 40, allow_nan=False)
    drawn = st.builds(wall, spots, spots, spots, spots, door=st.integers(0, 2), ds=st.integers(0, 3), move=st.sampled_from((0, 20)))
    tokens = st.builds(token, st.text(max_size=20), spots, spots, elevation=st.floats(-600, 1200), hidden=st.booleans())
    changes = {"walls": data.draw(st.lists(drawn, max_size=8)), "tokens": data.draw(st.lists(tokens, max_size=6))}
    try:
        plan = read(**changes)
    except Faulty as faulty:
        assert all("creature" in place for place, _ in faulty.places)  # a name that no creature may have
    else:
        assert map_files.read(map_text_writing.write(plan)) == plan.model_copy(update={"remarks": ()})
