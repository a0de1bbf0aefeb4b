"""Cover: what gives it, and how much."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.rules.space.cover import Bystander, Cover, cover_from, cover_from_point, passes
from rpg_lite.rules.space.lines import Line, sees_point
from rpg_lite.rules.space.squares import Space
from tests.examples import examples
from tests.rows import each_row
from tests.rules.space.grounds import at, changes, points, room, rooms, spaces

many = settings(max_examples=examples(600), deadline=None)
crowds = st.lists(spaces(most=2), max_size=5).map(lambda found: [Bystander(f"B{n}", space) for n, space in enumerate(found)])


def oda(*where):
    return [Bystander(f"Oda {n}" if n else "Oda", at(name)) for n, name in enumerate(where)]


@each_row(
    "features, attacker, target, others, degree, by",
    [
        ([], "B5", "G5", [], "none", ""),
        ([], "B5", "G5", ["E5"], "half", "Oda"),
        ([], "B5", "G5", ["E4"], "none", ""),
        ([], "B5", "G5", ["H5"], "none", ""),
        ([], "B5", "G5", ["A5"], "none", ""),
        ([("low_wall", "F3-F7")], "B5", "G5", [], "half", "low wall"),
        ([("low_wall", "H3-H7")], "B5", "G5", [], "none", ""),
        ([("furniture", "G5")], "B5", "G5", [], "none", ""),
        ([("low_wall", "F5|G5")], "B5", "G5", [], "half", "low wall"),
        ([("wall", "F1-F4 F6-F10"), ("arrow_slit", "F5")], "B5", "G5", [], "three_quarters", "arrow slit"),
        ([("wall", "F1-F4 F6-F10"), ("portcullis", "F5|G5")], "B5", "G5", [], "three_quarters", "portcullis"),
        ([("thick_tree", "F5")], "B5", "G5", ["E5"], "three_quarters", "thick tree"),
        ([("wall", "E1-E10")], "B5", "G5", [], "total", "wall"),
        ([("wall", "E1-E10")], "B5", "G5", ["D5"], "total", "wall"),
        ([("wall", "E1-E4")], "B3", "F6", [], "none", ""),
        ([("wall", "E1-E4")], "B4", "F5", [], "none", ""),
        ([("wall", "E1-E5")], "B5", "G6", [], "none", ""),
        ([("wall", "E1-E5")], "B4", "G6", [], "three_quarters", "wall"),
    ],
)  # fmt: skip
def test_cover_comes_from_what_lies_between(features, attacker, target, others, degree, by):
    assert cover_from(room(12, 10, *features), at(attacker), at(target), oda(*others)) == Cover(degree, by)


def test_two_creatures_between_give_half_cover_still():
    assert cover_from(room(12, 10), at("B5"), at("G5"), oda("D5", "E5")).degree == "half"


def test_a_big_target_is_covered_by_who_hides_half_of_it():
    """One Medium creature before the southern half of an ogre hides two of its four corners; two hide no more than half of what they are."""
    assert cover_from(room(12, 10), at("B5"), at("G5", "large"), oda("F5", "F6")).degree == "half"
    assert cover_from(room(12, 10), at("B5"), at("G5", "large"), oda("F6")).degree == "half"
    assert cover_from(room(12, 10), at("B5"), at("G5", "large"), oda("F7")).degree == "none"


def test_half_behind_a_tree_trunk_is_three_quarters():
    """Two lines of four through what gives three-quarters are enough; two that a wall stops are half of the body."""
    assert cover_from(room(12, 10, ("thick_tree", "F6")), at("B5"), at("G5", "large")) == Cover("three_quarters", "thick tree")
    assert cover_from(room(12, 10, ("pillar", "F6")), at("B5"), at("G5", "large")) == Cover("half", "pillar")


@each_row("attacker, degree", [("B5", "half"), ("B5+5", "half"), ("B5+20", "none")])
def test_a_flyer_shoots_over_who_stands_between(attacker, degree):
    assert cover_from(room(12, 10), at(attacker), at("G5"), oda("E5")).degree == degree


@each_row("other, degree", [("E5", "half"), ("E5+5", "none"), ("E5 down 10", "none")])
def test_a_creature_above_or_below_the_line_gives_none(other, degree):
    assert cover_from(room(12, 10), at("B5"), at("G5"), oda(other)).degree == degree


@each_row("target, degree", [("H5", "half"), ("L5+40", "none")])
def test_a_low_wall_hides_nobody_in_the_air(target, degree):
    assert cover_from(room(12, 10, ("low_wall", "F5")), at("E5"), at(target)).degree == degree


def test_cover_from_a_point_is_behind_what_it_lies_before():
    """A burst in front of the low wall; one behind it gives the target none."""
    ground = room(12, 10, ("low_wall", "F3-F7"))
    assert cover_from_point(ground, (28, 36), at("G5")) == Cover("half", "low wall")
    assert cover_from_point(ground, (76, 36), at("G5")) == Cover("none")
    assert cover_from_point(ground, (28, 36), at("G5"), others=oda("D5")) == Cover("half", "low wall")
    assert cover_from_point(room(12, 10), (28, 36), at("G5"), others=oda("D5")) == Cover("none")
    assert cover_from_point(room(12, 10), (24, 36), at("G5"), others=oda("D5")) == Cover("half", "Oda")


@many
@given(rooms(), spaces(), spaces(), crowds, changes)
def test_cover_is_the_same_wherever_the_room_lies(plan, a, b, others, change):
    found = cover_from(plan.ground, a, b, others)
    moved = [Bystander(other.name, change.of_space(plan, other.space)) for other in others]
    assert cover_from(change.of_room(plan).ground, change.of_space(plan, a), change.of_space(plan, b), moved).degree == found.degree
    assert bool(found.by) is (found.degree != "none")


@many
@given(rooms(), spaces(), spaces(), crowds)
def test_creatures_add_half_cover_at_most(plan, a, b, others):
    rank = ["none", "half", "three_quarters", "total"]
    bare, crowded = (cover_from(plan.ground, a, b, them).degree for them in ([], others))
    assert rank.index(bare) <= rank.index(crowded)
    assert crowded == bare or (bare, crowded) == ("none", "half")


@many
@given(rooms(), points(), spaces())
def test_total_cover_from_a_point_is_no_line_to_it(plan, point, target):
    assert (cover_from_point(plan.ground, point, target).degree == "total") is not sees_point(plan.ground, target, point)


@many
@given(spaces(levels=(0,)), st.tuples(st.integers(0, 72), st.integers(0, 64)), st.tuples(st.integers(0, 72), st.integers(0, 64)))
def test_a_line_passes_a_space_when_a_part_of_it_is_inside(space, a, b):
    """Against the middle of the part of the line between the sides of the space, in fractions."""
    low, high = Fraction(0), Fraction(1)
    for axis, first in ((0, space.x), (1, space.y)):
        near, far, way = first * 8, (first + space.n) * 8, b[axis] - a[axis]
        if not way:
            if not near < a[axis] < far:
                low, high = Fraction(1), Fraction(0)
            continue
        low, high = (
            max(low, min(Fraction(near - a[axis], way), Fraction(far - a[axis], way))),
            min(high, max(Fraction(near - a[axis], way), Fraction(far - a[axis], way))),
        )
    inside = low < high if a != b else space.covers((a[0] // 8, a[1] // 8)) and a[0] > space.x * 8 and a[1] > space.y * 8
    assert passes(Line(a, b), space) is bool(inside)
    assert passes(Line(b, a), space) is bool(inside)


@each_row(
    "a, b, is_passed",
    [(5, 5, True), (15, 15, False), (5, 45, False), (45, 5, False), (5, 20, False), (35, 5, False), (5, 15, True), (13, 5, True)],
)
def test_a_line_passes_a_space_at_its_height(a, b, is_passed):
    """A Medium creature is 10 half feet high; the line is over it from 12 to 20 parts of 32 of its way."""
    line = Line((4, 4), (36, 4), a, b)
    low = min(a + (b - a) * part / 32 for part in (12, 20))
    assert (low < 10) is is_passed
    assert passes(line, Space(2, 0)) is is_passed


def test_the_corner_with_the_most_open_lines_says_what_covers():
    """From P4 the nearest corner looks into a wall, and the others past a pillar."""
    ground = room(24, 12, ("pillar", "F9"), ("wall", "N1-N4"))
    assert cover_from(ground, at("P4"), at("E10")) == Cover("three_quarters", "pillar")
