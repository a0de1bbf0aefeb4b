"""The compact listing: what clients are shown in it, what it costs, and that calls are answered as under the full one."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from rpg_lite import open_campaign
from rpg_lite.content.rulebook_files import folder
from rpg_lite.operations import schema
from rpg_lite.operations.registry import TOOLS, fields_of, in_schema, keys_sent
from rpg_lite.operations.role_table import listed_for
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.server import tool_schema_file
from rpg_lite.server.listed_tools import LONGEST_TEXT, ListedTool, listed_tools, menu_of
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import ToolListing
from rpg_lite.server.tool_schema_file import ROLES
from rpg_lite.vocabulary import ListingForm, Role
from tests.server.clients import ERAS, over_http, over_stdio

COMPACT = ToolListing(tools="compact")
MOST_OF_FULL = 0.42
WRONG = [
    ("manage_inventory", {"operation": "give", "characterName": "Nobody", "wibble": 1}),
    ("manage_inventory", {"operation": "gvie", "characterName": "Nobody"}),
    ("execute_action", {"operation": "heal", "characterName": "Nobody", "amount": "many"}),
    ("manage_room", {"operation": "go"}),
]


def cost(listed: tuple[ListedTool, ...]) -> int:
    return sum(estimate(json.dumps(tool.definition, ensure_ascii=False)) for tool in listed)


def line_of(tool: ListedTool, operation: str) -> str:
    return next(line for line in tool.description.splitlines() if line.startswith(f"- {operation}("))


@pytest.mark.parametrize("era", ERAS)
async def test_a_compact_tool_names_its_operations_and_leaves_their_fields_to_the_text(era: str) -> None:
    with open_campaign(":memory:") as game:
        async with Client(server(game, listing=COMPACT), mode=era) as client:
            tools = {tool.name: tool for tool in await client.list_tools()}
    assert list(tools) == list(TOOLS)
    for name, tool in tools.items():
        operation = {"type": "string", "enum": [*in_schema(name)]}
        assert tool.input_schema == {"type": "object", "properties": {"operation": operation}, "additionalProperties": True}
        assert tool.description.startswith("Tabletop RPG (D&D 5e):")
        assert len(tool.description) <= LONGEST_TEXT


@pytest.mark.parametrize(("role", "most"), [("gm", MOST_OF_FULL), ("player", MOST_OF_FULL), ("viewer", 0.5)])
def test_compact_costs_little_of_full(role: Role, most: float) -> None:
    assert cost(listed_tools("compact", role)) <= most * cost(listed_tools("full", role))


@pytest.mark.parametrize("role", ["gm", "player", "viewer"])
def test_a_line_says_what_an_operation_takes_and_does(role: Role) -> None:
    for tool in listed_tools("compact", role):
        for operation, model in listed_for(role, tool.name).items():
            keys, does = line_of(tool, operation).removeprefix(f"- {operation}(").split("): ", 1)
            shown = [key for key in keys.split(", ") if key and key != "…"]
            assert {key.rstrip("?") for key in shown} <= {f.alias or key for key, f in model.model_fields.items()} | fields_of(
                tool.name, operation
            )
            needed = [key for key in keys_sent(tool.name)[operation].split() if not key.endswith("?")]
            assert shown[: len(needed)] == needed
            assert (model.__doc__ or "").startswith(does.rstrip("."))


def test_keys_that_most_operations_take_are_said_once() -> None:
    inventory, *_ = listed_tools("compact", "gm")
    assert inventory.description.endswith("\nMost also take bagName?.")
    assert line_of(inventory, "identify") == "- identify(characterName, itemName): Players learn what it is."


@pytest.mark.parametrize(("tool", "payload"), WRONG, ids=[f"{t} {p['operation']}" for t, p in WRONG])
async def test_a_mistake_is_answered_as_under_the_full_listing(tool: str, payload: dict[str, Any]) -> None:
    told = []
    with open_campaign(":memory:") as game:
        for listing in (ToolListing(), COMPACT):
            async with Client(server(game, listing=listing)) as client:
                result = await client.call_tool(tool, payload, raise_on_error=False)
            told.append((result.content[0].text, result.meta["rpg-lite/error"]))
    assert told[0] == told[1]
    assert "Nothing was changed." in told[0][0]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("form", ["full", "compact"])
async def test_the_menu_is_a_resource_in_every_listing(era: str, form: ListingForm) -> None:
    with open_campaign(":memory:") as game:
        async with Client(server(game, listing=ToolListing(tools=form)), mode=era) as client:
            assert "rpg://menu" in {str(resource.uri) for resource in await client.list_resources()}
            (read,) = await client.read_resource("rpg://menu")
    assert read.text == menu_of("gm")
    assert "\n- heal(characterName, dice, seed?, amount?): Give hit points back.\n" in read.text


async def test_the_flag_and_the_setting_choose_the_listing(tmp_path: Path) -> None:
    transport = over_stdio(tmp_path / "party.db")
    flagged = StdioTransport(transport.command, [*transport.args, "--tools", "compact"], env=transport.env, cwd=transport.cwd)
    by_setting = StdioTransport(
        transport.command, transport.args, env={**transport.env, "RPG_LITE_LISTING__TOOLS": "compact"}, cwd=transport.cwd
    )
    for each in (flagged, by_setting):
        async with Client(each) as client:
            assert [*(await client.list_tools())[0].input_schema["properties"]] == ["operation"]


@pytest.mark.slow
async def test_the_flag_chooses_the_listing_over_http(tmp_path: Path) -> None:
    with over_http(tmp_path / "party.db", "--tools", "compact") as address:
        async with Client(f"{address}/mcp") as client:
            assert [*(await client.list_tools())[0].input_schema["properties"]] == ["operation"]


def test_the_kept_schemas_are_those_of_the_models():
    kept = (folder("data") / tool_schema_file.FILE).read_text(encoding="utf-8")
    assert kept == tool_schema_file.written(), "run make schema"


@pytest.mark.parametrize("role", ROLES)
def test_a_kept_schema_is_listed_as_it_would_be_made(role):
    for tool in listed_tools("full", role):
        assert tool.parameters == schema.flat(tool.name, role)
