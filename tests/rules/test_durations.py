"""Durations: valid ones, their length, and invalid ones."""

import pytest

from rpg_lite.rules.durations import TurnEdge, fault, parse
from tests.rows import each_row


@each_row(
    ("text", "count", "unit", "minutes"),
    [
        ("1 round", "1", "round", 0.1),
        ("3 rounds", "3", "round", 0.3),
        ("10 minutes", "10", "minute", 10),
        ("1 minute", "1", "minute", 1),
        ("8 hours", "8", "hour", 480),
        ("2 days", "2", "day", 2880),
        ("  8   HOURS ", "8", "hour", 480),
        ("1000000 minutes", "1000000", "minute", 1_000_000),
    ],
)
def test_a_span_has_a_count_and_a_unit(text, count, unit, minutes):
    found = parse(text)
    assert found and (found.count, found.unit, found.until) == (count, unit, None)
    assert found.minutes(int(count)) == pytest.approx(minutes)


@each_row("text", ["1d4 rounds", "d6 minutes", "2d4+2 hours", "1d10-1 days"])
def test_the_count_may_be_dice(text):
    found = parse(text)
    assert found and found.count == text.split()[0] and found.until is None


@each_row(
    ("text", "until"),
    [
        ("short_rest", "short_rest"), ("short rest", "short_rest"), ("long_rest", "long_rest"), ("Long Rest", "long_rest"),
        ("dawn", "dawn"), ("DUSK", "dusk"),
    ],
)  # fmt: skip
def test_it_may_last_until_a_moment(text, until):
    found = parse(text)
    assert found and (found.until, found.count, found.unit) == (until, "", "")


@each_row(
    ("text", "edge", "whose"),
    [
        ("turn_end:source", "turn_end", "source"), ("Turn_Start: target", "turn_start", "target"), ("turn_start:source", "turn_start", "source"),
        ("turn_end:target", "turn_end", "target"), ("this_turn", "turn_end", "current"), ("this turn", "turn_end", "current"),
    ],
)  # fmt: skip
def test_it_may_last_to_the_edge_of_a_turn(text, edge, whose):
    found = parse(text)
    assert found and found.turn == TurnEdge(edge, whose)
    assert found.minutes(int(found.count)) == 0.1, "a round, where nobody takes turns"


@each_row(
    "text",
    ["turn_end", "turn_end:", "turn_end:Elara", "turn_middle:source", "next turn", "", " ", "soon", "3", "rounds", "0 rounds", "-1 rounds", "1.5 hours", "3 fortnights", "1d0 rounds", "101d6 rounds", "1000001 minutes",
     "1d4-4 rounds", "3 rounds 2 minutes", "until dawn", "١ round", "9" * 80 + " days", "3rounds"],
)  # fmt: skip
def test_what_is_no_duration_has_a_fault_that_says_what_is(text):
    assert parse(text) is None
    told = fault(text)
    assert told and "10 minutes" in told and len(told) < 200


def test_what_is_one_has_none():
    assert fault("8 hours") is None
