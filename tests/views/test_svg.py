"""Pictures of maps: well-formed with any room names, to scale, and with no more than the party knows."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.content import map_files
from rpg_lite.views.maps.style import STYLE
from rpg_lite.views.maps.svg import map_svg
from rpg_lite.views.maps.text import LONGEST, map_text
from rpg_lite.vocabulary import DIRECTIONS, EXIT_KINDS
from rpg_lite.world.drawn_exits import touches
from rpg_lite.world.layout import Place
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Exit, Thing
from tests.copies import begun
from tests.examples import examples
from tests.rows import each_row

ROOT = Path(__file__).parents[2]
SPACE = "{http://www.w3.org/2000/svg}"


def charted(*files: str) -> Chart:
    """The whole map of a campaign into which these came."""
    folders = (ROOT / "tests" / "facts", ROOT / "data" / "adventures")
    with begun() as game:
        for file in files:
            text = next(f / file for f in folders if (f / file).exists()).read_text("utf-8")
            document = map_files.read(text).model_dump(mode="json", by_alias=True, exclude_defaults=True)
            assert game.ask({"operation": "import_map", "document": document}, tool="manage_room")["ok"]
        return game.chart(everything=True, around=999)


def room(n: int, name: str, **body: object) -> Thing:
    return Thing(f"r1.{n}", "room", name, None, body=body)


@st.composite
def charts(draw: st.DrawFn) -> Chart:
    names = draw(st.lists(st.text(min_size=1, max_size=200), min_size=1, max_size=8))
    rooms = tuple(room(n, name) for n, name in enumerate(names))
    ids = st.sampled_from([*(r.id for r in rooms), "r9.9"])
    drawn = draw(st.lists(st.tuples(ids, st.none() | ids, st.sampled_from(DIRECTIONS), st.sampled_from(EXIT_KINDS)), max_size=12))
    doors = draw(st.lists(st.tuples(st.sampled_from(("open", "closed", "locked")), st.booleans()), min_size=12, max_size=12))
    exits = tuple(
        Exit(f"e1.{n}", a, names[0], d, b, kind, state, hidden, key_name=names[-1])
        for n, ((a, b, d, kind), (state, hidden)) in enumerate(zip(drawn, doors, strict=False))
    )
    people = {rooms[0].id: tuple(Thing(f"c1.{n}", "character", name, None) for n, name in enumerate(names))}
    return Chart(rooms[0].id, rooms, exits, {"r9.9": names[-1]}, people, frozenset({rooms[0].id}))


@given(charts())
def test_every_map_is_well_formed_and_shows_every_room_once(chart: Chart):
    drawn = ElementTree.fromstring(map_svg(chart))
    assert len([r for r in drawn.iter(f"{SPACE}rect") if "room" in (r.get("class") or "") and r.get("rx")]) == len(chart.rooms)


@given(charts())
def test_every_map_as_text_keeps_its_length(chart: Chart):
    assert len(map_text(chart)) <= LONGEST


def test_a_name_is_no_markup():
    drawn = map_svg(Chart("r1.1", (room(1, '<script>alert("x")</script>'),)))
    assert "<script" not in drawn and "&lt;script&gt;" in drawn


def test_a_room_is_drawn_to_scale_where_it_says():
    drawn = ElementTree.fromstring(map_svg(Chart("r1.1", (room(1, "Hall", at={"x": 2, "y": 3, "w": 5, "h": 4}),))))
    (rect,) = [r for r in drawn.iter(f"{SPACE}rect") if (r.get("class") or "").startswith("room here") and r.get("rx")]
    assert [rect.get(k) for k in ("x", "y", "width", "height")] == ["40", "60", "100", "80"]


def test_a_picture_says_in_words_what_it_shows():
    drawn = ElementTree.fromstring(map_svg(Chart("r1.1", (room(1, "Hall"),)), "The Keep"))
    assert drawn.get("role") == "img"
    assert [drawn.findtext(f"{SPACE}{word}") for word in ("title", "desc")] == [
        "The Keep",
        "The places that the party has discovered. Hall.",
    ]


def test_an_unknown_campaign_has_an_empty_map():
    assert "Nothing is known yet" in map_svg(Chart("", ()))


@each_row(
    ("kind", "state", "hidden", "looks"),
    [
        ("passage", "open", False, 'class="no"'),
        ("door", "closed", False, 'class="door"'),
        ("door", "locked", False, 'class="door lock"'),
        ("secret_door", "closed", True, 'class="door secret"'),
        ("portcullis", "closed", False, 'class="bars"'),
    ],
)
def test_a_door_looks_like_what_it_is(kind: str, state: str, hidden: bool, looks: str):
    way = Exit("e1.1", "r1.1", "east", "east", "r1.2", kind, state, hidden)  # type: ignore[arg-type]
    alone = Chart("r1.1", (room(1, "Hall"), room(2, "Den")))
    assert looks in map_svg(Chart(alone.here, alone.rooms, (way,)))
    assert looks not in map_svg(alone)


def test_only_the_game_masters_map_tells_what_unlocks_a_door():
    rooms = (room(1, "Hall"), room(2, "Vault"))
    door = Exit("e1.1", "r1.1", "north", "north", "r1.2", "door", "locked", key_name="Iron Key", dc=15)
    assert "door, locked, one way: Vault" in map_svg(Chart("r1.1", rooms, (door,)))
    assert "door, locked (Iron Key), one way: Vault" in map_svg(Chart("r1.1", rooms, (door,), whole=True))


def test_nothing_in_a_picture_has_a_style_of_its_own():
    stairs = Exit("e1.1", "r1.1", "up", "up", None, "stairs")
    drawn = map_svg(Chart("r1.1", (room(1, "Hall"),), (stairs,)))
    assert " style=" not in drawn and drawn.count("<style>") == 1 and f"<style>{STYLE}</style>" in drawn


COLOURS = re.compile(r"none|#[0-9a-f]{3}|#[0-9a-f]{6}|url\(#squares\)")
SHAPES = {f"{SPACE}{tag}" for tag in ("rect", "path", "circle")}


@given(charts())
def test_every_renderer_has_the_colours(chart: Chart):
    """For renderers without style sheets and variables: each shape has its own fill and stroke, or is inside one that has."""
    drawn = map_svg(chart)
    assert "var(" not in drawn
    root = ElementTree.fromstring(drawn)
    assert COLOURS.fullmatch(root.get("fill") or "")
    for shape in (e for e in root.iter() if e.tag in SHAPES):
        assert COLOURS.fullmatch(shape.get("fill") or ""), ElementTree.tostring(shape)
        assert shape.get("stroke") is None or COLOURS.fullmatch(shape.get("stroke") or "")


def test_dark_pages_and_paper_have_colours_of_their_own():
    dark, printed = STYLE.split("\n")
    for sheet, room in ((dark, ".map .room{fill:#37322a;stroke:#efe6d2}"), (printed, ".map .room{fill:#fff;stroke:#000}")):
        assert room in sheet
        assert all(rule.startswith(".map") for rule in re.findall(r"[^{}]+(?=\{[^{}]*(?:fill|stroke):)", sheet.partition("{")[2]))


def segments(drawn: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """All lines of exits."""
    found = []
    for line in re.findall(r'<path class="(?:wall|step)"[^>]* d="M([^"l]+)"', drawn):
        points = [tuple(map(float, point.split())) for point in line.split("L")]
        found += list(pairwise(points))
    return found  # type: ignore[return-value]


def crossed(drawn: str) -> list[str]:
    """Segments of exit lines that touch a third room or cross one."""
    rects = re.findall(r'<rect class="room[^"]*"[^>]* x="(-?[\d.]+)" y="(-?[\d.]+)" width="([\d.]+)" height="([\d.]+)" rx', drawn)
    rooms = [Place(*(int(float(n)) for n in rect)) for rect in rects]
    found = []
    for a, b in segments(drawn):
        if sum(touches(a, b, room) for room in rooms) > 2:
            found.append(f"{a} {b}")
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        if a != b and any(touches(middle, middle, room) for room in rooms):
            found.append(f"the middle of {a} {b}")
    return found


@pytest.mark.parametrize("files", [("one_page_dungeon.json",), ("salt_toll.txt",), ("one_page_dungeon.json", "salt_toll.txt")])
def test_no_way_of_a_dungeon_is_drawn_through_a_room(files: tuple[str, ...]):
    chart = charted(*files)
    drawn = map_svg(chart)
    assert len(segments(drawn)) > 12
    for storey in drawn.split('<g transform="translate(')[1:]:
        assert crossed(storey) == []


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 14)] * 2, *[st.integers(1, 5)] * 2), min_size=2, max_size=9), st.data())
def test_no_way_is_drawn_through_a_room(areas: list[tuple[int, int, int, int]], data: st.DataObject):
    placed: list[Place] = []
    for area in areas:
        if not any(Place(*area).overlaps(other) for other in placed):
            placed.append(Place(*area))
    rooms = tuple(room(n, f"Room {n}", at={"x": p.x, "y": p.y, "w": p.w, "h": p.h}) for n, p in enumerate(placed))
    ids = st.sampled_from([r.id for r in rooms])
    pairs = data.draw(st.lists(st.tuples(ids, ids, st.sampled_from(("north", "east", "south", "west"))), max_size=6))
    exits = tuple(Exit(f"e1.{n}", a, d, d, b) for n, (a, b, d) in enumerate(pairs))  # type: ignore[arg-type]
    assert crossed(map_svg(Chart("", rooms, exits))) == []


def test_a_way_that_no_line_can_show_has_the_same_letter_at_both_ends():
    around = {"North": (0, -3, 3, 3), "East": (3, -3, 3, 9), "South": (0, 3, 3, 3), "West": (-3, -3, 3, 9)}
    rooms = tuple(
        room(n, name, at=dict(zip("xywh", at, strict=True)))
        for n, (name, at) in enumerate({"Cell": (0, 0, 3, 3), "Far": (20, 0, 3, 3), **around}.items())
    )
    drawn = map_svg(Chart("", rooms, (Exit("e1.1", "r1.0", "east", "east", "r1.1"),)))
    assert drawn.count('class="mark"') == 3 and len(re.findall(r">A</text>", drawn)) == 2  # the third is in the legend
    assert "<title>east, one way: Far</title>" in drawn and "<title>to Cell</title>" in drawn and "same letter" in drawn


def test_the_title_names_the_maps_that_are_shown():
    halls = tuple(room(n, f"Hall {n}", map={"id": f"r{n}.1", "name": name}) for n, name in enumerate(("Keep", "Keep", "Mine")))
    assert '<title id="map-title">Keep, Mine</title>' in map_svg(Chart("r1.0", halls))
    assert '<title id="map-title">Around Hall</title>' in map_svg(Chart("r1.0", (room(0, "Hall"),)))
    assert '<title id="map-title">Mine</title>' in map_svg(Chart("r1.0", halls), "Mine")


def test_a_room_with_notes_is_marked_for_the_game_master():
    noted = (room(1, "Hall", notes=["A trap under the rug."]),)
    assert "A trap" not in map_svg(Chart("r1.1", noted)) and 'class="note"' not in map_svg(Chart("r1.1", noted))
    drawn = map_svg(Chart("r1.1", noted, whole=True))
    assert "<title>Hall – A trap under the rug.</title>" in drawn and drawn.count('class="note"') == 2  # the other in the legend


@each_row(
    ("name", "w", "h", "shown"),
    [
        ("Passage 3", 4, 1, ">Passage 3</text>"),
        ("Passage 3", 1, 4, 'rotate(-90 14 40)">Passage 3</text>'),
        ("Passage 3", 1, 1, ">P3</text>"),
        ("Room 12", 1, 1, ">12</text>"),
        ("Passage 2 of the Den of the Ninth Bat", 4, 1, ">P2</text>"),
        ("Clerk's Niche", 3, 3, ">Clerk's</text>"),
    ],
)
def test_a_name_is_written_whole_or_as_its_number(name: str, w: int, h: int, shown: str):
    drawn = map_svg(Chart("", (room(1, name, at={"x": 0, "y": 0, "w": w, "h": h}),))).replace("&#x27;", "'")
    assert shown in drawn and "…" not in drawn


def people(party: int, others: int) -> tuple[Thing, ...]:
    heroes = [Thing(f"c1.{n}", "character", "Hero", None, body={"sheet": {"party": True}}) for n in range(party)]
    return (*heroes, *(Thing(f"c2.{n}", "character", "Rat", None) for n in range(others)))


@each_row(
    ("wide", "party", "others", "discs", "captions"),
    [
        (5, 0, 0, [], set()),
        (5, 3, 2, ["hero H", "hero H", "hero H", "other R", "other R"], {"the party", "others"}),
        (5, 4, 4, ["hero H", "hero H", "hero H", "hero H", "other 4"], {"the party", "others", "number: how many"}),
        (5, 6, 1, ["hero H", "hero H", "hero H", "hero +3", "other R"], {"the party", "others", "number: how many"}),
        (5, 1, 6, ["hero H", "other R", "other R", "other R", "other +3"], {"the party", "others", "number: how many"}),
        (5, 0, 7, ["other R"] * 4 + ["other +3"], {"others", "number: how many"}),
        (2, 2, 3, ["hero 2", "other 3"], {"the party", "others", "number: how many"}),
        (1, 2, 3, ["hero 5"], {"the party", "number: how many"}),
        (1, 0, 1, ["other R"], {"others"}),
    ],
)
def test_people_who_do_not_fit_are_numbers_of_their_side(wide: int, party: int, others: int, discs: list[str], captions: set[str]):
    hall = room(1, "Hall", at={"x": 0, "y": 0, "w": wide, "h": 4})
    drawn = map_svg(Chart("r1.1", (hall,), people={"r1.1": people(party, others)}))
    in_the_room = re.findall(r'class="token (\w+)"[^>]* cx="(?!0")[^>]*/><text class="letter"[^>]*>([^<]*)<', drawn)
    assert [f"{side} {word}" for side, word in in_the_room] == discs
    assert {caption for caption in ("the party", "others", "number: how many") if f">{caption}<" in drawn} == captions


def test_steps_on_the_floor_are_drawn():
    rooms = (room(1, "Hall"), room(2, "Den"))
    assert 'class="tread"' in map_svg(Chart("r1.1", rooms, (Exit("e1.1", "r1.1", "east", "east", "r1.2", "stairs"),)))
