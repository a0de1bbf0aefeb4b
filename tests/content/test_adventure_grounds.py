"""The grounds of the adventures that come with rpg-lite: nobody comes in over a pit or in a wall, and all who wait there have room."""

import pytest

from rpg_lite.mechanics.space import standing
from rpg_lite.rules.space.features import places_of
from rpg_lite.world.world_model import Thing
from tests.copies import begun

CLOSED = frozenset({"wall", "pillar", "pit", "deep_water", "furniture"})
NAMED = {"bitter_spring": ("Great Cistern", "pillar"), "salt_toll": ("Brine Pool", "deep_water")}
"""A room of each adventure, and what its words promise to those who fight there."""


@pytest.mark.parametrize("adventure", sorted(NAMED))
def test_whoever_comes_in_stands_on_floor_and_whoever_waits_has_room(adventure: str) -> None:
    with begun("5.2") as game:
        answer = game.ask({"operation": "import_map", "adventure": adventure}, "manage_room")
        assert answer["ok"] and "does not fit" not in answer["text"], answer["text"]
        world = game.store.read(game.campaign.id, lambda at: at.whole())
        rooms = [thing for thing in world.things.values() if thing.kind == "room" and standing.has_ground(thing)]
        wrong = [
            (room.name, way.label)
            for room in rooms
            for way in world.exits_from.get(room.id, ())
            if standing.squares_of_exits(room, world.exits_from[room.id])[way.id] in _closed(room)
        ]
        assert len(rooms) > 12 and not wrong
        name, word = NAMED[adventure]
        (found,) = [room for room in rooms if room.name == name]
        assert any(feature.word == word for feature in standing.ground_of_room(found).features)


def _closed(room: Thing) -> set[tuple[int, int]]:
    features = standing.ground_of_room(room).features
    return {square for feature in features if feature.word in CLOSED for square in places_of(feature).squares}
