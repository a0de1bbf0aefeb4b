"""Lines of exits on a drawn map: from room to room, and through no third one."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.vocabulary import OPPOSITE
from rpg_lite.world import drawn_exits
from rpg_lite.world.drawn_exits import DrawnLine, lines, touches
from rpg_lite.world.layout import Place
from rpg_lite.world.world_model import Exit
from tests.examples import examples


def line_of(places: dict[str, Place], a: str, b: str) -> DrawnLine | None:
    return lines([(Exit("e1.1", a, "east", "east", b), "west")], places)["e1.1"]


def strays(line: DrawnLine, ends: tuple[str, str], places: dict[str, Place]) -> list[str]:
    """The rooms that the line touches other than at its ends."""
    return [room for room, place in places.items() if room not in ends and any(touches(a, b, place) for a, b in pairwise(line))]


@st.composite
def halls(draw: st.DrawFn) -> dict[str, Place]:
    """Rooms beside each other, some of them wall to wall."""
    found: dict[str, Place] = {}
    for n in range(draw(st.integers(2, 14))):
        place = Place(*draw(st.tuples(*[st.integers(0, 18)] * 2, *[st.integers(1, 6)] * 2)))
        if not any(place.overlaps(other) for other in found.values()):
            found[f"r1.{n}"] = place
    return found


@settings(max_examples=examples(150), deadline=None)
@given(halls(), st.data())
def test_no_line_comes_to_a_room_that_is_not_one_of_its_ends(places: dict[str, Place], data: st.DataObject):
    a, b = data.draw(st.tuples(*[st.sampled_from(sorted(places))] * 2))
    line = line_of(places, a, b) if a != b else None
    if line is not None:
        assert strays(line, (a, b), places) == []
        for point, room in ((line[0], a), (line[-1], b)):
            assert touches(point, point, places[room])


def test_a_room_in_between_is_gone_around():
    places = {"a": Place(0, 0, 3, 3), "b": Place(10, 0, 3, 3), "between": Place(5, -2, 2, 7)}
    line = line_of(places, "a", "b")
    assert line is not None and len(line) > 2 and strays(line, ("a", "b"), places) == []
    assert line_of({k: places[k] for k in "ab"}, "a", "b") == ((3, 1.5), (10, 1.5))


def test_a_room_without_a_free_side_has_no_line():
    around = {"n": Place(0, -3, 3, 3), "e": Place(3, -3, 3, 9), "s": Place(0, 3, 3, 3), "w": Place(-3, -3, 3, 9)}
    places = {"a": Place(0, 0, 3, 3), "b": Place(20, 0, 3, 3), **around}
    assert line_of(places, "a", "b") is None
    assert line_of(places, "a", "e") is not None


def test_the_searches_of_one_map_end(monkeypatch: pytest.MonkeyPatch):
    """With five hundred exits to a walled-in room, each search would look at a whole page."""
    search, looked_at = drawn_exits._Grid.around, list[int]()

    def searched(*how: Any) -> Any:
        found = search(*how)
        looked_at.append(found[1])
        return found

    monkeypatch.setattr(drawn_exits._Grid, "around", searched)
    walls = {"n": Place(-1, -4, 5, 3), "e": Place(4, -4, 3, 11), "s": Place(-1, 4, 5, 3), "w": Place(-4, -4, 3, 11)}
    places = {"a": Place(0, 0, 3, 3), "b": Place(300, 300, 3, 3), **walls}
    ways = [(Exit(f"e1.{n}", "b", "south", "south", "a"), OPPOSITE["south"]) for n in range(500)]
    assert set(lines(ways, places).values()) == {None}
    assert 300_000 < sum(looked_at) < 700_000, "it looks far, but not without end"


def test_a_page_without_end_is_not_looked_at():
    places = {"a": Place(0, 0, 3, 3), "b": Place(90_000, 0, 3, 3), "between": Place(50, -9, 2, 30), "high": Place(0, 90_000, 3, 3)}
    assert line_of(places, "a", "b") is None and line_of({k: places[k] for k in ("a", "b")}, "a", "b") is not None


def test_a_line_around_starts_where_its_direction_says_and_crosses_no_other():
    places = {"a": Place(0, 0, 3, 3), "b": Place(12, 0, 3, 3), "between": Place(6, -2, 2, 7), "under": Place(6, 9, 2, 2)}
    out = Exit("e1.1", "a", "north", "north", "b")
    down = Exit("e1.2", "between", "south", "south", "under")
    found = lines([(out, "north"), (down, "north")], places)
    around, straight = found["e1.1"], found["e1.2"]
    assert around is not None and straight == ((7, 5), (7, 9))
    assert around[0][1] == 0 and around[-1][1] == 0  # the north walls
    assert min(y for _, y in around) < -2  # not under the room in between, where the other way is
