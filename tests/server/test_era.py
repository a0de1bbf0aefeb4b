"""The real program, over each transport and in each protocol era, with the examples of the original tool schema word for word."""

from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from jsonschema import validate

from rpg_lite import open_campaign
from tests.server.clients import (
    ERAS,
    address,  # noqa: F401
    over_stdio,
)

SWORD = {
    "characterName": "Thorin",
    "operation": "give",
    "item": {
        "name": "Flame Tongue Longsword",
        "type": "weapon",
        "rarity": "rare",
        "requiresAttunement": True,
        "slot": "mainhand",
        "weaponStats": {
            "damageDice": "1d8",
            "damageType": "slashing",
            "category": "martial_melee",
            "properties": ["versatile"],
            "versatileDamage": "1d10",
        },
        "mechanicalEffects": {"bonusDamage": "2d6", "bonusDamageType": "fire"},
        "value": 5000,
    },
}
PLATE = {"characterName": "Thorin", "operation": "equip", "itemName": "Plate Armor"}
VIEW = {"characterName": "Thorin", "operation": "view", "showStats": True}
LOOT = {
    "batch": [
        {"characterName": "Thorin", "operation": "give", "item": {"name": "Gold", "type": "treasure", "quantity": 150}},
        {"characterName": "Elara", "operation": "give", "item": {"name": "Gold", "type": "treasure", "quantity": 150}},
        {
            "characterName": "Thorin",
            "operation": "give",
            "item": {"name": "Healing Potion", "type": "consumable", "effect": "Heal 2d4+2 HP"},
        },
    ]
}


async def called(client: Client[Any], tool: str, payload: dict[str, Any]) -> dict[str, Any]:
    """The structured half of an accepted call, checked as a strict client checks it: by schema, and against the text."""
    tools = {t.name: t for t in await client.list_tools()}
    result = await client.call_tool(tool, payload)
    assert tools[tool].output_schema is not None
    validate(result.structured_content, tools[tool].output_schema)
    assert [block.text for block in result.content] == [result.structured_content["text"]]
    return result.structured_content


async def play_the_examples(client: Client[Any], era: str) -> None:
    """The four payloads of the original tool schema on a party of two; the database may have been played on before."""
    assert client.protocol_version == ERAS[era]
    for name in ("Thorin", "Elara"):
        document = {"character": {"name": name, "party": True}}
        await called(client, "manage_character", {"operation": "import", "document": document, "replace": True})
    await called(client, "manage_inventory", {"characterName": "Thorin", "operation": "give", "template": "Plate Armor"})
    sword = await called(client, "manage_inventory", SWORD)
    plate = await called(client, "manage_inventory", PLATE)
    loot = await called(client, "manage_inventory", LOOT)
    seen = await called(client, "manage_inventory", VIEW)

    assert sword["results"][0]["item"]["name"] == "Flame Tongue Longsword"
    assert plate["results"][0]["item"]["slot"] == "armor"
    assert plate["results"][0]["stats"]["ac"] == {"was": 10, "value": 18}
    assert [r["item"].get("quantity", 1) for r in loot["results"]] == [150, 150, 1]
    assert [loot["rev"] - sword["rev"], seen["rev"] - loot["rev"]] == [2, 0]
    for word in ("AC 18", "Plate Armor", "Flame Tongue Longsword", "× 150", "Healing Potion"):
        assert word in seen["text"], seen["text"]


async def shown(client: Client[Any]) -> tuple[str | None, list[dict[str, Any]]]:
    """The messages that a chat program gets before the first call."""
    return client.instructions, [t.model_dump(by_alias=True, exclude_none=True) for t in await client.list_tools()]


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
async def test_the_examples_of_the_adr_run_over_stdio(tmp_path: Path, address: str, era: str) -> None:
    database = tmp_path / "party.db"
    async with Client(over_stdio(database), mode=era) as client:
        await play_the_examples(client, era)
        over_a_pipe = await shown(client)
    async with Client(f"{address}/mcp", mode=era) as client:
        assert await shown(client) == over_a_pipe
    with open_campaign(database) as game:
        assert "AC 18" in game.ask({"operation": "party"}, tool="read_campaign")["text"]


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
async def test_the_examples_of_the_adr_run_over_http(address: str, era: str) -> None:
    async with Client(f"{address}/mcp", mode=era) as client:
        await play_the_examples(client, era)


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
async def test_a_refusal_keeps_its_shape_over_the_wire(address: str, era: str) -> None:
    async with Client(f"{address}/mcp", mode=era) as client:
        result = await client.call_tool("manage_inventory", {"operation": "view", "characterName": "Nobody"}, raise_on_error=False)
    assert result.is_error
    assert result.structured_content is None
    assert result.meta is not None
    assert result.meta["rpg-lite/error"]["code"] == "character_unknown"
    assert "Nothing was changed." in result.content[0].text
