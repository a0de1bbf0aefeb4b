"""manage_tools load and unload: the scenes of the campaign and of rooms."""

from pathlib import Path
from typing import Any

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.rules.tool_scenes import GLOBAL
from rpg_lite.server.scene_tracking import read_loaded
from rpg_lite.store import store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.views.history import before_all
from rpg_lite.world.body_paths import SCENES
from rpg_lite.world.events import Changed
from rpg_lite.world.world_model import FIRST_ROOM_ID, WORLD_ID
from tests.operations.table import Answer, Table, chronicle, snapshot
from tests.operations.worlds import Sandbox

TOOL = "manage_tools"


@pytest.fixture
def table():
    with open_campaign() as game:
        table = Table(game)
        table.did("create", name="Mira", character={"party": True, "hpMax": 20})
        for payload in ({"operation": "create", "name": "Crypt"}, {"operation": "portal", "direction": "north", "toName": "Crypt"}):
            assert table.send(payload, "manage_room")["ok"]
        yield table


def send(table: Table, operation: str, *scenes: str, **fields: Any) -> Answer:
    return table.send({"operation": operation, "scenes": list(scenes), **fields}, TOOL)


def now(table: Table) -> set[str]:
    return {*read_loaded(table.game)} - {GLOBAL, "explore"}


def test_a_loaded_scene_is_one_event_and_undo_unloads_it(table: Table) -> None:
    before = snapshot(table.game)
    answer = send(table, "load", "magic")
    assert answer["text"] == "Loaded now: global, explore, magic, magic.items."
    assert chronicle(table.game)[-1] == Changed(WORLD_ID, str(SCENES), None, ["magic"])
    assert now(table) == {"magic", "magic.items"}
    table.did("undo")
    assert now(table) == set()
    assert snapshot(table.game).world == before.world


def test_scenes_are_added_in_the_order_in_which_they_were_loaded(table: Table) -> None:
    send(table, "load", "Magic")
    answer = send(table, "load", "gear", "magic")
    assert answer["results"][0]["notes"] == ["Loaded before: magic."]
    assert chronicle(table.game)[-1] == Changed(WORLD_ID, str(SCENES), ["magic"], ["magic", "gear"])
    assert "notes" not in send(table, "unload", "magic")["results"][0]
    assert now(table) == {"gear"}


def test_what_is_loaded_already_changes_nothing(table: Table) -> None:
    rev = send(table, "load", "magic")["rev"]
    assert send(table, "load", "magic")["rev"] == rev


def test_children_are_loaded_and_unloaded_with_their_parent(table: Table) -> None:
    send(table, "load", "combat", children=True)
    assert now(table) == {"combat", "combat.conditions", "combat.encounter"}
    send(table, "unload", "combat", children=True)
    assert now(table) == set()
    answer = send(table, "load", "rest", children=True)
    assert answer["results"][0]["notes"] == ["There are no scenes below rest, so children changes nothing."]


def test_a_child_is_loaded_alone(table: Table) -> None:
    send(table, "load", "combat.encounter")
    assert now(table) == {"combat.encounter"}


def test_who_moves_has_other_scenes(table: Table) -> None:
    answer = send(table, "load", "social", bagName="Crypt")
    assert answer["text"] == "Loaded now: global, explore, and those of Crypt while the party is there."
    assert now(table) == set()
    assert table.send({"operation": "go", "direction": "north"}, "manage_room")["ok"]
    assert now(table) == {"social"}
    assert send(table, "unload", "social", bagName="floor")["ok"]
    assert now(table) == set()


def test_a_fight_loads_combat(table: Table) -> None:
    table.did("start_fight", names=["Mira"])
    assert now(table) == {"combat", "combat.conditions"}
    table.did("end_fight")
    assert now(table) == set()


@pytest.mark.parametrize("operation", ["load", "unload"])
def test_global_is_never_unloaded(operation: str) -> None:
    assert Sandbox().reject("scene_global", operation, scenes=["magic", "global"]).field == "scenes[1]"


def test_an_unknown_scene_is_told_what_is_near() -> None:
    sandbox = Sandbox()
    assert sandbox.reject("scene_unknown", "load", scenes=["magik"]).near[0] == "magic"
    by_keyword = sandbox.reject("scene_unknown", "load", scenes=["merchant"])
    assert by_keyword.near[0] == "gear.trade"
    assert GLOBAL not in by_keyword.allowed and "prep.rooms" in by_keyword.allowed


def test_only_what_was_loaded_there_is_unloaded(table: Table) -> None:
    send(table, "load", "magic")
    for wanted, where in (("explore", {}), ("magic.items", {}), ("magic", {"bagName": "Crypt"})):
        answer = send(table, "unload", wanted, **where)
        assert answer["error"]["code"] == "scene_not_loaded"
    assert "allowed: magic" in send(table, "unload", "gear")["text"]


@pytest.mark.parametrize(
    "fields", [{"scenes": []}, {}, {"scenes": ["magic"], "bagName": "Nowhere"}, {"scenes": ["magic"], "bagName": "Mira"}]
)
def test_a_refusal_changes_nothing(table: Table, fields: dict[str, Any]) -> None:
    before = snapshot(table.game)
    answer = table.send({"operation": "load", **fields}, TOOL)
    assert not answer["ok"]
    assert snapshot(table.game) == before


@pytest.mark.parametrize("operation", ["load", "unload"])
def test_players_load_nothing(table: Table, operation: str) -> None:
    before = snapshot(table.game)
    refused = table.game.ask({"operation": operation, "scenes": ["magic"]}, tool=TOOL, role="player", characters=["Mira"])
    assert refused["error"]["code"] == "not_allowed"
    assert snapshot(table.game) == before


def test_players_hear_nothing_of_it(table: Table) -> None:
    send(table, "load", "combat")
    send(table, "load", "combat", bagName="Lobby")
    commits = table.game.store.read(table.game.campaign.id, lambda at: at.commits(2))
    assert [commit.tool for commit in commits] == [TOOL, TOOL]
    assert before_all(commits, {WORLD_ID, FIRST_ROOM_ID}) == []


def test_loaded_scenes_are_exported_and_imported(table: Table, tmp_path: Path) -> None:
    send(table, "load", "magic")
    send(table, "load", "social", bagName="Crypt")
    store, file = table.game.store, tmp_path / "scenes.zip"
    store_maintenance.export_campaign(store, table.game.campaign.id, file, lambda *told: None)
    with Store.open(tmp_path / "away.db") as away:
        assert store_maintenance.import_campaign(away, file, None, lambda *told: None) == table.game.campaign.name
    with open_campaign(tmp_path / "away.db") as game:
        assert snapshot(game).things == table.now.things
        assert read_loaded(game) == {GLOBAL, "explore", "magic", "magic.items"}
