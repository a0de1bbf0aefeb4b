"""A plural names all creatures of a name with numbers; the only living creature of a name comes before its dead namesakes elsewhere."""

from collections.abc import Iterator

import pytest

from rpg_lite.game import Game
from tests.copies import begun, copy_of
from tests.operations.table import Table


def _party() -> Game:
    table = Table(begun())
    table.did("create", name="Mira", character={"classes": ["wizard 5"], "party": True, "spells": {"prepared": ["Fireball"]}})
    table.did("create", template="Goblin", count=3)
    return table.game


@pytest.fixture
def table() -> Iterator[Table]:
    with copy_of(_party) as game:
        yield Table(game)


def cave(table: Table) -> None:
    assert table.send({"operation": "create", "name": "Cave", "direction": "north"}, "manage_room")["ok"]


def kill(table: Table, name: str) -> None:
    table.did("damage", name, amount=99, damageType="fire")


def test_goblins_are_all_goblins_that_live(table: Table) -> None:
    kill(table, "Goblin 2")
    said = table.did("start_fight", names=["party", "goblins"], surprised=["goblins"])["text"]
    assert "Goblin 1" in said and "Goblin 3" in said and "Goblin 2" not in said
    table.did("end_fight", names=["goblins"])
    burnt = table.did("cast", "Mira", spell="Fireball", targets=["goblins"], seed=1)["text"]
    assert "Goblin 1" in burnt and "Goblin 3" in burnt and "Goblin 2" not in burnt


def test_goblins_elsewhere_stay_out(table: Table) -> None:
    cave(table)
    table.did("join", names=["Goblin 3"], toName="Cave")
    assert "Goblin 3" not in table.did("start_fight", names=["party", "goblins"])["text"]


def test_one_goblin_is_not_all_goblins(table: Table) -> None:
    table.refused("name_ambiguous", "start_fight", names=["party", "goblin"])


def test_the_living_come_before_the_dead_elsewhere(table: Table) -> None:
    cave(table)
    table.did("join", names=["Goblin 1", "Goblin 2"], toName="Cave")
    kill(table, "Goblin 1")
    kill(table, "Goblin 2")
    assert "Goblin 3 attacks Mira" in table.did("attack", "Goblin", targetName="Mira", seed=1)["text"]


def test_the_dead_beside_the_living_are_told_apart(table: Table) -> None:
    kill(table, "Goblin 1")
    kill(table, "Goblin 2")
    table.refused("name_ambiguous", "attack", "Goblin", targetName="Mira")


def test_a_misspelt_template_is_told_only_a_handful_of_names(table: Table) -> None:
    refused = table.ask("create", template="gobblin")["text"]
    assert "Goblin" in refused and "Awakened Shrub" not in refused and refused.count(",") < 20


def test_the_name_of_a_room_behind_an_exit_leads_to_the_exit(table: Table) -> None:
    cave(table)
    for direction in ("north", "south"):
        assert table.send({"operation": "go", "direction": direction}, "manage_room")["ok"]
    refused = table.refused_whole("exit_unknown", {"operation": "go", "direction": "Cave"}, "manage_room")
    assert refused["error"]["try"]["direction"] == "north"
