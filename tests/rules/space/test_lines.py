"""Lines and sight: the same from both ends, wherever the room lies."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.rules.space.cover import cover_from
from rpg_lite.rules.space.features import CLEAR, STOPPED
from rpg_lite.rules.space.lines import Line, hindrance, is_line_open, sees, sees_point
from tests.examples import examples
from tests.rows import each_row
from tests.rules.space.grounds import H, W, at, changes, points, room, rooms, spaces

anywhere = st.tuples(st.integers(1, W * 8 - 1), st.integers(1, H * 8 - 1))
on_grid = st.tuples(st.integers(1, W * 2 - 1), st.integers(1, H * 2 - 1)).map(lambda p: (p[0] * 4, p[1] * 4))
heights = st.sampled_from([5, 5, 10, 15, 25, 45])
many = settings(max_examples=examples(500), deadline=None)


@many
@given(rooms(), st.one_of(anywhere, on_grid), st.one_of(anywhere, on_grid), heights, heights, changes)
def test_a_line_meets_the_same_from_both_ends_and_wherever_it_lies(plan, a, b, a_height, b_height, change):
    degree = hindrance(plan.ground, Line(a, b, a_height, b_height)).degree
    assert hindrance(plan.ground, Line(b, a, b_height, a_height)).degree == degree
    changed = Line(change.point(plan, *a), change.point(plan, *b), a_height, b_height)
    assert hindrance(change.of_room(plan).ground, changed).degree == degree


@many
@given(rooms(), spaces(), spaces(), changes)
def test_sight_goes_both_ways_and_total_cover_is_no_sight(plan, a, b, change):
    ground = plan.ground
    seen = sees(ground, a, b)
    assert sees(ground, b, a) is seen
    assert sees(change.of_room(plan).ground, change.of_space(plan, a), change.of_space(plan, b)) is seen
    assert (cover_from(ground, a, b).degree == "total") is not seen
    assert (cover_from(ground, b, a).degree == "total") is not seen


@many
@given(rooms(), spaces(), points(), changes)
def test_a_point_is_seen_wherever_the_room_lies(plan, space, point, change):
    moved = sees_point(change.of_room(plan).ground, change.of_space(plan, space), change.point(plan, *point))
    assert sees_point(plan.ground, space, point) is moved


@each_row(
    "features, a, b, is_open",
    [
        ([("wall", "C1")], (4, 4), (36, 4), False),
        ([("wall", "C2")], (4, 4), (36, 4), True),
        # touching a corner is not passing
        ([("wall", "B1")], (4, 12), (20, 12), True),
        ([("wall", "B1")], (4, 4), (12, 12), True),
        # through a corner between two: one way around must be open
        ([("wall", "B1"), ("wall", "A2")], (4, 4), (12, 12), False),
        ([("wall", "A1|B1")], (4, 4), (12, 12), True),
        ([("wall", "A1|B1 A2|B2")], (4, 4), (12, 12), False),
        ([("wall", "A1|B1 A1|A2")], (4, 4), (12, 12), False),
        ([("wall", "A1|B1 B1|B2")], (4, 4), (12, 12), True),
        ([("wall", "A1|B1 B2|A2")], (12, 4), (4, 12), False),
        # between two rows: the easier side
        ([("wall", "B1")], (0, 8), (40, 8), True),
        ([("wall", "B1"), ("wall", "B2")], (0, 8), (40, 8), False),
        ([("wall", "B1"), ("wall", "C2")], (0, 8), (40, 8), False),
        ([("wall", "B1"), ("wall", "D2")], (0, 8), (40, 8), True),
        ([("wall", "A1|B1")], (0, 8), (40, 8), True),
        ([("wall", "A1|B1"), ("wall", "A2|B2")], (0, 8), (40, 8), False),
        ([("portcullis", "C1")], (4, 4), (36, 4), True),
    ],
)  # fmt: skip
def test_what_stops_a_line(features, a, b, is_open):
    ground = room(5, 4, *features)
    assert is_line_open(ground, Line(a, b)) is is_line_open(ground, Line(b, a)) is is_open


@each_row(
    "a_height, b_height, degree",
    [
        (5, 5, STOPPED),
        (19, 19, STOPPED),
        (20, 20, CLEAR),
        (35, 5, STOPPED),
        (44, 5, STOPPED),
        (45, 5, CLEAR),
        (5, 65, CLEAR),
    ],
)
def test_a_wall_of_ten_feet_stops_lines_below_ten_feet(a_height, b_height, degree):
    """The line passes the wall from 12 to 20 parts of 32 of its way: at 20, one from 45 to 5 half feet runs at 20."""
    ground = room(5, 1, ("wall", "C1"), ft=10)
    assert hindrance(ground, Line((4, 4), (36, 4), a_height, b_height)).degree == degree
    assert hindrance(ground, Line((36, 4), (4, 4), b_height, a_height)).degree == degree


def test_what_stops_a_line_is_named():
    ground = room(5, 1, ("arrow_slit", "B1"), ("wall", "D1"))
    assert hindrance(ground, Line((4, 4), (36, 4))).by == "wall"
    assert hindrance(ground, Line((4, 4), (20, 4))).by == "arrow slit"


def test_own_squares_hide_nobody():
    """A ghost in a pillar is seen, and sees."""
    ground = room(5, 1, ("pillar", "A1"))
    assert sees(ground, at("A1"), at("E1")) and sees(ground, at("E1"), at("A1"))


def test_both_or_neither():
    ground = room(12, 10, ("wall", "E4 E5 E6"))
    assert not sees(ground, at("D5"), at("F5"))
    assert sees(ground, at("D5"), at("F2"))
