"""Jumps."""

from dataclasses import replace

from rpg_lite.rules.space.steps import Mover, Occupant
from rpg_lite.rules.space.straight_moves import find_jump
from tests.rows import each_row
from tests.rules.space.grounds import at, room


def orc(where="E5", size="medium", **more):
    return Mover(at(where, size), size, "5.2", **more)


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
