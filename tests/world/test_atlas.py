"""Routes through the exits: the search agrees with an exhaustive one, and passes no locked or hidden exit that it must not."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.vocabulary import DIRECTIONS, OPPOSITE, Direction
from rpg_lite.world import atlas
from rpg_lite.world.atlas import LockedOut, Side, Traveller, Trip
from rpg_lite.world.layout import OFFSET, Place, layout
from rpg_lite.world.states import Seen
from rpg_lite.world.world_model import Exit
from tests.rows import each_row

ROOMS = [f"r1.{n}" for n in range(1, 9)]


def ways_of(exits: Collection[Exit]) -> atlas.Ways:
    def ways(rooms: Collection[str], side: Side) -> Sequence[Exit]:
        return [e for e in exits if (e.from_room if side == "out" else e.to_room) in rooms]

    return ways


def way(n: int, a: str, b: str | None, direction: Direction = "east", **more: object) -> Exit:
    return Exit(f"e1.{n}", a, f"way {n}", direction, b, **more)  # type: ignore[arg-type]


def knows(**rooms: Seen) -> atlas.Discovered:
    known = {f"r1.{k[1:]}": seen for k, seen in rooms.items()}
    return lambda wanted: {room: known[room] for room in wanted if room in known}


@st.composite
def mazes(draw: st.DrawFn) -> list[Exit]:
    room = st.sampled_from(ROOMS)
    doors = st.tuples(room, st.none() | room, st.sampled_from(DIRECTIONS), st.integers(0, 4), st.sampled_from(("open", "closed", "locked")))
    drawn = draw(st.lists(st.tuples(doors, st.booleans(), st.sampled_from((None, "Iron Key"))), max_size=16))
    return [
        way(n, a, b, d, minutes=m, state=state, hidden=hidden, key_name=key)
        for n, ((a, b, d, m, state), hidden, key) in enumerate(drawn, 1)
    ]


def cheapest(start: str, exits: Sequence[Exit]) -> dict[str, tuple[int, int]]:
    """Room → least (minutes, steps), by going on until nothing gets better."""
    found = {start: (0, 0)}
    for _ in ROOMS:
        for e in exits:
            if e.to_room and e.from_room in found:
                minutes, steps = found[e.from_room]
                found[e.to_room] = min(found.get(e.to_room, (10**9, 0)), (minutes + e.minutes, steps + 1))
    return found


def is_free(e: Exit) -> bool:
    """A lock without key and DC is a bolt: it holds nobody up."""
    return e.state != "locked" or e.key_name is None


MASTER = Traveller(frozenset({"iron key"}))


@given(mazes(), st.sampled_from(ROOMS), st.sampled_from(ROOMS), st.booleans())
def test_the_route_is_as_short_as_any(exits: list[Exit], start: str, goal: str, has_key: bool):
    who = MASTER if has_key else Traveller()
    best = cheapest(start, [e for e in exits if is_free(e) or has_key]).get(goal)
    found = atlas.route(start, goal, ways_of(exits), who)
    assert (isinstance(found, Trip) and (found.minutes, len(found.steps))) == (best or False)


@given(mazes(), st.sampled_from(ROOMS), st.sampled_from(ROOMS))
def test_a_route_holds_together_and_ends_where_it_should(exits: list[Exit], start: str, goal: str):
    found = atlas.route(start, goal, ways_of(exits), MASTER)
    if isinstance(found, Trip):
        stops = [start, *(e.to_room for e in found.steps)]
        assert [e.from_room for e in found.steps] == stops[:-1]
        assert stops[-1] == goal


@given(mazes(), st.sampled_from(ROOMS), st.sampled_from(ROOMS))
def test_a_traveller_who_knows_every_room_passes_no_hidden_exit_and_no_lock(exits: list[Exit], start: str, goal: str):
    found = atlas.route(start, goal, ways_of(exits), Traveller(discovered=lambda rooms: dict.fromkeys(rooms, "visited")))
    allowed = cheapest(start, [e for e in exits if not e.hidden and is_free(e)])
    assert isinstance(found, Trip) == (goal in allowed)
    assert all(not e.hidden and is_free(e) for e in (found.steps if isinstance(found, Trip) else ()))


@given(mazes(), st.sampled_from(ROOMS), st.sampled_from(ROOMS))
def test_the_lock_that_is_named_is_all_that_is_in_the_way(exits: list[Exit], start: str, goal: str):
    opened = [replace(e, state="open") for e in exits]
    found = atlas.route(start, goal, ways_of(exits), Traveller())
    assert isinstance(found, LockedOut) == (
        goal in cheapest(start, opened) and goal not in cheapest(start, [e for e in exits if is_free(e)])
    )
    assert not isinstance(found, LockedOut) or not is_free(found.door)


@given(mazes(), st.sampled_from(ROOMS), st.sampled_from(ROOMS))
def test_the_route_does_not_depend_on_the_order_of_exits(exits: list[Exit], start: str, goal: str):
    assert atlas.route(start, goal, ways_of(exits), MASTER) == atlas.route(start, goal, ways_of(exits[::-1]), MASTER)


@pytest.mark.parametrize(("most", "found"), [(40, Trip), (20, atlas.SearchLimit)])
def test_a_search_gives_up_after_so_many_rooms(most: int, found: type):
    """Two long corridors that meet nowhere would be walked to their ends."""
    long = [way(n, f"r1.{n}", f"r1.{n + 1}", back=None) for n in range(1, 30)]
    assert isinstance(atlas.route("r1.1", "r1.30", ways_of(long), MASTER, most), found)
    apart = [*long[:20], *(way(n + 100, f"r2.{n}", f"r2.{n + 1}") for n in range(1, 30))]
    assert isinstance(atlas.route("r1.1", "r2.30", ways_of(apart), MASTER, 20), atlas.SearchLimit)
    assert atlas.route("r1.1", "r2.30", ways_of(apart), MASTER, 100) is None


CORRIDOR = [way(1, "r1.1", "r1.2", back="e1.2"), way(2, "r1.2", "r1.1", back="e1.1"), way(3, "r1.2", "r1.3", back="e1.4"),
            way(4, "r1.3", "r1.2", back="e1.3")]  # fmt: skip


@each_row(
    ("known", "found"),
    [
        ({"r1": "visited", "r2": "visited", "r3": "seen"}, True),
        ({"r1": "visited", "r2": "visited"}, False),  # nobody has seen the goal
        ({"r1": "visited", "r3": "visited"}, False),  # nobody has seen what lies between
        ({"r1": "visited", "r2": "seen", "r3": "seen"}, False),  # a look through the door shows no door on the other side
        ({"r1": "visited", "r2": "seen", "r3": "visited"}, True),  # its doors are known from their other sides
    ],
)
def test_only_what_is_discovered_is_walked(known: dict[str, Seen], found: bool):
    trip = atlas.route("r1.1", "r1.3", ways_of(CORRIDOR), Traveller(discovered=knows(**known)))
    assert isinstance(trip, Trip) == found


def test_a_long_way_round_that_is_quicker_wins():
    exits = [way(1, "r1.1", "r1.3", minutes=10), way(2, "r1.1", "r1.2"), way(3, "r1.2", "r1.3")]
    trip = atlas.route("r1.1", "r1.3", ways_of(exits), Traveller())
    assert isinstance(trip, Trip) and [e.id for e in trip.steps] == ["e1.2", "e1.3"]


def test_a_search_asks_once_for_each_level_of_both_sides():
    asked: list[int] = []
    line = [way(n, f"r1.{n}", f"r1.{n + 1}") for n in range(1, 21)]

    def ways(rooms: Collection[str], side: Side) -> Sequence[Exit]:
        asked.append(len(rooms))
        return ways_of(line)(rooms, side)

    trip = atlas.route("r1.1", "r1.21", ways, Traveller())
    assert isinstance(trip, Trip) and len(trip.steps) == 20
    assert len(asked) <= 21


@each_row(("steps", "most", "found"), [(0, 9, 1), (1, 9, 2), (2, 9, 3), (9, 2, 2)])
def test_reach_ends_where_it_is_told(steps: int, most: int, found: int):
    assert len(atlas.reach("r1.1", ways_of(CORRIDOR), Traveller(), steps, most)) == found


# ── layout ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(mazes())
def test_every_room_has_a_place_and_none_overlaps(exits: list[Exit]):
    placed = layout(ROOMS, exits, {})
    assert [*sorted(placed)] == ROOMS
    assert not [(a, b) for a, b in combinations(placed.values(), 2) if {*a.squares()} & {*b.squares()}]


@given(mazes(), st.integers(-9, 9), st.integers(-9, 9))
def test_a_room_stands_where_it_says(exits: list[Exit], x: int, y: int):
    placed = layout(ROOMS, exits, {"r1.4": Place(x, y, 3, 7)})
    assert (placed["r1.4"].x, placed["r1.4"].y, placed["r1.4"].w, placed["r1.4"].h) == (x, y, 3, 7)


@each_row("direction", OFFSET)
def test_a_map_is_the_same_from_both_ends(direction: Direction):
    there = layout(ROOMS[:2], [way(1, "r1.1", "r1.2", direction)], {})
    back = layout(ROOMS[:2], [way(1, "r1.2", "r1.1", OPPOSITE[direction])], {})
    assert there == back
    step = (there["r1.2"].x - there["r1.1"].x, there["r1.2"].y - there["r1.1"].y)
    assert step == (OFFSET[direction][0] * 6, OFFSET[direction][1] * 6)


def test_stairs_lead_to_another_storey_at_the_same_spot():
    placed = layout(ROOMS[:2], [way(1, "r1.1", "r1.2", "up")], {})
    assert placed["r1.2"] == replace(placed["r1.1"], level=1)
