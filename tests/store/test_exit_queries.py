"""Data beyond a slice: exits, rooms and the people in them, with only the necessary queries."""

import pytest

from rpg_lite.store import exit_queries
from rpg_lite.store.store import Store
from rpg_lite.world.atlas import Side
from rpg_lite.world.events import ExitClosed, ExitOpened
from rpg_lite.world.world_model import FIRST_ROOM_ID, WORLD_ID, Campaign, Exit, Ref
from tests.store.worlds import by_id, happen, hero, made, read

ROOMS = [f"r1.{n}" for n in range(1, 6)]
WAYS = [ExitOpened(Exit(f"e1.{n}", FIRST_ROOM_ID, f"north {n}", "north", room)) for n, room in enumerate(ROOMS)]


@pytest.fixture(params=[1, 2, exit_queries.AT_ONCE])
def portions(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exit_queries, "AT_ONCE", request.param)


@pytest.fixture
def dungeon(store: Store, campaign: Campaign) -> Campaign:
    rooms = [made(room, f"Room {room}", WORLD_ID, "room") for room in ROOMS]
    happen(
        store, campaign, by_id(WORLD_ID, FIRST_ROOM_ID), *rooms, *WAYS, hero("c1.1", "Thorin", ROOMS[0]), made("i1.1", "Torch", ROOMS[0])
    )
    return campaign


@pytest.mark.parametrize(("side", "rooms"), [("out", [FIRST_ROOM_ID]), ("in", ROOMS)])
@pytest.mark.usefixtures("portions")
def test_exits_are_found_from_both_ends(store: Store, dungeon: Campaign, side: Side, rooms: list[str]):
    assert {way.id for way in read(store, dungeon, lambda r: r.ways(rooms, side))} == {e.exit.id for e in WAYS}


@pytest.mark.usefixtures("portions")
def test_rooms_come_bare_and_those_who_stand_in_them_apart(store: Store, dungeon: Campaign):
    assert [*read(store, dungeon, lambda r: r.rooms(ROOMS))] == ROOMS
    assert [*read(store, dungeon, lambda r: r.people(ROOMS))] == ["c1.1"]


def test_a_closed_exit_leads_nowhere(store: Store, dungeon: Campaign):
    (way,) = read(store, dungeon, lambda r: r.ways([ROOMS[0]], "in"))
    happen(store, dungeon, [Ref("place", id=ROOMS[0])], ExitClosed(way))
    assert read(store, dungeon, lambda r: r.ways([ROOMS[0]], "in")) == []
