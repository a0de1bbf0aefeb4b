"""Pushes and pulls: straight away or toward, square by square, up to what is in the way."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.rules.space.features import GroundFeature
from rpg_lite.rules.space.forced import ForcedMove, is_apart, pulled, pushed, what_stops
from rpg_lite.rules.space.ground import ground_of
from rpg_lite.rules.space.measure import STEPS, distance
from rpg_lite.rules.space.squares import EIGHTHS, SQUARES_OF_SIZE, Space, square_name
from rpg_lite.rules.space.steps import Mover, Occupant
from tests.examples import examples
from tests.rows import each_row
from tests.rules.space.grounds import at, changes, points, room, rooms, spaces

some = settings(max_examples=examples(400), deadline=None)
SIZES = {SQUARES_OF_SIZE[size]: size for size in ("medium", "large", "huge")}
feet_of_a_push = st.sampled_from([5, 10, 15, 30, 60])
ways = st.sampled_from([pushed, pulled])


def orc(where="E5", size="medium", **more):
    return Mover(at(where, size), size, "5.2", **more)


def way(move: ForcedMove) -> str:
    return " ".join(square_name((space.x, space.y), space.z) for space in move.spaces)


def mover_of(space: Space, mode: str = "walk") -> Mover:
    return Mover(space, SIZES[space.n], "5.2", mode)


def on(plan, space: Space) -> Space:
    """The space on the floor that is there."""
    return replace(space, z=plan.ground.floor_under(space))


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
        ("E5+20", "C5", 30, "D5 E5", "no_way"),
    ],
)
def test_a_pull_ends_beside_its_source_or_under_it(source, target, feet, squares, stopped):
    move = pulled(room(12, 10), orc(target), at(source), feet)
    assert (way(move), move.stopped) == (squares, stopped)


@each_row(
    "features, others, squares, stopped",
    [
        ([("wall", "G5")], [], "F5", "solid"), ([("wall", "F5|G5")], [], "F5", "solid"), ([], ["G5"], "F5", "occupied"), ([("pit", "F5")], [], "F5", "fell"),
        ([("difficult", "F5-H5")], [], "F5 G5 H5", ""), ([("deep_water", "F5")], [], "F5 G5 H5", ""), ([("portcullis", "F5")], [], "", "solid"),
        ([("ledge", "G5")], [], "F5", "solid"), ([("ledge", "G5-H5"), ("stairs", "F5")], [], "F5 G5+10 H5+10", ""), ([("low_wall", "F5|G5")], [], "F5 G5 H5", ""),
    ],
)  # fmt: skip
def test_a_push_ends_before_what_is_in_the_way(features, others, squares, stopped):
    there = [Occupant(at(name), "medium", "ally") for name in others]
    move = pushed(room(12, 10, *features), orc("E5"), at("D5"), 15, there)
    assert (way(move), move.stopped) == (squares, stopped)


@each_row(
    "where, mode, features, squares, stopped",
    [
        ("E5+10", "walk", [("ledge", "A1-E10")], "F5+10", "fell"),
        ("E5+10", "fly", [("ledge", "A1-E10")], "F5+10 G5+10 H5+10", ""),
        ("E5+10", "walk", [("ledge", "A1-E10"), ("stairs", "F5")], "F5 G5 H5", ""),
        ("E5", "fly", [("pit", "F5")], "F5 G5 H5", ""),
        ("E5 down 10", "walk", [("pit", "E5-F5")], "F5 down 10", "solid"),
        ("E5 down 10", "walk", [("deep_water", "E5-F5")], "F5 down 10", "solid"),
        ("E5+20", "fly", [("ledge", "G5"), ("furniture", "H5")], "F5+20 G5+20 H5+20", ""),
    ],
)
def test_floors_end_a_push_or_let_fall(where, mode, features, squares, stopped):
    move = pushed(room(12, 10, *features), orc(where, mode=mode), at("D5"), 15)
    assert (way(move), move.stopped) == (squares, stopped)


def test_a_push_ends_at_the_border():
    assert pushed(room(6, 6), orc("E5"), at("D5"), 30) == ForcedMove((Space(5, 4),), "solid")


def test_nobody_is_pushed_by_what_it_stands_in():
    assert pushed(room(6, 6), orc("C3"), at("B2", "huge"), 10) == ForcedMove((), "no_way")
    assert not is_apart(at("B2", "huge"), at("C3")) and is_apart(at("B2", "huge"), at("E3"))


def test_a_big_creature_is_pushed_by_its_middle():
    assert way(pushed(room(12, 10), orc("E4", "large"), at("C5"), 10)) == "F4 G4"


@each_row(
    "features, others, squares, stopped",
    [
        ([("wall", "G5")], [], "", "solid"), ([], ["G5"], "", "occupied"), ([("wall", "G5|H5")], [], "F4", "solid"), ([("pit", "G4")], [], "F4 G4", ""),
        ([("pit", "G4-H5")], [], "F4 G4", "fell"),
    ],
)  # fmt: skip
def test_a_large_creature_needs_all_its_squares(features, others, squares, stopped):
    there = [Occupant(at(name), "medium") for name in others]
    move = pushed(room(12, 10, *features), orc("E4", "large"), at("C4", "large"), 10, there)
    assert (way(move), move.stopped) == (squares, stopped)


def test_whoever_stands_in_the_same_space_is_not_in_the_way():
    around = Occupant(at("D4", "large"), "large")
    assert way(pushed(room(12, 10), orc("E5"), at("D5"), 15, [around])) == "F5 G5 H5"


@each_row(
    "source, squares",
    [
        ((4 * EIGHTHS + 4, 0), "E6 E7"),
        ((4 * EIGHTHS, 4 * EIGHTHS), "F6 G7"),
        ((5 * EIGHTHS, 4 * EIGHTHS + 4), "D5 C5"),
        (at("E5").middle, ""),
    ],
)
def test_a_point_pushes_too(source, squares):
    assert way(pushed(room(12, 10), orc("E5"), source, 10)) == squares
    assert is_apart(source, at("E5")) == bool(squares)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_shut_door_stops_a_push(is_open):
    ground = ground_of(12, 10, [GroundFeature("door", "E5|F5", is_open=is_open)])
    move = pushed(ground, orc(), at("D5"), 10)
    assert way(move) == ("F5 G5" if is_open else "")
    assert is_open or what_stops(ground, at("E5"), move, at("D5"), is_pull=False) == "a door"


@each_row(
    "features, words",
    [
        ([("wall", "F5")], "a wall"), ([("arrow_slit", "E5|F5")], "an arrow slit"), ([("ledge", "F5")], "a ledge"), ([("pillar", "F5")], "a pillar"),
        ([], "the edge of the ground"),
    ],
)  # fmt: skip
def test_what_stops_a_push_has_a_name(features, words):
    ground = room(12 if features else 5, 10, *features)
    assert what_stops(ground, at("E5"), pushed(ground, orc(), at("D5"), 10), at("D5"), is_pull=False) == words


@pytest.mark.parametrize(("where", "source"), [("E5", "D5"), ("E5", "F6")])
def test_the_side_of_a_pit_stops_a_push(where, source):
    ground, mover = room(12, 10, ("pit", "E5")), orc("E5 down 10")
    assert what_stops(ground, mover.space, pushed(ground, mover, at(source), 10), at(source), is_pull=False) == "the side of the pit"


# ── laws ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def flat(space: Space, source: Space) -> int:
    return distance(space, replace(source, z=space.z))


@some
@given(rooms(), spaces(levels=(0,)), spaces(levels=(0,)), feet_of_a_push, ways, st.sampled_from(["walk", "fly"]))
def test_each_square_of_a_push_is_5_feet_farther(plan, target, source, feet, force, mode):
    here = on(plan, target)
    move = force(plan.ground, mover_of(here, mode), source, feet)
    far = [flat(space, source) for space in (here, *move.spaces)]
    assert far == [far[0] + (-5 if force is pulled else 5) * n for n in range(len(far))]
    assert len(move.spaces) <= feet // 5 and (move.stopped or len(move.spaces) == feet // 5)
    for before, after in zip((here, *move.spaces), move.spaces, strict=False):
        assert (after.x - before.x, after.y - before.y) in STEPS


@some
@given(rooms(), spaces(levels=(0,)), spaces(levels=(0,)), st.lists(spaces(levels=(0,)), max_size=4), feet_of_a_push, ways)
def test_nobody_is_pushed_into_anything(plan, target, source, others, feet, force):
    here, ground = on(plan, target), plan.ground
    there = [Occupant(on(plan, other), SIZES[other.n]) for other in others]
    move = force(ground, mover_of(here), source, feet, there)
    for space in move.spaces:
        assert ground.holds(space) and ground.fits(space.n, space.z)[ground.index(space.x, space.y)]
        assert not any(space.overlaps(other.space) for other in there if not other.space.overlaps(here))
        assert ground.floor_under(space) <= space.z
    for space in move.spaces[:-1]:
        assert ground.floor_under(space) == space.z, "whoever has nothing under it goes no farther"


def has_ties(here: Space, source: Space, move: ForcedMove, sign: int) -> bool:
    """Whether two neighbours were as good at some step of a push, or at the one that stopped it."""
    east, south = here.middle[0] - source.middle[0], here.middle[1] - source.middle[1]
    for space in (here, *move.spaces):
        around = [replace(space, x=space.x + dx, y=space.y + dy) for dx, dy in STEPS]
        nearer = [one for one in around if flat(one, source) - flat(space, source) == sign * 5]
        off = [abs((one.middle[0] - source.middle[0]) * south - (one.middle[1] - source.middle[1]) * east) for one in nearer]
        if off and off.count(min(off)) > 1:
            return True
    return False


@some
@given(rooms(), changes, spaces(levels=(0,)), spaces(levels=(0,)), feet_of_a_push, ways)
def test_a_push_is_the_same_moved_turned_and_mirrored(plan, change, target, source, feet, force):
    here = on(plan, target)
    move = force(plan.ground, mover_of(here), source, feet)
    if has_ties(here, source, move, -1 if force is pulled else 1):
        return
    changed = force(change.of_room(plan).ground, mover_of(change.of_space(plan, here)), change.of_space(plan, source), feet)
    # The ground that is moved has more room behind it.
    same = tuple(change.of_space(plan, space) for space in move.spaces)
    assert changed.spaces[: len(same)] == same
    assert change.name == "moved" or changed == ForcedMove(same, move.stopped)


@some
@given(rooms(), spaces(most=1, levels=(0,)), points(), feet_of_a_push)
def test_a_push_from_a_point_never_comes_nearer(plan, target, point, feet):
    here = on(plan, target)
    move = pushed(plan.ground, mover_of(here), point, feet)
    off = [max(abs(space.middle[0] - point[0]), abs(space.middle[1] - point[1])) for space in (here, *move.spaces)]
    assert off == sorted(off) and len(move.spaces) <= feet // 5


@some
@given(rooms(), spaces(levels=(0,)), spaces(levels=(0,)), st.sampled_from([5, 10]), st.sampled_from([15, 30]))
def test_a_longer_push_begins_like_a_shorter_one(plan, target, source, short, long):
    mover = mover_of(on(plan, target))
    first, second = (pushed(plan.ground, mover, source, feet) for feet in (short, long))
    assert second.spaces[: len(first.spaces)] == first.spaces
    assert not first.stopped or second == first
