"""The table as an MCP App: listed to clients that show Apps, with the players' view and no more, and drawn in a browser."""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from fastmcp import Client
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server import mcp_apps_page
from rpg_lite.server.mcp import server


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:") as opened:
        opened.ask({"operation": "create", "name": "Brenna", "character": {"party": True, "hpMax": 20}}, "manage_character")
        opened.ask({"operation": "create", "name": "Vault", "direction": "north", "door": "hidden"}, "manage_room")
        yield opened


async def test_a_client_without_apps_does_not_see_the_tool(game: Game) -> None:
    async with Client(server(game)) as client:
        assert mcp_apps_page.NAME not in {tool.name for tool in await client.list_tools()}


async def test_the_tool_tells_the_model_little_and_the_app_the_players_state(game: Game) -> None:
    async with Client(server(game)) as client:
        result = await client.call_tool(mcp_apps_page.NAME, {})
        assert result.content[0].text == "The players see the table: Lobby, Brenna."
        state = result.meta[mcp_apps_page.STATE]
        assert [m["name"] for m in state["party"]] == ["Brenna"] and state["mayMaster"] is False and "secrets" not in state
        assert "Vault" not in json.dumps(result.meta)
        sheet = (await client.call_tool(mcp_apps_page.NAME, {"characterId": "c1.1"})).meta[mcp_apps_page.SHEET]
        assert sheet["name"] == "Brenna" and sheet["groups"]
        assert mcp_apps_page.SHEET not in (await client.call_tool(mcp_apps_page.NAME, {"characterId": "c9.9"})).meta


async def test_the_app_is_one_page_that_loads_nothing(game: Game) -> None:
    async with Client(server(game)) as client:
        (page,) = await client.read_resource(mcp_apps_page.URI)
    assert page.mime_type == APP_MIME_TYPE and page.text == mcp_apps_page.app_html()
    assert "ui/initialize" in page.text and "EventSource" not in page.text and "events${" not in page.text and "fetch(" not in page.text
    assert "http://" not in page.text.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("settings", "shown"), [({"mimeTypes": [APP_MIME_TYPE]}, True), ({"mimeTypes": ["text/html"]}, False), ({}, False), (None, False)]
)
def test_who_shows_apps(monkeypatch: pytest.MonkeyPatch, settings: Any, shown: bool) -> None:
    session = SimpleNamespace(client_capabilities=SimpleNamespace(extensions={EXTENSION_ID: settings} if settings is not None else None))
    monkeypatch.setattr(mcp_apps_page, "get_context", lambda: SimpleNamespace(session=session))
    assert mcp_apps_page.shows_apps() is shown


async def test_a_client_that_shows_apps_is_offered_the_tool(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rpg_lite.server.mcp.shows_apps", lambda: True)
    async with Client(server(game)) as client:
        (tool,) = [tool for tool in await client.list_tools() if tool.name == mcp_apps_page.NAME]
    assert tool.meta is not None and tool.meta["ui"] == {"resourceUri": mcp_apps_page.URI} and tool.annotations.read_only_hint
