"""Distances and directions."""

from hypothesis import given

from rpg_lite.rules.space.measure import direction, distance, distance_to_point, height_above
from rpg_lite.rules.space.squares import Space, touching
from tests.rows import each_row
from tests.rules.space.grounds import CHANGES, Room, at, changes, points, spaces


@each_row(
    "a, b, feet, by_turns",
    [
        (at("C4"), at("C4"), 0, 0), (at("C4"), at("D4"), 5, 5), (at("C4"), at("D5"), 5, 5), (at("C4"), at("E6"), 10, 15),
        (at("C4"), at("F7"), 15, 20), (at("C4"), at("F4", "large"), 15, 15), (at("F4", "large"), at("H4", "large"), 5, 5),
        (at("C4"), at("F4+20"), 20, 25), (at("C4"), at("C4+5"), 5, 5), (at("C4", "large"), at("C4+10"), 5, 5),
    ],
)  # fmt: skip
def test_the_feet_between_spaces(a, b, feet, by_turns):
    assert distance(a, b) == distance(b, a) == feet
    assert distance(a, b, "five_ten") == distance(b, a, "five_ten") == by_turns


@given(spaces(), spaces(), changes)
def test_a_distance_is_the_same_from_both_ends_and_wherever_it_lies(a, b, change):
    room = Room(9, 8)
    for diagonals in ("five", "five_ten"):
        assert distance(a, b, diagonals) == distance(b, a, diagonals)
        assert distance(change.of_space(room, a), change.of_space(room, b), diagonals) == distance(a, b, diagonals)
    assert height_above(a, b) == -height_above(b, a)


@given(spaces(), points())
def test_a_point_is_as_far_as_the_nearest_square_that_touches_it(space, point):
    for diagonals in ("five", "five_ten"):
        nearest = min(distance(space, Space(x, y, 1, 10), diagonals) for x, y in touching(point))
        assert distance_to_point(space, point, 10, diagonals) == nearest


@each_row("a, b, feet", [("C4", "F4+20", 20), ("F4+20", "C4", -20), ("C4", "D4", 0), ("C4 down 10", "C4", 10)])
def test_height_is_told_apart(a, b, feet):
    assert height_above(at(a), at(b)) == feet


@each_row(
    "b, toward",
    [
        ("F4", "east"), ("F7", "southeast"), ("C1", "north"), ("A4", "west"), ("H6", "east"), ("G6", "southeast"), ("E9", "south"), ("E8", "southeast"),
        ("A1", "northwest"), ("C4", None), ("B6", "southwest"), ("D2", "northeast"),
    ],
)  # fmt: skip
def test_a_direction_is_one_of_eight(b, toward):
    """Two of five is 21.8°, an axis still."""
    assert direction(at("C4"), at(b)) == toward


def test_a_big_creature_is_looked_at_by_its_middle():
    assert direction(at("C4"), at("F4", "large")) == "east"
    assert direction(at("C4", "huge"), at("D5")) is None


@given(spaces(), spaces())
def test_a_direction_turns_with_the_room(a, b):
    turned = {"north": "east", "east": "south", "south": "west", "west": "north"}
    turned |= {"northeast": "southeast", "southeast": "southwest", "southwest": "northwest", "northwest": "northeast"}
    change, room = CHANGES[1], Room(9, 8)
    there = direction(change.of_space(room, a), change.of_space(room, b))
    assert there == turned.get(direction(a, b) or "")
