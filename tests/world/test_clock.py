"""The clock: rounds within minutes, days within minutes, and how often the sun rose."""

from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.world import clock
from rpg_lite.world.clock import BEGINS_AT, DAWN, DAY, DUSK, count_passings, tell_time
from rpg_lite.world.world_model import WORLD_ID, Campaign, Thing, World
from tests.rows import each_row

MINUTES = st.integers(0, 100 * DAY)


@each_row(
    ("moment", "start", "end", "times"),
    [
        (DAWN, 0, 22 * 60 - 1, 0),
        (DAWN, 0, 22 * 60, 1),
        (DAWN, 22 * 60, 22 * 60, 0),
        (DAWN, 22 * 60, 46 * 60 - 1, 0),
        (DAWN, 22 * 60, 46 * 60, 1),
        (DAWN, 0, 10 * DAY, 10),
        (DUSK, 0, 10 * 60 - 1, 0),
        (DUSK, 0, 10 * 60, 1),
        (DUSK, 10 * 60, 34 * 60, 1),
    ],
)
def test_a_time_of_day_comes_after_the_start_and_until_the_end(moment, start, end, times):
    assert count_passings(moment, start, end) == times


@given(st.sampled_from((DAWN, DUSK)), MINUTES, MINUTES, MINUTES)
def test_no_moment_is_lost_or_doubled_however_time_is_cut(moment, a, b, c):
    a, b, c = sorted((a, b, c))
    assert count_passings(moment, a, b) + count_passings(moment, b, c) == count_passings(moment, a, c) >= 0


@given(st.sampled_from((DAWN, DUSK)), MINUTES)
def test_every_day_has_one_dawn_and_one_dusk(moment, start):
    assert count_passings(moment, start, start + DAY) == 1


@given(MINUTES)
def test_the_time_told_is_the_time(minutes):
    words = tell_time(minutes).replace(",", "").split()
    hours, rest = words[2].split(":")
    assert (int(words[1]) - 1) * DAY + int(hours) * 60 + int(rest) == minutes + BEGINS_AT
    assert 0 <= int(hours) < 24 and 0 <= int(rest) < 60


def world(minutes: int, fight: dict[str, object] | None) -> World:
    body = {"fight": fight} if fight else {}
    return World(Campaign("c", "campaign", "5.1", minutes=minutes), {WORLD_ID: Thing(WORLD_ID, "container", "world", None, body=body)})


@each_row(("minutes", "round", "now"), [(0, None, 0), (7, None, 70), (7, 1, 70), (7, 4, 73), (7, 12, 81)])
def test_rounds_of_a_fight_count_from_the_minute_in_which_it_began(minutes, round, now):
    assert clock.now(world(minutes, {"round": round, "turn": 0, "order": []} if round else None)) == now


def test_there_is_peace_where_nobody_says_otherwise():
    assert clock.fight(world(0, None)) is None
