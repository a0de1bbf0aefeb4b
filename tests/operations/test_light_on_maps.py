"""A map shows how bright its rooms are; the players' map tells it, and who is there, only as far as the party sees."""

from collections.abc import Iterator

import pytest

from rpg_lite.views.maps.svg import map_svg
from tests.copies import begun
from tests.operations.table import Table

pytestmark = pytest.mark.stored


@pytest.fixture
def table() -> Iterator[Table]:
    """Bo stands in a dark lobby with an imp; a dim hall that the party has seen lies north of it, a dark den beyond."""
    with begun() as game:
        made = Table(game)
        made.did("create", name="Bo", character={"classes": ["fighter 1"], "party": True})
        for name, way in (("Hall", "north"), ("Den", "north")):
            assert made.send({"operation": "create", "name": name, "direction": way}, "manage_room")["ok"]
            made.did("go", "Bo", direction=way)
        made.did("go", "Bo", direction="south")
        made.did("go", "Bo", direction="south")
        made.did("create", name="Imp", character={"hpMax": 10, "senses": {"darkvision": 60}})
        made.did("create", name="Rat", character={"hpMax": 1})
        for room, light in (("Lobby", "dark"), ("Hall", "dim"), ("Den", "dark")):
            assert made.send({"operation": "update", "bagName": room, "light": light}, "manage_room")["ok"]
        yield made


def drawn(table: Table, **more: bool) -> str:
    return str(table.send({"operation": "map", **more}, "manage_room", "full"))


def picture(table: Table, everything: bool) -> str:
    return map_svg(table.game.chart(everything=everything))


def test_the_game_masters_map_tells_the_light_of_every_room(table: Table) -> None:
    told = drawn(table, everything=True)
    assert "; dark; Bo" in told and told.count("'light': 'dark'") == 2 and told.count("'light': 'dim'") == 1 and "Imp" in told
    svg = picture(table, True)
    assert svg.count('class="room dark') == 3 and svg.count('class="room dim') == 2, "two dark rooms, a dim one, and the legend"
    assert "Hall (dim)" in svg and "Imp" in svg


def test_the_players_map_tells_only_the_light_where_the_party_stands(table: Table) -> None:
    told = drawn(table)
    assert "; dark; Bo" in told and told.count("'light'") == 1
    svg = picture(table, False)
    assert 'class="room dim' not in svg and svg.count('class="room dark') == 2


def test_nobody_is_drawn_whom_nobody_sees(table: Table) -> None:
    for shown in (drawn(table), picture(table, False), str(table.game.table(False))):
        assert "Imp" not in shown and "Rat" not in shown and "Bo" in shown
    table.did("give", "Bo", template="Torch")
    table.did("use", "Bo", itemName="Torch")
    for shown in (drawn(table), picture(table, False), str(table.game.table(False))):
        assert "Imp" in shown and "Rat" in shown
    assert "; bright; Bo" in drawn(table) and "room dark" not in picture(table, False)


def test_a_light_in_another_hand_counts_on_the_map(table: Table) -> None:
    table.did("give", "Imp", template="Torch")
    table.did("use", "Imp", itemName="Torch")
    assert "; bright; Bo" in drawn(table)


def test_a_room_without_the_word_has_none_on_the_map() -> None:
    with begun() as game:
        table = Table(game)
        table.did("create", name="Bo", character={"classes": ["fighter 1"], "party": True})
        assert "light" not in drawn(table, everything=True)
