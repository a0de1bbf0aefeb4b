"""Pushes, pulls and jumps."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import Space, square_name
from rpg_lite.rules.space.steps import Mover, Occupant
from rpg_lite.rules.space.straight_moves import ForcedMove, find_jump, pulled, pushed
from tests.examples import examples
from tests.rows import each_row
from tests.rules.space.grounds import at, room, rooms, spaces

some = settings(max_examples=examples(400), deadline=None)


def orc(where="E5", size="medium", **more):
    return Mover(at(where, size), size, "5.2", **more)


def way(move: ForcedMove) -> str:
    return " ".join(square_name((space.x, space.y)) for space in move.spaces)


@each_row(
    "source, target, feet, squares",
    [
        ("D5", "E5", 10, "F5 G5"), ("D4", "E5", 10, "F6 G7"), ("E6", "E5", 15, "E4 E3 E2"), ("D5", "E5", 12, "F5 G5"), ("D5", "E5", 4, ""),
        ("B4", "E5", 10, "F5 G6"), ("B5", "E4", 10, "F4 G3"), ("A5", "E5", 10, "F5 G5"),
    ],
)  # fmt: skip
def test_a_push_goes_straight_away(source, target, feet, squares):
    assert way(pushed(room(12, 10), orc(target), at(source), feet)) == squares


@each_row(
    "source, target, feet, squares, stopped",
    [
        ("A5", "E5", 10, "D5 C5", ""),
        ("A5", "C5", 20, "B5", "occupied"),
        ("A1", "E5", 10, "D4 C3", ""),
        ("B4", "E5", 30, "D5 C4", "occupied"),
    ],
)
def test_a_pull_ends_beside_its_source(source, target, feet, squares, stopped):
    move = pulled(room(12, 10), orc(target), at(source), feet)
    assert (way(move), move.stopped) == (squares, stopped)


@each_row(
    "features, others, squares, stopped",
    [
        ([("wall", "G5")], [], "F5", "solid"), ([("wall", "F5|G5")], [], "F5", "solid"), ([], ["G5"], "F5", "occupied"), ([("pit", "F5")], [], "F5", "fell"),
        ([("difficult", "F5-H5")], [], "F5 G5 H5", ""), ([("deep_water", "F5")], [], "F5 G5 H5", ""), ([("portcullis", "F5")], [], "", "solid"),
    ],
)  # fmt: skip
def test_a_push_ends_before_what_is_in_the_way(features, others, squares, stopped):
    there = [Occupant(at(name), "medium", "ally") for name in others]
    move = pushed(room(12, 10, *features), orc("E5"), at("D5"), 15, there)
    assert (way(move), move.stopped) == (squares, stopped)


def test_a_push_ends_at_the_border():
    assert pushed(room(6, 6), orc("E5"), at("D5"), 30) == ForcedMove((Space(5, 4),), "solid")


def test_nobody_is_pushed_by_what_it_stands_in():
    assert pushed(room(6, 6), orc("C3"), at("B2", "huge"), 10) == ForcedMove((), "no_way")


def test_a_big_creature_is_pushed_by_its_middle():
    assert way(pushed(room(12, 10), orc("E4", "large"), at("C5"), 10)) == "F4 G4"


@some
@given(rooms(), spaces(levels=(0,)), spaces(levels=(0,)), st.sampled_from([5, 10, 30]), st.booleans())
def test_each_square_of_a_push_is_5_feet_farther(plan, target, source, feet, is_pull):
    mover = Mover(target, "medium", "5.2")
    move = (pulled if is_pull else pushed)(plan.ground, mover, source, feet)
    far = [distance(space, source) for space in (target, *move.spaces)]
    assert far == [far[0] + (-5 if is_pull else 5) * n for n in range(len(far))]
    assert len(move.spaces) <= feet // 5 and (move.stopped or len(move.spaces) == feet // 5)


@each_row(
    "features, to, feet, is_rough",
    [
        ([("pit", "F5-G5")], "H5", 15, False), ([("pit", "F5-G5"), ("difficult", "H5")], "H5", 15, True), ([("low_wall", "F5")], "G5", 10, False),
        ([("wall", "F5")], "G5", None, None), ([], "E5", None, None), ([], "G7", 10, False), ([("deep_water", "F1-G10")], "H6", 15, False),
        ([], "M5", None, None), ([("pit", "H5")], "H5", 15, False),
    ],
)  # fmt: skip
def test_a_jump_costs_as_far_as_it_is(features, to, feet, is_rough):
    jump = find_jump(room(12, 10, *features), orc("E5"), (at(to).x, at(to).y))
    assert (jump and jump.feet, jump and jump.lands_roughly) == (feet, is_rough)


def test_nobody_jumps_through_a_foe_or_onto_anybody():
    foe = [Occupant(at("F5"), "medium", "hostile")]
    assert find_jump(room(12, 10), orc("E5"), (6, 4), foe) is None
    assert find_jump(room(12, 10), orc("E5"), (6, 4), [replace(foe[0], relation="ally")]).feet == 10
    assert find_jump(room(12, 10), orc("E5"), (5, 4), [replace(foe[0], relation="ally")]) is None
