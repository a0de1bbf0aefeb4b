"""Pictures of maps: well-formed whatever rooms are called, to scale, and no wiser than the party."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.views.maps.svg import STYLE, map_svg
from rpg_lite.views.maps.text import LONGEST, map_text
from rpg_lite.vocabulary import DIRECTIONS, EXIT_KINDS
from rpg_lite.world.chart import Chart
from rpg_lite.world.things import Exit, Thing

SPACE = "{http://www.w3.org/2000/svg}"


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
    assert [drawn.findtext(f"{SPACE}{word}") for word in ("title", "desc")] == ["The Keep", "What the party has discovered. Hall."]


def test_an_unknown_campaign_has_an_empty_map():
    assert "Nothing is known yet" in map_svg(Chart("", ()))


@pytest.mark.parametrize(
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
