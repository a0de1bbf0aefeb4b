"""The MCP server with a strict client, in both protocol eras: listing, results, refusals, resources, crashes."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastmcp import Client, FastMCP
from fastmcp.exceptions import McpError
from jsonschema import Draft202012Validator, validate
from mcp.types import INVALID_PARAMS, TextResourceContents
from pydantic.json_schema import SkipJsonSchema

from rpg_lite import open_campaign
from rpg_lite.content import built_in_scenes
from rpg_lite.game import Game
from rpg_lite.messages.tool_purposes import PURPOSES
from rpg_lite.operations.registry import KEYS_OF_PLACES, TOOLS, in_schema
from rpg_lite.operations.schema import LISTED_BY, UNDERSTOOD
from rpg_lite.operations.tool_server_connection import Connect, Disconnect
from rpg_lite.server.instructions import INSTRUCTIONS, instructions_for
from rpg_lite.server.mcp import http_app, server
from rpg_lite.server.settings import DEFAULT_LISTING, ToolListing
from rpg_lite.server.tool_sizes import BUDGETS, COMPACT_TOGETHER, COMPACT_TOOL, TOGETHER, sizes
from rpg_lite.store.store_faults import StoreFault

ERAS = ("auto", "legacy")
LONGEST_TEXT = 2_000
REFUSED_BY_SOME_CLIENT = {"oneOf", "anyOf", "allOf", "not", "if", "then", "else", "$ref", "$defs", "const", "patternProperties"}
PLAIN_TYPES = {"string", "integer", "number", "boolean", "object", "array"}


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as opened:
        party = [
            {"operation": "create", "name": name, "character": {"classes": ["fighter 5"], "party": True}} for name in ("Thorin", "Elara")
        ]
        assert opened.ask({"batch": party}, tool="manage_character")["ok"]
        yield opened


@pytest.fixture
def mcp(game: Game) -> FastMCP[Any]:
    return server(game)


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def listed(mcp: FastMCP[Any], era: str = "auto") -> dict[str, dict[str, Any]]:
    """name → tool, as it goes over the wire."""
    async with Client(mcp, mode=era) as client:
        return {t.name: t.model_dump(by_alias=True, exclude_none=True) for t in await client.list_tools()}


async def answered(mcp: FastMCP[Any], era: str, payload: dict[str, Any], tool: str = "manage_inventory") -> dict[str, Any]:
    """The structured half of an accepted call, checked by the tool's own schema and against the text."""
    async with Client(mcp, mode=era) as client:
        schema = {t.name: t.output_schema for t in await client.list_tools()}[tool]
        result = await client.call_tool(tool, payload)
    assert schema is not None
    assert not result.is_error
    validate(result.structured_content, schema)
    assert [b.text for b in result.content] == [result.structured_content["text"]]
    return result.structured_content


async def refused(mcp: FastMCP[Any], era: str, payload: dict[str, Any], tool: str = "manage_inventory") -> tuple[str, dict[str, Any]]:
    """The text and the data of a refusal, after the checks that hold for each."""
    async with Client(mcp, mode=era) as client:
        result = await client.call_tool(tool, payload, raise_on_error=False)
    assert result.is_error, result
    assert result.structured_content is None
    assert result.meta is not None
    error = result.meta["rpg-lite/error"]
    assert re.fullmatch(r"[a-z_]+", error["code"])
    (block,) = result.content
    assert "Nothing was changed." in block.text
    assert "pydantic" not in block.text
    assert "Traceback" not in block.text
    return block.text, error


# ── the listing ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_both_eras_list_the_same_tools_and_tell_the_same_instructions(mcp):
    assert await listed(mcp, "auto") == await listed(mcp, "legacy")
    for era in ERAS:
        async with Client(mcp, mode=era) as client:
            assert client.instructions == INSTRUCTIONS


async def test_every_tool_of_the_menu_is_listed(mcp):
    assert list(await listed(mcp)) == list(TOOLS) == list(PURPOSES)


async def test_no_text_is_longer_than_the_shortest_client_reads(mcp):
    texts = {name: tool["description"] for name, tool in (await listed(mcp)).items()}
    texts |= {f"{name}.{path}": s["description"] for name, t in (await listed(mcp)).items() for path, s in schemas(t) if "description" in s}
    long = {name: len(text) for name, text in (texts | {"instructions": INSTRUCTIONS, "places": instructions_for("gm", places=True)}).items() if len(text) > LONGEST_TEXT}
    assert not long


@pytest.mark.parametrize("always_load", [("read_campaign", "execute_action"), ("manage_room",), ()])
async def test_a_client_that_defers_tools_loads_these_at_once(game, era, always_load):
    of_settings = {} if always_load == DEFAULT_LISTING.always_load else {"listing": ToolListing(always_load=always_load)}
    tools = await listed(server(game, **of_settings), era)
    assert {name for name, tool in tools.items() if tool.get("_meta", {}).get("anthropic/alwaysLoad")} == set(always_load)


async def test_no_tool_costs_more_than_its_budget(mcp):
    assert {tool: size for tool, size in (await sizes(mcp)).items() if size > BUDGETS[tool]} == {}


async def test_all_tools_together_cost_no_more_than_their_budget(mcp):
    assert sum((await sizes(mcp)).values()) <= TOGETHER


async def test_the_compact_form_keeps_its_budgets(game):
    read = await sizes(server(game, listing=ToolListing(tools="compact")))
    assert {tool: size for tool, size in read.items() if size > COMPACT_TOOL} == {} and sum(read.values()) <= COMPACT_TOGETHER


async def test_a_size_counts_what_a_model_reads(mcp):
    read = await sizes(mcp)
    for tool in (await listed(mcp)).values():
        parts = {name: tool[name] for name in ("name", "description", "inputSchema")}
        assert read[tool["name"]] == len(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode())


async def test_the_listing_comes_the_same_every_time(mcp, game):
    before = await listed(mcp)
    game.ask({"operation": "give", "characterName": "Thorin", "template": "Shield"})
    assert await listed(mcp) == before
    assert await listed(server(game)) == before


def schemas(tool: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Every schema inside of a tool's two, with its path."""
    found = []

    def walk(path: str, schema: dict[str, Any]) -> None:
        found.append((path, schema))
        for name, part in schema.get("properties", {}).items():
            walk(f"{path}.{name}", part)
        if isinstance(schema.get("items"), dict):
            walk(f"{path}[]", schema["items"])

    walk("in", tool["inputSchema"])
    walk("out", tool["outputSchema"])
    return found


@pytest.mark.parametrize("tool", TOOLS)
async def test_no_client_has_a_reason_to_drop_the_tool(mcp, tool):
    whole = (await listed(mcp))[tool]
    assert re.fullmatch(r"[a-z0-9_]+", whole["name"])
    assert whole["title"]
    assert whole["description"].startswith("Tabletop RPG (D&D 5e):")
    for key in ("inputSchema", "outputSchema"):
        Draft202012Validator.check_schema(whole[key])
        assert whole[key]["type"] == "object"
    for path, schema in schemas(whole):
        assert not REFUSED_BY_SOME_CLIENT & set(schema), path
        assert schema.get("type") in PLAIN_TYPES, f"{path}: {schema.get('type')}"
        assert schema["type"] != "array" or isinstance(schema.get("items"), dict), path
        assert all(isinstance(word, str) for word in schema.get("enum", ())), path
        assert set(schema.get("required", ())) <= set(schema.get("properties", ())), path


@pytest.mark.parametrize("tool", TOOLS)
async def test_the_flat_schema_has_every_field_of_every_operation_and_no_other(mcp, tool):
    properties = (await listed(mcp))[tool]["inputSchema"]["properties"]
    models = [*in_schema(tool).values()]
    fields = {
        f.alias or name for m in models for name, f in m.model_fields.items() if not any(isinstance(x, SkipJsonSchema) for x in f.metadata)
    }
    of_others = {key for key, at in LISTED_BY.items() if at != tool and key in fields}
    everywhere = {key for operation, key in UNDERSTOOD if operation in in_schema(tool) and key in fields}
    of_places = {key for operation, key in KEYS_OF_PLACES if operation in in_schema(tool) and key in fields}
    assert fields - set(properties) == of_others | of_places | (everywhere - set(properties))
    beside = set(properties) - fields
    assert beside <= {"batch", "onError", "dryRun", "requestId", "detail"}
    assert properties["operation"]["enum"] == [*in_schema(tool)]
    inside = set(properties["batch"]["items"]["properties"])
    often = {"operation", "characterName", "bagName", "item", "itemName", "quantity", "toCharacterName", "toName"}
    assert often <= inside <= fields - {"rev", "toRev"} if tool == "manage_inventory" else inside == {"operation"}  # an undo stands alone
    assert (properties["batch"]["minItems"], properties["batch"]["maxItems"]) == (1, 20)


async def test_a_field_that_serves_some_operations_says_so(mcp):
    properties = (await listed(mcp))["manage_inventory"]["inputSchema"]["properties"]
    assert properties["grip"]["description"].startswith("Only equip")
    assert "Only" not in properties["characterName"].get("description", "")


async def test_only_reading_is_called_harmless(mcp):
    hints = {name: tool["annotations"] for name, tool in (await listed(mcp)).items()}
    assert [name for name, hint in hints.items() if hint["readOnlyHint"]] == ["read_campaign"]
    assert [name for name, hint in hints.items() if not hint["destructiveHint"]] == ["read_campaign"]
    assert not any(hint["openWorldHint"] for hint in hints.values())


# ── results ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tool", "payload"),
    [
        ("manage_inventory", {"operation": "give", "characterName": "Thorin", "template": "Plate Armor", "equip": True}),
        ("manage_inventory", {"operation": "give", "characterName": "Thorin", "template": "Plate Armor", "dryRun": True}),
        ("manage_inventory", {"operation": "view", "characterName": "Thorin", "detail": "full"}),
        ("manage_inventory", {"operation": "view", "bagName": "floor"}),
        ("read_campaign", {"operation": "party", "detail": "full"}),
        ("read_campaign", {"operation": "character", "characterName": "Thorin", "stats": ["ac", "saves.dex"]}),
        ("read_campaign", {"operation": "item", "query": "healing"}),
        ("read_campaign", {"operation": "history", "detail": "full"}),
        ("manage_character", {"operation": "export", "characterName": "Elara"}),
        ("manage_character", {"operation": "update", "characterName": "Elara", "character": {"abilities": {"dex": 18}}}),
        ("manage_condition", {"operation": "apply", "characterName": "Elara", "condition": "grappled"}),
        ("execute_action", {"operation": "damage", "characterName": "Elara", "dice": "2d6", "damageType": "fire"}),
        ("execute_action", {"operation": "roll", "dice": "2d6+3"}),
        ("manage_character", {"operation": "retire", "characterName": "Elara"}),
    ],
    ids=lambda value: value.get("operation") if isinstance(value, dict) else "",
)
async def test_every_result_fits_its_schema_and_both_halves_agree(mcp, era, tool, payload):
    answer = await answered(mcp, era, payload, tool)
    assert answer["ok"] is True
    assert len(answer["results"]) == 1


async def test_every_key_of_an_answer_is_one_that_the_schema_names(mcp, era):
    named = set((await listed(mcp))["manage_inventory"]["outputSchema"]["properties"])
    give = {"operation": "give", "characterName": "Thorin", "template": "Dagger", "detail": "full"}
    assert set(await answered(mcp, era, {**give, "dryRun": True})) <= named
    assert set(await answered(mcp, era, {**give, "requestId": "once"})) <= named
    again = await answered(mcp, era, {**give, "requestId": "once"})
    assert set(again) <= named
    assert again["repeated"] is True
    assert again["text"].startswith("Already done at rev")


async def test_full_detail_adds_data_and_takes_nothing_away(mcp, era):
    equip = {"operation": "give", "characterName": "Thorin", "template": "Plate Armor", "equip": True, "dryRun": True}
    brief = await answered(mcp, era, equip)
    full = await answered(mcp, era, {**equip, "detail": "full"})
    assert brief.keys() <= full.keys()
    assert "changed" not in brief
    assert [event["event"] for event in full["changed"]] == ["created", "equipped"]
    assert "lines" not in brief["results"][0]["stats"]["ac"]
    assert [line["source"] for line in full["results"][0]["stats"]["ac"]["lines"]] == ["Plate Armor"]


async def test_a_continued_batch_tells_what_was_refused_and_is_no_error(mcp, era):
    batch = [{"operation": "give", "template": "Dagger"}, {"operation": "equip", "itemName": "Excalibur"}]
    answer = await answered(mcp, era, {"batch": batch, "characterName": "Thorin", "onError": "continue"})
    assert answer["ok"] is False
    assert [r["ok"] for r in answer["results"]] == [True, False]
    assert answer["results"][1]["error"]["code"] == "item_unknown"


# ── what models send ────────────────────────────────────────────────────────────────────────────────────────────────


async def test_objects_and_arrays_that_came_as_strings_are_decoded(mcp, era):
    rope = json.dumps({"name": "Rope", "type": "adventuring_gear", "weight": 10})
    one = await answered(mcp, era, {"operation": "give", "characterName": "Thorin", "item": rope})
    assert one["results"][0]["item"]["name"] == "Rope"
    batch = json.dumps([{"operation": "give", "characterName": "Thorin", "item": rope}] * 2)
    two = await answered(mcp, era, {"batch": batch})
    assert len(two["results"]) == 2
    character = json.dumps({"classes": ["wizard 3"]})
    await answered(mcp, era, {"operation": "create", "name": "Mira", "character": character}, "manage_character")
    stats = {"operation": "character", "characterName": "Mira", "stats": '["ac"]'}
    assert "AC 10" in (await answered(mcp, era, stats, "read_campaign"))["text"]


async def test_a_string_that_is_a_name_stays_one(mcp, era):
    answer = await answered(mcp, era, {"operation": "give", "characterName": "Thorin", "item": "Shield"})
    assert answer["results"][0]["item"]["name"] == "Shield"


async def test_null_is_left_out(mcp, era):
    item = {"name": "Rope", "type": "adventuring_gear", "slot": None, "weaponStats": None, "weight": 10}
    payload = {
        "operation": "give",
        "characterName": "Thorin",
        "characterId": None,
        "template": None,
        "item": item,
        "batch": None,
        "dryRun": None,
    }
    assert (await answered(mcp, era, payload))["results"][0]["item"]["name"] == "Rope"


async def test_both_spellings_of_keys_are_read(mcp, era):
    answer = await answered(mcp, era, {"operation": "view", "character_name": "Thorin", "show_stats": True})
    assert "Thorin" in answer["text"]
    _, error = await refused(mcp, era, {"operation": "view", "character_name": "Thorin", "characterName": "Elara"})
    assert error["code"] == "given_twice"


# ── refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_all_unknown_keys_are_named_at_once(mcp, era):
    item = {"name": "Sword", "type": "weapon", "damage": "1d8", "colour": "red"}
    payload = {"operation": "give", "characterName": "Thorin", "item": item, "amuont": 3, "wibble": 1}
    text, error = await refused(mcp, era, payload)
    assert error["code"] == "argument_invalid"
    for key in ("item.damage", "item.colour", "amuont", "wibble"):
        assert key in text
    assert "weaponStats.damageDice" in text


@pytest.mark.parametrize("count", [0, 21])
async def test_a_batch_has_one_to_twenty_elements(mcp, era, game, count):
    rev = game.store.rev(game.campaign.id)
    text, error = await refused(mcp, era, {"batch": [{"operation": "give", "characterName": "Thorin", "template": "Dagger"}] * count})
    assert error["field"] == "batch"
    assert "batch" in text
    assert "tuple" not in text, "a word of ours, not of those who call"
    assert game.store.rev(game.campaign.id) == rev


async def test_a_refused_batch_names_every_refused_element_and_changes_nothing(mcp, era, game):
    rev = game.store.rev(game.campaign.id)
    batch = [
        {"operation": "give", "template": "Dagger"},
        {"operation": "equip", "itemName": "Excalibur"},
        {"operation": "give", "template": "Plait Armor"},
    ]
    text, error = await refused(mcp, era, {"batch": batch, "characterName": "Thorin"})
    assert [error["field"], *(e["field"] for e in error["errors"])] == ["batch[1].itemName", "batch[2].template"]
    assert "Plate Armor" in text
    assert game.store.rev(game.campaign.id) == rev


@pytest.mark.parametrize(
    ("payload", "code", "field"),
    [
        ({}, "operation_missing", "operation"),
        ({"operation": "steal", "characterName": "Thorin"}, "operation_unknown", "operation"),
        ({"operation": ["view"], "characterName": "Thorin"}, None, "operation"),
        ({"operation": {"view": 1}, "characterName": "Thorin"}, None, "operation"),
        ({"operation": "damage", "characterName": "Thorin", "amount": 3}, "operation_unknown", "operation"),
        ({"operation": "view", "characterName": "Thorni"}, "character_unknown", "characterName"),
        ({"operation": "view"}, "target_required", "characterName"),
        ({"operation": "equip", "characterName": "Thorin", "itemName": "Excalibur"}, "item_unknown", "itemName"),
        ({"operation": "give", "characterName": "Thorin", "template": "Plait Armor"}, "template_unknown", "template"),
        ({"operation": "give", "characterName": "Thorin", "template": "Dagger", "quantity": 0}, "argument_invalid", "quantity"),
        ({"operation": "give", "characterName": "Thorin", "template": "Dagger", "quantity": 1.5}, "argument_invalid", "quantity"),
        ({"operation": "give", "characterName": "Thorin", "template": "Dagger", "quantity": True}, "argument_invalid", "quantity"),
        ({"operation": "give", "characterName": "Thorin", "template": "Dagger", "quantity": "many"}, "argument_invalid", "quantity"),
        ({"operation": "equip", "characterName": "Thorin", "itemName": "x", "slot": "tail"}, "argument_invalid", "slot"),
        ({"operation": "give", "characterName": "Thorin", "item": {"name": "a\x00b", "type": "tool"}}, "argument_invalid", "item.name"),
        ({"operation": "give", "characterName": "Thorin", "item": {"name": "x" * 10_000, "type": "tool"}}, "argument_invalid", "item.name"),
        ({"operation": "give", "characterName": "Thorin", "item": "{broken"}, None, "item"),
        ({"operation": "give", "characterName": "Thorin", "item": "[" * 5_000}, None, "item"),
        ({"batch": "twenty"}, "argument_invalid", "batch"),
        ({"batch": [{"operation": "undo"}]}, "undo_alone", "batch[0].operation"),
        ({"batch": [{"operation": "view", "characterName": "Thorin"}], "itemName": "Dagger"}, "beside_batch", "itemName"),
        ({"operation": "undo", "rev": 999}, "rev_unknown", "rev"),
    ],
)
async def test_what_cannot_be_done_is_refused_with_its_field(mcp, era, game, payload, code, field):
    rev = game.store.rev(game.campaign.id)
    text, error = await refused(mcp, era, payload)
    assert (code or error["code"], error.get("field")) == (error["code"], field), text
    assert len(text) < 2_000
    assert game.store.rev(game.campaign.id) == rev


async def test_near_names_stand_in_text_and_data(mcp, era):
    text, error = await refused(mcp, era, {"operation": "view", "characterName": "Thorni"})
    assert any("Thorin (c1.1)" in near for near in error["near"])
    assert "Thorin (c1.1)" in text


async def test_an_operation_of_another_tool_is_sent_there(mcp, era):
    text, _ = await refused(mcp, era, {"operation": "damage", "characterName": "Thorin", "amount": 3})
    assert "execute_action" in text


async def test_a_tool_that_is_not_there_is_a_clear_error(mcp, era):
    async with Client(mcp, mode=era) as client:
        with pytest.raises(Exception, match="manage_everything"):
            await client.call_tool("manage_everything", {})


# ── resources ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def read(mcp: FastMCP[Any], era: str, uri: str) -> Any:
    async with Client(mcp, mode=era) as client:
        (content,) = await client.read_resource(uri)
    assert isinstance(content, TextResourceContents)
    assert content.mime_type == "application/json"
    return json.loads(content.text)


async def test_the_resources_are_listed(mcp, era):
    async with Client(mcp, mode=era) as client:
        resources = sorted(str(r.uri) for r in await client.list_resources())
        scenes = [f"room://{id}" for id in built_in_scenes.scenes().by_id]
        assert resources == sorted(["items://schema", "items://templates", *scenes, "rpg://context", "rpg://menu", "ui://rpg-lite/table"])
        for uri in scenes:
            (content,) = await client.read_resource(uri)
            assert json.loads(content.text)["id"] == uri.removeprefix("room://")
        assert sorted(t.uri_template for t in await client.list_resource_templates()) == [
            "character://{id}",
            "item://{name}",
            "lore://{path*}",
            "room://{scene}",
            "rpg://inventory/{who}",
            "rpg://schema/{kind}",
        ]


async def test_the_list_of_templates_leads_to_each_of_them(mcp, era, game):
    templates = await read(mcp, era, "items://templates")
    assert len(templates) == len(game.book.templates)
    assert {"id": "srd:plate", "name": "Plate Armor", "type": "armor"} in templates


@pytest.mark.parametrize("name", ["Plate%20Armor", "plate%20armour", "srd%3Aplate", "Plate%20Mail"])
async def test_a_template_is_found_by_its_encoded_name(mcp, era, name):
    found = await read(mcp, era, f"item://{name}")
    assert (found["id"], found["armorStats"]["baseAc"]) == ("srd:plate", 18)


async def test_the_schema_of_items_accepts_every_template_that_is_shown(mcp, era):
    schema = await read(mcp, era, "items://schema")
    Draft202012Validator.check_schema(schema)
    assert "modifiers" in json.dumps(schema)


async def test_a_character_is_shown_whole(mcp, era, game):
    game.ask({"operation": "give", "characterName": "Thorin", "template": "Plate Armor", "equip": True})
    found = await read(mcp, era, "character://c1.1")
    assert (found["id"], found["name"], found["rev"]) == ("c1.1", "Thorin", 2)
    assert (found["stats"]["ac"]["value"], found["stats"]["ac"]["lines"][0]["source"]) == (18, "Plate Armor")


@pytest.mark.parametrize("who", ["Thorin", "thorin", "c1.1", "Br%C3%BAnn%20the%20Old"])
async def test_an_inventory_is_read_by_name_and_by_id(mcp, era, game, who):
    game.ask({"operation": "create", "name": "Brúnn the Old"}, "manage_character")
    for name in ("Thorin", "Brúnn the Old"):
        game.ask({"operation": "give", "characterName": name, "template": "Plate Armor", "equip": True})
    found = await read(mcp, era, f"rpg://inventory/{who}")
    (carried,) = found["carried"]
    assert carried["name"] == ("Brúnn the Old" if "Br" in who else "Thorin")
    assert [(t["name"], t["slot"]) for t in carried["things"]] == [("Plate Armor", "armor")]
    assert "rpg:look" in [t["qualifiedName"] for t in found["equipped"]]


async def test_the_inventory_here_is_that_of_the_room(mcp, era, game):
    game.ask({"operation": "give", "bagName": "Lobby", "template": "Torch"})
    found = await read(mcp, era, "rpg://inventory/here")
    assert ([t["name"] for t in found["contents"]], found["carried"], found["rev"]) == (["Torch"], [], 2)


async def test_notes_and_references_come_back_word_for_word(mcp, era, game):
    game.ask({"operation": "equip", "itemName": "prompt:boxed", "content": "Mist & bells. \u201cCome in!\u201d"}, "manage_tools")
    game.ask({"operation": "equip", "itemName": "ref:book", "uri": "https://example.org/book?a=1&b=2"}, "manage_tools")
    equipped = {t["qualifiedName"]: t for t in (await read(mcp, era, "rpg://inventory/here"))["equipped"]}
    assert equipped["prompt:boxed"]["content"] == "Mist & bells. \u201cCome in!\u201d"
    assert equipped["ref:book"]["uri"] == "https://example.org/book?a=1&b=2"
    assert equipped["rpg:look"]["description"] and equipped["rpg:look"]["available"]


def test_the_instructions_name_every_tool():
    assert not [tool for tool in TOOLS if tool not in INSTRUCTIONS]


@pytest.mark.parametrize(
    ("uri", "says"),
    [
        ("rpg://inventory/Nobody", "Nobody"),
        ("item://Excalibur", "Excalibur"),
        ("character://c9.9", "c9.9"),
        ("character://%20", ""),
        ("items://nothing", "items://nothing"),
    ],
)
async def test_a_resource_that_is_not_there_is_a_clear_error(mcp, era, uri, says):
    async with Client(mcp, mode=era) as client:
        with pytest.raises(McpError) as told:
            await client.read_resource(uri)
    assert says in str(told.value)
    assert (told.value.error.code, told.value.error.data) == (INVALID_PARAMS, {"uri": uri})
    assert "Traceback" not in str(told.value)


# ── when we are wrong ───────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_crash_tells_nothing_of_the_inside(mcp, era, monkeypatch):
    def crash(*_: object, **named: object) -> None:
        raise RuntimeError("secret table at /var/lib/secret.db")

    monkeypatch.setattr(Game, "ask", crash)
    async with Client(mcp, mode=era) as client:
        result = await client.call_tool("manage_inventory", {"operation": "view", "characterName": "Thorin"}, raise_on_error=False)
        with pytest.raises(McpError) as told:
            await client.read_resource("character://c1.1")
    assert result.is_error
    said = "".join(b.text for b in result.content) + str(told.value)
    assert "secret" not in said
    assert "RuntimeError" not in said


async def test_a_fault_of_the_database_is_one_clear_sentence(mcp, era, monkeypatch):
    def full(*_: object, **named: object) -> None:
        raise StoreFault("disk_full", "The disk is full: make room and send it again.")

    monkeypatch.setattr(Game, "ask", full)
    text, error = await refused(mcp, era, {"operation": "view", "characterName": "Thorin"})
    assert text == "The disk is full: make room and send it again. Nothing was changed."
    assert error == {"code": "disk_full"}


# ── hooks of the libraries that are not promised ────────────────────────────────────────────────────────────────────


def test_the_hook_that_spares_a_listing_per_call_still_exists(game):
    bare = FastMCP("bare")
    assert bare._mcp_server.get_tool_input_schema is None
    assert server(game)._mcp_server.get_tool_input_schema("manage_inventory") is None


async def test_own_tools_are_answered_without_the_handler_of_others(game, monkeypatch):
    async def refuse(self, ctx, params):
        raise AssertionError(params.name)

    monkeypatch.setattr(FastMCP, "_on_call_tool", refuse)
    async with Client(server(game)) as client:
        answer = await client.call_tool("read_campaign", {"operation": "party"})
    assert answer.structured_content["ok"]


async def test_a_stateless_call_lists_no_tools(game, monkeypatch):
    """The reason for the hook: without it, the server lists every tool again for each call over HTTP."""
    import httpx2

    listings = []
    original = FastMCP.list_tools

    async def counted(self: FastMCP[Any], **given: Any) -> Any:
        listings.append(given)
        return await original(self, **given)

    monkeypatch.setattr(FastMCP, "list_tools", counted)
    app = http_app(game)
    meta = {"protocolVersion": "2026-07-28", "clientInfo": {"name": "t", "version": "1"}, "clientCapabilities": {}}
    params = {
        "name": "read_campaign",
        "arguments": {"operation": "party"},
        "_meta": {f"io.modelcontextprotocol/{k}": v for k, v in meta.items()},
    }
    headers = {
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "read_campaign",
    }
    async with app.router.lifespan_context(app), httpx2.AsyncClient(transport=httpx2.ASGITransport(app)) as client:
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        answer = await client.post("http://127.0.0.1:8000/mcp", json=body, headers=headers)
    assert answer.json()["result"]["structuredContent"]["ok"] is True
    assert listings == []


# ── names that are not listed ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("called", "code", "told"),
    [
        ("holler__sample", "tool_elsewhere", "holler is connected: call it there as sample; Lobby does not use it"),
        ("holler_sample", "tool_elsewhere", "holler is connected: call it there as sample; Lobby does not use it"),
        ("loud__boom", "tool_not_available", "loud, which is not available"),
        ("rpg__look", "tool_is_operation", "an operation of manage_room"),
        ("manage_invntory", "tool_unknown", "did you mean manage_inventory"),
        ("no such tool", "tool_unknown", "allowed: manage_inventory, read_campaign"),
    ],
)
async def test_calling_a_tool_that_is_not_listed_explains(mcp, game, era, caplog, called, code, told):
    game.record_server(Connect(name="holler", tools={"sample": "Makes a sound."}))
    game.record_server(Connect(name="loud", tools={"boom": ""}))
    game.record_server(Disconnect(name="loud"))
    before = game.store.rev(game.campaign.id)
    async with Client(mcp, mode=era) as client:
        result = await client.call_tool(called, {"prompt": "jazz"}, raise_on_error=False)
        assert {t.name for t in await client.list_tools()} == set(PURPOSES)
    assert (result.is_error, result.structured_content) == (True, None)
    assert result.meta["rpg-lite/error"]["code"] == code
    assert told in result.content[0].text and "Nothing was changed." in result.content[0].text
    assert game.store.rev(game.campaign.id) == before
    assert not [r for r in caplog.records if r.levelname in ("WARNING", "ERROR")]


async def test_a_tool_that_is_listed_is_called_without_asking_further(mcp, monkeypatch):
    monkeypatch.setattr(mcp, "stranger", None)
    async with Client(mcp) as client:
        assert (await client.call_tool("read_campaign", {"operation": "party"})).structured_content["ok"]


async def test_a_call_that_cannot_be_logged_is_answered_all_the_same(mcp, era, monkeypatch, caplog):
    monkeypatch.setattr("rpg_lite.server.call_log_lines.operation_of", None)
    with caplog.at_level("INFO", "rpg_lite"):
        assert (await answered(mcp, era, {"operation": "give", "characterName": "Thorin", "template": "Torch"}))["ok"]
    assert "could not log a call" in caplog.text
