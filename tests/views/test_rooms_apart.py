"""On the map of the page, no two rooms of an adventure that comes with the program lie over each other."""

from itertools import combinations
from typing import Any

import pytest

from rpg_lite.content.map_files import SHELF
from tests.copies import begun
from tests.operations.table import snapshot


def overlap(one: dict[str, Any], other: dict[str, Any], apart: int = 0) -> bool:
    """Whether two rooms share a square, or lie less than `apart` squares from each other."""
    (x, y, w, h), (x2, y2, w2, h2) = one["at"], other["at"]
    return bool(x < x2 + w2 + apart and x2 < x + w + apart and y < y2 + h2 + apart and y2 < y + h + apart)


@pytest.mark.parametrize("adventure", SHELF.adventures())
def test_no_two_rooms_of_an_adventure_overlap(adventure: str) -> None:
    with begun() as game:
        assert game.ask({"operation": "import_map", "adventure": adventure}, "manage_room")["ok"]
        storeys = game.page_atlas(everything=True)["storeys"]
        drawn = {room["name"] for storey in storeys for room in storey["rooms"]}
        assert drawn >= {t.name for t in snapshot(game).things.values() if t.kind == "room" and t.room.at} and len(drawn) > 10
        assert [(a["name"], b["name"]) for s in storeys for a, b in combinations(s["rooms"], 2) if overlap(a, b)] == []


def test_the_niche_of_the_salt_toll_keeps_its_distance() -> None:
    """Nothing leads from it to its neighbour, so they share no wall on the map."""
    with begun() as game:
        assert game.ask({"operation": "import_map", "adventure": "salt_toll"}, "manage_room")["ok"]
        rooms = {room["name"]: room for storey in game.page_atlas(everything=True)["storeys"] for room in storey["rooms"]}
        assert not overlap(rooms["Latrine"], rooms["Clerk's Niche"], apart=1)
