"""The listing by scenes: what clients are shown, what it costs, that every call is understood, and who is told of changes."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from anyio import ClosedResourceError
from fastmcp import Client
from fastmcp.client.messages import MessageHandler
from fastmcp.server.context import Context
from mcp.client.subscriptions import listen
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ResourceUpdated, ToolsListChanged

from rpg_lite import open_campaign
from rpg_lite.content.built_in_scenes import scenes
from rpg_lite.operations.registry import TOOLS, in_schema, keys_sent
from rpg_lite.operations.role_table import listed_for
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.rules.tool_scenes import GLOBAL
from rpg_lite.server import scene_tracking
from rpg_lite.server.listed_tools import ListedTool, listed_tools
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import ToolListing
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.vocabulary import ListingForm, Role
from tests.server.clients import ERAS, over_http, over_stdio
from tests.waiting import PATIENCE_S

BY_SCENES = ToolListing(tools="scene")
MAGIC = {"operation": "load", "scenes": ["magic"]}
ROOM = "room://combat"
HERO = {"operation": "create", "name": "Mira", "character": {"party": True}}


class Told(MessageHandler):
    """Counts the notices about the list of tools."""

    def __init__(self) -> None:
        self.times = 0

    async def on_tool_list_changed(self, message: object) -> None:
        self.times += 1


@asynccontextmanager
async def connected(transport: str, database: Path, **how: Any) -> AsyncIterator[Client[Any]]:
    if transport == "stdio":
        async with Client(over_stdio(database, "--tools", "scene"), **how) as client:
            yield client
    elif transport == "http":
        with over_http(database, "--tools", "scene") as address:
            async with Client(f"{address}/mcp", **how) as client:
                yield client
    else:
        with open_campaign(database) as game:
            async with Client(server(game, listing=BY_SCENES), **how) as client:
                yield client


TRANSPORTS = ["memory", pytest.param("stdio", marks=pytest.mark.slow), pytest.param("http", marks=pytest.mark.slow)]


def cost(listed: tuple[ListedTool, ...]) -> int:
    return sum(estimate(json.dumps(tool.definition, ensure_ascii=False)) for tool in listed)


async def keys(client: Client[Any]) -> dict[str, set[str]]:
    """The keys that each tool shows, without those of every call."""
    shown = {tool.name: {*tool.input_schema["properties"]} for tool in await client.list_tools()}
    return {name: found - {"operation", "batch", "dryRun", "requestId", "detail", "onError"} for name, found in shown.items()}


# ── what is shown ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("loaded", "most"), [((), 0.45), (("explore",), 0.45), (("explore", "combat"), 0.5)])
def test_scene_at_start_costs_little_of_full(loaded: tuple[str, ...], most: float) -> None:
    ids = scenes().with_children((GLOBAL, *loaded))
    assert cost(listed_tools("scene", "gm", ids)) <= most * cost(listed_tools("full", "gm"))


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_the_eight_names_are_always_listed_with_all_operations(tmp_path: Path, transport: str, era: str) -> None:
    async with connected(transport, tmp_path / "party.db", mode=era) as client:
        tools = {tool.name: tool for tool in await client.list_tools()}
    assert list(tools) == list(TOOLS)
    for name, tool in tools.items():
        assert tool.input_schema["properties"]["operation"]["enum"] == [*in_schema(name, places=transport != "memory")], "a new table measures by plan"


@pytest.mark.parametrize("role", ["gm", "player", "viewer"])
def test_all_scenes_show_what_full_shows(role: Role) -> None:
    assert listed_tools("scene", role, tuple(scenes().by_id)) == listed_tools("full", role)


@pytest.mark.parametrize("role", ["gm", "player", "viewer"])
@pytest.mark.parametrize("scene", [*scenes().by_id])
def test_a_scene_shows_the_keys_of_its_operations(scene: str, role: Role) -> None:
    full = {tool.name: tool.parameters["properties"] for tool in listed_tools("full", role)}
    for tool in listed_tools("scene", role, (scene,)):
        shown, menu = tool.parameters["properties"], listed_for(role, tool.name)
        held = [verb for verb in menu if scenes().shows(tool.name, verb, (scene,))]
        sent = {key.rstrip("?") for verb in held for key in keys_sent(tool.name)[verb].split()}
        assert sent & full[tool.name].keys() <= shown.keys()
        if not held:
            assert [*shown] == ["operation"]
        if len(held) < len(menu):
            assert "rpg://menu shows their keys" in shown["operation"]["description"]


def test_a_tool_says_which_of_its_operations_it_shows() -> None:
    rooms = next(tool for tool in listed_tools("scene", "gm", ("prep.rooms",)) if tool.name == "manage_room")
    assert rooms.parameters["properties"]["operation"]["description"] == (
        "Shown: the keys of create, portal, update, remove, import_map, join, leave, vibe, undo. All others work too; "
        "manage_tools load or resource rpg://menu shows their keys."
    )
    assert "direction" in rooms.parameters["properties"]
    assert "search" not in rooms.parameters["properties"]["batch"]["description"]


async def test_a_player_is_shown_its_own_part_of_the_loaded_scenes() -> None:
    prep = {tool.name: tool for tool in listed_tools("scene", "player", ("prep",))}
    assert "manage_tools" not in prep
    operation = prep["manage_room"].parameters["properties"]["operation"]
    assert listed_for("player", "manage_room").keys() == {*operation["enum"]}
    assert operation["description"] == "All work; resource rpg://menu shows their keys."


# ── what is loaded ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_list_follows_the_campaign(tmp_path: Path) -> None:
    async with connected("memory", tmp_path / "party.db") as client:
        assert (await keys(client))["manage_room"] == set()
        await client.call_tool("manage_character", HERO)
        assert "direction" in (await keys(client))["manage_room"]
        assert (await keys(client))["manage_condition"] == set()
        await client.call_tool("execute_action", {"operation": "start_fight", "names": ["Mira"]})
        assert "condition" in (await keys(client))["manage_condition"]
        await client.call_tool("execute_action", {"operation": "undo"})
        assert (await keys(client))["manage_condition"] == set()


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_what_is_not_listed_is_understood(tmp_path: Path, transport: str) -> None:
    async with connected(transport, tmp_path / "party.db") as client:
        assert (await keys(client))["manage_character"] == set()
        made = await client.call_tool("manage_character", HERO)
        assert made.structured_content["ok"]
        given = await client.call_tool("manage_inventory", {"operation": "give", "characterName": "Mira", "template": "Torch"})
        assert given.structured_content["results"][0]["item"]["name"] == "Torch"


async def test_a_mistake_is_answered_as_under_the_full_listing() -> None:
    told = []
    with open_campaign(":memory:") as game:
        for listing in (ToolListing(), BY_SCENES):
            async with Client(server(game, listing=listing)) as client:
                wrong = await client.call_tool("manage_inventory", {"operation": "give", "wibble": 1}, raise_on_error=False)
            told.append((wrong.content[0].text, wrong.meta["rpg-lite/error"]))
    assert told[0] == told[1]


# ── who is told ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_the_caller_of_the_older_era_is_told_with_the_answer(tmp_path: Path, transport: str) -> None:
    told = Told()
    async with connected(transport, tmp_path / "party.db", mode="legacy", message_handler=told) as client:
        assert client.server_capabilities.tools.list_changed
        await client.list_tools()
        for tool, payload, times in (
            ("manage_tools", MAGIC, 1),
            ("manage_tools", MAGIC, 1),
            ("keep_journal", {"operation": "note", "text": "Rain."}, 1),
            ("manage_tools", {**MAGIC, "dryRun": True, "scenes": ["gear"]}, 1),
            ("manage_tools", {"operation": "undo", "rev": 1}, 2),
            ("manage_character", HERO, 3),
        ):
            await client.call_tool(tool, payload)  # a notice comes before the answer
            assert told.times == times


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_who_listens_is_told(tmp_path: Path, transport: str) -> None:
    told = Told()
    async with connected(transport, tmp_path / "party.db", message_handler=told) as client:
        assert client.server_capabilities.tools.list_changed
        await client.call_tool("manage_tools", {**MAGIC, "scenes": ["gear"]})
        assert told.times == 0, "in this era only listeners are told"
        lists = dict.fromkeys(("tools_list_changed", "prompts_list_changed", "resources_list_changed"), True)
        async with listen(client.session, resource_subscriptions=[ROOM], **lists) as heard, asyncio.timeout(PATIENCE_S):
            assert heard.honored.tools_list_changed
            assert not heard.honored.prompts_list_changed and not heard.honored.resources_list_changed
            await client.call_tool("manage_tools", MAGIC)
            assert {await anext(heard), await anext(heard)} == {ToolsListChanged(), ResourceUpdated(ROOM)}
            for _ in "12":  # of a second notice about the list, the listener would hear before it hears of the second note
                await client.call_tool("keep_journal", {"operation": "note", "text": "Rain."})
                assert await anext(heard) == ResourceUpdated(ROOM)


async def test_what_another_program_loads_is_told_with_the_next_answer(tmp_path: Path) -> None:
    told = Told()
    async with connected("memory", tmp_path / "party.db", mode="legacy", message_handler=told) as client:
        await client.list_tools()
        with open_campaign(tmp_path / "party.db") as other:
            assert other.ask(MAGIC, tool="manage_tools")["ok"]
        await client.call_tool("read_campaign", {"operation": "party"})
        assert told.times == 1
        assert "effect" in (await keys(client))["manage_condition"]


async def test_a_call_that_was_written_is_answered_even_if_nobody_can_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> None:
        raise StoreFault("store_unreachable", "The database is gone.")

    async def leaves(*given: object) -> None:
        raise ClosedResourceError

    async with connected("memory", tmp_path / "party.db", mode="legacy") as client:
        await client.list_tools()
        with monkeypatch.context() as patched:
            patched.setattr(scene_tracking, "read_loaded", fails)
            assert (await client.call_tool("manage_tools", MAGIC)).structured_content["rev"] == 1
        monkeypatch.setattr(Context, "send_notification", leaves)
        assert (await client.call_tool("keep_journal", {"operation": "note", "text": "Rain."})).structured_content["rev"] == 2


@pytest.mark.slow
async def test_listeners_are_told_what_another_program_loads(tmp_path: Path) -> None:
    async with connected("http", tmp_path / "party.db") as client, listen(client.session, tools_list_changed=True) as heard:
        await client.list_tools()  # what is told is what differs from this list
        with open_campaign(tmp_path / "party.db") as other:
            assert other.ask(MAGIC, tool="manage_tools")["ok"]
        assert await asyncio.wait_for(anext(heard), PATIENCE_S) == ToolsListChanged()


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("form", ["full", "compact"])
async def test_other_listings_never_change(era: str, form: ListingForm) -> None:
    told = Told()
    with open_campaign(":memory:") as game:
        async with Client(server(game, listing=ToolListing(tools=form)), mode=era, message_handler=told) as client:
            assert client.server_capabilities.tools.list_changed is False
            before = await client.list_tools()
            await client.call_tool("manage_tools", MAGIC)
            assert await client.list_tools() == before
    assert told.times == 0


# ── scenes as resources ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("era", ERAS)
async def test_a_scene_is_a_resource(tmp_path: Path, era: str) -> None:
    async with connected("memory", tmp_path / "party.db", mode=era) as client:

        async def read(id: str) -> dict[str, Any]:
            (content,) = await client.read_resource(f"room://{id}")
            found: dict[str, Any] = json.loads(content.text)
            return found

        combat = await read("combat")
        assert (combat["name"], combat["children"]) == ("Combat", ["combat.conditions", "combat.encounter"])
        assert "initiative" in combat["keywords"] and "attack" in combat["tools"]["execute_action"]
        assert (combat["loaded"], combat["available"], combat["missing"]) == (False, False, ["fight"])
        assert ((await read("global"))["loaded"], (await read("magic"))["available"]) == (True, True)
        await client.call_tool("manage_character", HERO)
        assert ((await read("rest"))["missing"], (await read("explore"))["loaded"]) == ([], True)
        templates = {each.uri_template: each.description for each in await client.list_resource_templates()}
        assert "magic.items" in templates["room://{scene}"]
        with pytest.raises(MCPError, match="no scene 'nope'; scenes: global, explore"):
            await read("nope")
