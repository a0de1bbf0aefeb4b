"""Maps from Tiled and for Tiled: what is written is read back, what people draw is understood, and faults name layer and object."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from bench.calls import python_calls
from rpg_lite import open_campaign, strategies
from rpg_lite.content import map_export, map_files, map_text, map_text_writing, tiled
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.world.map_plans import Plan
from tests.examples import examples

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "examples" / "tiled_template.tmj"
Json = dict[str, Any]
some = settings(max_examples=examples(60), deadline=None)


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as raised:
        map_files.read(text)
    return list(raised.value.places)


def drawn(**layers: list[Json]) -> Json:
    groups = [{"type": "objectgroup", "name": name, "objects": objects} for name, objects in layers.items()]
    return {"type": "map", "tilewidth": 16, "tileheight": 16, "layers": [{"type": "tilelayer", "name": "floor", "data": [0]}, *groups]}


def room(name: str, x: int, y: int, **properties: Any) -> Json:
    return {"name": name, "x": x, "y": y, "width": 64, "height": 48, "properties": [{"name": k, "value": v} for k, v in properties.items()]}


TWO = [room("Hall", 0, 0), room("Cellar", 128, 0, vibe="damp", notes="Rats.\nMore rats.", outside=False)]


@some
@given(strategies.plans())
def test_what_is_written_is_read_back_as_the_same_plan(document: Json) -> None:
    plan = Plan.model_validate(document)
    assert map_files.read(tiled.write(plan)) == plan


@pytest.mark.parametrize("name", list(map_files.list_adventures()))
def test_the_adventures_go_out_and_in(name: str) -> None:
    plan = map_files.read(map_files.list_adventures()[name].read_text("utf-8"))
    assert map_files.read(tiled.write(plan)) == plan


def test_a_line_between_two_rooms_is_an_exit() -> None:
    line = {
        "name": "",
        "x": 60,
        "y": 20,
        "polyline": [{"x": 0, "y": 0}, {"x": 72, "y": 0}],
        "properties": [{"name": "kind", "value": "door"}],
    }
    rat = {"name": "Giant Rat", "x": 130, "y": 20, "properties": [{"name": "count", "value": 2}]}
    torch = {"name": "Torch", "x": 4, "y": 4, "properties": []}
    plan = map_files.read(json.dumps(drawn(rooms=TWO, exits=[line], creatures=[rat], things=[torch])))
    hall, cellar = plan.rooms
    (way,) = hall.ways
    assert (way.to, way.direction, way.label, way.kind) == ("Cellar", "east", "east", "door")
    assert (cellar.vibe, cellar.notes, cellar.creatures[0].count) == ("damp", ("Rats.", "More rats."), 2)
    assert hall.things[0].item == "Torch" and hall.at is not None and hall.at.model_dump() == {"x": 0, "y": 0, "w": 4, "h": 3}


def test_the_template_is_a_map_that_can_be_played() -> None:
    plan = map_files.read(TEMPLATE.read_text("utf-8"))
    with open_campaign(":memory:") as game:
        game.ask({"operation": "create", "name": "Brenna", "character": {"party": True}}, "manage_character")
        told = game.ask({"operation": "import_map", "document": json.loads(TEMPLATE.read_text("utf-8"))}, "manage_room")
        assert told["ok"] and plan.name in told["text"], told["text"]


def test_a_campaigns_map_goes_out_and_in_again() -> None:
    with open_campaign(":memory:") as game:
        game.ask({"operation": "create", "name": "Brenna", "character": {"party": True}}, "manage_character")
        assert game.ask({"operation": "import_map", "adventure": "salt_toll"}, "manage_room")["ok"]
        made = map_export.written_map(game.store.read(game.campaign.id, lambda at: at.whole()), game.book)
    wanted = map_files.read(map_files.list_adventures()["salt_toll"].read_text("utf-8"))
    found = {room.name: room for room in made.plan.rooms}
    for kept in wanted.rooms:
        again = found[kept.name]
        assert (again.description, again.vibe, again.at) == (kept.description, kept.vibe, kept.at)
        assert {*kept.notes} <= {*again.notes}
        assert sum(d.count for d in again.creatures) == sum(d.count for d in kept.creatures)
        spelled = {"Gold": "Gold Piece", "Silver": "Silver Piece", "Lantern, hooded": "Hooded Lantern"}
        assert {(spelled.get(t.name, t.name), t.inside) for t in kept.things} == {(t.name, t.inside) for t in again.things}
        assert [d.shop for d in kept.creatures] == [d.shop for d in again.creatures]
    assert (made.plan.name, made.plan.start, made.plan.level, len(made.plan.rooms)) == (wanted.name, "Ford", 1, len(wanted.rooms))
    ways = {frozenset((room.name, way.to)) for room in made.plan.rooms for way in room.ways if way.to}
    assert {frozenset((room.name, way.to)) for room in wanted.rooms for way in room.ways if way.to} <= ways
    assert made.left_out == ()
    assert map_text.parse(map_text_writing.write(made.plan)) == made.plan == map_files.read(tiled.write(made.plan))


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        (json.dumps(drawn(rooms=TWO))[:-30], "line 1", "cut off"),
        (json.dumps(drawn(walls=TWO)), "layers", "need an object layer called rooms"),
        (json.dumps(drawn(rooms=[])), "", ""),
        (json.dumps(drawn(rooms=[room("A", 0, 0), room("A", 100, 0)])), "layers[1].objects[1].name", "unique"),
        (json.dumps(drawn(rooms=[{**room("A", 0, 0), "width": 2}])), "layers[1].objects[0]", "smaller than a tile"),
        (json.dumps(drawn(rooms=[room("A", 0, 0, light="blinding")])), "layers[1].objects[0].light", ""),
        (json.dumps(drawn(rooms=[room("A", 0, 0, lihgt="dim")])), "layers[1].objects[0].lihgt", "unknown"),
        (json.dumps(drawn(rooms=TWO, exits=[{"name": "north", "x": 900, "y": 900}])), "layers[2].objects[0]", "begins in no room"),
        (json.dumps(drawn(rooms=TWO, exits=[{"name": "north", "x": 1, "y": 1}])), "layers[2].objects[0]", "leads nowhere"),
        (json.dumps(drawn(rooms=TWO, things=[{"name": "Torch", "x": 900, "y": 1}])), "layers[2].objects[0]", "lies in no room"),
        (json.dumps(drawn(rooms=[room("A", 0, 0, notes="[1,")])), "layers[1].objects[0].properties[0]", "begins like JSON"),
        (json.dumps({**drawn(rooms=TWO), "tilewidth": 0}), "tilewidth", ""),
    ],
)
def test_garbage_is_refused_with_layer_and_object(text: str, place: str, why: str) -> None:
    found = faults(text)
    assert any(at.startswith(place) and why in told for at, told in found), found


def test_a_million_objects_are_refused_quickly() -> None:
    few, many = (
        json.dumps(drawn(rooms=[{"name": f"A{n}", "x": 16 * n, "y": 0, "width": 16, "height": 16} for n in range(count)]))
        for count in (5_500, 45_000)
    )
    assert faults(few) and python_calls(lambda: faults(many)) <= python_calls(lambda: faults(few))


def test_quests_secrets_and_riddles_go_out_again() -> None:
    text = """# Cell
quest: The Bell; public; text Find it.
step: Moat; under The Bell

## Cell
* Ring of Protection; unidentified
* Torch
! Wolf; x2; looks grey; note Hungry; afraid of fire.
! Wolf
! Commoner; called Osric; looks floury; note Hides the bell.
- out: outside
"""
    with open_campaign(":memory:") as game:
        game.ask({"operation": "create", "name": "Brenna", "character": {"party": True}}, "manage_character")
        assert game.ask({"operation": "import_map", "document": text}, "manage_room")["ok"]
        game.ask({"operation": "progress", "name": "Moat", "status": "done"}, "keep_journal")
        made = map_export.written_map(game.store.read(game.campaign.id, lambda at: at.whole()), game.book)
    wanted = map_files.read(text)
    cell = next(room for room in made.plan.rooms if room.name == "Cell")
    assert made.plan.quests == wanted.quests and "how Moat stands" in made.left_out
    assert {(t.item, t.unidentified) for t in cell.things} == {("Ring of Protection", True), ("Torch", False)}
    told = [(d.creature, d.called, d.count, d.looks, d.note) for d in cell.creatures]
    assert told == [
        ("Wolf", None, 2, "grey", "Hungry; afraid of fire."), ("Wolf", None, 1, "", ""), ("Commoner", "Osric", 1, "floury", "Hides the bell.")
    ]  # fmt: skip
    assert map_text.parse(map_text_writing.write(made.plan)) == made.plan


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (
            drawn(rooms=TWO, exits=[{"name": "east", "x": 10, "y": 10, "properties": [{"name": "to", "value": "Yard"}]}]),
            "rooms: Hall, Cellar",
        ),
        (drawn(rooms=[*TWO, room("Hall", 256, 0)]), "'Hall' is taken"),
        (drawn(rooms=TWO, thing=[{"name": "Chest", "x": 10, "y": 10}]), "did you mean 'things'?"),
    ],
)
def test_near_misses_of_names_are_told(document: Json, told: str) -> None:
    assert told in faults(json.dumps(document))[0][1]


@pytest.mark.parametrize(
    ("text", "told"), [("<?xml version='1.0'?><map/>", "save it as .tmj"), ("hello world", "is no map in one of the formats")]
)
def test_a_text_that_is_no_map_is_told_so(text: str, told: str) -> None:
    assert told in faults(text)[0][1]


# ── grounds ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def thing(x: float, y: float, name: str = "", **more: Any) -> Json:
    geometry = {key: more.pop(key) for key in ("width", "height", "polyline", "polygon", "ellipse", "point", "type") if key in more}
    return {"name": name, "x": x, "y": y, **geometry, "properties": [{"name": k, "value": v} for k, v in more.items()]}


HALL = [room("Hall", 160, 32)]
"""At column 10, row 2 of a map of tiles of 16 pixels: four columns, three rows."""


def test_what_is_drawn_on_the_ground_lies_on_the_squares_of_its_room() -> None:
    drawn_there = [
        thing(161, 33, **{"is": "pillar"}),
        thing(176, 47, "Altar", width=33, height=15, **{"is": "furniture", "ft": 4}),
        thing(176, 32, polyline=[{"x": 0, "y": 0}, {"x": 0, "y": 32}, {"x": 16, "y": 32}], **{"is": "low_wall"}),
        thing(160, 64, type="difficult", width=16, height=16, hidden=True, group=1),
        thing(208, 64, type="difficult", width=16, height=16, hidden=True, group=1),
    ]
    (hall,) = map_files.read(json.dumps(drawn(rooms=HALL, ground=drawn_there))).rooms
    assert hall.ground is not None and hall.ground.size is None
    assert [(f.is_, f.at, f.called, f.ft, f.hidden) for f in hall.ground.features] == [
        ("pillar", "A1", None, None, False),
        ("furniture", "B2-C2", "Altar", 4, False),
        ("low_wall", "A1|B1 A2|B2 B2|B3", None, None, False),
        ("difficult", "A3 D3", None, None, True),
    ]


def test_a_point_gives_a_square_and_a_shape_none() -> None:
    dwellers = [
        thing(161, 33, "Wolf", point=True, count=2), thing(165, 40, "Bat", point=True), thing(177, 40, "Ogre", width=16, height=16),
        thing(190, 70, "Rat", point=True, at="C1, D1", count=2), thing(400, 400, "Goblin", point=True, room="Hall"),
    ]  # fmt: skip
    (hall,) = map_files.read(json.dumps(drawn(rooms=HALL, creatures=dwellers, things=[thing(223, 79, "Torch", point=True)]))).rooms
    assert [(d.creature, d.at) for d in hall.creatures] == [
        ("Wolf", "A1"),
        ("Bat", None),
        ("Ogre", None),
        ("Rat", "C1, D1"),
        ("Goblin", None),
    ]
    assert hall.things[0].at == "D3"


def test_a_room_says_the_size_of_its_ground() -> None:
    (hall,) = map_files.read(
        json.dumps(drawn(rooms=[room("Hall", 0, 0, size="20x10")], ground=[thing(300, 8, **{"is": "pit", "room": "Hall"})]))
    ).rooms
    assert hall.ground is not None and (hall.ground.size, hall.ground.features[0].at) == ("20x10", "S1")


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (thing(161, 33), "needs the property is"),
        (thing(161, 33, **{"is": "throne"}), ""),
        (thing(161, 33, polygon=[{"x": 0, "y": 0}, {"x": 9, "y": 9}], **{"is": "pit"}), "neither a rectangle nor a point nor a line"),
        (thing(161, 33, width=16, height=16, ellipse=True, **{"is": "pit"}), "neither a rectangle nor a point nor a line"),
        (thing(160, 32, polyline=[{"x": 0, "y": 0}, {"x": 16, "y": 16}], **{"is": "wall"}), "runs askew"),
        (thing(160, 32, polyline=[{"x": 0, "y": 0}, {"x": 0, "y": 16}], **{"is": "wall"}), "reaches column 0, row 1 of its room"),
        (thing(160, 32, width=16 * 200, height=16, room="Hall", **{"is": "wall"}), "reaches column 200, row 1"),
        (thing(160, 32, width=160, height=16, room="Hall", **{"is": "wall"}), "E1 lies outside the ground of 4 by 3 squares"),
        (thing(900, 32, **{"is": "wall"}), "lies in no room"),
        (thing(1e9, 32, **{"is": "wall"}), ""),
        (thing(161, 33, **{"is": "pit", "ft": 10**9}), "takes at most 1000"),
    ],
)  # fmt: skip
def test_a_faulty_object_of_the_ground_is_refused_with_its_place(entry: Json, why: str) -> None:
    found = faults(json.dumps(drawn(rooms=HALL, ground=[entry])))
    assert any(at.startswith("layers[2].objects[0]") and why in told for at, told in found), found


def test_what_is_no_number_is_refused() -> None:
    assert (
        faults(json.dumps(drawn(rooms=HALL, ground=[thing(float("nan"), 32, **{"is": "wall"})])))[0][1]
        == "is not JSON: NaN is not a number"
    )


def test_a_group_has_one_meaning() -> None:
    two = [thing(161, 33, group=1, **{"is": "pit"}), thing(177, 33, group=1, **{"is": "wall"})]
    assert "belongs to the group 1 of another feature" in faults(json.dumps(drawn(rooms=HALL, ground=two)))[0][1]


def test_a_picture_may_have_a_layer_called_background() -> None:
    assert map_files.read(json.dumps(drawn(rooms=HALL, background=[thing(0, 0, "A cloud")]))).rooms[0].ground is None
