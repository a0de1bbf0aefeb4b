"""Grounds, their features, doors and exits."""

from typing import get_args

import pytest
from hypothesis import given

from rpg_lite.rules.space.features import FEATURE_KINDS, GroundFault, GroundFeature, OfMagic
from rpg_lite.rules.space.ground import exit_squares, ground_of, open_ground
from rpg_lite.rules.space.lines import Line, is_line_open
from rpg_lite.rules.space.paths import find_walk
from rpg_lite.rules.space.squares import Space, read_edge, square_name
from rpg_lite.rules.space.steps import Mover
from rpg_lite.vocabulary import FeatureWord
from tests.rows import each_row
from tests.rules.space.grounds import at, room, rooms


def test_every_word_of_the_list_does_something_known():
    assert tuple(word for word in FEATURE_KINDS if word not in get_args(OfMagic)) == FeatureWord.__args__


@each_row(
    "at, said",
    [
        ("", "no square"), ("altar", "no square"), ("C4 altar", "no square"), ("B2|C3", "no edge"), ("M1", "outside the ground of 12 by 10"),
        ("L10|M10", "outside"), ("A11", "outside"), ("B2-Z9", "outside"),
    ],
)  # fmt: skip
def test_a_feature_lies_somewhere(at, said):
    with pytest.raises(GroundFault, match=said):
        ground_of(12, 10, [GroundFeature("wall", at)])


def test_a_pillar_is_no_edge_and_a_door_no_square():
    with pytest.raises(GroundFault, match=r"pillar lies on squares, not on the edge B2\|C2"):
        room(12, 10, ("pillar", "B2|C2"))


@each_row("w, h", [(0, 5), (5, 0), (101, 5), (5, 101), (-1, 5)])
def test_a_ground_has_a_size(w, h):
    with pytest.raises(GroundFault, match="1 to 100"):
        ground_of(w, h)


def test_a_ground_has_at_most_400_features():
    many = [GroundFeature("difficult", square_name((n % 100, n // 100))) for n in range(401)]
    assert ground_of(100, 100, many[:400]).features
    with pytest.raises(GroundFault, match="at most 400"):
        ground_of(100, 100, many)


def test_open_ground_is_60_by_60_and_bare():
    ground = open_ground()
    assert (ground.w, ground.h) == (60, 60)
    assert ground.is_bare(0, 0, 59, 59)


@each_row(
    "is_open, feet",
    [(True, 5), (False, None)],
)
def test_a_door_is_a_gap_when_open_and_a_wall_when_shut(is_open, feet):
    ground = ground_of(2, 1, [GroundFeature("door", "A1|B1", is_open=is_open)])
    walk = find_walk(ground, Mover(at("A1"), "medium", "5.2"), (1, 0))
    assert (walk and walk.feet) == feet
    assert is_line_open(ground, Line((4, 4), (12, 4))) is is_open


@given(rooms())
def test_a_rectangle_is_bare_where_no_line_is_hindered(plan):
    ground = plan.ground
    for x in range(plan.w):
        for y in range(plan.h):
            things = [t for t in plan.things if (x, y) in t.squares and FEATURE_KINDS[t.word].hinders]
            assert ground.is_bare(x, y, x, y) is not bool(things)
            assert ground.is_open(x, y, x, y) is not any(FEATURE_KINDS[t.word].hinders == 3 for t in things)


@given(rooms())
def test_a_space_fits_where_nothing_solid_is_in_it(plan):
    ground = plan.ground
    solid = [t for t in plan.things if FEATURE_KINDS[t.word].is_solid]
    for n in (1, 2, 3):
        fits = ground.fits(n)
        for x in range(plan.w):
            for y in range(plan.h):
                inside = set(Space(x, y, n).squares)
                expected = ground.holds(Space(x, y, n)) and not any(inside.issuperset(t.squares) for t in solid)
                assert bool(fits[ground.index(x, y)]) is expected


def test_who_flies_higher_than_a_wall_passes_over_it():
    ground = room(3, 1, ("wall", "B1"), ft=10)
    assert [find_walk(ground, Mover(Space(0, 0, 1, z), "medium", "5.2", "fly"), (2, 0)) is None for z in (0, 5, 10)] == [True, True, False]


def test_who_swims_under_the_ground_meets_its_walls_alone():
    swimmer = Mover(Space(0, 0, 1, -10), "medium", "5.2", "swim")
    assert find_walk(room(3, 1, ("deep_water", "A1-C1")), swimmer, (2, 0)).feet == 10
    assert find_walk(room(3, 1, ("wall", "B1"), ft=10), swimmer, (2, 0)) is None


@each_row(
    "exits, squares",
    [
        ([("a", "south")], "F10"), ([("a", "north"), ("b", "south")], "F1 F10"), ([("a", "west"), ("b", "east")], "A5 L5"),
        ([("a", "north"), ("b", "north")], "C1 I1"), ([("a", "northeast"), ("b", "southwest")], "L1 A10"),
        ([("a", "down"), ("b", "in")], "F5 F5"),
    ],
)  # fmt: skip
def test_exits_stand_in_the_middle_of_their_sides(exits, squares):
    assert " ".join(square_name(square) for square in exit_squares(12, 10, exits, {}).values()) == squares


def test_an_exit_stands_where_its_map_says():
    placed = exit_squares(12, 10, [("a", "north"), ("b", "north"), ("c", "up")], {"b": (0, 0), "c": (3, 3)})
    assert placed == {"a": (5, 0), "b": (0, 0), "c": (3, 3)}


@given(rooms(most=20))
def test_an_edge_is_found_from_both_sides(plan):
    for thing in plan.things:
        if len(thing.squares) == 2:
            first, second = map(square_name, thing.squares)
            assert read_edge(f"{second}|{first}") == thing.squares
