"""Areas of effect: their squares, and whom they catch."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.rules.space.ground import ground_of
from rpg_lite.rules.space.shapes import EffectArea, catches, caught_by, holds_middle, is_divided, nearest_level, squares_inside
from rpg_lite.rules.space.squares import Space
from tests.examples import examples
from tests.rows import each_row
from tests.rules.space.grounds import at, changes, names, points, room, rooms, spaces

many = settings(max_examples=examples(400), deadline=None)
BARE = ground_of(100, 100)
CORNER, MIDDLE = (400, 400), (404, 404)


@each_row("feet, at_corner, at_middle", [(5, 4, 5), (10, 12, 13), (15, 32, 29), (20, 52, 49), (30, 112, 113), (60, 448, 441)])
def test_a_sphere_is_round(feet, at_corner, at_middle):
    for shape in ("sphere", "cylinder"):
        assert len(squares_inside(BARE, EffectArea(shape, feet, CORNER))) == at_corner
        assert len(squares_inside(BARE, EffectArea(shape, feet, MIDDLE))) == at_middle


@each_row("feet, squares", [(15, 6), (30, 21), (60, 78)])
def test_row_k_of_a_straight_cone_has_k_squares(feet, squares):
    inside = squares_inside(BARE, EffectArea("cone", feet, (406, 400), toward=(0, -1, 0)))
    assert len(inside) == squares
    rows = [sum(y == 49 - k for _, y in inside) for k in range(feet // 5)]
    assert rows == [*range(1, feet // 5 + 1)]


@each_row("feet, squares", [(15, 6), (30, 20), (60, 72)])
def test_a_diagonal_cone_runs_from_a_corner(feet, squares):
    assert len(squares_inside(BARE, EffectArea("cone", feet, CORNER, toward=(1, -1, 0)))) == squares


def test_a_cone_from_the_middle_of_an_edge_would_lack_a_square():
    """Hence the quarter points: from the middle, the rows of 15 ft have 1, 1 and 3 squares."""
    assert len(squares_inside(BARE, EffectArea("cone", 15, (404, 400), toward=(0, -1, 0)))) == 5


@each_row(
    "at, toward, width, squares",
    [
        ((404, 400), (0, -1, 0), 5, 20), ((400, 400), (1, -1, 0), 5, 14), ((400, 400), (0, -1, 0), 10, 40),
        # between two columns a line of 5 ft holds the middles of neither
        ((400, 400), (0, -1, 0), 5, 0),
    ],
)  # fmt: skip
def test_a_line_of_100_feet(at, toward, width, squares):
    assert len(squares_inside(BARE, EffectArea("line", 100, at, toward=toward, width=width))) == squares


@each_row("feet, n, squares", [(15, 1, 48), (10, 3, 40), (5, 1, 8), (5, 4, 20), (10, 2, 32)])
def test_an_emanation_is_square_and_leaves_its_origin_out(feet, n, squares):
    """Eight Medium creatures fit around one, twenty around a Gargantuan one (SRD 5.1, Space)."""
    area = EffectArea("emanation", feet, maker=Space(50, 50, n))
    assert len(squares_inside(BARE, area)) == squares
    assert len(squares_inside(BARE, replace(area, includes_maker=True))) == squares + n * n


@each_row("feet, at, squares", [(15, (404, 404), 9), (20, (400, 400), 16), (10, (400, 400), 4), (5, (404, 404), 1)])
def test_a_cube_lies_on_whole_squares(feet, at, squares):
    assert len(squares_inside(BARE, EffectArea("cube", feet, at))) == squares


def test_a_cube_from_oneself_leaves_its_maker_out():
    area = EffectArea("cube", 15, (44, 44), maker=at("F8"), lines_from=(44, 56))
    assert names(squares_inside(room(14, 12), area)) == "E5 F5 G5 E6 F6 G6 E7 F7 G7"


def test_a_wall_has_the_squares_of_its_way_up_to_its_length():
    way = ((2, 2), (3, 2), (4, 3), (5, 3))
    area = EffectArea("wall", 15, way=way, height=20)
    assert names(squares_inside(room(12, 10), area)) == "C3 D3 E4"
    assert names(squares_inside(room(12, 10, ("wall", "D3")), area)) == "C3 E4"
    assert not catches(room(12, 10), area, at("C3+20")) and catches(room(12, 10), area, at("C3+15"))


def test_a_straight_wall_and_a_ring():
    straight = EffectArea("wall", 30, (16, 20), toward=(1, 0, 0))
    assert names(squares_inside(room(12, 10), straight)) == "C3 D3 E3 F3 G3 H3"
    ring = EffectArea("wall", 10, (40, 40), is_ring=True)
    assert names(squares_inside(room(12, 10), ring)) == "E4 F4 D5 G5 D6 G6 E7 F7"


@each_row(
    "shape, space, is_caught",
    [
        ("cylinder", "E5+35", True), ("cylinder", "E5+40", False), ("cylinder", "E5 down 5", False),
        ("sphere", "E5+5", True), ("sphere", "E5+10", False),
    ],
)  # fmt: skip
def test_height_counts(shape, space, is_caught):
    """A sphere of 10 ft at a corner reaches 5 ft up over the squares beside it; a cylinder of 40 ft holds the levels 0 to 35."""
    area = EffectArea(shape, 10, (40, 40), height=40 if shape == "cylinder" else None)
    assert catches(room(14, 12), area, at(space)) is is_caught


def test_a_giant_is_met_at_its_nearest_level():
    area = EffectArea("sphere", 5, (40, 40), z=10)
    assert nearest_level(area, at("E5", "huge")) == 10 and catches(room(14, 12), area, at("E5", "huge"))
    assert not catches(room(14, 12), area, at("E5"))


def test_a_cone_tilts_toward_a_flyer():
    cone = EffectArea("cone", 60, (46, 56), toward=(0, -1, 0))
    assert not catches(room(14, 12), cone, at("F4+20"))
    assert catches(room(14, 12), replace(cone, toward=(-2, -28, 32)), at("F4+20"))


def test_a_wall_keeps_an_area_off_and_a_portcullis_does_not():
    area = EffectArea("sphere", 20, (32, 40))
    assert not catches(room(14, 12, ("wall", "G1-G12")), area, at("H5"))
    assert not catches(room(14, 12, ("wall", " ".join(f"F{n}|G{n}" for n in range(1, 13)))), area, at("G5"))
    assert catches(room(14, 12, ("portcullis", " ".join(f"F{n}|G{n}" for n in range(1, 13)))), area, at("G5"))


def test_what_spreads_goes_around_corners():
    ground = room(14, 12, ("wall", "G4-G12"))
    area = EffectArea("sphere", 20, (40, 32))
    assert not catches(ground, area, at("H4")) and catches(ground, replace(area, spreads=True), at("H4"))
    shut = room(14, 12, ("wall", "G1-G12"))
    assert not catches(shut, replace(area, spreads=True), at("H4"))


@each_row(
    "features, is_so",
    [([], False), ([("wall", "B2|C2")], False), ([("wall", "B2|C2 B3|C3")], True), ([("wall", "B2 C3")], True), ([("wall", "B2")], False)],
)
def test_a_corner_in_a_wall_is_divided(features, is_so):
    assert is_divided(room(5, 5, *features), (16, 16)) is is_so


def _area(shape, feet, point, toward, maker):
    if shape == "cube":
        # On whole squares: the middle of an odd number of them is a middle, that of an even one a corner.
        feet = 15 if point[0] % 8 else 10
    if shape in ("cone", "line"):
        point = (point[0] // 8 * 8 + 4, point[1] // 8 * 8) if toward in ((0, 1), (0, -1)) else (point[0] // 8 * 8, point[1] // 8 * 8)
    return EffectArea(shape, feet, point, toward=(*toward, 0), maker=maker if shape == "emanation" else None, height=20)


areas = st.builds(
    _area,
    st.sampled_from(["sphere", "cylinder", "cone", "line", "cube", "emanation"]),
    st.sampled_from([5, 10, 15, 20, 30]),
    points(),
    st.tuples(st.integers(-2, 2), st.integers(-2, 2)).filter(any),
    spaces(levels=(0,)),
)


@many
@given(rooms(), areas, st.booleans(), spaces(), changes)
def test_an_area_is_the_same_wherever_the_room_lies(plan, area, spreads, space, change):
    area = replace(area, spreads=spreads)
    moved = replace(
        area,
        at=change.point(plan, *area.at),
        toward=(*change.of_way(plan, *area.toward[:2]), 0),
        maker=change.of_space(plan, area.maker) if area.maker else None,
    )
    ground, there = plan.ground, change.of_room(plan).ground
    inside = squares_inside(ground, area)
    assert {change.of_square(plan, square) for square in inside} == {
        square for square in squares_inside(there, moved) if change.name != "moved" or _came_from(plan, square)
    }
    assert catches(there, moved, change.of_space(plan, space)) is catches(ground, area, space)


def _came_from(plan, square):
    return 2 <= square[0] < plan.w + 2 and 1 <= square[1] < plan.h + 1


@many
@given(rooms(), areas, spaces(levels=(0,)))
def test_a_creature_is_caught_when_one_of_its_squares_is_inside(plan, area, space):
    low = replace(area, z=0)
    assert catches(plan.ground, low, space) is any(space.covers(square) for square in squares_inside(plan.ground, low))


@many
@given(areas, st.integers(0, 8), st.integers(0, 7))
def test_nothing_is_kept_off_where_nothing_stands(area, x, y):
    assert ((x, y) in squares_inside(room(9, 8), area)) is holds_middle(area, (x, y), area.z)


def test_a_wall_that_begins_in_a_square_fills_it():
    wall = EffectArea("wall", 20, MIDDLE, toward=(1, 0, 0))
    assert sorted(squares_inside(BARE, wall)) == [(50, 50), (51, 50), (52, 50), (53, 50)]
    assert (50, 50) in squares_inside(BARE, replace(wall, toward=(1, 1, 0)))


@given(rooms(), points(), spaces(), st.sampled_from(("sphere", "cylinder", "cube")), st.sampled_from((5, 10, 20)), st.booleans())
@many
def test_many_spaces_are_judged_as_each_is(one, point, space, shape, feet, spreads):
    area = EffectArea(shape, feet, point, spreads=spreads)
    assert caught_by(one.ground, area)(space) == catches(one.ground, area, space)
    bare = ground_of(one.ground.w, one.ground.h)
    assert caught_by(bare, area)(space) == catches(bare, area, space)
