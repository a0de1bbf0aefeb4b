"""The edge of a turn: the round in which it comes, and whether it has come."""

import pytest

from rpg_lite.world import effect_expiry
from rpg_lite.world.creature_states import NO_CAUSE, Lasting, Span
from rpg_lite.world.effect_expiry import Instant
from rpg_lite.world.fight_states import Fight, Fighter
from tests.rows import each_row

FIRST, SECOND, THIRD = "c1.1", "c1.2", "c1.3"
ORDER = [Fighter.make(id, 20 - n) for n, id in enumerate((FIRST, SECOND, THIRD))]


def at(turn: int, round: int = 1) -> Instant:
    """A moment of a fight that began in round 100 of the campaign."""
    return Instant(99 + round, Fight.of({**Fight.begin(ORDER, "r1.1").document, "round": round, "turn": turn}))


@each_row(
    ("edge", "whose", "turn", "times", "round"),
    [
        ("turn_end", FIRST, 0, 1, 101), ("turn_end", SECOND, 0, 1, 100), ("turn_end", THIRD, 0, 1, 100), ("turn_end", FIRST, 2, 1, 101),
        ("turn_start", FIRST, 0, 1, 101), ("turn_start", SECOND, 0, 1, 100), ("turn_start", SECOND, 1, 1, 101), ("turn_start", SECOND, 2, 1, 101),
        ("turn_end", FIRST, 0, 3, 103), ("turn_end", THIRD, 0, 2, 101),
    ],
)  # fmt: skip
def test_the_turn_that_is_being_played_does_not_count(edge, whose, turn, times, round):
    assert effect_expiry.coming(edge, whose, at(turn), times) == (round, f"{edge}:{whose}")


def test_this_turn_ends_with_the_one_whose_turn_it_is():
    assert effect_expiry.this_turn(at(1)) == (100, f"turn_end:{SECOND}")


@each_row(
    ("until", "turn", "round", "lasts"),
    [
        (f"turn_end:{SECOND}", 0, 2, True), (f"turn_end:{SECOND}", 1, 2, True), (f"turn_end:{SECOND}", 2, 2, False),
        (f"turn_start:{SECOND}", 0, 2, True), (f"turn_start:{SECOND}", 1, 2, False), (f"turn_end:{SECOND}", 2, 1, True),
        (f"turn_end:{SECOND}", 0, 3, False), (None, 0, 2, False), (None, 2, 1, True), ("turn_end:c9.9", 2, 2, True), ("turn_end:c9.9", 0, 3, False),
    ],
)  # fmt: skip
def test_it_lasts_up_to_its_turn_in_its_round(until, turn, round, lasts):
    entry = Lasting.make("prone", Span("1 round", 101, until), NO_CAUSE)
    assert effect_expiry.lasts(entry, at(turn, round)) == lasts


@pytest.mark.parametrize(("round", "lasts"), [(100, True), (101, False)])
def test_without_a_fight_the_round_alone_ends_it(round, lasts):
    entry = Lasting.make("prone", Span("1 round", 101, f"turn_end:{SECOND}"), NO_CAUSE)
    assert effect_expiry.lasts(entry, Instant(round, None)) == lasts
