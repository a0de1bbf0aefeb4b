"""Several maps on one page: each keeps its layout, and none overlaps another."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.vocabulary import DIRECTIONS, OPPOSITE, Direction
from rpg_lite.world.layout import Place
from rpg_lite.world.maps_side_by_side import arrange
from rpg_lite.world.world_model import Exit, Thing
from tests.examples import examples

SHAPE = {"Hall": (0, 0, 5, 4), "Den": (7, 0, 3, 3), "Loft": (0, 6, 4, 4)}


def of_map(n: int) -> list[Thing]:
    return [
        Thing(
            f"r{n}.{k}", "room", name, None, body={"at": dict(zip("xywh", at, strict=True)), "map": {"id": f"r{n}.1", "name": f"Map {n}"}}
        )
        for k, (name, at) in enumerate(SHAPE.items(), 1)
    ]


def joined(a: str, b: str, direction: Direction, n: int) -> list[Exit]:
    there, back = f"e{n}.1", f"e{n}.2"
    return [
        Exit(there, a, direction, direction, b, back=back),
        Exit(back, b, OPPOSITE[direction], OPPOSITE[direction], a, back=there),
    ]


def overlaps(places: dict[str, Place]) -> list[tuple[str, str]]:
    return [(a, b) for (a, one), (b, other) in combinations(places.items(), 2) if one.overlaps(other)]


@settings(max_examples=examples(80), deadline=None)
@given(st.lists(st.none() | st.sampled_from(DIRECTIONS), min_size=1, max_size=6))
def test_no_room_of_a_map_lies_over_one_of_another(directions: list[Direction | None]):
    lobby = Thing("r0.1", "room", "Lobby", None)
    rooms = [lobby, *(room for n in range(1, len(directions) + 1) for room in of_map(n))]
    exits = [way for n, d in enumerate(directions, 1) if d for way in joined("r0.1", f"r{n}.1", d, n)]
    places = arrange(rooms, exits)
    assert len(places) == len(rooms) and overlaps(places) == []
    for n in range(1, len(directions) + 1):  # each keeps its shape
        hall, den = places[f"r{n}.1"], places[f"r{n}.2"]
        assert (den.x - hall.x, den.y - hall.y, den.w, den.h) == (7, 0, 3, 3)


def test_one_map_stands_as_it_says():
    places = arrange(of_map(1), [])
    assert [(p.x, p.y, p.w, p.h) for p in places.values()] == list(SHAPE.values())


def test_a_map_lies_where_the_way_to_it_leads():
    lobby = Thing("r0.1", "room", "Lobby", None)
    exits = [*joined("r0.1", "r1.1", "north", 1), *joined("r0.1", "r2.1", "south", 2)]
    places = arrange([lobby, *of_map(1), *of_map(2)], exits)
    assert places["r1.3"].y + 4 <= places["r0.1"].y and places["r0.1"].y + 4 <= places["r2.1"].y
