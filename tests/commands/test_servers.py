"""Tool servers come and go; their tools are things, and history keeps them (adrs/0044)."""

from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy import select

from rpg_lite.commands.outcome import Accepted, Outcome, Turn
from rpg_lite.commands.servers import Connect, Disconnect, decide_connect, decide_disconnect
from rpg_lite.game import open_campaign
from rpg_lite.rules.dice import roller
from rpg_lite.store.tables import THING
from rpg_lite.world.contexts import merged
from rpg_lite.world.things import FIRST_ROOM_ID, SERVERS_ID, Ref
from tests.commands.table import Table

DECIDERS: dict[type, Any] = {Connect: decide_connect, Disconnect: decide_disconnect}


@pytest.fixture
def table():
    with open_campaign() as game:
        yield Table(game)


def ask(table: Table, command: Connect | Disconnect) -> Outcome:
    """Decided and recorded as the game does it."""

    def work(at: Any) -> Outcome:
        world = at.load(command.touches())
        outcome = DECIDERS[type(command)](command, world, Turn(table.game.book, roller(1), at.rev))
        if isinstance(outcome, Accepted) and outcome.events:
            at.record(world, outcome.world, outcome.events, tool="servers", request_id=None, request_hash="", answer={"text": ""})
        return outcome

    return table.game.store.write(table.game.campaign.id, work)


def connect(table: Table, name: str = "holler", **tools: str) -> Outcome:
    return ask(table, Connect(name=name, tools=tools))


def tools(table: Table) -> dict[str, bool]:
    """Name → whether it is available, of all tools that are not the game's own."""
    found = table.now.things.values()
    return {t.qualified_name: t.available for t in found if t.kind == "tool" and not str(t.qualified_name).startswith("rpg:")}


def at_hand(table: Table) -> list[str | None]:
    world = table.game.store.read(table.game.campaign.id, lambda at: at.load([Ref("context")]))
    return [t.qualified_name for t in merged(world, FIRST_ROOM_ID, None, "tool")]


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
    outcome = connect(table, sample="Makes a sound.")
    assert isinstance(outcome, Accepted)
    assert outcome.events == ()
    assert table.now == before


def test_a_disconnected_server_keeps_its_tools_and_they_are_not_available(table):
    connect(table, sample="Makes a sound.")
    table.send({"operation": "equip", "itemName": "holler:*"}, "manage_tools")
    assert "holler:sample" in at_hand(table)
    ask(table, Disconnect(name="holler"))
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
        assert isinstance(connect(table, **tools_now), Accepted)
    assert tools(table) == {"holler:play": True}


@pytest.mark.parametrize(("name", "tool"), [("rpg", "look"), ("prompt", "welcome")])
def test_a_server_takes_no_name_that_is_another_s(table, name, tool):
    table.send({"operation": "equip", "itemName": "prompt:welcome", "content": "Hello."}, "manage_tools")
    before = table.now
    outcome = connect(table, name, **{tool: "Mine."})
    assert not isinstance(outcome, Accepted)
    assert outcome.code == "qualified_name_taken"
    assert table.now == before


def test_one_that_never_came_cannot_leave(table):
    outcome = ask(table, Disconnect(name="nobody"))
    assert not isinstance(outcome, Accepted)
    assert outcome.code == "server_unknown"


@pytest.mark.parametrize("name", ["", "a:b", "a b", "*", "a__b"])
def test_a_name_that_would_be_a_glob_or_a_space_is_no_server_s(name):
    with pytest.raises(ValidationError):
        Connect(name=name, tools={})
