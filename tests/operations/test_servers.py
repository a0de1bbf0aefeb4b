"""Tool servers connect and disconnect; their tools are things, and history keeps their calls (adrs/0044)."""

from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy import select

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.operations.tool_server_connection import Connect, Disconnect
from rpg_lite.store.tables import THING
from rpg_lite.world.tools_in_use import merge_uses
from rpg_lite.world.world_model import FIRST_ROOM_ID, SERVERS_ID, Ref
from tests.operations.table import Table
from tests.rows import each_row


@pytest.fixture
def table():
    with open_campaign() as game:
        yield Table(game)


def connect(table: Table, name: str = "holler", **tools: str) -> dict[str, Any]:
    return table.game.record_server(Connect(name=name, tools=tools))


def disconnect(table: Table, name: str = "holler", reason: str = "") -> dict[str, Any]:
    return table.game.record_server(Disconnect(name=name, reason=reason))


def tools(table: Table) -> dict[str, bool]:
    """Name → whether it is available, of all tools that are not the game's own."""
    found = table.now.things.values()
    return {t.qualified_name: t.available for t in found if t.kind == "tool" and not str(t.qualified_name).startswith(("rpg:", "turn:"))}


def at_hand(table: Table) -> list[str | None]:
    world = table.game.store.read(table.game.campaign.id, lambda at: at.load([Ref("context")]))
    return [t.qualified_name for t in merge_uses(world, FIRST_ROOM_ID, None, "tool")]


def test_a_server_joins_with_its_tools(table):
    connect(table, sample="Makes a sound.", play="Plays it.")
    server = table.thing("holler")
    assert (server.kind, server.parent_id) == ("mcp", SERVERS_ID)
    assert {t.name: t.body for t in table.now.things.values() if t.parent_id == server.id} == {
        "sample": {"description": "Makes a sound."},
        "play": {"description": "Plays it."},
    }


def test_connecting_again_changes_nothing(table):
    connect(table, sample="Makes a sound.")
    before = table.now
    answer = connect(table, sample="Makes a sound.")
    assert answer == {"ok": True, "rev": before.rev, "text": "holler is connected; its tools: sample.", "results": answer["results"]}
    assert table.now == before


def test_a_disconnected_server_keeps_its_tools_and_they_are_not_available(table):
    connect(table, sample="Makes a sound.")
    table.send({"operation": "equip", "itemName": "holler:*"}, "manage_tools")
    assert "holler:sample" in at_hand(table)
    disconnect(table)
    assert tools(table) == {"holler:sample": False}
    assert "holler:sample" not in at_hand(table)
    connect(table, sample="Makes a sound.")
    assert "holler:sample" in at_hand(table)


def test_a_tool_that_the_server_lost_is_gone_and_its_row_stays(table):
    connect(table, sample="Makes a sound.", play="Plays it.")
    id = next(t.id for t in table.now.things.values() if t.qualified_name == "holler:play")
    connect(table, sample="Makes a better sound.")
    assert tools(table) == {"holler:sample": True}
    with table.game.store._database.reader.connect() as connection:
        assert connection.execute(select(THING.c.deleted_at).where(THING.c.id == id)).scalar_one() is not None


def test_a_tool_that_comes_back_takes_its_free_name(table):
    for tools_now in ({"play": "Plays."}, {}, {"play": "Plays again."}):
        assert connect(table, **tools_now)["ok"]
    assert tools(table) == {"holler:play": True}


@pytest.mark.parametrize(("name", "tool"), [("rpg", "look"), ("prompt", "welcome")])
def test_a_server_takes_no_name_that_is_another_s(table, name, tool):
    table.send({"operation": "equip", "itemName": "prompt:welcome", "content": "Hello."}, "manage_tools")
    before = table.now
    assert connect(table, name, **{tool: "Mine."})["error"]["code"] == "qualified_name_taken"
    assert table.now == before


def test_one_that_never_came_cannot_leave(table):
    assert disconnect(table, "nobody")["error"]["code"] == "server_unknown"


@each_row("name", ["", "a:b", "a b", "*", "a__b"])
def test_a_name_that_would_be_a_glob_or_a_space_is_no_server_s(name):
    with pytest.raises(ValidationError):
        Connect(name=name, tools={})


# ── told, undone, kept ──────────────────────────────────────────────────────────────────────────────────────────────


def test_what_came_and_what_went_is_told(table):
    assert connect(table, sample="", play="")["text"] == "holler is connected; its tools: play, sample. New: play, sample."
    assert connect(table, sample="", echo="")["text"] == "holler is connected; its tools: echo, sample. New: echo. Gone: play."
    told = disconnect(table, reason="no answer within 30 s")["text"]
    assert (
        told
        == "holler is disconnected: no answer within 30 s. Its tools (echo, sample) stay equipped where they are but are not available."
    )


@pytest.mark.parametrize("twice", [False, True])
def test_connecting_is_undone_like_any_command(table, twice):
    before = table.now.world
    connect(table, sample="Makes a sound.")
    if twice:
        before = table.now.world
        connect(table, play="Plays it.")
    table.did("undo")
    assert table.now.world == before


def test_a_disconnection_is_undone_too(table):
    connect(table, sample="Makes a sound.")
    before = table.now.world
    disconnect(table)
    table.did("undo")
    assert table.now.world == before


def test_connecting_stands_in_the_history_and_among_the_calls(table):
    connect(table, sample="Makes a sound.")
    connect(table, "rpg", look="Mine.")
    assert "holler is connected" in table.send({"operation": "history"}, "read_campaign")["text"]
    told = table.send({"operation": "history", "tools": True}, "read_campaign")["text"].splitlines()
    assert "servers connect ✗ qualified_name_taken" in told[1] and "servers connect ✓ rev 1" in told[2]


# ── called here ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("called", ["holler:sample", "holler__sample", "holler_sample"])
def test_a_call_of_a_server_s_tool_says_whose_it_is_and_whether_the_room_uses_it(table, called):
    connect(table, sample="Makes a sound.")
    before = table.now
    told = table.send({"prompt": "jazz"}, called)
    assert (told["ok"], told["error"]["code"]) == (False, "tool_elsewhere")
    assert "a tool of the server holler" in told["text"] and "call it there as sample" in told["text"]
    assert "Lobby does not use it (manage_tools equip holler:sample" in told["text"]
    assert table.now == before
    table.send({"operation": "equip", "itemName": "holler:sample"}, "manage_tools")
    assert "Lobby uses it" in table.send({"prompt": "jazz"}, called)["text"]


def test_a_call_of_a_tool_that_is_gone_says_so(table):
    connect(table, sample="Makes a sound.")
    table.send({"operation": "equip", "itemName": "holler:sample"}, "manage_tools")
    disconnect(table)
    told = table.send({}, "holler__sample")
    assert told["error"]["code"] == "tool_not_available"
    assert "not available until it connects again" in told["text"] and "Lobby uses it" in told["text"]


def test_two_servers_whose_joined_names_are_one_are_both_named(table):
    connect(table, "a_b", c="One.")
    connect(table, "a", b_c="Another.")
    assert table.send({}, "a_b_c")["error"]["near"] == ["a_b:c", "a:b_c"]
    assert table.send({}, "a__b_c")["error"]["details"]["server"] == "a"


@pytest.mark.parametrize(
    ("called", "code", "told"),
    [
        ("rpg:look", "tool_is_operation", "'look' is an operation of manage_room"),
        ("rpg__look", "tool_is_operation", "'look' is an operation of manage_room"),
        ("go", "tool_is_operation", "'go' is an operation of manage_room"),
        ("equip", "tool_is_operation", "manage_inventory, manage_tools"),
        ("manage_invntory", "tool_unknown", "did you mean manage_inventory"),
        ("holler__sample", "tool_unknown", "allowed: manage_inventory"),
        ("", "tool_unknown", "allowed: manage_inventory"),
    ],
)
def test_a_call_of_nobody_s_tool_leads_to_one_of_ours(table, called, code, told):
    answer = table.refused_whole(code, {}, called)
    assert told in answer["text"]
