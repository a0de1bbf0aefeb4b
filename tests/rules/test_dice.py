"""Dice: bounded, repeatable, with every face in the answer."""

import random
import re
from unittest.mock import patch

import d20
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.rules.dice import (
    DiceRoll,
    Fallen,
    average,
    bounds,
    count_faces,
    fault,
    fault_in_roll,
    roller,
    shown_again,
    sizes,
    total,
)
from tests.rows import each_row

TERMS = st.builds("{}d{}".format, st.integers(1, 9), st.integers(1, 20)) | st.integers(0, 99).map(str)
DICE = st.builds(
    lambda first, rest: first + "".join(s + t for s, t in rest), TERMS, st.lists(st.tuples(st.sampled_from("+-"), TERMS), max_size=3)
)


def low(text):
    return DiceRoll(text, (), bounds(text)[0])


def high(text):
    return DiceRoll(text, (), bounds(text)[1])


@each_row(
    ("dice", "least", "most"),
    [
        ("1d8", 1, 8),
        ("d6", 1, 6),
        ("2d4+2", 4, 10),
        ("1d6-1d4", -3, 5),
        ("-1d4", -4, -1),
        ("5", 5, 5),
        ("8d6 + 1d4 - 1", 8, 51),
        ("1d20", 1, 20),
    ],
)
def test_bounds(dice, least, most):
    assert bounds(dice) == (least, most) == (low(dice).total, high(dice).total)
    assert average(dice) == (least + most) / 2


@settings(max_examples=50, deadline=None)  # the first roll loads the grammar
@given(DICE, st.integers())
def test_a_roll_lies_within_its_bounds(dice, seed):
    least, most = bounds(dice)
    assert least <= roller(seed)(dice).total <= most


@settings(max_examples=50, deadline=None)  # the first roll loads the grammar
@given(DICE, st.integers())
def test_a_seed_repeats_the_same_evening(dice, seed):
    one, other = roller(seed), roller(seed)
    assert [one(dice) for _ in range(3)] == [other(dice) for _ in range(3)]


@given(st.sampled_from(("{}d{}", "{}D{}+7", "{}d{}-3", "{}d{}kh1", "{}d{}+1d4")), st.integers(1, 9), st.integers(1, 20), st.integers())
def test_plain_dice_fall_as_the_library_lets_them(written, count, size, seed):
    text = written.format(count, size)
    found = roller(seed)(text)
    with patch("rpg_lite.rules.dice._plain", lambda text: None):
        assert found == roller(seed)(text)


def test_rolls_without_a_seed_differ():
    roll = roller()
    assert len({roll("10d1000").faces for _ in range(3)}) == 3


def test_a_roll_does_not_disturb_another_one():
    roll, alone = roller(1), roller(1)
    expected = [alone("1d20").total for _ in range(4)]
    found = []
    for _ in range(4):
        found.append(roll("1d20").total)
        roller(2)("5d6")
    assert found == expected


@pytest.mark.parametrize("dice", ["3d6+2", "1d20+1d4", "2d8-1d4"])
def test_every_face_is_shown(dice):
    rolled = roller(7)(dice)
    count = sum(int(term[0]) for term in dice.replace("-", "+").split("+") if "d" in term)
    assert len(rolled.faces) == count and rolled.dice == dice


def test_the_faces_and_what_is_added_make_the_total():
    rolled = roller(7)("3d6+2")
    assert sum(rolled.faces) + 2 == rolled.total


@each_row(
    ("dice", "says"),
    [
        ("lots", "is not dice; write them like 1d8+3"),
        ("", "is not dice"),
        ("1d", "is not dice"),
        ("1d6+", "is not dice"),
        ("__import__('os')", "is not dice"),
        ("1" * 70, "is not dice"),
        ("1d0", "has a die without faces"),
        ("10**9d6", "is not dice"),
        ("1000000000d6", "too large; at most 100 dice of at most 1000 faces"),
        ("60d6+60d6", "too large"),
        ("1d1001", "too large"),
        ("1d6+9999999", "at most 1000000 can be added"),
    ],
)
def test_what_are_no_dice(dice, says):
    assert says in (fault(dice) or "")
    with pytest.raises(ValueError, match=r"dice|faces|large"):
        roller(1)(dice)


@each_row("dice", ["1d8", "D20", "100d1000", "1d6+1000000", "2d4 + 2", "0"])
def test_what_are_dice(dice):
    assert fault(dice) is None
    roller(1)(dice)


@each_row(
    ("dice", "least", "most"),
    [("4d6kh3", 3, 18), ("2d20kh1", 1, 20), ("2d20KL1+5", 6, 25), ("2d20kh1+5+1d4", 7, 29), ("10-4d6kl2", -2, 8), ("d6kh1", 1, 6)],
)
def test_the_highest_or_the_lowest_may_be_kept(dice, least, most):
    assert fault(dice) and fault_in_roll(dice) is None and bounds(dice) == (least, most)
    rolled = [roller(seed)(dice).total for seed in range(40)]
    assert least <= min(rolled) and max(rolled) <= most


def test_the_highest_are_what_is_kept():
    rolled = roller(3)("4d6kh3")
    assert len(rolled.faces) == 4 and rolled.total == sum(rolled.faces) - min(rolled.faces)


@each_row(
    ("dice", "says"),
    [
        ("4d6kh5", "keeps 5 of 4 dice"),
        ("4d6kh0", "keeps 0 of 4 dice"),
        ("d6kl2", "keeps 2 of 1 dice"),
        ("101d6kh3", "too large"),
        ("1d0kh1", "a die without faces"),
        ("1d6!", "write them like"),
        ("4d6 drop lowest", "write them like 1d8+3, 4d6kh3, 4d6rr1 or (2d6+3)*2"),
        ("1d20+5 # note", "write them like"),
        ("4d6k3", "keeps or drops the dice that show 3; write kh3 for the highest 3"),
        ("4d6pl1p2", "the dice that show 2"),
        ("2*3", "no die to roll"),
        ("0d6*2", "no die to roll"),
        ("1d0*2", "a die without faces"),
        ("1000000d6*2", "too large; at most 100 dice"),
        ("(60d6, 60d6)", "too large; at most 100 dice"),
        ("1d1001//1", "at most 1000 faces"),
        ("1d6*9999999", "its total must stay below 10,000,000"),
        ("1d6/0", "divides by what may be 0"),
        ("1d6%(1d2-1)", "divides by what may be 0"),
        ("1d1rr1", "roll again for ever"),
        ("4d6rr<7", "roll again for ever"),
        ("4d6e>0", "roll again for ever"),
        ("2d6rrl1", "roll again for ever"),
        ("100d20rr<20", "roll too often"),
        ("2d6mi<3", "takes a number after mi"),
        ("1d20+level", "write them like"),
        ("()", "no die to roll"),
        ("1d6+", "write them like"),
        ("1d8" + "+1" * 40, "too long"),
        ("kh1", "write them like"),
    ],
)
def test_what_is_not_rolled_by_hand_either(dice, says):
    assert says in (fault_in_roll(dice) or "")
    with pytest.raises(ValueError, match=re.escape(says)):
        roller(1)(dice)


@each_row(
    ("dice", "faces", "expected"),
    [
        ("1d20+5", (17,), {20: {17: 1}}),
        ("2d20kh1+5+1d4", (3, 12, 4), {20: {3: 1, 12: 1}, 4: {4: 1}}),
        ("8D6 - d4", (6, 6, 1, 1, 2, 3, 4, 6, 4), {6: {1: 2, 2: 1, 3: 1, 4: 1, 6: 3}, 4: {4: 1}}),
        ("5", (), {}),
        ("1d8", (), {}),
    ],
)
def test_each_face_is_counted_for_its_die(dice, faces, expected):
    assert {f.size: dict(f.shown) for f in count_faces([(dice, faces)])} == expected


@given(DICE, st.integers())
def test_every_face_that_fell_is_counted_once_and_for_a_die_that_has_it(dice, seed):
    if fault(dice):
        return
    roll = roller(seed)(dice)
    found = count_faces([(roll.dice, roll.faces)])
    assert sorted(roll.faces) == sorted(face for f in found for face, times in f.shown.items() for _ in range(times))
    assert all(1 <= face <= f.size for f in found for face in f.shown)


def test_the_most_thrown_comes_first_and_knows_its_mean():
    assert count_faces([("1d4", (4,)), ("2d6", (1, 6)), ("1d6", (2,)), ("1d3", (3,))]) == [
        Fallen(6, {1: 1, 2: 1, 6: 1}), Fallen(3, {3: 1}), Fallen(4, {4: 1}),
    ]  # fmt: skip
    six = Fallen(6, {1: 1, 2: 1, 6: 1})
    assert (six.times, six.mean, six.expected) == (3, 3.0, 3.5)


def test_the_dice_of_other_programs_stay_their_own():
    """A bot that uses d20 itself seeds the module `random`; our rolls neither draw from it nor replace it inside d20."""

    def theirs() -> list[int]:
        random.seed(1)
        return [d20.roll("1d20").total for _ in range(5)]

    before = theirs()
    assert len(set(before)) > 1
    random.seed(1)
    state = random.getstate()
    ours = roller(seed=2)
    assert ours("4d6kh3") == roller(seed=2)("4d6kh3")
    assert random.getstate() == state
    assert theirs() == before
    assert d20.expression.random is random


@given(DICE.filter(lambda text: fault(text) is None), st.integers())
def test_the_total_of_faces_is_that_of_the_roll(text, seed):
    fell = roller(seed)(text)
    assert total(text, fell.faces) == fell.total


@given(DICE.filter(lambda text: fault(text) is None), st.integers())
def test_dice_show_their_faces_again(text, seed):
    fell = roller(seed)(text)
    again = shown_again([*zip(sizes(text), fell.faces, strict=True)], high)
    assert again(text) == fell


def test_dice_that_were_not_known_fall_anew():
    again = shown_again([(6, 2), (6, 3)], high)
    assert again("3d6+1").faces == (2, 3, 6)
    assert again("1d6").faces == (6,)
    assert shown_again([(20, 4), (4, 1)], high)("1d4").faces == (1,)
