"""The examples of the plan for tools in rooms, one by one: what is listed, what is loaded, and what a client asks on the way.

The plan's rooms are scenes here, since rooms are places of the world; its requirements and its git are fights and magic. What a scene
does not list is understood all the same, so the plan's refusal of a tool that is not loaded has no example.
"""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.cli import app
from rpg_lite.content.built_in_scenes import scenes
from rpg_lite.rules.tool_scenes import GLOBAL
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import ToolListing

MAGIC = {"operation": "load", "scenes": ["magic"]}


@pytest.fixture
async def client() -> AsyncIterator[Client[Any]]:
    with open_campaign(":memory:", seed=1) as game:
        async with Client(server(game, listing=ToolListing(tools="scene"))) as connected:
            yield connected


async def scene(client: Client[Any], id: str) -> dict[str, Any]:
    (content,) = await client.read_resource(f"room://{id}")
    found: dict[str, Any] = json.loads(content.text)
    return found


async def keys(client: Client[Any], tool: str) -> set[str]:
    """The keys that the list shows of one tool."""
    return {key for listed in await client.list_tools() if listed.name == tool for key in listed.input_schema["properties"]}


# ── the interaction of the plan ─────────────────────────────────────────────────────────────────────────────────────


async def test_what_rooms_are_available(client: Client[Any]) -> None:
    """Each says what it is for; the one that needs a state that does not hold says which."""
    (template,) = [each for each in await client.list_resource_templates() if each.uri_template.startswith("room://")]
    assert all(id in (template.description or "") for id in scenes().by_id)
    told = [await scene(client, id) for id in (GLOBAL, "magic", "rest")]
    assert [(each["name"], each["available"], each["missing"]) for each in told] == [
        ("Always", True, []),
        ("Magic", True, []),
        ("Rest", False, ["party"]),
    ]
    assert all(each["description"] for each in told)


async def test_i_need_to_work_with_requirements_and_what_tools_do_i_have_now(client: Client[Any]) -> None:
    """The tools that are always there stay, and those of the room come along."""
    always = await keys(client, "keep_journal")
    assert always and "effect" not in await keys(client, "manage_condition")
    loaded = await client.call_tool("manage_tools", MAGIC)
    assert loaded.content[0].text == "Loaded now: global, magic, magic.items."
    assert "effect" in await keys(client, "manage_condition") and await keys(client, "keep_journal") == always
    assert (await scene(client, "magic"))["loaded"] is True


async def test_the_way_back(client: Client[Any]) -> None:
    await client.call_tool("manage_tools", MAGIC)
    await client.call_tool("manage_tools", {**MAGIC, "operation": "unload"})
    assert (await scene(client, "magic"))["loaded"] is False and "effect" not in await keys(client, "manage_condition")
    refused = await client.call_tool("manage_tools", {"operation": "unload", "scenes": [GLOBAL]}, raise_on_error=False)
    assert refused.is_error and (await scene(client, GLOBAL))["loaded"] is True


# ── finding a room ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("I want to create a new hero", "prep"),
        ("I want to buy from a merchant", "gear.trade"),
        ("we fight a battle", "combat"),
    ],
)
def test_a_room_is_found_by_a_sentence_with_one_of_its_keywords(capsys: pytest.CaptureFixture[str], wish: str, found: str) -> None:
    app.main(["catalog", "--find", wish])
    assert f"scene {found}: {scenes().by_id[found].description}" in capsys.readouterr().out


# ── rooms below rooms ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("asked", "loaded"),
    [
        ({"scenes": ["combat"]}, {"combat", "combat.conditions"}),
        ({"scenes": ["combat"], "children": True}, {"combat", "combat.conditions", "combat.encounter"}),
        ({"scenes": ["combat.encounter"]}, {"combat.encounter"}),
    ],
    ids=["a parent with what loads with it", "a parent with all its children", "a child without its parent"],
)
async def test_loading_a_parent_and_loading_a_child(client: Client[Any], asked: dict[str, Any], loaded: set[str]) -> None:
    await client.call_tool("manage_tools", {"operation": "load", **asked})
    assert {id for id in scenes().by_id if (await scene(client, id))["loaded"]} == {GLOBAL, *loaded}


# ── a room for each command ─────────────────────────────────────────────────────────────────────────────────────────


def test_each_command_says_its_rooms_or_is_global() -> None:
    found = scenes()
    assert found.of("execute_action", "attack") == ("combat",)
    assert found.of("execute_action", "anything else") == (GLOBAL,)


async def test_a_tool_that_is_not_loaded_is_called_all_the_same(client: Client[Any]) -> None:
    """The list is for the eyes of the model alone: a client that keeps an old list loses nothing."""
    assert (await client.call_tool("manage_inventory", {"operation": "shop", "bagName": "floor"}, raise_on_error=False)).content
    made = await client.call_tool("manage_character", {"operation": "create", "name": "Mira"})
    assert made.structured_content["ok"]
